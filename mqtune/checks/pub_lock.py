"""PUB001: busy branches of the topic tree that share a topic lock because they inherit.

The mechanism and the limit are those of the IBM MQ V8.0 publish/subscribe performance report (2015),
2.1.3.1, 2.2.1 and Chart 6; no later text confirms or withdraws them. Does not know files or formats.
"""

from __future__ import annotations

from mqtune.checks.hit import Hit
from mqtune.checks.load_places import load_place
from mqtune.checks.rewriting import set_attributes
from mqtune.estate.topic_properties import CAP
from mqtune.estate.topic_strings import branch_root
from mqtune.findings.finding import UNSAFE, Fix, Impact, ObjectName, Related

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.capacity.topic_lock import TopicLockLimit
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.topics import TopicNode, TopicTree
    from mqtune.project.settings import TopicLoad

# From this share of the published limit on a lock is busy enough to speak of it, and from this one on
# it is to be cured: past the limit the rate falls to about half (V8 report, 2.3.2 and Chart 3).
BUSY_SHARE = 0.05
WARNING_SHARE = 0.7
CAP_ATTRIBUTE_SINCE = (9, 3, 1)


class Branch:
    """One declared branch that inherits: its load, its root, and the ancestor lock it takes."""

    __slots__ = ("inherited", "load", "lock", "rate_per_s", "root")

    def __init__(
        self, load: TopicLoad, root: str, lock: TopicNode, inherited: tuple[str, ...], rate: float
    ) -> None:
        self.load = load
        self.root = root
        self.lock = lock
        self.inherited = inherited
        self.rate_per_s = rate


def inherited_topic_under_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """PUB001."""
    branches = inheriting_branches(queue_manager)
    if not branches:
        return
    # the figures are read only where somebody declared a rate
    from mqtune.capacity.topic_lock import topic_lock_limit

    limit = topic_lock_limit()
    for branch in branches:
        sharing = [other for other in branches if other.lock is branch.lock]
        together = sum(other.rate_per_s for other in sharing)
        share = together / limit.limit_per_s
        if share >= BUSY_SHARE and branch.rate_per_s * 10 >= together:
            yield hit(queue_manager, branch, sharing, share, limit)


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
            # the root of the tree is the ancestor that most branches meet at
            lock = min(others, key=lambda taken: taken.node.depth)
            found.append(Branch(load, root, lock.node, tree.inherited(root), load.publish_rate_per_s))
    return found


def hit(
    queue_manager: QueueManager, branch: Branch, sharing: list[Branch], share: float, limit: TopicLockLimit
) -> Hit:
    """The finding for one branch."""
    topic = own_topic(queue_manager.topics, branch.root)
    together = sum(other.rate_per_s for other in sharing)
    place = topic.place() if topic is not None else None
    related = tuple(
        Related(load_place(other.load), f"{other.load.topic} takes the same lock")
        for other in sharing
        if other is not branch
    )
    return Hit(
        place or load_place(branch.load),
        message(branch, len(sharing), together, topic),
        note=f"a publication looks up each inherited property under the lock of the topic that sets it; "
        f"one lock let {limit.limit_per_s:,} publications/s through on IBM MQ V{limit.release} "
        f"({limit.source}), beyond that the rate fell to about half; other releases and machines: measure",
        help=cure(queue_manager, branch, topic),
        object=ObjectName("TOPIC", topic.name) if topic is not None else ObjectName("TOPICSTR", branch.root),
        attribute="inheritance",
        severity=None if share >= WARNING_SHARE else "info",
        impact=Impact(
            "published limit of one topic lock in use",
            "%",
            round(share * 100, 1),
            round((together - branch.rate_per_s) / limit.limit_per_s * 100, 1),
            f"declared publish rates against {limit.limit_per_s:,} publications/s, {limit.source}",
        ),
        related=related,
        fixes=fixes(queue_manager, topic, branch),
    )


def own_topic(tree: TopicTree, topic: str) -> MqObject | None:
    """The topic object of exactly this topic string that a script defines."""
    node = tree.node(topic)
    if node is None or node.object is None or not node.object.statements:
        return None
    return node.object


def lock_name(node: TopicNode) -> str:
    """Whose lock: the topic object's name, or the root of the tree."""
    return node.object.name if node.object is not None else "the root of the topic tree"


def message(branch: Branch, sharing: int, together: float, topic: MqObject | None) -> str:
    """What is wrong, with the figures that were declared."""
    count = len(branch.inherited)
    subject = f"TOPIC({topic.name})" if topic is not None else f"topic string '{branch.root}'"
    inherits = branch.inherited[0] if count == 1 else f"{branch.inherited[0]} and {count - 1} more properties"
    text = f"{subject} inherits {inherits}: {branch.rate_per_s:,.0f} publications/s take the lock of "
    text += lock_name(branch.lock)
    if sharing > 1:
        others = "another branch" if sharing == 2 else f"{sharing - 1} other branches"
        text += f", as {others} {'does' if sharing == 2 else 'do'} ({together:,.0f}/s together)"
    return text


def cure(queue_manager: QueueManager, branch: Branch, topic: MqObject | None) -> str:
    """What to do, with the definition that isolates the branch at the queue manager's level."""
    values = isolating_values(queue_manager, branch.root)
    words = " ".join(f"{keyword}({value})" for keyword, value in values.items())
    leave = "leave CLUSTER and CLROUTE as they are"
    if topic is not None:
        return f"set on TOPIC({topic.name}) what it inherits to the value it has now: {words}; {leave}"
    return f"define a topic object for '{branch.root}' with the values it has now: {words}; {leave}"


def isolating_values(queue_manager: QueueManager, topic: str) -> dict[str, str]:
    """The inherited properties of a topic string with their present effective values.

    CLUSTER and CLROUTE are no inheritable properties and are never among them. Before 9.3.1 the cap on
    expiry is a key inside CUSTOM.
    """
    tree = queue_manager.topics
    values: dict[str, str] = {}
    for keyword in tree.inherited(topic):
        value, _ = tree.effective(topic, keyword)
        if not value:
            value = base_value(queue_manager, keyword)
        if keyword == CAP and queue_manager.level is not None and queue_manager.level < CAP_ATTRIBUTE_SINCE:
            values["CUSTOM"] = f"CAPEXPRY({value})"
        elif value:
            values[keyword] = value
    return values


def base_value(queue_manager: QueueManager, keyword: str) -> str:
    """What the shipped SYSTEM.BASE.TOPIC says."""
    base = queue_manager.find("TOPIC", "SYSTEM.BASE.TOPIC")
    return base.text(keyword) if base is not None else ""


def fixes(queue_manager: QueueManager, topic: MqObject | None, branch: Branch) -> tuple[Fix, ...]:
    """The edit that isolates the topic; none where it has a CUSTOM of its own that would be lost."""
    if topic is None or topic.placeholder:
        return ()
    values = isolating_values(queue_manager, branch.root)
    if len(values) != len(branch.inherited) or ("CUSTOM" in values and topic.text("CUSTOM")):
        return ()
    edits = set_attributes(topic, values)
    if not edits:
        return ()
    text = f"give TOPIC({topic.name}) every inheritable property with its present value"
    return (Fix(UNSAFE, text, edits),)
