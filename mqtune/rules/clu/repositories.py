"""CLU003, CLU004, CLU005: full repositories and the channels that lead to them."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import Cluster, Member
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.clients import connections, is_loopback
from mqtune.estate.model import Estate
from mqtune.estate.objects import MqObject
from mqtune.rules.common import defined_here, unless_incomplete
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, ObjectName, Related
from mqtune.text.not_checked import INCOMPLETE

ENOUGH = 2


class Receivers:
    """The members of a cluster, indexed by the names and addresses of their CLUSRCVR channels."""

    __slots__ = ("addresses", "names")

    def __init__(self, cluster: Cluster) -> None:
        self.names: dict[str, Member] = {}
        self.addresses: dict[tuple[str, int], Member] = {}
        for member in cluster.members:
            for channel in member.receivers:
                self.names.setdefault(channel.name, member)
                for address in connections(channel.text("CONNAME")):
                    if not is_loopback(address[0]):
                        self.addresses.setdefault(address, member)

    def of(self, sender: MqObject) -> Member | None:
        """The member that a CLUSSDR leads to, by the name of its receiver, otherwise by address."""
        named = self.names.get(sender.name)
        if named is not None:
            return named
        members = [self.addresses.get(address) for address in connections(sender.text("CONNAME"))]
        return members[0] if members and len({id(member) for member in members}) == 1 else None


@rule("CLU003")
def sender_to_partial_repository(estate: Estate) -> Iterator[Outcome]:
    """A manually defined CLUSSDR leads to a queue manager in the files that is not a full repository of the
    cluster.
    """
    if len(estate.queue_managers) < 2:
        return
    for cluster in estate.derived(build_clusters).values():
        if cluster.automatic:
            continue  # the stanza defines repositories and channels
        receivers = Receivers(cluster)
        repositories = cluster.repositories
        for member in cluster.members:
            for sender in member.senders:
                target = receivers.of(sender) if sender.statements else None
                if target is None or target is member or target.repository:
                    continue
                hits = partial_hit(cluster, repositories, sender, target)
                yield from hits if repositories else unless_incomplete(hits, target.queue_manager)


def partial_hit(
    cluster: Cluster, repositories: list[Member], sender: MqObject, target: Member
) -> Iterator[Hit]:
    """A manual sender that leads to a member that is not a full repository."""
    place = sender.place()
    if place is None:
        return
    known = target.queue_manager.complete
    labels = " or ".join(repository.queue_manager.label for repository in repositories[:8])
    yield Hit(
        place,
        f"CHANNEL({sender.name}) of cluster {cluster.name} leads to {target.queue_manager.label}, which "
        "is not a full repository" + ("" if known else " as far as the files show"),
        help=f"point the channel to {labels}"
        if labels
        else f"point the channel to a full repository, or set REPOS({cluster.name}) there",
        object=ObjectName("CHANNEL", sender.name),
        attribute="CONNAME",
        severity=None if known else INFO,
        related=defined_here(target.receivers[0]) if target.receivers else (),
    )


def is_complete(cluster: Cluster) -> bool:
    """Whether the files show all members of the cluster: no sender leads elsewhere."""
    if cluster.automatic:
        return False
    receivers = Receivers(cluster)
    return all(
        receivers.of(sender) is not None and not has_placeholder(sender.text("CONNAME"))
        for member in cluster.members
        for sender in member.senders
        if sender.statements
    )


@rule("CLU004")
def unusual_full_repository_count(estate: Estate) -> Iterator[Outcome]:
    """A cluster has none, one, or more than two full repositories."""
    for cluster in estate.derived(build_clusters).values():
        if len(cluster.members) < ENOUGH or not is_complete(cluster):
            continue
        count = len(cluster.repositories)
        place = repository_place(cluster)
        if count == ENOUGH or place is None or not any(member.receivers for member in cluster.members):
            continue
        if not cluster.complete:
            yield INCOMPLETE
            continue
        repositories = (
            "no full repository" if not count else f"{count} full repositor{'y' if count == 1 else 'ies'}"
        )
        yield Hit(
            place,
            f"cluster {cluster.name} has {repositories} for {len(cluster.members)} members",
            help=f"set REPOS({cluster.name}) on two queue managers that run most of the time, and connect "
            "them by a CLUSSDR channel in each direction",
            object=ObjectName("CLUSTER", cluster.name),
            attribute="REPOS",
            severity=INFO if count > ENOUGH or len(cluster.members) == ENOUGH else None,
        )


def repository_place(cluster: Cluster) -> Place | None:
    """The place that defines the last full repository, otherwise that of the first channel."""
    for member in reversed(cluster.repositories):
        place = member.queue_manager.qmgr.place(member.repository)
        if place is not None:
            return place
    channels = (channel for member in cluster.members for channel in member.receivers + member.senders)
    return next((place for channel in channels if (place := channel.place()) is not None), None)


@rule("CLU005")
def unconnected_full_repositories(estate: Estate) -> Iterator[Outcome]:
    """One of the two full repositories of a cluster has no CLUSSDR to the other."""
    for cluster in estate.derived(build_clusters).values():
        holders = cluster.repositories
        if cluster.automatic or len(holders) != ENOUGH:
            continue
        receivers = Receivers(cluster)
        for member, partner in (holders, holders[::-1]):
            if not partner.receivers:
                continue
            senders = [sender for sender in member.senders if sender.statements]
            reached = [receivers.of(sender) for sender in senders]
            if partner in reached or None in reached:
                continue  # a sender to an unknown address may be the one
            yield from unless_incomplete(unconnected_hit(cluster, member, partner), member.queue_manager)


def unconnected_hit(cluster: Cluster, member: Member, partner: Member) -> Iterator[Hit]:
    """One full repository has no channel to the other."""
    place = member.queue_manager.qmgr.place(member.repository)
    if place is None:
        return
    yield Hit(
        place,
        f"full repository {member.queue_manager.label} of cluster {cluster.name} has no CLUSSDR to "
        f"the other one, {partner.queue_manager.label}",
        help=f"define a CLUSSDR named {partner.receivers[0].name}, like the CLUSRCVR of "
        f"{partner.queue_manager.label}",
        object=ObjectName("QMGR", member.queue_manager.name or ""),
        attribute="REPOS",
        related=tuple(
            Related(receiver_place, f"CHANNEL({channel.name}) of the other full repository")
            for channel in partner.receivers[:1]
            if (receiver_place := channel.place()) is not None
        ),
    )
