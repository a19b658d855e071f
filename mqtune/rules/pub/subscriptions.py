"""PUB012 to PUB014, PUB019, PUB023: subscriptions, topic strings, and publish/subscribe that is disabled."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.topics import build_topics
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import TOPIC_SCHEME, fixed_levels, items, levels_of, matches, meet
from mqtune.rules.common import defined_here
from mqtune.rules.pub.cluster import cluster_topics
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, WARNING, ObjectName
from mqtune.text.not_checked import TOO_MANY, HeldBack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.topology.subscription_index import Subscription


# PUB012: two subscriptions that deliver the same publication to the same queue.

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


def meets(first: Subscription, second: Subscription) -> bool:
    """Whether some topic string matches both; False if that cannot be decided."""
    if first.topic == second.topic:
        return True
    if not first.wildcard or not second.wildcard:
        pattern, exact = (first, second) if first.wildcard else (second, first)
        return pattern.wildcard and matches(pattern.topic, exact.topic, pattern.scheme)
    if first.scheme != TOPIC_SCHEME or second.scheme != TOPIC_SCHEME:
        return False
    return meet(items(first.topic), items(second.topic))


@rule("PUB012")
def overlapping_subscriptions(queue_manager: QueueManager) -> Iterator[Outcome]:
    """Two subscriptions deliver to the same queue, and at least one topic string matches both."""
    if sum(1 for sub in queue_manager.of_type("SUB") if sub.statements) < 2:
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
        earlier = comparisons.overlapping(destination, subscription)
        if isinstance(earlier, HeldBack):
            yield earlier
        elif earlier is not None:
            yield from hit(subscription, earlier, queue)
        add(destination, subscription)


def hit(subscription: Subscription, earlier: Subscription, queue: str) -> Iterator[Hit]:
    """The later of two subscriptions."""
    place = subscription.object.place("TOPICSTR")
    if place is None:
        return
    same = subscription.topic == earlier.topic
    yield Hit(
        place,
        f"SUB({subscription.object.name}) and SUB({earlier.object.name}) both deliver "
        + (
            f"publications on '{subscription.topic}'"
            if same
            else f"publications that match '{subscription.topic}' and '{earlier.topic}'"
        )
        + f" to {queue}",
        object=ObjectName("SUB", subscription.object.name),
        attribute="TOPICSTR",
        related=defined_here(earlier.object),
    )


# PUB019: topic strings that are nearly identical.


@rule("PUB019")
def near_identical_topic_strings(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two topic strings of one queue manager differ only in letter case, or in a slash at the beginning or
    end.
    """
    topics = [topic for topic in queue_manager.of_type("TOPIC") if topic.statements]
    subscriptions = [subscription for subscription in queue_manager.of_type("SUB") if subscription.statements]
    if len(topics) + len(subscriptions) < 2:
        return
    first: dict[str, tuple[str, MqObject]] = {}
    for object in (*topics, *subscriptions):
        string = object.text("TOPICSTR")
        if not string or has_placeholder(string) or object.text("TOPICOBJ"):
            continue
        known, earlier = first.setdefault(folded(string), (string, object))
        if known != string:
            yield from alike_hit(object, string, earlier, known)


def folded(string: str) -> str:
    """The string without letter case, and without slashes at its ends."""
    return string.casefold().strip("/")


def alike_hit(object: MqObject, string: str, earlier: MqObject, known: str) -> Iterator[Hit]:
    """Two strings that differ in letter case or in a slash at an end."""
    place = object.place("TOPICSTR")
    if place is None:
        return
    what = "letter case" if string.strip("/") != known.strip("/") else "a slash"
    yield Hit(
        place,
        f"{object.type}({object.name}) has topic string '{string}', but {earlier.type}({earlier.name}) has "
        f"'{known}': they differ only in {what}",
        help=f"use '{known}' in both places, unless two topics are intended",
        object=ObjectName(object.type, object.name),
        attribute="TOPICSTR",
        severity=None if object.type != earlier.type else INFO,
        related=defined_here(earlier, "TOPICSTR"),
    )


# PUB013, PUB014, PUB023: publish/subscribe that is disabled although it is used.


def switch(queue_manager: QueueManager, keyword: str) -> Place | None:
    """The place where the queue manager sets a switch to DISABLED; None if it does not."""
    master = queue_manager.qmgr
    if master.value(keyword) != "DISABLED" or not master.is_given(keyword):
        return None
    return master.place(keyword)


@rule("PUB013")
def cluster_topic_with_psclus_disabled(estate: Estate) -> Iterator[Hit]:
    """A queue manager with PSCLUS(DISABLED) defines a cluster topic, or belongs to a cluster in which another
    member defines one.
    """
    for queue_manager in estate.queue_managers:
        place = switch(queue_manager, "PSCLUS")
        if place is None:
            continue
        topics = cluster_topics(queue_manager)
        if topics:
            yield off_hit(queue_manager, place, *topics[0], None)
            continue
        for cluster in estate.derived(build_clusters).values():
            if cluster.membership(queue_manager) is None:
                continue
            topic = next(
                (
                    (object, member)
                    for member in cluster.members
                    for object in member.objects
                    if object.type == "TOPIC"
                ),
                None,
            )
            if topic is not None:
                yield off_hit(queue_manager, place, topic[0], cluster.name, topic[1].queue_manager)
                break


def off_hit(
    queue_manager: QueueManager, place: Place, topic: MqObject, cluster: str, owner: QueueManager | None
) -> Hit:
    """PSCLUS(DISABLED) with a cluster topic of this queue manager or of another member."""
    whose = f"of {owner.label} " if owner is not None else ""
    return Hit(
        place,
        f"the queue manager has PSCLUS(DISABLED), but TOPIC({topic.name}) {whose}is in cluster {cluster}",
        note="the queue manager does not take part in publish/subscribe in its clusters: "
        + (
            "a cluster topic cannot be defined here, and PSCLUS cannot be disabled while one exists"
            if owner is None
            else "publications and subscriptions do not flow between it and the other members, and only the "
            "error log shows it"
        ),
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSCLUS",
        severity=None if owner is None else WARNING,
        related=defined_here(topic, "CLUSTER"),
    )


@rule("PUB014")
def subscription_with_psmode_disabled(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue manager with PSMODE(DISABLED) defines subscriptions."""
    place = switch(queue_manager, "PSMODE")
    if place is None:
        return
    subscriptions = [subscription for subscription in queue_manager.of_type("SUB") if subscription.statements]
    if not subscriptions:
        return
    more = f" and {len(subscriptions) - 1} more are" if len(subscriptions) > 1 else " is"
    yield Hit(
        place,
        f"the queue manager has PSMODE(DISABLED), but SUB({subscriptions[0].name}){more} defined",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSMODE",
        related=defined_here(subscriptions[0]),
    )


@rule("PUB023")
def durable_subscription_not_allowed(queue_manager: QueueManager) -> Iterator[Hit]:
    """An administrative subscription, which is always durable, is below a topic object with DURSUB(NO)."""
    tree = queue_manager.derived(build_topics)
    for subscription in tree.subscriptions:
        value, node = tree.effective(subscription.topic, "DURSUB")
        topic, object = node.object if node is not None else None, subscription.object
        place = object.place()
        if value != "NO" or topic is None or place is None:
            continue
        yield Hit(
            place,
            f"SUB({object.name}) is durable, but TOPIC({topic.name}) has DURSUB(NO)",
            object=ObjectName("SUB", object.name),
            related=defined_here(topic, "DURSUB"),
        )
