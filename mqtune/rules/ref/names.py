"""REF009, REF026 to REF028, REF031 to REF033, REF035: names that lead to nothing, or to something else."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import (
    ALIAS,
    SENDERS,
    partners_of,
    senders_of,
    transmission_of,
    unsupported_stream,
)
from mqtune.analysis.topology.loads import server_connections
from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.indexes import NearNames, near_name
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.words import QUEUE
from mqtune.estate.workload import cluster_names, declared_loads
from mqtune.project.settings import ChannelLoad, ClusterLoad, QueueLoad, TopicLoad
from mqtune.rules.common import (
    defined_here,
    incomplete,
    load_place,
    may_have,
    object_name,
    queue_manager_place,
)
from mqtune.rules.ref.targets import target_hit
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, WARNING, ObjectName

# REF032, REF033: names that differ only in upper and lower case.


@rule("REF032")
def names_differing_by_case(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two objects of a queue manager have names that differ only in upper and lower case."""
    mixed = {(space, name.upper()) for space, name in queue_manager.objects if name != name.upper()}
    if not mixed:
        return  # the names in capitals are distinct
    first: dict[tuple[str, str], MqObject] = {}
    for (space, name), object in queue_manager.objects.items():
        key = (space, name.upper())
        if key not in mixed or object.placeholder or not object.statements or not object.defined:
            continue
        namesake = first.setdefault(key, object)
        if namesake is object or leads_to(object, namesake) or leads_to(namesake, object):
            continue
        place = object.place()
        if place is not None:
            yield Hit(
                place,
                f"{object.type}({object.name}) and {namesake.type}({namesake.name}) differ only in upper and "
                "lower case",
                object=object_name(object, queue_manager),
                attribute="name",
                related=defined_here(namesake),
            )


def leads_to(alias: MqObject, target: MqObject) -> bool:
    """Whether one object is an alias of another."""
    return alias.type == "QALIAS" and alias.text("TARGET") == target.name


@rule("REF033")
def queue_manager_names_differing_by_case(estate: Estate) -> Iterator[Hit]:
    """Two queue managers of the estate have names that differ only in upper and lower case."""
    first: dict[str, QueueManager] = {}
    for manager in estate.queue_managers:
        name = manager.name
        if not name or has_placeholder(name):
            continue
        namesake = first.setdefault(name.upper(), manager)
        place = queue_manager_place(manager, "QMNAME") if namesake.name != name else None
        if place is not None:
            yield Hit(
                place,
                f"queue managers {name} and {namesake.name} differ only in upper and lower case",
                object=ObjectName("QMGR", name),
                attribute="name",
            )


# REF026 to REF028: names that lead to another queue manager: RNAME, RQMNAME, TRIGDATA.

CHANNELS = (*SENDERS, "RQSTR", "CLUSSDR")


def remote_definitions(estate: Estate) -> Iterator[tuple[MqObject, QueueManager]]:
    """The remote queue definitions of scripts that name a queue and a queue manager, without placeholders.

    None if there is one queue manager only, which has no partner in the files.
    """
    for manager in estate.queue_managers if len(estate.queue_managers) > 1 else ():
        for remote in manager.of_type("QREMOTE"):
            names = remote.name + remote.text("RNAME") + remote.text("RQMNAME") + remote.text("XMITQ")
            if remote.statements and remote.defined and not has_placeholder(names):
                yield remote, manager


def is_clustered_member(manager: QueueManager) -> bool:
    """Whether a queue manager has cluster channels, so that a name may be resolved in a cluster."""
    kinds = ("CLUSRCVR", "CLUSSDR")
    return any(channel.statements for kind in kinds for channel in manager.of_type("CHANNEL", kind))


@rule("REF026")
def remote_queue_not_on_partner(estate: Estate) -> Iterator[Outcome]:
    """RNAME of a remote queue definition is not a queue of the queue manager that RQMNAME names."""
    for remote, manager in remote_definitions(estate):
        name = remote.text("RNAME")
        partner = estate.named(remote.text("RQMNAME"))
        place = remote.place("RNAME")
        if (
            not name
            or partner is None
            or partner is manager
            or place is None
            or partner.queue(name) is not None
        ):
            continue
        if is_clustered_member(partner) or name.startswith("SYSTEM."):
            continue
        if not partner.complete:
            yield incomplete(partner)
            continue
        near = partner.near(QUEUE, name)
        yield Hit(
            place,
            f"QREMOTE({remote.name}) has RNAME({name}), which {partner.label} does not define"
            + (f"; it has {near}" if near else ""),
            note=f"the message is put on the dead-letter queue of {partner.label} with reason 2085 "
            "(MQRC_UNKNOWN_OBJECT_NAME)",
            help=f"set RNAME({near})" if near else f"define {name} on {partner.label}, or correct RNAME",
            object=object_name(remote, manager),
            attribute="RNAME",
            related=defined_here(partner.queue(near)) if near else (),
        )


