"""Questions about loads that are not declared, so that nothing can be computed from them."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.busy_load import BUSY_CLIENT_PER_S, server_connections
from mqtune.estate.topic_strings import branch_root, levels_of
from mqtune.estate.workload import declared_loads
from mqtune.flow.resource import Resource
from mqtune.text.wording import listed
from mqtune.tune.advice import Tuning

TABLES = "[[queue-manager.topic]], [[queue-manager.queue]] or [[queue-manager.cluster]]"
NOTHING_KNOWN = "nothing can be computed without a declared load"


def ask_for_topics(tuning: Tuning) -> None:
    """Ask for missing figures of topic loads, and for the loads of topic objects without one."""
    queue_manager = tuning.queue_manager
    loads = declared_loads(queue_manager)[0]
    unrated = [f"'{load.topic}'" for load in loads if not load.publish_rate_per_s]
    if unrated:
        tuning.ask(
            f"declare publish-rate for {listed(unrated)}", "it determines which topics have to be isolated"
        )
    unread = [f"'{load.topic}'" for load in loads if load.subscribers is None]
    if unread:
        tuning.ask(
            f"declare subscribers for {listed(unread)}", "the largest value determines PubSubCacheSize"
        )
    covered = {branch_root(load.topic) for load in queue_manager.topic_loads}
    above = {topic for root in covered for topic in at_or_above(root)}
    undeclared = [
        f"'{topic.text('TOPICSTR')}'"
        for topic in queue_manager.of_type("TOPIC")
        if topic.statements and topic.text("TOPICSTR") and not topic.placeholder
        if not topic.name.startswith("SYSTEM.") and not is_covered(topic.text("TOPICSTR"), covered, above)
    ]
    if undeclared:
        tuning.ask(
            f"declare publish-rate and subscribers for the busy topics among {listed(undeclared)}",
            "they determine isolation and PubSubCacheSize",
        )


def is_covered(topic: str, roots: set[str], above_roots: set[str]) -> bool:
    """Whether a load applies to a topic string, to one above it or to one below it."""
    return topic in above_roots or not roots.isdisjoint(at_or_above(topic))


def at_or_above(topic: str) -> set[str]:
    """A topic string and those above it, the root's "" included."""
    levels = levels_of(topic)
    return {"/".join(levels[:count]) for count in range(len(levels) + 1)}


def ask_for_clients(tuning: Tuning) -> None:
    """Ask about loads that may arrive through client channels with shared sockets."""
    queue_manager = tuning.queue_manager
    shared = [one.name for one in server_connections(queue_manager) if (one.number("SHARECNV") or 0) > 1]
    if not shared:
        return
    topics, queues = declared_loads(queue_manager)
    rated = [load for load in topics if load.publish_rate_per_s]
    unbound = [f"'{load.topic}'" for load in rated if load.binding is None]
    busy = [load for load in queues if (load.put_rate_per_s or 0) >= BUSY_CLIENT_PER_S]
    unbound += [load.queue for load in busy if load.binding is None and load.clients is None]
    unknown = [f"'{load.topic}'" for load in rated if load.binding == "client" and not load.publishers]
    follows = f"clients with {BUSY_CLIENT_PER_S} messages/s or more each on {listed(shared)} need SHARECNV(1)"
    if unbound:
        tuning.ask(f"declare binding for {listed(unbound)}", follows)
    if unknown:
        tuning.ask(f"declare publishers for {listed(unknown)}", follows)


def ask_for_persistence(tuning: Tuning) -> None:
    """Ask for what decides on the recovery log: rate, persistence and size of the declared loads."""
    queue_manager = tuning.queue_manager
    topics, queues = declared_loads(queue_manager)
    # what other loads cause is known without a declaration
    declared = {load.queue for load in queues}
    puts = [load for load in queue_manager.queue_loads if load.queue in declared]
    rated = {load.queue for load in queues if load.put_rate_per_s}
    published = {load.topic for load in topics if load.publish_rate_per_s}
    publications = [load for load in queue_manager.topic_loads if load.topic in published]
    unrated = [load.queue for load in puts if not load.put_rate_per_s and not load.persistent]
    if unrated:
        tuning.ask(f"declare put-rate for {listed(unrated)}", "without it nothing is computed for a queue")
    undecided = [f"'{load.topic}'" for load in publications if load.persistent is None]
    undecided += [load.queue for load in puts if load.queue in rated and load.persistent is None]
    if undecided:
        tuning.ask(
            f"declare persistent for {listed(undecided)}, and message-size if it is true",
            "they determine what the recovery log has to write; DEFPSIST is only the default of applications",
        )
    unsized = [f"'{load.topic}'" for load in publications if load.persistent and not load.message_size_bytes]
    if unsized:
        tuning.ask(f"declare message-size for {listed(unsized)}", "it determines the size of log files")


def ask_for_log(tuning: Tuning, rows: Sequence[Resource]) -> None:
    """Ask for what decides whether persistent messages fit the log: its size, and the longest transaction."""
    queue_manager = tuning.queue_manager
    is_written = any(row.kind == "log-bytes" and row.used for row in rows)
    if not is_written or queue_manager.platform == "zos":
        return
    declaration = queue_manager.declaration
    if declaration is None or declaration.longest_transaction_s is None:
        tuning.ask(
            "declare longest-transaction", "the log keeps what is written until its oldest transaction ends"
        )
    if queue_manager.ini_value("Log", "LogFilePages") is None:
        tuning.ask(
            "add the Log stanza of the qm.ini to the files",
            "LogPrimaryFiles, LogSecondaryFiles and LogFilePages, which crtmqm sets, have to hold what "
            "persistent messages write",
        )


def ask_for_ini(tuning: Tuning) -> None:
    """Ask for the qm.ini if nothing else prevents "nothing to change", which would rest on defaults."""
    if tuning.is_settled and not tuning.shows_ini and tuning.queue_manager.platform != "zos":
        tuning.ask(
            "add the qm.ini to the files",
            "without the whole file, stanza Log included, its limits are only assumed to be the defaults",
        )


def ask_for_level(tuning: Tuning) -> None:
    """Ask for the level: without one, definitions contain only properties of every level since 7.1."""
    if tuning.queue_manager.level is None and any(one.type == "TOPIC" for one in tuning.changes):
        tuning.ask(
            "declare mq-version",
            "the topic definitions set the properties that every level since 7.1 inherits; later levels also "
            "inherit CAPEXPRY, and a topic that omits it is not isolated there",
        )


def ask_for_anything(tuning: Tuning) -> None:
    """Ask for the load of a queue manager without any declared load."""
    queue_manager = tuning.queue_manager
    if queue_manager.topic_loads or queue_manager.queue_loads or queue_manager.cluster_loads:
        return
    declaration = queue_manager.declaration
    if declaration is not None and any(load.clients for load in declaration.channels):
        tuning.ask(
            "declare [[queue-manager.topic]] or [[queue-manager.queue]] for what the declared clients do",
            "without them only the numbers of channels and instances are compared with their limits",
        )
    elif not tuning.changes:
        tuning.undeclared = True
        tuning.ask(f"declare the expected load of {tuning.name} in mqtune.toml: {TABLES}", NOTHING_KNOWN)
