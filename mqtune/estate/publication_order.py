"""Whether publications have to keep their order, and on how many paths they arrive."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.estate.clusters import Cluster, Member
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import branch_root, levels_of
from mqtune.estate.topics import build_topics
from mqtune.project.settings import ClusterLoad, TopicLoad

# documented only in performance reports: IBM MQ V8.0 publish/subscribe performance report (2015), 6.2.2,
# p. 41
PUBLISH_THREADS = ("TuningParameters", "pscNumPubThreads")


def publish_threads(queue_manager: QueueManager) -> int | None:
    """The number of republishing threads: one if not set; None if the value is not a positive number."""
    if queue_manager.ini_value(*PUBLISH_THREADS) is None:
        return 1
    return queue_manager.ini_number(*PUBLISH_THREADS) or None


def order_needed(queue_manager: QueueManager) -> TopicLoad | ClusterLoad | None:
    """The first load that is declared as ordered."""
    for topic in queue_manager.topic_loads:
        if topic.ordered:
            return topic
    return next((load for load in queue_manager.cluster_loads if load.ordered), None)


def load_name(load: TopicLoad | ClusterLoad) -> str:
    """The topic or the cluster of a load, for a message."""
    return f"'{load.topic}'" if isinstance(load, TopicLoad) else f"cluster {load.cluster}"


def needs_order_in(queue_manager: QueueManager, cluster: Cluster) -> bool:
    """Whether order is declared for the cluster, or for a topic that the cluster carries."""
    if any(load.ordered for load in queue_manager.cluster_loads if load.cluster == cluster.name):
        return True
    tree = queue_manager.derived(build_topics)
    for load in queue_manager.topic_loads:
        root = load.topic.removesuffix("#").rstrip("/")
        if load.ordered and tree.cluster(root)[0] == cluster.name:
            return True
    return False


def member_needing_order(cluster: Cluster) -> tuple[QueueManager, TopicLoad | ClusterLoad] | None:
    """The first member that declares order for publications of a cluster, and the load. A member may declare
    it for topics that another one advertises.
    """
    advertised = [object.text("TOPICSTR") for _, object in cluster.advertised if object.type == "TOPIC"]
    for member in cluster.members:
        manager = member.queue_manager
        for load in manager.cluster_loads:
            if load.ordered and load.cluster == cluster.name:
                return manager, load
        for topic in manager.topic_loads:
            if topic.ordered and overlaps(branch_root(topic.topic), advertised):
                return manager, topic
    return None


def overlaps(root: str, topics: Iterable[str]) -> bool:
    """Whether one of some topic strings is at, above or below another one."""
    levels = levels_of(root)
    return any(levels[: len(one)] == one[: len(levels)] for one in map(levels_of, topics))


def memberships(estate: Estate, queue_manager: QueueManager) -> list[tuple[Cluster, Member]]:
    """The clusters of which a queue manager is a member."""
    return [
        (cluster, member)
        for cluster in estate.derived(build_clusters).values()
        if (member := cluster.membership(queue_manager)) is not None
    ]


def receivers(member: Member) -> list[MqObject]:
    """The member's own CLUSRCVR channels."""
    return [channel for channel in member.receivers if channel.statements]


def publishes(cluster: Cluster) -> bool:
    """Whether the cluster carries publications: some member advertises a topic in it."""
    return any(object.type == "TOPIC" for _, object in cluster.advertised)


def same_network(channels: list[MqObject]) -> bool:
    """Whether the channels have the same address: with several, they serve several networks, not more
    threads.
    """
    return len({channel.text("CONNAME") for channel in channels}) == 1
