"""Clusters across queue managers, and the look-ups from which routes are made.

A cluster has members, the channels these use, and full repositories, based on the definitions in the files;
queue managers that join dynamically are not included. The look-ups are the transmission queue of a remote
queue definition, the channels that serve it, and their other ends; the routes themselves are in
`mqtune/analysis/flow`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.workload import AUTOMATIC, CLUSTERED_BY, cluster_names, listed
from mqtune.text.patterns import asterisks_match
from mqtune.text.record import record

OWN_NAME = "+QMNAME+"
CLUSTERED_TYPES = ("QLOCAL", "QALIAS", "QREMOTE", "TOPIC")


class Member:
    """One queue manager in one cluster: its channels there, and the setting that makes it a full
    repository.

    `repository` is "REPOS", "REPOSNL" or "AutoCluster", "" for none. `never` states why it surely does not
    join, `doubt` why it may not, `assumed` what is supposed since the files do not contain it. `reached` are
    the full repositories that it is known to reach, itself included; `knows_all` means that there are no
    others.
    """

    __slots__ = (
        "assumed",
        "doubt",
        "knows_all",
        "never",
        "objects",
        "queue_manager",
        "reached",
        "receivers",
        "repository",
        "senders",
    )

    def __init__(self, queue_manager: QueueManager) -> None:
        self.queue_manager = queue_manager
        self.receivers: list[MqObject] = []
        self.senders: list[MqObject] = []
        self.objects: list[MqObject] = []  # queues and topics advertised in the cluster
        self.repository = ""
        self.never = self.doubt = self.assumed = ""
        self.reached: list[Member] = []
        self.knows_all = False

    @property
    def is_outside(self) -> bool:
        """Whether it is surely not in the cluster: its files are complete, and it has no CLUSRCVR channel, or
        no channel to a full repository.
        """
        return bool(self.never) or (self.queue_manager.complete and not self.receivers)


class Cluster:
    """One cluster. `automatic` means that an AutoCluster stanza names it; `automatic_type` is its Type.

    `declared_repositories` are the queue managers that AutoCluster names as full repositories, with their
    connection names; they need not be in the estate.
    """

    __slots__ = ("_by_manager", "automatic", "automatic_type", "declared_repositories", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._by_manager: dict[QueueManager, Member] = {}
        self.automatic = False
        self.automatic_type = ""
        self.declared_repositories: dict[str, str] = {}

    @property
    def members(self) -> list[Member]:
        """The members in the order in which the files name them."""
        return list(self._by_manager.values())

    @property
    def joined(self) -> list[Member]:
        """The members that are in the cluster, or may be as far as the files show."""
        return [member for member in self._by_manager.values() if not member.is_outside]

    def member(self, queue_manager: QueueManager) -> Member:
        """The member for a queue manager, created if it is missing."""
        member = self._by_manager.get(queue_manager)
        if member is None:
            member = self._by_manager[queue_manager] = Member(queue_manager)
        return member

    def membership(self, queue_manager: QueueManager) -> Member | None:
        """The member for a queue manager; None if it is not a member."""
        return self._by_manager.get(queue_manager)

    @property
    def advertised(self) -> Iterator[tuple[Member, MqObject]]:
        """The queues and topics that the members advertise."""
        return ((member, object) for member in self.members for object in member.objects)

    @property
    def repositories(self) -> list[Member]:
        """The members that are full repositories."""
        return [member for member in self.members if member.repository]

    @property
    def complete(self) -> bool:
        """Whether every member's files are known to be the whole queue manager."""
        return bool(self.members) and all(member.queue_manager.complete for member in self.members)

    def __repr__(self) -> str:
        return f"Cluster({self.name})"


def resolved(name: str, cluster: str, queue_manager: QueueManager) -> str:
    """The name of a channel as the queue manager defines it: automatic configuration replaces the inserts."""
    text = name.replace(AUTOMATIC, cluster)
    return text.replace(OWN_NAME, queue_manager.name) if queue_manager.name else text


