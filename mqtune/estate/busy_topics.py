"""Busy branches of the topic tree that inherit: which locks they take, and the values that would isolate
them.
"""

from __future__ import annotations

from mqtune.estate.topic_properties import CAP
from mqtune.estate.topic_strings import branch_root
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
# count, however small, until the others together stay below that.
BUSY_SHARE = 0.05
LEAST_PART = 0.1
CAP_ATTRIBUTE_SINCE = (9, 3, 1)


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
    """A busy branch, all branches that take the same lock, including itself and the busiest first, and the
    sum of their rates.
    """

    branch: Branch
    sharing: list[Branch]
    together_per_s: float
    limit_per_s: float

    @property
    def share(self) -> float:
        """The load of all branches together on the lock, as a share of its limit."""
        return self.together_per_s / self.limit_per_s

    @property
    def planned(self) -> float:
        """The share to stay below with the declared publishers."""
        return planned_for(self.sharing)


def busy_branches(branches: list[Branch], limit_per_s: float) -> list[Contention]:
    """Those of some inheriting branches that are busy relative to the limit of one topic lock."""
    by_lock: dict[TopicNode, list[Branch]] = {}
    for branch in branches:
        by_lock.setdefault(branch.lock, []).append(branch)
    for sharing in by_lock.values():
        sharing.sort(key=lambda one: -one.rate_per_s)
    together = {lock: sum(one.rate_per_s for one in sharing) for lock, sharing in by_lock.items()}
    found = []
    for branch in branches:
        one = Contention(branch, by_lock[branch.lock], together[branch.lock], limit_per_s)
        if one.share >= BUSY_SHARE and branch.rate_per_s >= one.together_per_s * LEAST_PART:
            found.append(one)
    named = {id(one.branch) for one in found}
    for lock, sharing in by_lock.items():
        excess = together[lock] - planned_for(sharing) * limit_per_s
        more = set(map(id, largest(sharing, excess))) - named
        found += [
            Contention(branch, sharing, together[lock], limit_per_s)
            for branch in sharing
            if id(branch) in more
        ]
    return found


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


def branches_to_isolate(queue_manager: QueueManager, limit_per_s: float) -> Iterator[tuple[Contention, bool]]:
    """Every branch that is busy now or, if the second value is set, once the busier ones are isolated.

    A branch that is small beside the others may be what remains of the load once they are isolated;
    isolating some of these does not make others busy.
    """
    done: set[str] = set()
    branches = inheriting_branches(queue_manager)
    while found := busy_branches([one for one in branches if one.root not in done], limit_per_s):
        rest = bool(done)
        for busy in found:
            if busy.branch.root not in done:
                done.add(busy.branch.root)
                yield busy, rest


def inheriting_branches(queue_manager: QueueManager) -> list[Branch]:
    """The branches with a declared rate that take the lock of a topic above their own."""
    if not any(load.publish_rate_per_s for load in queue_manager.topic_loads):
        return []
    tree = queue_manager.topics
    found = []
    for load in queue_manager.topic_loads:
        root = branch_root(load.topic)
        if not load.publish_rate_per_s or not root or tree.isolated(root):
            continue
        own = tree.node(root)
        others = [lock for lock in tree.locks(root) if lock.node is not own]
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
    tree = queue_manager.topics
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
