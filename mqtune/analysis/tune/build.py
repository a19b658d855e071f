"""The entry point of tuning: collects the advice of all areas for each queue manager of an estate.

It includes questions about loads that are not declared, so that nothing can be computed from them, and what
prevents "nothing to change": limits that the budget exceeds or cannot compare, values that cannot be read,
and a platform that is not covered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.resource import AT_LEAST, Resource, number
from mqtune.analysis.topology.loads import (
    BUFFER_DEFAULTS,
    BUSY_CLIENT_PER_S,
    buffer_bytes,
    server_connections,
)
from mqtune.analysis.tune.advice import (
    Figures,
    Objections,
    Open,
    Tuned,
    Tuning,
    client_table_hints,
    tune_members,
)
from mqtune.analysis.tune.channels import ZOS, tune_binding, tune_channel_limits, tune_instances, tune_sharing
from mqtune.analysis.tune.edits import KINDS
from mqtune.analysis.tune.expiry import tune_depths
from mqtune.analysis.tune.hub import large_log, tune_hub_channels, tune_suppression
from mqtune.analysis.tune.publications import tune_fan_out, tune_republishing
from mqtune.analysis.tune.recovery_log import tune_buffers, tune_log
from mqtune.analysis.tune.topics import tune_topics
from mqtune.capacity.run import Calibration
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import branch_root, levels_of
from mqtune.estate.workload import declared_loads
from mqtune.text.messages import listed
from mqtune.text.patterns import bytes_text


def tune_estates(
    estates: Sequence[Estate], calibration: Calibration | None = None, objections: Objections | None = None
) -> Tuned:
    """The advice for every queue manager of some estates. A calibration replaces published figures; changes
    to which there are objections are held back.
    """
    figures = Figures(calibration)
    tunings = []
    for estate in estates:
        rows: dict[int, list[Resource]] = {}
        for row in budget(estate) if any(declares_load(manager) for manager in estate.queue_managers) else ():
            rows.setdefault(id(row.queue_manager), []).append(row)
        for manager in estate.shown:
            tuning = Tuning(manager, objections=objections)
            tune_queue_manager(tuning, estate, figures, rows.get(id(manager), []))
            tunings.append(tuning)
    hints = [hint for estate in estates if estate.shows_clients for hint in client_table_hints(estate)]
    return Tuned(tunings, hints)


def declares_load(manager: QueueManager) -> bool:
    """Whether any load is declared, be it only clients of a channel."""
    return manager.has_load or (manager.declaration is not None and bool(manager.declaration.channels))


def tune_queue_manager(tuning: Tuning, estate: Estate, figures: Figures, rows: Sequence[Resource]) -> None:
    """Find the advice for one queue manager; `rows` is its budget."""
    queue_manager = tuning.queue_manager
    tune_topics(tuning, figures)
    tune_depths(tuning, figures, estate, rows)
    if queue_manager.platform != ZOS:  # all of these change qm.ini, which z/OS does not have
        tune_fan_out(tuning, figures)
        tune_suppression(tuning, figures, estate)
        tune_hub_channels(tuning)
        tune_republishing(tuning, figures, estate)  # its channels are like those that were changed before
        tune_binding(tuning)
    full = tune_channel_limits(tuning, estate)
    tune_sharing(tuning, estate, full)
    tune_instances(tuning, estate, full)
    if queue_manager.platform != ZOS:
        tune_log(tuning, figures)
        large_log(tuning)
        tune_buffers(tuning)
    tune_members(tuning, estate)
    ask_for_topics(tuning)
    ask_for_clients(tuning)
    ask_for_persistence(tuning)
    ask_for_log(tuning, rows)
    ask_for_level(tuning)
    ask_for_anything(tuning)
    if not tuning.undeclared:
        find_unsettled(tuning, rows)
    ask_for_ini(tuning)


# Questions about loads that are not declared.

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
    shared = [
        channel.name for channel in server_connections(queue_manager) if (channel.number("SHARECNV") or 0) > 1
    ]
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
    if tuning.queue_manager.level is None and any(change.type == "TOPIC" for change in tuning.changes):
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


# What prevents "nothing to change".

LIMIT, VALUE, PLATFORM = "limit", "value", "platform"
ON_ZOS = "zos"
# the keys of qm.ini that tuning compares with the load
KEYS = {
    "Log": ("LogPrimaryFiles", "LogSecondaryFiles", "LogFilePages", "LogBufferPages"),
    "Channels": ("MaxChannels", "MaxActiveChannels"),
    "TuningParameters": (
        "PubSubCacheSize",
        "pscNumPubThreads",
        "ExpiryInterval",
        "DefaultQBufferSize",
        "DefaultPQBufferSize",
    ),
}
POSITIVE = ("PubSubCacheSize", "pscNumPubThreads")
ATTRIBUTES = ("SHARECNV", "MAXINST", "MAXINSTC")
NOT_ON_ZOS = (
    "MAXCHL, ACTCHL, ADOPTMCA and EXPRYINT of QMGR, buffer pools, page sets, active and archive logs, and "
    "the channel initiator"
)


def find_unsettled(tuning: Tuning, rows: Sequence[Resource]) -> None:
    """Add what no recommended change settles; `rows` is the budget of the queue manager."""
    manager = tuning.queue_manager
    tuning.open += [*platform(manager), *exceeded(tuning, rows), *too_large(manager), *unread(manager)]


def platform(queue_manager: QueueManager) -> Iterator[Open]:
    """What is not compared with the load on z/OS."""
    if queue_manager.platform == ON_ZOS:
        text = f"z/OS: tune does not cover {NOT_ON_ZOS}"
        reason = "it recommends MQSC for topics, queues and server connections only"
        yield Open(kind=PLATFORM, text=text, reason=reason)


def exceeded(tuning: Tuning, rows: Sequence[Resource]) -> Iterator[Open]:
    """The rows of the budget at or above their limit that no change makes fit. If nothing is asked that would
    show more, also those that are unknown, and those of settings that tune covers which are a lower bound.
    """
    covered = {resource for kind in KINDS.values() for resource in kind.resources}
    for row in rows:
        if row.limit is None or is_addressed(tuning, row) or (row.kind == "channels" and is_zos(tuning)):
            continue
        share, name = row.share, row.resource if row.resource == row.kind else f"{row.resource} ({row.kind})"
        more = " or more" * (row.bound == AT_LEAST)
        if share is not None and (share >= 1 or (more and row.kind in covered and not tuning.questions)):
            text = f"{name} is at {share:,.0%} of its limit{more}: {used_of(row)}"
            yield Open(kind=LIMIT, text=text, reason=row.basis or "")
        elif share is None and not tuning.questions:
            text = f"what {name} needs is unknown; its limit is {amount(row, row.limit)}"
            yield Open(kind=LIMIT, text=text, reason="; ".join(row.notes))


def is_zos(tuning: Tuning) -> bool:
    """Whether the limits on channels are attributes of the queue manager, which are compared elsewhere."""
    return tuning.queue_manager.platform == ON_ZOS


def is_addressed(tuning: Tuning, row: Resource) -> bool:
    """Whether a change makes a resource fit, recommended or held back, which then has its reason."""
    return any(
        row.kind in KINDS[change.about].resources
        and (change.in_ini or change.type == "TOPIC" or str(change) == row.resource)
        for change in (*tuning.changes, *(held.change for held in tuning.held_back))
    )


def used_of(row: Resource) -> str:
    """`5,000 of 100 channels`."""
    return f"{amount(row, row.used or 0.0, bare=True)} of {amount(row, row.limit or 0.0)}"


def amount(row: Resource, value: float, bare: bool = False) -> str:
    """A quantity in the unit of a resource."""
    if row.unit.startswith("bytes"):
        return bytes_text(value) + row.unit.removeprefix("bytes")
    return number(value) if bare else f"{number(value)} {row.unit}"


def too_large(queue_manager: QueueManager) -> Iterator[Open]:
    """The messages that a queue or the queue manager refuses, with reason 2030 or 2031."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is None or queue.type != "QLOCAL" or not load.message_size_bytes:
            continue
        for object, name in ((queue, f"QLOCAL({queue.name})"), (queue_manager.qmgr, "QMGR")):
            most = object.number("MAXMSGL")
            if most is not None and load.message_size_bytes > most:
                size = bytes_text(load.message_size_bytes)
                text = f"messages of {size} to {load.queue} exceed MAXMSGL({most}) of {name}"
                reason = "puts fail with reason 2030 or 2031; tune does not change MAXMSGL"
                yield Open(kind=LIMIT, text=text, reason=reason)