@rule("REF027")
def remote_queue_manager_not_partner(estate: Estate) -> Iterator[Outcome]:
    """RQMNAME of a remote queue definition is not the queue manager that its transmission queue leads to."""
    for remote, manager in remote_definitions(estate):
        wanted = remote.text("RQMNAME")
        place = remote.place("RQMNAME")
        xmitq = transmission_of(remote, manager).name
        partner = reached_by(xmitq, manager, estate)
        if not wanted or place is None or partner is None or wanted == partner.name:
            continue
        if is_clustered_member(partner) or forwards(partner, wanted):
            continue
        if not partner.complete:
            yield incomplete(partner)
            continue
        yield Hit(
            place,
            f"QREMOTE({remote.name}) has RQMNAME({wanted}), but its transmission queue {xmitq} leads to "
            f"{partner.label}",
            note=f"{partner.label} has neither a queue manager alias nor a transmission queue for {wanted}, "
            "and puts the message on its dead-letter queue with reason 2087 (MQRC_UNKNOWN_REMOTE_Q_MGR)",
            help=f"set RQMNAME({partner.label}), or name the transmission queue for {wanted}",
            object=object_name(remote, manager),
            attribute="RQMNAME",
        )


def reached_by(xmitq: str, manager: QueueManager, estate: Estate) -> QueueManager | None:
    """The only queue manager at the other end of the channels that serve a transmission queue."""
    partners = set()
    for channel in senders_of(xmitq, manager) if xmitq else ():
        candidates = [partner for partner, _ in partners_of(channel, manager, estate) if partner.name]
        if len(candidates) != 1:
            return None
        partners.add(candidates[0])
    return partners.pop() if len(partners) == 1 else None


def forwards(partner: QueueManager, wanted: str) -> bool:
    """Whether a queue manager has an alias, a transmission queue or a default one for another name."""
    return partner.queue(wanted) is not None or bool(partner.qmgr.text("DEFXMITQ"))


@rule("REF028")
def trigger_data_without_channel(estate: Estate) -> Iterator[Outcome]:
    """TRIGDATA of a triggered transmission queue names a channel that is not defined."""
    for manager in estate.queue_managers:
        for queue in manager.with_filled("QLOCAL", ("TRIGDATA",)):
            if queue.value("USAGE") == "XMITQ" and queue.is_given("TRIGDATA"):
                yield from missing_channel(queue, manager)


def missing_channel(queue: MqObject, manager: QueueManager) -> Iterator[Outcome]:
    """Report the channel that TRIGDATA names if it is missing for certain, or looks like a misspelling."""
    words = queue.text("TRIGDATA").split()
    name = words[0] if words else ""
    place = queue.place("TRIGDATA")
    if not name or has_placeholder(name) or place is None or manager.channel(name) is not None:
        return
    if queue.value("TRIGGER") != "YES" or queue.text("PROCESS") or may_have(queue, "PROCESS"):
        return
    senders = [
        channel.name
        for kind in CHANNELS
        for channel in manager.of_type("CHANNEL", kind)
        if channel.statements
    ]
    near = near_name(name, senders)
    if near is None and not manager.complete:
        yield incomplete(manager)
        return
    yield Hit(
        place,
        f"QLOCAL({queue.name}) has TRIGDATA({name}), but there is no channel of that name"
        + (f"; CHANNEL({near}) is defined" if near else ""),
        help=f"set TRIGDATA({near})" if near else f"define CHANNEL({name}), or correct TRIGDATA",
        object=object_name(queue, manager),
        attribute="TRIGDATA",
        related=defined_here(manager.channel(near)) if near else (),
    )


# REF009: streaming queues that cannot receive the copies, and queues that cannot stream.


@rule("REF009", skip=Skip(given=("STREAMQ",)))
def unusable_streaming_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """STREAMQ names a queue that cannot be a streaming queue (the queue itself, a model queue, a SYSTEM
    queue, or a queue that streams further), or is set on a transmission queue or on most SYSTEM queues.
    """
    name = object.text("STREAMQ")
    if not name or has_placeholder(name) or not object.is_given("STREAMQ"):
        return
    target = queue_manager.queue(name)
    reason = unsupported_stream(object, name, target, queue_manager)
    if reason:
        yield from target_hit(
            object,
            queue_manager,
            "STREAMQ",
            target,
            reason,
            severity=WARNING if reason.startswith(ALIAS) else None,
        )


# REF031: queues that are their own initiation queue.


