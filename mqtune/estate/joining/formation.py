"""Which members of a cluster can join it, as far as the files decide.

A queue manager joins through a manually defined CLUSSDR that leads to a full repository and has the name of
its CLUSRCVR (IBM MQ documentation, Cluster channels, q017230_; DISPLAY CLUSQMGR shows CLUSQMGR names starting
SYSTEM.TEMP, q039170_). What the files contradict is a reason why it never joins, what only complete files
could contradict a doubt, and what they do not contain an assumption.
"""

from __future__ import annotations

from operator import itemgetter

from mqtune.estate.addresses import owner_of_address
from mqtune.estate.clusters import clusters_named
from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.language.ciphers import DIFFERENT, difference
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import record
from mqtune.text.wording import MOST_LISTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.clusters import Cluster, Member
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

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
        senders = [one for one in member.senders if one.statements]
        links = [self.link(cluster, member, sender) for sender in senders]
        member.reached = [one.repository for one in links if one.repository is not None]
        member.knows_all = manager.complete and not any(one.doubt or one.assumed for one in links)
        if member.repository:
            member.reached.append(member)
            return
        if member.reached:
            return
        if not senders and not (manager.complete and self._has_repository):
            member.assumed = f"{manager.label} joins cluster {cluster.name}: the files have no CLUSSDR for it"
            return
        member.assumed = next((one.assumed for one in links if one.assumed), "")
        member.doubt = next((one.doubt for one in links if one.doubt), "")
        never = next((one.never for one in links if one.never), "it has no CLUSSDR to a full repository")
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
        if owner is not None and owner not in [one.queue_manager for one, _ in ends]:
            return self.without_receiver(cluster, sender, owner)
        ends = [end for end in ends if owner is None or end[0].queue_manager is owner]
        if not ends:
            return self.elsewhere(cluster, manager, sender)
        if len(ends) > 1:
            labels = [one.queue_manager.label for one, _ in ends[:MOST_LISTED]]
            if len(ends) > len(labels):
                labels.append(f"{len(ends) - len(labels)} more")
            return Link(doubt=f"CHANNEL({name}) is a cluster-receiver channel of {' and '.join(labels)}")
        return link_to(cluster, sender, *ends[0])

    def elsewhere(self, cluster: Cluster, manager: QueueManager, sender: MqObject) -> Link:
        """A CLUSSDR whose address is not known, and whose name no other member has."""
        if self._by_receiver is None:
            self._by_receiver = {}
            for one in self._estate.queue_managers:
                for end in one.of_type("CHANNEL", RECEIVER):
                    if end.statements and one.channel(end.name) is end:
                        self._by_receiver.setdefault(end.name, []).append(one)
        having = self._by_receiver.get(sender.name, [])
        others = having if len(having) > 2 else [one for one in having if one is not manager]
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
        own = cluster.membership(owner)
        receivers = [one.name for one in own.receivers if one.statements] if own is not None else []
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
    found: dict[str, list[tuple[Member, MqObject]]] = {}
    for member in cluster.members:
        for receiver in member.receivers:
            if receiver.statements:
                found.setdefault(receiver.name, []).append((member, receiver))
    return found


def twins_of(cluster: Cluster) -> dict[str, dict[str, tuple[int, Member]]]:
    """By the name of each cluster-receiver channel, the names of the first two queue managers that have it,
    with the first member of that name and its number.
    """
    found: dict[str, dict[str, tuple[int, Member]]] = {}
    for number, member in enumerate(cluster.members):
        name = member.queue_manager.name
        if not name or has_placeholder(name):
            continue
        for receiver in member.receivers:
            if receiver.statements:
                names = found.setdefault(receiver.name, {})
                if len(names) < 2:
                    names.setdefault(name, (number, member))
    return found


def twin_of(cluster: Cluster, member: Member, twins: dict[str, dict[str, tuple[int, Member]]]) -> str:
    """Why a member is mistaken for another one: they have a cluster-receiver channel of the same name."""
    mine = member.queue_manager.name
    if not mine or has_placeholder(mine):
        return ""
    names = {one.name for one in member.receivers if one.statements}
    others = [other for name in names for its, other in twins[name].items() if its != mine]
    if not others:
        return ""
    _, other = min(others, key=itemgetter(0))
    common = names & {one.name for one in other.receivers if one.statements}
    its = other.queue_manager.name
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
    if not all(one.knows_all for one in (*first, *second, mine, its)):
        return ""
    labels = [one[0].queue_manager.label for one in (first, second)]
    return f"no CLUSSDR connects the full repositories {labels[0]} and {labels[1]} of cluster {cluster.name}"


def group_of(cluster: Cluster, member: Member) -> list[Member]:
    """The full repositories that learn of a member: those it reaches, and those these are connected to."""
    found = list(member.reached)
    for one in found:
        linked = [*one.reached, *(other for other in cluster.repositories if one in other.reached)]
        found += [other for other in linked if other not in found]
    return found


def assumed_of(members: Iterable[Member]) -> tuple[str, ...]:
    """What is supposed about the membership of some queue managers, each once, as notes."""
    return tuple(dict.fromkeys(f"assumes that {one.assumed}" for one in members if one.assumed))
