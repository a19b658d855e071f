"""Which queue managers can join their cluster, which clusters are uniform, and the tables of their clients.

A queue manager joins through a manually defined CLUSSDR that leads to a full repository and has the name of
its CLUSRCVR (IBM MQ documentation, Cluster channels, q017230_; DISPLAY CLUSQMGR shows CLUSQMGR names starting
SYSTEM.TEMP, q039170_). What the files contradict is a reason why it never joins, what only complete files
could contradict a doubt, and what they do not contain an assumption.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter

from mqtune.analysis.topology.clusters import Cluster, Member, clusters_named
from mqtune.estate.clients import addresses, connections, owner_of_address, text_of
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.workload import cluster_names
from mqtune.language.available import DIFFERENT, difference
from mqtune.syntax.document import has_placeholder
from mqtune.text.messages import MOST_LISTED
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ccdt.tree import CcdtFile, Node
    from mqtune.text.editing import Place


# Which members can join, as far as the files decide.

RECEIVER = "CLUSRCVR"
INSERT = "+"  # names with inserts are completed when the channel starts


@record
class Link:
    """Where a CLUSSDR leads: to a full repository, or why it surely does not (`never`), may not (`doubt`),
    or is supposed to (`assumed`).
    """

    repository: Member | None = None
    never: str = ""
    doubt: str = ""
    assumed: str = ""


def build_clusters(estate: Estate) -> dict[str, Cluster]:
    """Return the clusters across all queue managers, by name, with which members join them."""
    clusters = clusters_named(estate.queue_managers)
    formation = Formation(estate)
    for cluster in clusters.values():
        formation.read(cluster)
    return clusters


class Formation:
    """Works out for each member of some clusters whether it joins."""

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._receivers: dict[str, list[tuple[Member, MqObject]]] = {}  # of the cluster that is read
        self._has_repository = False
        self._by_receiver: dict[str, list[QueueManager]] | None = None

    def read(self, cluster: Cluster) -> None:
        """Fill `never`, `doubt`, `assumed` and `reached` of the members."""
        if cluster.automatic:
            return  # the stanza defines channels and repositories
        self._receivers = receivers_of(cluster)
        self._has_repository = bool(cluster.repositories)
        for member in cluster.members:
            self.join(cluster, member)
        twins = twins_of(cluster)
        for member in cluster.members:
            member.doubt = member.doubt or twin_of(cluster, member, twins)

    def join(self, cluster: Cluster, member: Member) -> None:
        """Decide about one member."""
        manager = member.queue_manager
        senders = [sender for sender in member.senders if sender.statements]
        links = [self.link(cluster, member, sender) for sender in senders]
        member.reached = [link.repository for link in links if link.repository is not None]
        member.knows_all = manager.complete and not any(link.doubt or link.assumed for link in links)
        if member.repository:
            member.reached.append(member)
            return
        if member.reached:
            return
        if not senders and not (manager.complete and self._has_repository):
            member.assumed = f"{manager.label} joins cluster {cluster.name}: the files have no CLUSSDR for it"
            return
        member.assumed = next((link.assumed for link in links if link.assumed), "")
        member.doubt = next((link.doubt for link in links if link.doubt), "")
        never = next((link.never for link in links if link.never), "it has no CLUSSDR to a full repository")
        if member.assumed or member.doubt:
            return
        if manager.complete:
            member.never = f"{manager.label} never joins cluster {cluster.name}: {never}"
        else:
            member.doubt = never

    def link(self, cluster: Cluster, member: Member, sender: MqObject) -> Link:
        """Where a CLUSSDR leads."""
        name, manager = sender.name, member.queue_manager
        if has_placeholder(name + sender.text("CONNAME")) or INSERT in name:
            return Link(assumed=f"CHANNEL({name}) leads to a full repository of cluster {cluster.name}")
        ends = [end for end in self._receivers.get(name, ()) if end[0] is not member]
        owner = owner_of_address(self._estate, manager, sender)
        if owner is not None and owner not in [partner.queue_manager for partner, _ in ends]:
            return self.without_receiver(cluster, sender, owner)
        ends = [end for end in ends if owner is None or end[0].queue_manager is owner]
        if not ends:
            return self.elsewhere(cluster, manager, sender)
        if len(ends) > 1:
            labels = [partner.queue_manager.label for partner, _ in ends[:MOST_LISTED]]
            if len(ends) > len(labels):
                labels.append(f"{len(ends) - len(labels)} more")
            return Link(doubt=f"CHANNEL({name}) is a cluster-receiver channel of {' and '.join(labels)}")
        return link_to(cluster, sender, *ends[0])

    def elsewhere(self, cluster: Cluster, manager: QueueManager, sender: MqObject) -> Link:
        """A CLUSSDR whose address is not known, and whose name no other member has."""
        if self._by_receiver is None:
            self._by_receiver = {}
            for candidate in self._estate.queue_managers:
                for end in candidate.of_type("CHANNEL", RECEIVER):
                    if end.statements and candidate.channel(end.name) is end:
                        self._by_receiver.setdefault(end.name, []).append(candidate)
        having = self._by_receiver.get(sender.name, [])
        others = (
            having if len(having) > 2 else [candidate for candidate in having if candidate is not manager]
        )
        if len(others) == 1:
            return self.without_receiver(cluster, sender, others[0])
        return Link(
            assumed=f"CHANNEL({sender.name}) leads to a full repository of cluster {cluster.name}, which is "
            "not in the files"
        )

    def without_receiver(self, cluster: Cluster, sender: MqObject, owner: QueueManager) -> Link:
        """A CLUSSDR to a queue manager without a cluster-receiver channel of that name in the cluster."""
        name, end = sender.name, owner.channel(sender.name)
        if end is not None and end.subtype == RECEIVER and end.statements:
            names = cluster_names(end, owner)
            where = " and ".join(names) if names else "no cluster"
            reason = f"CHANNEL({name}) of {owner.label} is in {where}, not in cluster {cluster.name}"
            return Link(doubt=reason) if has_placeholder(where) else Link(never=reason)
        membership = cluster.membership(owner)
        receivers = (
            [receiver.name for receiver in membership.receivers if receiver.statements]
            if membership is not None
            else []
        )
        has = f", which has {' and '.join(receivers[:3])}" if receivers else ""
        reason = f"CHANNEL({name}) needs a CLUSRCVR of that name at {owner.label}{has} (AMQ9519)"
        return Link(never=reason) if owner.complete or end is not None else Link(doubt=reason)


def link_to(cluster: Cluster, sender: MqObject, target: Member, receiver: MqObject) -> Link:
    """A CLUSSDR whose receiver is known."""
    manager = target.queue_manager
    mine, theirs = sender.text("SSLCIPH"), receiver.text("SSLCIPH")
    if not has_placeholder(mine + theirs) and difference(mine, theirs) == DIFFERENT:
        reason = f"CHANNEL({sender.name}) cannot start: SSLCIPH is '{mine}' at its sender, '{theirs}' at"
        return Link(never=f"{reason} its receiver")
    if target.repository:
        return Link(target)
    reason = f"CHANNEL({sender.name}) leads to {manager.label}, which is not a full repository"
    return Link(never=reason) if manager.complete else Link(doubt=f"{reason} as far as the files show")


def receivers_of(cluster: Cluster) -> dict[str, list[tuple[Member, MqObject]]]:
    """The members with the cluster-receiver channels that they define, by the name of the channel."""
    receivers: dict[str, list[tuple[Member, MqObject]]] = {}
    for member in cluster.members:
        for receiver in member.receivers:
            if receiver.statements:
                receivers.setdefault(receiver.name, []).append((member, receiver))
    return receivers


def twins_of(cluster: Cluster) -> dict[str, dict[str, tuple[int, Member]]]:
    """By the name of each cluster-receiver channel, the names of the first two queue managers that have it,
    with the first member of that name and its number.
    """
    twins: dict[str, dict[str, tuple[int, Member]]] = {}
    for number, member in enumerate(cluster.members):
        name = member.queue_manager.name
        if not name or has_placeholder(name):
            continue
        for receiver in member.receivers:
            if receiver.statements:
                names = twins.setdefault(receiver.name, {})
                if len(names) < 2:
                    names.setdefault(name, (number, member))
    return twins


def twin_of(cluster: Cluster, member: Member, twins: dict[str, dict[str, tuple[int, Member]]]) -> str:
    """Why a member is mistaken for another one: they have a cluster-receiver channel of the same name."""
    mine = member.queue_manager.name
    if not mine or has_placeholder(mine):
        return ""
    names = {receiver.name for receiver in member.receivers if receiver.statements}
    others = [twin for name in names for its, twin in twins[name].items() if its != mine]
    if not others:
        return ""
    _, twin = min(others, key=itemgetter(0))
    common = names & {receiver.name for receiver in twin.receivers if receiver.statements}
    its = twin.queue_manager.name
    return (
        f"CHANNEL({min(common)}) is the cluster-receiver channel of {mine} and of {its}, of which cluster "
        f"{cluster.name} keeps one (AMQ9890)"
    )


def doubt_between(cluster: Cluster, mine: Member, its: Member) -> str:
    """Why two members may not learn of each other, in words; "" if nothing in the files says so."""
    if mine.doubt or its.doubt:
        return mine.doubt or its.doubt
    first, second = group_of(cluster, mine), group_of(cluster, its)
    if not first or not second or set(map(id, first)) & set(map(id, second)):
        return ""
    if not all(member.knows_all for member in (*first, *second, mine, its)):
        return ""
    labels = [group[0].queue_manager.label for group in (first, second)]
    return f"no CLUSSDR connects the full repositories {labels[0]} and {labels[1]} of cluster {cluster.name}"


def group_of(cluster: Cluster, member: Member) -> list[Member]:
    """The full repositories that learn of a member: those it reaches, and those these are connected to."""
    group = list(member.reached)
    for repository in group:
        linked = [
            *repository.reached,
            *(neighbour for neighbour in cluster.repositories if repository in neighbour.reached),
        ]
        group += [neighbour for neighbour in linked if neighbour not in group]
    return group


def assumed_of(members: Iterable[Member]) -> tuple[str, ...]:
    """What is supposed about the membership of some queue managers, each once, as notes."""
    return tuple(dict.fromkeys(f"assumes that {member.assumed}" for member in members if member.assumed))


# Which clusters are uniform, their members, and the addresses of these.

STANZA = "AutoCluster"


def uniform_name(queue_manager: QueueManager) -> str:
    """The uniform cluster of a queue manager according to the ini files; "" for none."""
    name = queue_manager.ini_value(STANZA, "ClusterName") if queue_manager.inis else None
    return name or (queue_manager.ini_value("TuningParameters", "UniformClusterName") or "")


def uniform_clusters(estate: Estate) -> list[Cluster]:
    """The uniform clusters of an estate."""
    return [
        cluster
        for cluster in estate.derived(build_clusters).values()
        if cluster.automatic and cluster.automatic_type.strip().lower() in {"uniform", ""}
    ]


def told_members(cluster: Cluster) -> list[Member]:
    """The members that are known to be separate queue managers: by a name, or by their own ini files.

    Scripts of one folder that contradict each other share its ini files, and may be anything.
    """
    users = Counter(id(member.queue_manager.inis) for member in cluster.members)
    return [
        member
        for member in cluster.members
        if member.queue_manager.name or users[id(member.queue_manager.inis)] == 1
    ]


def member_names(cluster: Cluster) -> set[str]:
    """The names of the known members: those in the files and those in the stanza."""
    in_files = {member.queue_manager.name for member in cluster.members if member.queue_manager.name}
    names = in_files | set(cluster.declared_repositories)
    return {name for name in names if not has_placeholder(name)}


def member_addresses(cluster: Cluster) -> set[tuple[str, int]]:
    """The addresses under which members are known."""
    texts = list(cluster.declared_repositories.values())
    texts += [channel.text("CONNAME") for member in cluster.members for channel in member.receivers]
    return {address for text in texts if not has_placeholder(text) for address in connections(text)}


# Tables of clients. A group is what a first connection requests: a name that is not a member's.


class TableEntry:
    """One client connection in a table: its queue manager or group, and its addresses."""

    __slots__ = ("addresses", "management", "node", "place", "queue_manager")

    def __init__(self, node: Node, ccdt: CcdtFile) -> None:
        connection = node.get("clientConnection")
        group = connection.get("queueManager") if connection is not None else None
        self.node = node
        self.queue_manager = text_of(group)
        self.addresses = {address for text in addresses(connection) for address in connections(text)}
        self.management = node.get("connectionManagement")
        shown = node.get("name") or node
        self.place: Place = ccdt.document.place(shown.span)

    @property
    def channel(self) -> str:
        """The name of the channel."""
        return text_of(self.node.get("name"))

    def setting(self, key: str) -> Node | None:
        """A setting of connectionManagement."""
        return self.management.get(key) if self.management is not None else None

    @property
    def weighted(self) -> bool:
        """Whether the entry takes part in the choice by weight; an unknown weight counts as one."""
        return text_of(self.setting("clientWeight")) not in ("", "0")

    @property
    def spreads(self) -> bool:
        """Whether clients are spread over the entry: a weight above 0, and no known affinity."""
        affinity = text_of(self.setting("affinity"))
        return self.weighted and (affinity.lower() == "none" or has_placeholder(affinity))


def entries_of(ccdt: CcdtFile) -> list[TableEntry]:
    """The client connections of a table; none if its structure is unknown."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    if table is None or ccdt.templated:
        return []
    entries = [TableEntry(node, ccdt) for node in table.items]
    return [entry for entry in entries if not has_placeholder(entry.queue_manager)]


def served(entries: list[TableEntry], estate: Estate) -> Cluster | None:
    """The uniform cluster that a table leads to, because it names a member or the address of one."""
    for cluster in uniform_clusters(estate):
        names, known = member_names(cluster), member_addresses(cluster)
        if any(entry.queue_manager in names or entry.addresses & known for entry in entries):
            return cluster
    return None


def groups(entries: list[TableEntry], cluster: Cluster) -> dict[str, list[TableEntry]]:
    """The entries that belong to no single member and lead to several addresses, by the name of the group."""
    members = member_names(cluster)
    by_group: dict[str, list[TableEntry]] = {}
    for entry in entries:
        if entry.queue_manager not in members:
            by_group.setdefault(entry.queue_manager, []).append(entry)
    return {
        name: several
        for name, several in by_group.items()
        if len({a for e in several for a in e.addresses}) > 1
    }


def unspread(entries: list[TableEntry], cluster: Cluster) -> dict[str, list[TableEntry]]:
    """The entries that keep clients together, by group; one entry with a list of addresses is not a group."""
    kept = {
        name: [entry for entry in several if not entry.spreads]
        for name, several in groups(entries, cluster).items()
        if len(several) > 1
    }
    return {name: fixed for name, fixed in kept.items() if fixed}
