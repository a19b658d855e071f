"""Busy branches of the topic tree: the locks they take, the order of their publications, and their reach.

A branch that inherits shares a lock; the values that would isolate it are given. Publications may have to
keep their order, and arrive on several paths. How many subscriber queues they reach is as declared, else as
the definitions show.
"""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import Cluster, Member
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import CAP, CAP_ATTRIBUTE_SINCE, branch_root, levels_of, matches
from mqtune.project.settings import ClusterLoad, TopicLoad
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.topology.subscription_index import Subscription
    from mqtune.analysis.topology.topics import TopicNode, TopicTree


# From this share of a lock's limit on, the lock is reported as busy, and a branch counts if it contributes a
# tenth of the load. If a lock is above the planned share (`capacity/topics.py`), its largest branches
# count, however small, until the others together stay below that. A lock below the planned share is not
# reported if it is that of an isolated topic, or if branches below it are isolated: the load is divided then.
BUSY_SHARE = 0.05
LEAST_PART = 0.1


@record
class Branch:
    """One declared branch that inherits: its load, its root, and the ancestor lock it takes."""

    load: TopicLoad
    root: str
    lock: TopicNode
    inherited: tuple[str, ...]
    rate_per_s: float


@record
class Contention:
    """A busy branch, all branches that take the same lock, including itself and the busiest first, the sum of
    their rates, and the share of the limit to stay below with their publishers.
    """

    branch: Branch
    sharing: list[Branch]
    together_per_s: float
    limit_per_s: float
    planned: float

    @property
    def share(self) -> float:
        """The load of all branches together on the lock, as a share of its limit."""
        return self.together_per_s / self.limit_per_s


def branches_to_isolate(queue_manager: QueueManager, limit_per_s: float) -> list[Contention]:
    """The inheriting branches that are busy relative to the limit of one topic lock."""
    branches = inheriting_branches(queue_manager)
    by_lock: dict[TopicNode, list[Branch]] = {}
    for branch in branches:
        by_lock.setdefault(branch.lock, []).append(branch)
    for sharing in by_lock.values():
        sharing.sort(key=lambda branch: -branch.rate_per_s)
    locks = {
        lock: Contention(
            sharing[0],
            sharing,
            sum(branch.rate_per_s for branch in sharing),
            limit_per_s,
            planned_for(sharing),
        )
        for lock, sharing in by_lock.items()
    }
    busy: list[Branch] = []
    for lock, all in locks.items():
        if all.share < BUSY_SHARE or (all.share < all.planned and is_divided(queue_manager, lock)):
            continue
        large = [branch for branch in all.sharing if branch.rate_per_s >= all.together_per_s * LEAST_PART]
        needed = largest(all.sharing, all.together_per_s - all.planned * limit_per_s)
        busy += {id(branch): branch for branch in (*large, *needed)}.values()
    order = {id(branch): number for number, branch in enumerate(branches)}
    busy.sort(key=lambda branch: order[id(branch)])
    return [
        Contention(branch, all.sharing, all.together_per_s, limit_per_s, all.planned)
        for branch in busy
        for all in (locks[branch.lock],)
    ]


def planned_for(branches: list[Branch]) -> float:
    """The share of a lock to stay below, for the publishers declared for some branches; at least one each."""
    from mqtune.capacity.topics import planned_share  # needed only if rates are declared

    return planned_share(sum(branch.load.publishers or 1 for branch in branches))


def largest(branches: list[Branch], excess_per_s: float) -> Iterator[Branch]:
    """The fewest branches that together have a rate above an excess."""
    for branch in sorted(branches, key=lambda candidate: -candidate.rate_per_s):
        if excess_per_s < 0:
            return
        yield branch
        excess_per_s -= branch.rate_per_s


def is_divided(queue_manager: QueueManager, lock: TopicNode) -> bool:
    """Whether a lock is that of an isolated topic, or declared branches below it take that of another one."""
    tree = queue_manager.derived(build_topics)
    if lock.depth and tree.isolated(lock.topic):
        return True
    above = f"{lock.topic}/" if lock.depth else ""
    roots = (branch_root(load.topic) for load in queue_manager.topic_loads if load.publish_rate_per_s)
    return any(
        topic_lock.node.depth > lock.depth and tree.isolated(topic_lock.node.topic)
        for root in roots
        if root and root.startswith(above)
        for topic_lock in tree.locks(root)
    )


def inheriting_branches(queue_manager: QueueManager) -> list[Branch]:
    """The branches with a declared rate that take the lock of a topic above their own."""
    if not any(load.publish_rate_per_s for load in queue_manager.topic_loads):
        return []
    tree = queue_manager.derived(build_topics)
    branches = []
    for load in queue_manager.topic_loads:
        root = branch_root(load.topic)
        if not load.publish_rate_per_s or not root:
            continue
        node = tree.node(root)
        others = [lock for lock in tree.locks(root) if lock.node is not node]  # none if it is isolated
        if others:
            # the root of the tree is the ancestor that most branches share
            lock = min(others, key=lambda candidate: candidate.node.depth)
            branches.append(Branch(load, root, lock.node, tree.inherited(root), load.publish_rate_per_s))
    return branches


