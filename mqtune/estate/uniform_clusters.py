"""Which clusters are uniform, their members, and the addresses of these."""

from __future__ import annotations

from collections import Counter

from mqtune.estate.addresses import connections
from mqtune.estate.clusters import Cluster, Member
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.syntax.placeholders import has_placeholder

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
    own = {member.queue_manager.name for member in cluster.members if member.queue_manager.name}
    names = own | set(cluster.declared_repositories)
    return {name for name in names if not has_placeholder(name)}


def member_addresses(cluster: Cluster) -> set[tuple[str, int]]:
    """The addresses under which members are known."""
    texts = list(cluster.declared_repositories.values())
    texts += [channel.text("CONNAME") for member in cluster.members for channel in member.receivers]
    return {address for text in texts if not has_placeholder(text) for address in connections(text)}