@rule("REF031", skip=Skip(given=("INITQ",)))
def self_referencing_initiation_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue names itself in INITQ."""
    if object.text("INITQ") != object.name or not object.is_given("INITQ"):
        return
    place = object.place("INITQ")
    triggered = object.value("TRIGGER") == "YES"
    if place is not None:
        yield Hit(
            place,
            f"QLOCAL({object.name}) is its own initiation queue"
            + ("" if triggered else ", and TRIGGER is not set yet"),
            attribute="INITQ",
            severity=None if triggered else INFO,
        )


# REF035: declared loads of objects that no file defines.

WITHOUT_EFFECT = "no rule and no recommendation takes this load into account"

UNUSED_CLIENTS = (
    "its clients count for MaxChannels, but MAXINST and SHARECNV of no channel are compared with them"
)


@rule("REF035")
def load_without_object(estate: Estate) -> Iterator[Hit]:
    """A declared load is for a queue, topic, cluster or server connection that no file defines."""
    if estate.project.unread:
        return  # a file that was not read may define it
    for manager in estate.queue_managers:
        for queue_load in declared_loads(manager)[1]:
            if not has_queue(queue_load.queue, manager, estate):
                yield hit(
                    queue_load, "queue", queue_load.queue, manager, manager.near(QUEUE, queue_load.queue)
                )
        for cluster_load in manager.cluster_loads:
            name = cluster_load.cluster
            if not is_in_cluster(name, manager, estate):
                near = near_name(
                    name,
                    [
                        cluster_name
                        for cluster_name in estate.derived(build_clusters)
                        if is_in_cluster(cluster_name, manager, estate)
                    ],
                )
                yield hit(cluster_load, "cluster", name, manager, near)
        for channel_load in manager.declaration.channels if manager.declaration is not None else ():
            name = channel_load.channel
            if channel_load.clients and not has_server_connection(name, manager):
                near = near_name(name, [channel.name for channel in server_connections(manager)])
                yield hit(channel_load, "server connection", name, manager, near)
        topic_loads = declared_loads(manager)[0]
        strings = topic_strings(manager) if topic_loads else {}
        above = {upper for string in strings for upper in branches_above(string)}
        near_strings = NearNames(strings)
        for topic_load in topic_loads:
            yield from misnamed_topic(topic_load, manager, strings, above, near_strings)


def has_queue(name: str, manager: QueueManager, estate: Estate) -> bool:
    """Whether an application of the queue manager may open a queue of this name, as far as the files show."""
    if manager.queue(name) is not None or manager.has_unknown_names:
        return True
    for cluster in estate.derived(build_clusters).values():
        if cluster.membership(manager) is not None and any(
            (queue := member.queue_manager.queue(name)) is not None
            and cluster_names(queue, member.queue_manager)
            for member in cluster.members
        ):
            return True
    return False


def has_server_connection(name: str, manager: QueueManager) -> bool:
    """Whether clients may use a channel of this name, as far as the files show."""
    channel = manager.channel(name)
    if channel is None:
        return manager.has_unknown_names or manager.qmgr.text("CHAD") == "ENABLED"  # defined when used
    return channel.subtype == "SVRCONN"


def is_in_cluster(name: str, manager: QueueManager, estate: Estate) -> bool:
    """Whether the files of a queue manager name a cluster."""
    cluster = estate.derived(build_clusters).get(name)
    return cluster is not None and cluster.membership(manager) is not None


def topic_strings(manager: QueueManager) -> dict[str, None]:
    """The topic strings that scripts give to topics, each once, in their order."""
    return {
        string: None
        for topic in manager.of_type("TOPIC")
        if topic.statements and not topic.placeholder and (string := topic.value("TOPICSTR"))
    }


def branches_above(topic: str) -> Iterator[str]:
    """The topic strings above a topic string, the nearest first."""
    while "/" in topic:
        topic = topic.rpartition("/")[0]
        yield topic


def misnamed_topic(
    load: TopicLoad,
    manager: QueueManager,
    strings: dict[str, None],
    above: set[str],
    near_strings: NearNames,
) -> Iterator[Hit]:
    """Report a topic that is the name of an object, or a misspelling of a topic string.

    `strings` are the defined ones, `above` the branches that have one of them below.
    """
    branch = load.topic.removesuffix("/#").removesuffix("/+")
    if branch in ("", "#", "+"):
        return
    if branch in strings or branch in above or any(upper in strings for upper in branches_above(branch)):
        return
    named = manager.find("TOPIC", branch)
    if named is not None and named.statements and named.value("TOPICSTR"):
        yield hit(load, "topic string", load.topic, manager, named.text("TOPICSTR"))
    elif (near := near_strings[branch]) is not None:
        yield hit(load, "topic string", load.topic, manager, near)


def hit(
    load: QueueLoad | TopicLoad | ClusterLoad | ChannelLoad,
    kind: str,
    name: str,
    manager: QueueManager,
    near: str | None,
) -> Hit:
    """The finding on a load, at its declaration."""
    owner = f" of {manager.name}" if manager.name else ""
    return Hit(
        load_place(load),
        f"a load is declared for {kind} {name}, which no file{owner} defines",
        note=UNUSED_CLIENTS if isinstance(load, ChannelLoad) else WITHOUT_EFFECT,
        help=f"the nearest is {near}" if near else "correct the name, or add the file that defines it",
        object=ObjectName("LOAD", name),
        attribute=kind,
    )