def own_topic(tree: TopicTree, topic: str) -> MqObject | None:
    """The topic object with exactly this topic string that a script defines."""
    node = tree.node(topic)
    if node is None or node.object is None or not node.object.statements:
        return None
    return node.object


def lock_name(node: TopicNode) -> str:
    """The name of a lock: that of the topic object, or the root of the tree."""
    return node.object.name if node.object is not None else "the root of the topic tree"


def isolating_values(queue_manager: QueueManager, topic: str) -> dict[str, str]:
    """The inherited properties of a topic string with their present effective values.

    CLUSTER and CLROUTE are not inheritable and are never included. Before 9.3.1, the expiry cap is a key
    inside CUSTOM, where the topic's other keys are kept.
    """
    tree = queue_manager.derived(build_topics)
    topic_object = own_topic(tree, topic)
    values: dict[str, str] = {}
    for keyword in tree.inherited(topic):
        value, _ = tree.effective(topic, keyword)
        if not value:
            value = base_value(queue_manager, keyword)
        if keyword == CAP and queue_manager.level is not None and queue_manager.level < CAP_ATTRIBUTE_SINCE:
            others = topic_object.text("CUSTOM") if topic_object is not None else ""
            values["CUSTOM"] = f"{others} CAPEXPRY({value})".strip()
        elif value:
            values[keyword] = value
    return values


def base_value(queue_manager: QueueManager, keyword: str) -> str:
    """A value of the default SYSTEM.BASE.TOPIC."""
    base = queue_manager.find("TOPIC", "SYSTEM.BASE.TOPIC")
    return base.text(keyword) if base is not None else ""


# Whether publications have to keep their order, and on how many paths they arrive.

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
    return any(levels[: len(path)] == path[: len(levels)] for path in map(levels_of, topics))


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


# How many subscriber queues a publication reaches.

# The break was found 1.2 to 1.4 handles below the setting (V8 report, Chart 10).
MARGIN_HANDLES = 2
# Publishers that are busy for less than this share of their time have nothing measurable to gain.
IDLE_SHARE = 0.05

CACHE_SIZE = ("TuningParameters", "PubSubCacheSize")


@record
class Reach:
    """One topic and the number of subscriber queues that a publication on it reaches.

    `load` is the declaration it comes from, None if only definitions show it (`evident`).
    """

    topic: str
    queues: int
    load: TopicLoad | None
    evident: Subscription | None
    persistent: bool


def cache_handles(queue_manager: QueueManager) -> int | None:
    """The number of queue handles in the cache; None if the value is not a positive number."""
    if queue_manager.ini_value(*CACHE_SIZE) is None:
        from mqtune.capacity.topics import DEFAULT_CACHE_HANDLES  # needed only if subscribers are known

        return DEFAULT_CACHE_HANDLES
    return queue_manager.ini_number(*CACHE_SIZE) or None


def widest_reach(queue_manager: QueueManager) -> Reach | None:
    """The topic whose publications reach the most subscriber queues, by declaration or by definition."""
    reaches = [
        Reach(load.topic, load.subscribers, load, None, persistent(queue_manager, load))
        for load in queue_manager.topic_loads
        if load.subscribers
    ]
    evident = evident_reach(queue_manager)
    if evident is not None:
        reaches.append(evident)
    return max(reaches, key=lambda reach: reach.queues, default=None)


def evident_reach(queue_manager: QueueManager) -> Reach | None:
    """The topic string that the most administrative subscriptions match, each destination counted once; None
    if there is none, or if it takes too long to find.
    """
    if not any(subscription.statements for subscription in queue_manager.of_type("SUB")):
        return None
    tree = queue_manager.derived(build_topics)
    topic, reached = tree.busiest() or ("", [])
    if not reached:
        return None
    destinations = {subscription.destination for subscription in reached}
    loads = [load for load in queue_manager.topic_loads if is_load_of(load.topic, topic)]
    value, _ = tree.effective(topic, "DEFPSIST")
    return Reach(topic, len(destinations), loads[0] if loads else None, reached[0], value == "YES")


def has_too_many_topics(queue_manager: QueueManager) -> bool:
    """Whether it was searched for that topic string, and that took too long."""
    subscriptions = queue_manager.of_type("SUB")
    return (
        any(subscription.statements for subscription in subscriptions)
        and queue_manager.derived(build_topics).is_too_large
    )


def is_load_of(declared: str, topic: str) -> bool:
    """Whether the load of a topic string or branch is that of a topic string."""
    return branch_root(declared) == topic or matches(declared, topic)


def persistent(queue_manager: QueueManager, load: TopicLoad) -> bool:
    """Whether the publications are persistent: as declared, else by the topic's default."""
    if load.persistent is not None:
        return bool(load.persistent)
    value, _ = queue_manager.derived(build_topics).effective(branch_root(load.topic), "DEFPSIST")
    return value == "YES"


def mostly_idle(load: TopicLoad | None, publish_time_us: float) -> bool:
    """Whether the declared rate leaves the publishers idle for nearly all of the time."""
    if load is None or load.publish_rate_per_s is None:
        return False
    rate = load.publish_rate_per_s / (load.publishers or 1)
    return rate * publish_time_us / 1e6 < IDLE_SHARE
