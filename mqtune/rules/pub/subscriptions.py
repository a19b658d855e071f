"""PUB012: two subscriptions that deliver the same publication to the same queue."""

from __future__ import annotations

from functools import lru_cache

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.topic_strings import TOPIC_SCHEME, fixed_levels, levels_of, matches
from mqtune.findings.finding import ObjectName
from mqtune.rules.common.object_names import defined_here
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.topics import Subscription

# number of subscriptions under one prefix that are compared with another one, to bound the work
MOST_COMPARED = 50

Prefixes = dict[tuple[str, ...], "list[Subscription]"]


class Destination:
    """The subscriptions of one queue, indexed by the levels before their first wildcard."""

    __slots__ = ("ending", "passing")

    def __init__(self) -> None:
        self.ending: Prefixes = {}  # wildcard subscriptions by all their fixed levels
        self.passing: Prefixes = {}  # all subscriptions by each prefix of their fixed levels

    def overlapping(self, subscription: Subscription) -> Subscription | None:
        """An earlier subscription that overlaps this one; None if there is none."""
        levels = fixed(subscription)
        for end in range(len(levels) + 1):
            for other in self.ending.get(levels[:end], ())[:MOST_COMPARED]:
                if meets(other, subscription):
                    return other
        for other in self.passing.get(levels, ())[:MOST_COMPARED]:
            if meets(other, subscription):
                return other
        return None

    def add(self, subscription: Subscription) -> None:
        """Add a subscription."""
        levels = fixed(subscription)
        if subscription.wildcard:
            self.ending.setdefault(levels, []).append(subscription)
        for end in range(len(levels) + 1):
            self.passing.setdefault(levels[:end], []).append(subscription)


def fixed(subscription: Subscription) -> tuple[str, ...]:
    """The levels before the first wildcard."""
    return levels_of(subscription.topic)[: fixed_levels(subscription.topic, subscription.scheme)]


def meets(one: Subscription, other: Subscription) -> bool:
    """Whether some topic string matches both; False if that cannot be decided."""
    if one.topic == other.topic:
        return True
    if not one.wildcard or not other.wildcard:
        pattern, exact = (one, other) if one.wildcard else (other, one)
        return pattern.wildcard and matches(pattern.topic, exact.topic, pattern.scheme)
    if one.scheme != TOPIC_SCHEME or other.scheme != TOPIC_SCHEME:
        return False
    return levels_meet(levels_of(one.topic), levels_of(other.topic))


@lru_cache(maxsize=4096)
def levels_meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two strings of levels with `#` and `+` have a topic string in common."""
    if not one or not other:
        return all(level == "#" for level in one + other)
    if other[0] == "#":
        one, other = other, one
    if one[0] == "#":
        return levels_meet(one[1:], other) or levels_meet(one, other[1:])
    return (one[0] == other[0] or "+" in {one[0], other[0]}) and levels_meet(one[1:], other[1:])


@rule("PUB012")
def overlapping_subscriptions(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two subscriptions deliver to the same queue, and at least one topic string matches both."""
    if sum(1 for one in queue_manager.of_type("SUB") if one.statements) < 2:
        return
    destinations: dict[tuple[str, str, str], Destination] = {}
    for subscription in queue_manager.topics.subscriptions:
        object = subscription.object
        queue = object.text("DEST")
        if not queue or has_placeholder(queue) or object.text("SELECTOR") or object.is_given("DESTCORL"):
            continue
        key = (queue, object.text("DESTQMGR"), object.text("SUBLEVEL"))
        destination = destinations.setdefault(key, Destination())
        other = destination.overlapping(subscription)
        if other is not None:
            yield from hit(subscription, other, queue)
        destination.add(subscription)


def hit(subscription: Subscription, other: Subscription, queue: str) -> Iterator[Hit]:
    """The later of two subscriptions."""
    place = subscription.object.place("TOPICSTR")
    if place is None:
        return
    same = subscription.topic == other.topic
    yield Hit(
        place,
        f"SUB({subscription.object.name}) and SUB({other.object.name}) both deliver "
        + (
            f"publications on '{subscription.topic}'"
            if same
            else f"publications that match '{subscription.topic}' and '{other.topic}'"
        )
        + f" to {queue}",
        note="each subscription delivers its own copy, so the queue receives such a publication twice",
        help="keep the wider of the two, or use topic strings that do not overlap",
        object=ObjectName("SUB", subscription.object.name),
        attribute="TOPICSTR",
        related=defined_here(other.object),
    )
