"""PUB012: two subscriptions that deliver the same publication to the same queue."""

from __future__ import annotations

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.topic_strings import TOPIC_SCHEME, fixed_levels, items, levels_of, matches, meet
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import ObjectName
from mqtune.findings.held_back import TOO_MANY, HeldBack
from mqtune.rules.common.object_names import defined_here
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.subscription_index import Subscription

# number of subscriptions under one prefix that are compared with another one, to bound the work
MOST_COMPARED = 50
# of all topic strings that are compared for a queue manager: about a second
MOST_CHARACTERS = 5_000_000


class Branch:
    """The subscriptions of one queue whose levels before the first wildcard lead to one place.

    `ending` are those with a wildcard behind it, `passing` all that lead here or further.
    """

    __slots__ = ("below", "ending", "passing")

    def __init__(self) -> None:
        self.below: dict[str, Branch] = {}
        self.ending: list[Subscription] = []
        self.passing: list[Subscription] = []


class Comparisons:
    """Compares the subscriptions of a queue manager, as long as it does not take too long."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = MOST_CHARACTERS

    def overlapping(self, root: Branch, subscription: Subscription) -> Subscription | HeldBack | None:
        """An earlier subscription that overlaps this one, or why that is not known; None if there is none."""
        is_cut = False
        for place in near(root, fixed(subscription)):
            for earlier in place[:MOST_COMPARED]:
                self._left -= len(earlier.topic) + len(subscription.topic)
                if self._left < 0:
                    return TOO_MANY
                if meets(earlier, subscription):
                    return earlier
            is_cut = is_cut or len(place) > MOST_COMPARED
        return TOO_MANY if is_cut else None


def near(root: Branch, levels: tuple[str, ...]) -> Iterator[list[Subscription]]:
    """The subscriptions that may overlap one with these levels before its first wildcard, place by place."""
    branch = root
    yield branch.ending
    for level in levels:
        if level not in branch.below:
            return
        branch = branch.below[level]
        yield branch.ending
    yield branch.passing


def add(root: Branch, subscription: Subscription) -> None:
    """Add a subscription to those of a queue."""
    branch = root
    keep(branch.passing, subscription)
    for level in fixed(subscription):
        branch = branch.below.setdefault(level, Branch())
        keep(branch.passing, subscription)
    if subscription.wildcard:
        keep(branch.ending, subscription)


def keep(subscriptions: list[Subscription], subscription: Subscription) -> None:
    """Add a subscription to those of one place, of which only the first are compared: one more shows that."""
    if len(subscriptions) <= MOST_COMPARED:
        subscriptions.append(subscription)


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
    return meet(items(one.topic), items(other.topic))


@rule("PUB012")
def overlapping_subscriptions(queue_manager: QueueManager) -> Iterator[Outcome]:
    """Two subscriptions deliver to the same queue, and at least one topic string matches both."""
    if sum(1 for one in queue_manager.of_type("SUB") if one.statements) < 2:
        return
    destinations: dict[tuple[str, str, str], Branch] = {}
    comparisons = Comparisons()
    for subscription in queue_manager.derived(build_topics).subscriptions:
        object = subscription.object
        queue = object.text("DEST")
        if not queue or has_placeholder(queue) or object.text("SELECTOR") or object.is_given("DESTCORL"):
            continue
        key = (queue, object.text("DESTQMGR"), object.text("SUBLEVEL"))
        destination = destinations.setdefault(key, Branch())
        other = comparisons.overlapping(destination, subscription)
        if isinstance(other, HeldBack):
            yield other
        elif other is not None:
            yield from hit(subscription, other, queue)
        add(destination, subscription)


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
