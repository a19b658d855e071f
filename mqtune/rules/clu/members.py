"""CLU006 to CLU008, CLU010 to CLU012, CLU014 to CLU016: the members of a cluster and their queues.

Unreachable members and inconsistent cluster names, the instances of a cluster queue on several queue
managers, transmission queues, and the queues that a cluster uses itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import Cluster, Member
from mqtune.engine.rule import NAME, Hit, Outcome, Skip, rule
from mqtune.estate.clients import connections, is_loopback
from mqtune.estate.indexes import NearNames
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.workload import CLUSTERED_BY, cluster_names
from mqtune.rules.common import called, defined_here, differing, incomplete, object_name, unless_incomplete
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import ObjectName, Related

# CLU014 to CLU016: transmission queues, and the queues that a cluster uses itself.

# the queues that reason 3090 lists
RESERVED = (
    "SYSTEM.CHANNEL.INITQ",
    "SYSTEM.CHANNEL.SYNCQ",
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
    "SYSTEM.COMMAND.INPUT",
    "SYSTEM.QSG.CHANNEL.SYNCQ",
    "SYSTEM.QSG.TRANSMIT.QUEUE",
)
UNALTERABLE = (
    "SYSTEM.CLUSTER.COMMAND.QUEUE",
    "SYSTEM.CLUSTER.REPOSITORY.QUEUE",
    "SYSTEM.CLUSTER.TRANSMIT.QUEUE",
)
# attributes that change what is observed, not what the queue does
OBSERVING = frozenset(
    {
        "ACCTQ",
        "CUSTOM",
        "DESCR",
        "MONQ",
        "QDEPTHHI",
        "QDEPTHLO",
        "QDPHIEV",
        "QDPLOEV",
        "QDPMAXEV",
        "QSVCIEV",
        "QSVCINT",
        "STATQ",
    }
)


@rule("CLU014", skip=Skip(given=CLUSTERED_BY))
def rejected_cluster_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A transmission queue, or a queue that MQ reserves for itself, is put into a cluster."""
    reserved = object.name in RESERVED
    keyword = next((word for word in CLUSTERED_BY if object.text(word)), "")
    if not keyword or not is_rejected(object):
        return
    cluster = object.text(keyword)
    place = object.place(keyword if object.is_given(keyword) else "USAGE")
    if place is None or has_placeholder(cluster):
        return
    yield Hit(
        place,
        f"QLOCAL({object.name}) has {keyword}({cluster}), but "
        + ("the name is reserved" if reserved else "a transmission queue cannot be in a cluster"),
        help=f"remove {keyword}" if reserved else f"remove {keyword}, or set USAGE(NORMAL)",
        attribute=keyword,
    )


def is_rejected(object: MqObject) -> bool:
    """Whether CLUSTER and CLUSNL must be blank for an object."""
    return object.type == "QLOCAL" and (object.name in RESERVED or object.value("USAGE") == "XMITQ")


