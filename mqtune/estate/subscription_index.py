"""Finds the subscriptions that match a topic string without comparing it with each of them."""

from __future__ import annotations

from mqtune.estate.topic_strings import CHARACTER_SCHEME, fixed_levels, has_wildcard, matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.topics import Subscription

ANY_LEVELS = "#"
ANY_LEVEL = "+"


class PatternNode:
    """One level of the topic strings with wildcards that begin alike; `fixed` is the number of levels
    before the first wildcard.
    """

    __slots__ = ("children", "fixed", "is_any", "subscriptions")

    def __init__(self, fixed: int, is_any: bool) -> None:
        self.fixed = fixed
        self.is_any = is_any  # whether it matches any number of levels
        self.children: dict[str, PatternNode] = {}
        self.subscriptions: list[int] = []


class SubscriptionIndex:
    """Numbers of subscriptions by topic string: exact ones, those with wildcards for levels as a tree, and
    those with wildcards for characters by string.
    """

    __slots__ = ("_by_characters", "_exact", "_patterns")

    def __init__(self) -> None:
        self._exact: dict[str, list[int]] = {}
        self._patterns = PatternNode(0, is_any=False)
        self._by_characters: dict[str, list[int]] = {}

    def add(self, number: int, subscription: Subscription) -> None:
        """Add a subscription under its number."""
        topic = subscription.topic
        if subscription.scheme == CHARACTER_SCHEME and (subscription.wildcard or "%" in topic):
            self._by_characters.setdefault(topic, []).append(number)
        elif not subscription.wildcard:
            self._exact.setdefault(topic, []).append(number)
        else:
            node, fixed = self._patterns, fixed_levels(topic)
            for level in topic.split("/"):
                child = node.children.get(level)
                if child is None:
                    child = node.children[level] = PatternNode(fixed, level == ANY_LEVELS)
                node = child
            node.subscriptions.append(number)

    def matching(self, topic: str) -> Iterator[tuple[int | None, list[int]]]:
        """The numbers of the subscriptions that match a topic string: of those with wildcards with the number
        of levels before the first wildcard, of exact ones with None.
        """
        if topic in self._exact:
            yield None, self._exact[topic]
        for node in self._matching_patterns(topic):
            if node.subscriptions:
                yield node.fixed, node.subscriptions
        for pattern, numbers in self._by_characters.items():
            if matches(pattern, topic, CHARACTER_SCHEME):
                wildcard = has_wildcard(pattern, CHARACTER_SCHEME)
                yield fixed_levels(pattern, CHARACTER_SCHEME) if wildcard else None, numbers

    def _matching_patterns(self, topic: str) -> dict[PatternNode, None]:
        """The nodes at which patterns that match a topic string may end."""
        if not self._patterns.children:
            return {}
        found = with_any_levels([self._patterns])
        for level in topic.split("/"):
            reached = []
            for node in found:
                if node.is_any:
                    reached.append(node)
                for word in (level, ANY_LEVEL) if level not in (ANY_LEVEL, ANY_LEVELS) else (ANY_LEVEL,):
                    child = node.children.get(word)
                    if child is not None:
                        reached.append(child)
            found = with_any_levels(reached)
        return found


def with_any_levels(nodes: list[PatternNode]) -> dict[PatternNode, None]:
    """Some nodes, and those below them that match no level at all."""
    found = dict.fromkeys(nodes)
    for node in nodes:
        below = node.children.get(ANY_LEVELS)
        while below is not None and below not in found:
            found[below] = None
            below = below.children.get(ANY_LEVELS)
    return found