def unread(queue_manager: QueueManager) -> Iterator[Open]:
    """The values that tuning would compare and that are not numbers in range, such as placeholders."""
    for stanza, keys in KEYS.items():
        for key in keys:
            value = queue_manager.ini_value(stanza, key)
            if value is not None and not is_read(queue_manager, stanza, key):
                yield unreadable(f"{key}={value} in stanza {stanza}")
    for object, keyword in numbers_of(queue_manager):
        if object.is_given(keyword) and object.number(keyword) is None:
            yield unreadable(f"{keyword}({object.text(keyword)}) of {object.type}({object.name})")


def is_read(queue_manager: QueueManager, stanza: str, key: str) -> bool:
    """Whether the value of a key is a number that has an effect."""
    if key in BUFFER_DEFAULTS:
        return buffer_bytes(queue_manager, key) is not None
    number = queue_manager.ini_number(stanza, key)
    return number is not None and (number > 0 or key not in POSITIVE)


def unreadable(text: str) -> Open:
    """A value that cannot be compared."""
    reason = "it is not compared with the declared load"
    return Open(kind=VALUE, text=f"{text} is not a valid number", reason=reason)


def numbers_of(queue_manager: QueueManager) -> Iterator[tuple[MqObject, str]]:
    """The attributes of queues with a load and of server connections that tuning compares."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is not None and queue.type == "QLOCAL":
            yield queue, "MAXDEPTH"
    for channel in queue_manager.of_type("CHANNEL", "SVRCONN"):
        if not channel.name.startswith("SYSTEM."):
            yield from ((channel, keyword) for keyword in ATTRIBUTES)