@rule("CLU015", skip=Skip(about=NAME))  # the names are reserved
def default_cluster_queue_altered(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """ALTER changes one of the queues that a cluster uses itself."""
    if statement.verb != "ALTER" or statement.type != "QLOCAL" or statement.name not in UNALTERABLE:
        return
    changed = [keyword for keyword in statement.layout.attributes if keyword not in OBSERVING]
    if changed:
        yield Hit(
            statement.word_place(changed[0]),
            f"ALTER changes {', '.join(changed[:8])} of {statement.name}, which the cluster uses itself",
            attribute=changed[0],
        )


@rule("CLU016")
def shared_cluster_transmission_queue(queue_manager: QueueManager) -> Iterator[Outcome]:
    """Members of several clusters send everything through one transmission queue."""
    qmgr = queue_manager.qmgr
    if qmgr.value("DEFCLXQ") != "SCTQ":
        return
    first: dict[str, MqObject] = {}
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        if channel.statements and not channel.name.startswith("SYSTEM."):
            for name in cluster_names(channel, queue_manager):
                if not has_placeholder(name):
                    first.setdefault(name, channel)
    if len(first) < 2 or queue_manager.with_filled("QLOCAL", ("CLCHNAME",)):
        return
    if not (qmgr.is_given("DEFCLXQ") or queue_manager.complete):
        yield incomplete(queue_manager)
        return
    channels = list(first.values())
    place = channels[0].place("CLUSTER", "CLUSNL")
    if place is None:
        return
    names = ", ".join(sorted(first)[:8])
    yield Hit(
        place,
        f"the messages for all members of clusters {names} share SYSTEM.CLUSTER.TRANSMIT.QUEUE",
        object=ObjectName("QMGR", ""),
        attribute="DEFCLXQ",
        related=tuple(
            Related(definition, f"CHANNEL({channel.name}) is defined here")
            for channel in channels[1:8]
            if channel is not channels[0] and (definition := channel.place("CLUSTER")) is not None
        ),
    )


# CLU006, CLU007, CLU008, CLU012: unreachable members and inconsistent cluster names.


def joined(member: Member) -> bool:
    """Whether a queue manager belongs to the cluster through more than an object's attribute."""
    return bool(member.receivers or member.senders or member.repository)


def defined_objects(objects: list[MqObject]) -> list[MqObject]:
    """The objects that a script defines."""
    return [object for object in objects if object.statements]


@rule("CLU006")
def member_without_receiver(estate: Estate) -> Iterator[Outcome]:
    """A queue manager has a CLUSSDR channel, objects or an AutoCluster stanza for a cluster, but no CLUSRCVR
    channel.
    """
    for cluster in estate.derived(build_clusters).values():
        if has_placeholder(cluster.name):
            continue
        for member in cluster.members:
            if not member.receivers:
                yield from unless_incomplete(receiver_missing(cluster, member), member.queue_manager)


def receiver_missing(cluster: Cluster, member: Member) -> Iterator[Hit]:
    """A queue manager uses a cluster without a CLUSRCVR channel for it."""
    objects = (object for object in member.objects if object.statements and not is_rejected(object))
    first = next(chain(defined_objects(member.senders), objects), None)
    if first is None:
        yield from stanza_alone(cluster, member)
        return
    place = first.place("CLUSTER")
    if place is None:
        return
    yield Hit(
        place,
        f"{member.queue_manager.label} has {first.type}({first.name}) in cluster {cluster.name}, but no "
        "CLUSRCVR channel for it",
        note="without a cluster-receiver channel the queue manager is not in the cluster: no other member "
        "can send to it, and its cluster objects stay unknown",
        help=f"define a CLUSRCVR with CLUSTER({cluster.name}) and a CONNAME that the other members can reach",
        object=ObjectName(first.type, first.name),
        attribute="CLUSTER",
    )


def stanza_alone(cluster: Cluster, member: Member) -> Iterator[Hit]:
    """An AutoCluster stanza names the cluster, and no channel is defined for it."""
    setting = member.queue_manager.ini_entry("AutoCluster", "ClusterName")
    if setting is None or setting[1].value.strip() != cluster.name:
        return
    yield Hit(
        setting[0].document.place(setting[1].span),
        f"stanza AutoCluster puts {member.queue_manager.label} into cluster {cluster.name}, but no CLUSRCVR "
        "is defined for it",
        note="the stanza creates the channels to the repositories, but not the one through which the other "
        "members reach this queue manager",
        help="DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CONNAME(+CONNAME+) CLUSTER('+AUTOCL+') "
        "in the script that all members share",
        object=ObjectName("STANZA", "AutoCluster"),
        attribute="ClusterName",
    )


@rule("CLU007")
def receiver_with_local_address(estate: Estate) -> Iterator[Hit]:
    """A CLUSRCVR advertises localhost or 127.0.0.1 to the cluster, while another channel of the cluster leads
    to another machine.
    """
    receivers = (
        receiver for manager in estate.queue_managers for receiver in manager.of_type("CHANNEL", "CLUSRCVR")
    )
    local_ones = {channel for channel in receivers if only_local(channel)}
    if not local_ones:
        return
    for cluster in estate.derived(build_clusters).values():
        channels = [channel for member in cluster.members for channel in defined_objects(member.receivers)]
        local = [channel for channel in channels if channel in local_ones]
        if not local or not reaches_further(cluster):
            continue  # all on one machine, or other addresses are unknown
        for channel in local:
            place = channel.place("CONNAME")
            if place is not None:
                yield Hit(
                    place,
                    f"CHANNEL({channel.name}) advertises {channel.text('CONNAME')} to cluster "
                    f"{cluster.name}, which is each member's own machine",
                    object=ObjectName("CHANNEL", channel.name),
                    attribute="CONNAME",
                )


def hosts(channel: MqObject) -> list[str]:
    """The known hosts in a CONNAME."""
    text = channel.text("CONNAME")
    return [] if has_placeholder(text) else [host for host, _ in connections(text)]


def only_local(channel: MqObject) -> bool:
    """Whether every address of a channel is a loopback address."""
    addresses = hosts(channel)
    return bool(addresses) and all(is_loopback(host) for host in addresses)


def reaches_further(cluster: Cluster) -> bool:
    """Whether a channel of the cluster, or its repositories, have an address of another machine."""
    channels = [
        channel
        for member in cluster.members
        for channel in defined_objects(member.receivers) + defined_objects(member.senders)
    ]
    declared = [host for text in cluster.declared_repositories.values() for host, _ in connections(text)]
    known = [host for channel in channels for host in hosts(channel)] + declared
    return any(not is_loopback(host) for host in known)


@rule("CLU008")
def misspelt_cluster_name(estate: Estate) -> Iterator[Hit]:
    """A queue manager names a cluster whose name differs by a likely typing error from one that has more
    channels.
    """
    known = {
        name: cluster for name, cluster in estate.derived(build_clusters).items() if not has_placeholder(name)
    }
    if len(known) < 2:
        return
    strength = {
        name: sum(1 for member in cluster.members if joined(member)) for name, cluster in known.items()
    }
    names = NearNames(name for name in known if strength[name] or known[name].automatic)
    for name, cluster in known.items():
        if cluster.automatic or len(cluster.members) != 1:
            continue
        near = names[name]
        if near is None or (strength[name] >= strength[near] and not known[near].automatic):
            continue
        yield from misspelt_hit(cluster, known[near])


def misspelt_hit(cluster: Cluster, near: Cluster) -> Iterator[Hit]:
    """The name that one queue manager uses, and the similar one that others use."""
    member = cluster.members[0]
    users = (
        defined_objects(member.receivers) + defined_objects(member.senders) + defined_objects(member.objects)
    )
    place = users[0].place("CLUSTER") if users else None
    if place is None:
        return
    user = users[0]
    more = f" and {len(users) - 1} more name" if len(users) > 1 else " names"
    similar = next(
        (
            channel
            for partner in near.members
            for channel in defined_objects(partner.receivers) + defined_objects(partner.senders)
        ),
        None,
    )
    similar_place = similar.place("CLUSTER") if similar is not None else None
    yield Hit(
        place,
        f"{user.type}({user.name}){more} cluster {cluster.name}, but channels are in cluster {near.name}",
        help=f"use {near.name}, unless {cluster.name} is a different cluster",
        object=ObjectName(user.type, user.name),
        attribute="CLUSTER",
        related=(Related(similar_place, f"cluster {near.name}"),) if similar_place is not None else (),
    )


@rule("CLU012", skip=Skip(given=("CLUSTER", "REPOS")))
def conflicting_cluster_and_namelist(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """One command sets CLUSTER and a later one sets CLUSNL of the same object, or vice versa; likewise REPOS
    and REPOSNL of the queue manager.
    """
    single, several = ("REPOS", "REPOSNL") if object.type == "QMGR" else ("CLUSTER", "CLUSNL")
    first, second = object.written(single), object.written(several)
    if first is None or second is None or first[0] is second[0]:
        return  # CAT031 covers both in one command
    if not object.text(single) or not object.text(several):
        return
    keyword = max(
        (single, several),
        key=lambda word: next(
            number for number, statement in enumerate(object.statements) if statement.has(word)
        ),
    )
    place = object.place(keyword)
    if place is None:
        return
    yield Hit(
        place,
        f"{called(object, queue_manager)} has {single}({object.text(single)}) and "
        f"{several}({object.text(several)})",
        help=f"set {single}(' ') in the same command that sets {several}, or vice versa",
        object=object_name(object, queue_manager),
        attribute=keyword,
    )


# CLU010, CLU011: the instances of a cluster queue on several queue managers.

Instance = tuple[QueueManager, MqObject]

# the attributes of an instance that affect applications
SHARED = ("DEFPSIST", "DEFBIND", "DEFPRTY", "DEFPRESP", "MAXMSGL")


def instances(cluster: Cluster) -> dict[str, list[Instance]]:
    """The local queues that several members define in the cluster, by name."""
    by_name: dict[str, list[Instance]] = {}
    for member in cluster.members:
        for queue in member.objects:
            if queue.type == "QLOCAL" and queue.statements and queue.defined and not queue.placeholder:
                by_name.setdefault(queue.name, []).append((member.queue_manager, queue))
    return {name: several for name, several in by_name.items() if len(several) > 1}


@rule("CLU010")
def differing_cluster_queue_instances(estate: Estate) -> Iterator[Hit]:
    """A cluster queue has different attribute values on different queue managers."""
    for cluster in estate.derived(build_clusters).values():
        if cluster.automatic:
            continue  # UNI014 compares more attributes in uniform clusters
        for several in instances(cluster).values():
            first = several[0]
            for second in several[1:]:
                yield from compared(cluster, first, second)


def compared(cluster: Cluster, first: Instance, second: Instance) -> Iterator[Hit]:
    """Two instances of one queue."""
    (base_manager, base), (manager, queue) = first, second
    different = differing(queue, base, SHARED)
    place = queue.place(different[0]) if different else None
    if place is None:
        return
    mine = " ".join(f"{keyword}({queue.text(keyword)})" for keyword in different)
    its = " ".join(f"{keyword}({base.text(keyword)})" for keyword in different)
    yield Hit(
        place,
        f"QLOCAL({queue.name}) of cluster {cluster.name} has {mine} on {manager.label}, but {its} on "
        f"{base_manager.label}",
        object=ObjectName("QLOCAL", queue.name),
        attribute=different[0],
        related=defined_here(base, different[0]),
    )


@rule("CLU011")
def cluster_queue_bound_on_open(estate: Estate) -> Iterator[Hit]:
    """A cluster queue with several instances has DEFBIND(OPEN) on all of them."""
    for cluster in estate.derived(build_clusters).values():
        if cluster.automatic:
            continue
        for several in instances(cluster).values():
            _, queue = several[0]
            place = queue.place("DEFBIND")
            if place is None or any(instance.value("DEFBIND") != "OPEN" for _, instance in several):
                continue
            yield Hit(
                place,
                f"QLOCAL({queue.name}) has {len(several)} instances in cluster {cluster.name} and "
                "DEFBIND(OPEN)",
                object=ObjectName("QLOCAL", queue.name),
                attribute="DEFBIND",
                related=tuple(
                    Related(instance_place, f"the instance on {manager.label}")
                    for manager, instance in several[1:8]
                    if (instance_place := instance.place()) is not None
                ),
            )
