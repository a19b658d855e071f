"""Busy branches of the topic tree that inherit: which locks they take, and the values that would isolate
them.
"""

from __future__ import annotations

from mqtune.estate.topic_properties import CAP, CAP_ATTRIBUTE_SINCE
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.topics import TopicNode, TopicTree
    from mqtune.project.settings import TopicLoad

# From this share of a lock's limit on, the lock is reported as busy, and a branch counts if it contributes a
# tenth of the load. If a lock is above the planned share (`capacity/topic_lock.py`), its largest branches
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
        sharing.sort(key=lambda one: -one.rate_per_s)
    locks = {
        lock: Contention(
            sharing[0], sharing, sum(one.rate_per_s for one in sharing), limit_per_s, planned_for(sharing)
        )
        for lock, sharing in by_lock.items()
    }
    found: list[Branch] = []
    for lock, all in locks.items():
        if all.share < BUSY_SHARE or (all.share < all.planned and is_divided(queue_manager, lock)):
            continue
        large = [one for one in all.sharing if one.rate_per_s >= all.together_per_s * LEAST_PART]
        needed = largest(all.sharing, all.together_per_s - all.planned * limit_per_s)
        found += {id(one): one for one in (*large, *needed)}.values()
    order = {id(branch): number for number, branch in enumerate(branches)}
    found.sort(key=lambda one: order[id(one)])
    return [
        Contention(one, all.sharing, all.together_per_s, limit_per_s, all.planned)
        for one in found
        for all in (locks[one.lock],)
    ]


def planned_for(branches: list[Branch]) -> float:
    """The share of a lock to stay below, for the publishers declared for some branches; at least one each."""
    from mqtune.capacity.topic_lock import planned_share  # needed only if rates are declared

    return planned_share(sum(branch.load.publishers or 1 for branch in branches))


def largest(branches: list[Branch], excess_per_s: float) -> Iterator[Branch]:
    """The fewest branches that together have a rate above an excess."""
    for branch in sorted(branches, key=lambda one: -one.rate_per_s):
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
        taken.node.depth > lock.depth and tree.isolated(taken.node.topic)
        for root in roots
        if root and root.startswith(above)
        for taken in tree.locks(root)
    )


def inheriting_branches(queue_manager: QueueManager) -> list[Branch]:
    """The branches with a declared rate that take the lock of a topic above their own."""
    if not any(load.publish_rate_per_s for load in queue_manager.topic_loads):
        return []
    tree = queue_manager.derived(build_topics)
    found = []
    for load in queue_manager.topic_loads:
        root = branch_root(load.topic)
        if not load.publish_rate_per_s or not root:
            continue
        own = tree.node(root)
        others = [lock for lock in tree.locks(root) if lock.node is not own]  # none if it is isolated
        if others:
            # the root of the tree is the ancestor that most branches share
            lock = min(others, key=lambda taken: taken.node.depth)
            found.append(Branch(load, root, lock.node, tree.inherited(root), load.publish_rate_per_s))
    return found


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
    own = own_topic(tree, topic)
    values: dict[str, str] = {}
    for keyword in tree.inherited(topic):
        value, _ = tree.effective(topic, keyword)
        if not value:
            value = base_value(queue_manager, keyword)
        if keyword == CAP and queue_manager.level is not None and queue_manager.level < CAP_ATTRIBUTE_SINCE:
            others = own.text("CUSTOM") if own is not None else ""
            values["CUSTOM"] = f"{others} CAPEXPRY({value})".strip()
        elif value:
            values[keyword] = value
    return values


def base_value(queue_manager: QueueManager, keyword: str) -> str:
    """A value of the default SYSTEM.BASE.TOPIC."""
    base = queue_manager.find("TOPIC", "SYSTEM.BASE.TOPIC")
    return base.text(keyword) if base is not None else ""