def clusters_named(queue_managers: list[QueueManager]) -> dict[str, Cluster]:
    """All clusters that the definitions name, by name."""
    clusters: dict[str, Cluster] = {}
    for manager in queue_managers:
        read_automatic(manager, clusters)
        read_repositories(manager, clusters)
        read_channels(manager, clusters)
    for manager in queue_managers:
        read_objects(manager, clusters)
    return clusters


def named(clusters: dict[str, Cluster], name: str) -> Cluster:
    """The cluster with a name, created if it is missing."""
    cluster = clusters.get(name)
    if cluster is None:
        cluster = clusters[name] = Cluster(name)
    return cluster


def read_automatic(manager: QueueManager, clusters: dict[str, Cluster]) -> None:
    """Read the AutoCluster stanza: the name of the cluster, and its full repositories."""
    name = manager.ini_value("AutoCluster", "ClusterName")
    if not name:
        return
    cluster = named(clusters, name)
    cluster.automatic = True
    cluster.automatic_type = manager.ini_value("AutoCluster", "Type") or ""
    member = cluster.member(manager)
    for number in ("1", "2"):
        repository = manager.ini_value("AutoCluster", f"Repository{number}Name")
        if repository:
            address = manager.ini_value("AutoCluster", f"Repository{number}Conname") or ""
            cluster.declared_repositories.setdefault(repository, address)
            if repository == manager.name:
                member.repository = "AutoCluster"


def read_repositories(manager: QueueManager, clusters: dict[str, Cluster]) -> None:
    """Read REPOS and REPOSNL of the queue manager."""
    name = manager.qmgr.text("REPOS")
    if name:
        named(clusters, name).member(manager).repository = "REPOS"
    for item in listed(manager.qmgr.text("REPOSNL"), manager):
        named(clusters, item).member(manager).repository = "REPOSNL"


def read_channels(manager: QueueManager, clusters: dict[str, Cluster]) -> None:
    """Read CLUSRCVR and CLUSSDR channels."""
    for subtype in ("CLUSRCVR", "CLUSSDR"):
        for channel in manager.of_type("CHANNEL", subtype):
            for name in cluster_names(channel, manager):
                member = named(clusters, name).member(manager)
                (member.receivers if subtype == "CLUSRCVR" else member.senders).append(channel)


def read_objects(manager: QueueManager, clusters: dict[str, Cluster]) -> None:
    """Read queues and topics that are advertised in a cluster."""
    for type in CLUSTERED_TYPES:
        for object in manager.filled(type).perhaps(CLUSTERED_BY):
            for name in cluster_names(object, manager):
                named(clusters, name).member(manager).objects.append(object)


def transmission_queues(manager: QueueManager) -> str:
    """Which transmission queues the cluster-sender channels use: "SCTQ" or "CHANNEL" (DEFCLXQ)."""
    return manager.qmgr.text("DEFCLXQ") or "SCTQ"


# Transmission queues, and the channels that serve them.

SENDERS = ("SDR", "SVR")
RECEIVERS = ("RCVR", "RQSTR")
CLUSTER_XMITQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
# the only SYSTEM queue that may receive streamed messages
STREAM_TARGET = "SYSTEM.DEFAULT.LOCAL.QUEUE"
# the SYSTEM queues that may stream to another queue (Streaming queue restrictions, 9.4)
STREAM_SOURCES = (
    STREAM_TARGET,
    "SYSTEM.ADMIN.ACCOUNTING.QUEUE",
    "SYSTEM.ADMIN.ACTIVITY.QUEUE",
    "SYSTEM.ADMIN.CHANNEL.EVENT",
    "SYSTEM.ADMIN.COMMAND.EVENT",
    "SYSTEM.ADMIN.CONFIG.EVENT",
    "SYSTEM.ADMIN.LOGGER.EVENT",
    "SYSTEM.ADMIN.PERFM.EVENT",
    "SYSTEM.ADMIN.PUBSUB.EVENT",
    "SYSTEM.ADMIN.QMGR.EVENT",
    "SYSTEM.ADMIN.STATISTICS.QUEUE",
    "SYSTEM.DEFAULT.MODEL.QUEUE",
    "SYSTEM.JMS.TEMPQ.MODEL",
)
ALIAS = "an alias of"


