"""The topic tree of a queue manager: inherited values, the locks a publication takes, subscriptions.

The rule for locks is that of the IBM MQ V8 publish/subscribe performance report, 2.1.3.1 and 2.2.1: every
administratively defined topic has one lock; to publish, the properties of the topic are looked up, each at
the nearest topic at or above the topic string that sets it, and each look-up takes that topic's lock. A
topic string without an object of its own has no lock and uses those above it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain

from mqtune.analysis.topology.subscription_index import Matching, Subscription, SubscriptionIndex
from mqtune.estate.topic_strings import (
    BUILT_IN,
    CHARACTER_SCHEME,
    MOST_CHARACTERS,
    TOPIC_SCHEME,
    fixed_levels,
    inheritable,
    joined,
    levels_of,
    own_value,
)
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

BASE_TOPIC = "SYSTEM.BASE.TOPIC"
OBJECT = ""  # in place of a keyword: the topic object itself
# comparisons of levels to find the busiest topic: a second, and ten times what a topic usually needs
MOST_STEPS = 1_000_000
STEPS_OF_TOPIC = 20


class TopicNode:
    """One node of the tree: its level, and its topic object if it has one."""

    __slots__ = ("children", "depth", "level", "object", "parent")

    def __init__(self, level: str, parent: TopicNode | None) -> None:
        self.level = level
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.object: MqObject | None = None
        self.children: dict[str, TopicNode] = {}

    @property
    def topic(self) -> str:
        """The full topic string. It is put together when it is asked for: all of a branch would be large."""
        levels = [node.level for node in self.upwards() if node.depth]
        return "/".join(reversed(levels))

    def upwards(self) -> Iterator[TopicNode]:
        """The node itself and its ancestors, the root last."""
        node: TopicNode | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return f"TopicNode({self.topic!r})"


@record
class TopicLock:
    """One lock that a publication takes: its owner, and the properties looked up under it."""

    node: TopicNode
    keywords: tuple[str, ...]

    def __repr__(self) -> str:
        return f"TopicLock({self.node.topic!r}, {','.join(self.keywords)})"


class TopicTree:
    """The tree, its subscriptions, and the properties that exist at the queue manager's level."""

    def __init__(self, properties: tuple[str, ...]) -> None:
        self.properties = properties
        self.root = TopicNode("", None)
        self.subscriptions: list[Subscription] = []
        self.duplicates: list[tuple[MqObject, MqObject]] = []  # the first object of a string, a further one
        self._index = SubscriptionIndex()
        self._subscribed: set[str] = set()
        self._setters: dict[str, dict[TopicNode, TopicNode | None]] = {}
        self._deepest: dict[str, TopicNode] = {}
        self._blocked_from: dict[TopicNode, int] = {}
        self._by_root: dict[str, list[Subscription]] | None = None
        self._roots: list[str] = []
        self.is_too_large = False  # for the search for the busiest topic
        # lists of subscriptions, each made once, by the lists from which they are made
        self._matching: dict[tuple[int, ...], Matching] = {}
        self._near: dict[tuple[str, ...], list[Subscription]] = {}
        self._beside: dict[tuple[int, int], list[Subscription]] = {}
        self.unplaced: list[MqObject] = []  # topics and subscriptions whose string is unknown or too long

    def add(self, topic: str) -> TopicNode:
        """The node of a topic string, created if it is missing."""
        node = self.root
        for level in levels_of(topic):
            child = node.children.get(level)
            if child is None:
                child = node.children[level] = TopicNode(level, node)
                self._deepest.clear()
            node = child
        return node

    def node(self, topic: str) -> TopicNode | None:
        """The node of a topic string, None if neither an object nor a subscription created one."""
        node: TopicNode | None = self.root
        for level in levels_of(topic):
            node = node.children.get(level) if node is not None else None
        return node

    def deepest(self, topic: str) -> TopicNode:
        """The deepest node at or above a topic string."""
        known = self._deepest.get(topic)
        if known is not None:
            return known
        node = self.root
        for level in levels_of(topic):
            child = node.children.get(level)
            if child is None:
                break
            node = child
        self._deepest[topic] = node
        return node

    def administrative(self, topic: str) -> TopicNode:
        """The nearest node at or above a topic string that has a topic object; ultimately the root."""
        return self._nearest(self.deepest(topic), OBJECT) or self.root

    def nodes(self, topic: str = "") -> Iterator[TopicNode]:
        """The node of a topic string and all below it, a parent before its children, sorted by level."""
        first = self.node(topic)
        waiting = [first] if first is not None else []
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children[level] for level in sorted(node.children, reverse=True))

    def setter(self, topic: str, keyword: str) -> TopicNode | None:
        """The nearest node at or above a topic string that sets a property; None past the root."""
        return self._nearest(self.deepest(topic), keyword)

    def _nearest(self, node: TopicNode, keyword: str) -> TopicNode | None:
        """The nearest node at or above a node that sets a property, or has a topic object (OBJECT), cached
        for all nodes on the path.
        """
        setters = self._setters.setdefault(keyword, {})
        passed: list[TopicNode] = []
        nearest: TopicNode | None = None
        for above in node.upwards():
            if above in setters:
                nearest = setters[above]
                break
            passed.append(above)
            if above.object is not None and (
                keyword == OBJECT or own_value(above.object, keyword) is not None
            ):
                nearest = above
                break
        setters.update(dict.fromkeys(passed, nearest))
        return nearest

    def effective(self, topic: str, keyword: str) -> tuple[str, TopicNode | None]:
        """The value of an inheritable property at a topic string, and the node that sets it."""
        node = self.setter(topic, keyword)
        if node is None or node.object is None:
            return BUILT_IN.get(keyword, ""), None
        return own_value(node.object, keyword) or "", node

    def inherited(self, topic: str) -> tuple[str, ...]:
        """The properties that the topic string's own node inherits."""
        node = self.node(topic)
        if node is None or node.object is None:
            return self.properties
        return tuple(self.inherited_by(node.object))

    def inherited_by(self, topic: MqObject) -> Iterator[str]:
        """The properties that a topic object inherits."""
        return (keyword for keyword in self.properties if own_value(topic, keyword) is None)

    def locks(self, topic: str) -> tuple[TopicLock, ...]:
        """The locks that a publication on a topic string takes, the nearest first.

        The nearest topic object's own lock is always among them; the root has one although no file defines
        it, and supplies the values that are not set.
        """
        return self.locks_at(self.deepest(topic))

    def locks_at(self, node: TopicNode) -> tuple[TopicLock, ...]:
        """The locks that a publication takes whose topic string has this node, or none below it."""
        by_node: dict[TopicNode, list[str]] = {self._nearest(node, OBJECT) or self.root: []}
        for keyword in self.properties:
            by_node.setdefault(self._nearest(node, keyword) or self.root, []).append(keyword)
        nodes = sorted(by_node, key=lambda node: -node.depth)
        return tuple(TopicLock(node, tuple(by_node[node])) for node in nodes)

    def isolated(self, topic: str) -> bool:
        """Whether publications on a topic string take only the lock of its own topic object."""
        node = self.node(topic)
        if node is None or node.object is None:
            return False
        return all(lock.node is node for lock in self.locks(topic))

    def cluster(self, topic: str) -> tuple[str, TopicNode | None]:
        """The cluster in which a topic string is advertised, and the node that names it; a blank inherits."""
        for node in self.deepest(topic).upwards():
            if node.object is not None and node.object.text("CLUSTER"):
                return node.object.text("CLUSTER"), node
        return "", None

    def subscribe(self, subscription: Subscription) -> None:
        """Add an administrative subscription."""
        self._index.add(len(self.subscriptions), subscription.topic, subscription.scheme)
        self._subscribed.add(subscription.topic)
        self.subscriptions.append(subscription)

    def reached(self, topic: str) -> Matching:
        """The administrative subscriptions that a publication on a topic string reaches, in their order."""
        groups = list(self._reached(topic))
        key = tuple(map(id, groups))
        matching = self._matching.get(key)
        if matching is None:
            numbers = sorted(number for group in groups for number in group)
            matching = self._matching[key] = Matching(self.subscriptions[number] for number in numbers)
        return matching

    def branch(self, root: str) -> tuple[Matching, list[Subscription]]:
        """The subscriptions that get everything at or below a topic string, and the others that may match
        something there.
        """
        full, near = self.reached(root).covering, self.near_branch(root)
        key = (id(full), id(near))
        others = self._beside.get(key)
        if others is None:
            known = set(map(id, full))
            others = self._beside[key] = [
                subscription for subscription in near if id(subscription) not in known
            ]
        return full, others

    def subscribed(self) -> set[TopicNode | None]:
        """The nodes whose topic string a subscription has exactly, wildcards included."""
        return set(map(self.node, self._subscribed))

    def _reached(self, topic: str) -> Iterator[list[int]]:
        """The numbers of the subscriptions that a publication reaches, in groups."""
        return self._not_blocked(self._index.matching(topic, self._index.reached(topic)), self.deepest(topic))

    def _not_blocked(
        self, matching: Iterable[tuple[int | None, list[int]]], deepest: TopicNode
    ) -> Iterator[list[int]]:
        """Those of the subscriptions that match a topic string which get its publications."""
        for fixed, numbers in matching:
            if fixed is None or self._blocked_depth(deepest) <= fixed:
                yield numbers

    def _blocked_depth(self, deepest: TopicNode) -> int:
        """The depth of the deepest node at or above a node with WILDCARD(BLOCK), 0 without any: a wildcard
        subscription made above that node does not get the publication.
        """
        above: list[TopicNode] = []
        depth = 0
        for node in deepest.upwards():
            known = self._blocked_from.get(node)
            if known is None and node.object is not None and node.object.value("WILDCARD") == "BLOCK":
                known = node.depth
            if known is not None:
                depth = known
                break
            above.append(node)
        self._blocked_from.update(dict.fromkeys(above, depth))
        return depth

    def near_branch(self, root: str) -> list[Subscription]:
        """The subscriptions that may match something at or below a topic string: those whose levels before
        the first wildcard are above, at or below it.
        """
        if self._by_root is None:
            by_root: dict[str, list[Subscription]] = {}
            for subscription in self.subscriptions:
                levels = levels_of(subscription.topic)[
                    : fixed_levels(subscription.topic, subscription.scheme)
                ]
                by_root.setdefault("/".join(levels), []).append(subscription)
            self._by_root = dict(sorted(by_root.items()))
            self._roots = list(self._by_root)
        levels = levels_of(root)
        above = ["/".join(levels[:count]) for count in range(len(levels))] if root else []
        roots = [path for path in above if path in self._by_root]
        below = f"{root}/" if root else ""
        first = bisect_left(self._roots, root)
        for path in self._roots[first:]:
            if path != root and not path.startswith(below):
                if path > below:
                    break
                continue
            roots.append(path)
        key = tuple(roots)
        near = self._near.get(key)
        if near is None:
            near = self._near[key] = [subscription for path in roots for subscription in self._by_root[path]]
        return near

    def busiest(self) -> tuple[str, list[Subscription]] | None:
        """The topic string whose publications reach the most administrative subscriptions; None if that
        takes too many comparisons. For one with wildcards it is the shortest that it matches, with `+` in
        place of any level.
        """
        busiest: TopicNode | str = self.root
        most, allowed = -1, self._index.steps + MOST_STEPS
        topics: Iterator[tuple[TopicNode | str, Iterator[list[int]]]]
        topics = chain(self.reached_by_node(), self._reached_by_pattern())
        for topic, groups in topics:
            count = sum(map(len, groups))
            if count > most:
                busiest, most = topic, count
            allowed += STEPS_OF_TOPIC
            if self._index.steps > allowed:
                self.is_too_large = True
                return None
        string = busiest.topic if isinstance(busiest, TopicNode) else busiest
        return string, self.reached(string)

    def reached_by_node(self) -> Iterator[tuple[TopicNode, Iterator[list[int]]]]:
        """The numbers of the subscriptions that publications of each node reach; nodes below one share its
        matching.
        """
        index, subscribed = self._index, self.subscribed()
        before = [index.start()]  # what the levels of the nodes above reach
        for node in self.nodes():
            reached = index.follow(before[max(node.depth - 1, 0)], node.level)
            if node.depth:
                before[node.depth :] = [reached]
            topic = node.topic if index.needs_strings or node in subscribed else None
            yield node, self._not_blocked(index.matching(topic, reached), node)

    def _reached_by_pattern(self) -> Iterator[tuple[str, Iterator[list[int]]]]:
        """The subscriptions that publications reach whose topic string no node has."""
        patterns = (
            subscription.topic
            for subscription in self.subscriptions
            if subscription.wildcard and subscription.scheme == TOPIC_SCHEME
        )
        for topic in {
            "/".join(level for level in levels_of(pattern) if level != "#"): None for pattern in patterns
        }:
            if self.node(topic) is None:
                yield topic, self._reached(topic)


