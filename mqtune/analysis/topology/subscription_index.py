"""Administrative subscriptions, found by the topic strings that they match without a comparison with each."""

from __future__ import annotations

from operator import attrgetter

from mqtune.estate.topic_strings import (
    CHARACTER_SCHEME,
    MANY,
    SINGLE,
    TOPIC_SCHEME,
    fixed_items,
    fixed_levels,
    has_wildcard,
    items,
    levels_of,
    meet,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.objects import MqObject

LEVEL = attrgetter("level")
ON_REQUEST = -1  # below every SUBLEVEL


class Subscription:
    """An administrative subscription with its full topic string."""

    __slots__ = ("_destination", "_level", "object", "scheme", "topic", "wildcard")

    def __init__(self, object: MqObject, topic: str, scheme: str) -> None:
        self._destination: tuple[str, str] | None = None
        self._level: int | None = None
        self.object = object
        self.topic = topic
        self.scheme = scheme
        self.wildcard = has_wildcard(topic, scheme)

    @property
    def destination(self) -> tuple[str, str]:
        """The queue to which it delivers; a managed one has its own queue."""
        if self._destination is None:
            name = self.object.text("DEST")
            self._destination = (name, self.object.text("DESTQMGR")) if name else ("", self.object.name)
        return self._destination

    @property
    def level(self) -> int:
        """SUBLEVEL, 1 by default; ON_REQUEST if no publication reaches it by itself."""
        if self._level is None:
            level = self.object.number("SUBLEVEL")
            self._level = 1 if level is None else level
            if self.object.value("REQONLY") == "YES":
                self._level = ON_REQUEST
        return self._level

    def __repr__(self) -> str:
        return f"Subscription({self.object.name}, {self.topic!r})"


class Matching(list[Subscription]):
    """The subscriptions that get each publication of a topic string, and of every other one that reaches the
    same: one list, so that what follows from it is worked out once.
    """

    __slots__ = ("_covering", "_queues")

    def __init__(self, subscriptions: Iterable[Subscription] = ()) -> None:
        super().__init__(subscriptions)
        self._covering: Matching | None = None
        self._queues: int | None = None

    @property
    def covering(self) -> Matching:
        """Those that also get everything below the topic string."""
        if self._covering is None:
            self._covering = Matching(subscription for subscription in self if covers_branch(subscription))
        return self._covering

    @property
    def queues(self) -> int:
        """The number of queues to which they deliver."""
        if self._queues is None:
            self._queues = len({subscription.destination for subscription in self})
        return self._queues


def covers_branch(subscription: Subscription) -> bool:
    """Whether a subscription that matches the root of a branch matches everything below it."""
    if subscription.scheme == CHARACTER_SCHEME:
        return subscription.topic.endswith("*") and not subscription.topic.endswith("%*")
    return levels_of(subscription.topic)[-1:] == ("#",)


def interceptor(matching: list[Subscription]) -> Subscription | None:
    """The subscription with the highest SUBLEVEL, of those that get publications by themselves."""
    first = max(matching, key=LEVEL, default=None)
    return None if first is None or first.level == ON_REQUEST else first


class PatternNode:
    """One level of the topic strings with wildcards that begin alike; `fixed` is the number of levels
    before the first wildcard. If all that continue from here pass one `#`, `gate` is its node.
    """

    __slots__ = ("children", "fixed", "gate", "is_any", "subscriptions")

    def __init__(self, fixed: int, is_any: bool) -> None:
        self.fixed = fixed
        self.is_any = is_any  # whether it matches any number of levels
        self.children: dict[str, PatternNode] = {}
        self.subscriptions: list[int] = []
        self.gate: PatternNode | None = None


# the nodes at which the patterns that match the levels so far may be
Reached = dict[PatternNode, None]


class CharacterPattern:
    """The subscriptions of one topic string with wildcards for characters."""

    __slots__ = ("fixed", "items", "subscriptions")

    def __init__(self, topic: str) -> None:
        self.fixed = fixed_levels(topic, CHARACTER_SCHEME)
        self.items = items(topic, CHARACTER_SCHEME)
        self.subscriptions: list[int] = []


class SubscriptionIndex:
    """Numbers of subscriptions by topic string: exact ones, those with wildcards for levels as a tree, and
    those with wildcards for characters by what precedes the first of these.

    `steps` counts what has been compared.
    """

    __slots__ = ("_by_start", "_exact", "_has_gates", "_lengths", "_patterns", "steps")

    def __init__(self) -> None:
        self._exact: dict[str | None, list[int]] = {}
        self._patterns = PatternNode(0, is_any=False)
        self._by_start: dict[str, dict[str, CharacterPattern]] = {}
        self._lengths: set[int] = set()
        self._has_gates = False
        self.steps = 0

    def add(self, number: int, topic: str, scheme: str = TOPIC_SCHEME) -> None:
        """Add the topic string of a subscription under its number."""
        in_items, wildcard = items(topic, scheme), has_wildcard(topic, scheme)
        if scheme == CHARACTER_SCHEME:
            start = "".join(fixed_items(in_items))
            if wildcard:
                self._lengths.add(len(start))
                patterns = self._by_start.setdefault(start, {})
                patterns.setdefault(topic, CharacterPattern(topic)).subscriptions.append(number)
            else:
                self._exact.setdefault(start, []).append(number)
        elif not wildcard:
            self._exact.setdefault(topic, []).append(number)
        else:
            self._has_gates = False
            node, fixed = self._patterns, len(fixed_items(in_items))
            for item in in_items:
                if item == MANY and node.is_any:
                    continue  # the same as one
                child = node.children.get(item)
                if child is None:
                    child = node.children[item] = PatternNode(fixed, item == MANY)
                node = child
            node.subscriptions.append(number)

    @property
    def needs_strings(self) -> bool:
        """Whether some subscriptions can be matched only with whole topic strings."""
        return bool(self._by_start)

    def reached(self, topic: str) -> Reached:
        """The nodes that the levels of a topic string reach."""
        reached = self.start()
        for level in topic.split("/") if reached else ():
            reached = self.follow(reached, level)
        return reached

    def matching(self, topic: str | None, reached: Reached) -> Iterator[tuple[int | None, list[int]]]:
        """The numbers of the subscriptions that match a topic string: of those with wildcards with the number
        of levels before the first wildcard, of exact ones with None. `reached` is what its levels reach. The
        string may be None if none but wildcards for levels can match.
        """
        if topic in self._exact:
            yield None, self._exact[topic]
        for node in reached:
            if node.subscriptions:
                yield node.fixed, node.subscriptions
        if topic is None:
            return
        for start in self._starts(topic):
            for pattern in self._by_start[start].values():
                self.steps += len(topic) + len(pattern.items)
                if meet(pattern.items, topic):
                    yield pattern.fixed, pattern.subscriptions

    def _starts(self, topic: str) -> Iterator[str]:
        """What precedes the first wildcard in the patterns for characters that may match a topic string."""
        for length in sorted(self._lengths):
            if length <= len(topic) and topic[:length] in self._by_start:
                yield topic[:length]

    def start(self) -> Reached:
        """The nodes before the first level; none if no subscription has wildcards for levels."""
        if not self._has_gates:
            set_gates(self._patterns)
            self._has_gates = True
        return with_any_levels([self._patterns]) if self._patterns.children else {}

    def follow(self, reached: Reached, level: str) -> Reached:
        """The nodes that are reached with one more level."""
        self.steps += len(reached)
        nodes = []
        for node in reached:
            if node.is_any:
                nodes.append(node)
            for item in (level, SINGLE):
                child = node.children.get(item)
                if child is not None:
                    nodes.append(child)
        return with_any_levels(nodes)


def with_any_levels(nodes: list[PatternNode]) -> Reached:
    """Some nodes, and those below them that match no level at all, without those from which everything
    passes another one of them.
    """
    reached = dict.fromkeys(nodes)
    for node in nodes:
        below = node.children.get(MANY)
        if below is not None:
            reached[below] = None
    return {node: None for node in reached if node.gate not in reached or node.subscriptions}


def set_gates(root: PatternNode) -> None:
    """Set the gates of all nodes."""
    nodes = [root]
    for node in nodes:
        nodes += node.children.values()
    for node in reversed(nodes):
        node.gate = None
        if len(node.children) == 1:
            (child,) = node.children.values()
            node.gate = child if child.is_any else None if child.subscriptions else child.gate