@record
class Transmission:
    """The transmission queue of a remote definition: its name, what decided it, and the queue if it exists.

    `by` is "XMITQ", "RQMNAME" (a queue with the name of the remote queue manager), "DEFXMITQ", "cluster",
    or "" if nothing in the files decides.
    """

    by: str
    name: str
    queue: MqObject | None


def is_transmission(queue: MqObject | None) -> bool:
    """Whether a queue is a local queue with USAGE(XMITQ)."""
    return queue is not None and queue.type == "QLOCAL" and queue.value("USAGE") == "XMITQ"


def transmission_of(remote: MqObject, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for messages of a remote definition."""
    named = remote.text("XMITQ")
    if named:
        return Transmission("XMITQ", named, queue_manager.queue(named))
    return transmission_to(remote.text("RQMNAME"), queue_manager)


def transmission_to(partner: str, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for a queue manager name: the one with that name, else the default one."""
    queue = queue_manager.queue(partner) if partner else None
    if is_transmission(queue):
        return Transmission("RQMNAME", partner, queue)
    default = queue_manager.qmgr.text("DEFXMITQ")
    if default:
        return Transmission("DEFXMITQ", default, queue_manager.queue(default))
    return Transmission("", "", None)


def senders_of(xmitq: str, queue_manager: QueueManager) -> list[MqObject]:
    """The sender and server channels that serve a transmission queue."""
    serving = queue_manager.with_value("CHANNEL", "XMITQ", xmitq)
    return [channel for subtype in SENDERS for channel in serving if channel.subtype == subtype]


def cluster_transmission_queue(queue_manager: QueueManager, channel: str) -> str:
    """The name of the transmission queue of a cluster-sender channel: the one whose CLCHNAME names the
    channel, or, with asterisks, fits it most closely; else the one that DEFCLXQ selects.
    """
    named = [
        (queue.text("CLCHNAME"), queue.name) for queue in queue_manager.with_filled("QLOCAL", ("CLCHNAME",))
    ]
    fitting = [(len(name.replace("*", "")), queue) for name, queue in named if asterisks_match(name, channel)]
    if fitting:
        return max(fitting)[1]
    if transmission_queues(queue_manager) == "CHANNEL":
        return f"SYSTEM.CLUSTER.TRANSMIT.{channel}"
    return CLUSTER_XMITQ


def partners_of(
    channel: MqObject, queue_manager: QueueManager, estate: Estate
) -> Iterator[tuple[QueueManager, MqObject]]:
    """The queue managers of the estate with the other end of a sender or server channel."""
    if not channel.statements:  # every queue manager has the templates
        return
    for partner, end in estate.channels_named(channel.name):
        if partner is not queue_manager and end.subtype in RECEIVERS:
            yield partner, end


def unsupported_stream(
    object: MqObject, name: str, target: MqObject | None, queue_manager: QueueManager
) -> str:
    """Why a queue cannot stream to the named one, in words; "" if it may."""
    if name == object.name:
        return "which is the queue itself"
    if object.value("USAGE") == "XMITQ":
        return "and USAGE(XMITQ)"
    if object.name.startswith("SYSTEM.") and object.name not in STREAM_SOURCES:
        return "and is a SYSTEM queue that cannot stream"
    if name.startswith("SYSTEM.") and name != STREAM_TARGET:
        return "which is a SYSTEM queue"
    if target is not None and target.type == "QMODEL":
        return "which is a model queue"
    if target is not None and target.text("STREAMQ"):
        return f"which itself streams to {target.text('STREAMQ')}"
    if target is not None and target.type == "QALIAS" and target.value("TARGTYPE") == "QUEUE":
        base = queue_manager.queue(target.text("TARGET"))
        if base is not None and base.type == "QLOCAL" and base.text("STREAMQ"):
            return f"{ALIAS} {base.name}, which streams to {base.text('STREAMQ')}"
    return ""