def build_topics(queue_manager: QueueManager) -> TopicTree:
    """The topic tree of a queue manager's topic objects and administrative subscriptions."""
    tree = TopicTree(inheritable(queue_manager.level, queue_manager.platform))
    for topic in queue_manager.of_type("TOPIC"):
        place_topic(tree, topic)
    for subscription in queue_manager.of_type("SUB"):
        if subscription.defined and subscription.name != "SYSTEM.DEFAULT.SUB":
            place_subscription(tree, subscription, queue_manager)
    return tree


def is_placeable(string: str) -> bool:
    """Whether a topic string is known, and not too long for a queue manager."""
    return len(string) <= MOST_CHARACTERS and not has_placeholder(string)


def place_topic(tree: TopicTree, topic: MqObject) -> None:
    """Attach a topic object to its node. Of the objects without a string, only the base topic has one."""
    string = topic.value("TOPICSTR")
    if topic.name == BASE_TOPIC:
        tree.root.object = topic
    elif string is None or not is_placeable(string):
        tree.unplaced.append(topic)
    elif string:
        node = tree.add(string)
        if node.object is None:
            node.object = topic
        else:
            tree.duplicates.append((node.object, topic))


def place_subscription(tree: TopicTree, subscription: MqObject, queue_manager: QueueManager) -> None:
    """Add a subscription; a string without wildcards creates a node."""
    base: str | None = ""
    if name := subscription.text("TOPICOBJ"):
        topic = queue_manager.find("TOPIC", name)
        base = topic.value("TOPICSTR") if topic is not None else None
    string = None if base is None else joined(base, subscription.text("TOPICSTR"))
    if string is None or not is_placeable(string):
        tree.unplaced.append(subscription)
        return
    scheme = CHARACTER_SCHEME if subscription.value("WSCHEMA") == "CHAR" else TOPIC_SCHEME
    placed = Subscription(subscription, string, scheme)
    tree.subscribe(placed)
    if not placed.wildcard:
        tree.add(string)
