"""Questions: what nobody declared, so that nothing could be worked out. Does not know rules."""

from __future__ import annotations

from mqtune.estate.busy_load import BUSY_CLIENT_PER_S, server_connections
from mqtune.estate.topic_strings import branch_root
from mqtune.tune.advice import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.tune.advice import Tuning

TABLES = "[[queue-manager.topic]], [[queue-manager.queue]] or [[queue-manager.cluster]]"
NOTHING_KNOWN = "nothing is worked out for a load that nobody knows"


def ask_for_topics(tuning: Tuning) -> None:
    """Loads of topics that lack a figure, and topic objects without a load."""
    queue_manager = tuning.queue_manager
    loads = queue_manager.topic_loads
    unrated = [f"'{load.topic}'" for load in loads if not load.publish_rate_per_s]
    if unrated:
        tuning.ask(
            f"declare publish-rate for {listed(unrated)}", "which topics have to be isolated follows from it"
        )
    unread = [f"'{load.topic}'" for load in loads if load.subscribers is None]
    if unread:
        tuning.ask(
            f"declare subscribers for {listed(unread)}", "PubSubCacheSize follows from the largest of them"
        )
    covered = {branch_root(load.topic) for load in loads}
    silent = [
        f"'{topic.text('TOPICSTR')}'"
        for topic in queue_manager.of_type("TOPIC")
        if topic.statements and topic.text("TOPICSTR") and not topic.placeholder
        if not topic.name.startswith("SYSTEM.") and not is_covered(topic.text("TOPICSTR"), covered)
    ]
    if silent:
        tuning.ask(
            f"declare publish-rate and subscribers for the busy ones of {listed(silent)}",
            "isolation and PubSubCacheSize follow from them",
        )


def is_covered(topic: str, roots: set[str]) -> bool:
    """Whether a load speaks of a topic string, of one above it or of one below it."""
    return any(
        not root or topic == root or topic.startswith(f"{root}/") or root.startswith(f"{topic}/")
        for root in roots
    )


def ask_for_clients(tuning: Tuning) -> None:
    """Loads that may come by client channels whose sockets are shared."""
    queue_manager = tuning.queue_manager
    shared = [one.name for one in server_connections(queue_manager) if (one.number("SHARECNV") or 0) > 1]
    if not shared:
        return
    rated = [load for load in queue_manager.topic_loads if load.publish_rate_per_s]
    unbound = [f"'{load.topic}'" for load in rated if load.binding is None]
    unknown = [f"'{load.topic}'" for load in rated if load.binding == "client" and not load.publishers]
    follows = f"from {BUSY_CLIENT_PER_S} messages/s a client on {listed(shared)} are to have SHARECNV(1)"
    if unbound:
        tuning.ask(f"declare binding for {listed(unbound)}", follows)
    if unknown:
        tuning.ask(f"declare publishers for {listed(unknown)}", follows)


def ask_for_buffers(tuning: Tuning) -> None:
    """Queue buffers: no declaration tells of bursts."""
    queue_manager = tuning.queue_manager
    busy = [load.queue for load in queue_manager.queue_loads if load.put_rate_per_s and load.consumers]
    if not busy or queue_manager.ini_value("TuningParameters", "DefaultPQBufferSize") is not None:
        return
    declaration = queue_manager.declaration
    memory = declaration.memory_bytes if declaration is not None else None
    bound = f"memory is {memory / 1e9:,.1f} GB" if memory else "declare memory too"
    tuning.ask(
        f"say whether messages on {listed(busy)} pile up in bursts, and how many bytes",
        "DefaultQBufferSize and DefaultPQBufferSize keep a burst in memory; they count for each busy "
        f"queue, are kept until the restart, and when a queue takes them is not settled; {bound}",
    )


def ask_for_level(tuning: Tuning) -> None:
    """Without a level only what every level from 7.1 on knows is written."""
    if tuning.queue_manager.level is None and any(one.type == "TOPIC" for one in tuning.changes):
        tuning.ask(
            "declare mq-version",
            "the definitions of topics hold the properties that every level from 7.1 on inherits; later "
            "levels inherit CAPEXPRY too, and a topic that leaves it out is not isolated there",
        )


def ask_for_anything(tuning: Tuning) -> None:
    """A queue manager nobody declared a load for."""
    queue_manager = tuning.queue_manager
    if queue_manager.topic_loads or queue_manager.queue_loads or queue_manager.cluster_loads:
        return
    if not tuning.changes:
        tuning.undeclared = True
        tuning.ask(f"declare the expected load of {tuning.name} in mqtune.toml: {TABLES}", NOTHING_KNOWN)
