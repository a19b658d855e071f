"""PUB001, PUB005: branches of the topic tree that share a topic lock because they inherit.

The mechanism and the limit are those of the IBM MQ V8.0 publish/subscribe performance report (2015),
2.1.3.1, 2.2.1 and Chart 6; no later text confirms or withdraws them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mqtune.analysis.topology.busy_topics import branches_to_isolate, isolating_values, lock_name, own_topic
from mqtune.analysis.topology.topics import build_topics
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_attributes
from mqtune.estate.topic_strings import branch_root, most_own_values
from mqtune.rules.common import load_place
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import UNSAFE, Fix, Impact, ObjectName, Related

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.topology.busy_topics import Branch, Contention
    from mqtune.capacity.topics import TopicLockLimit


MOST_RELATED = 8  # of thousands of branches below one lock, the busiest are named


@rule("PUB001")
def inherited_topic_under_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """A busy branch of the topic tree inherits at least one property, so its publications share a topic lock
    with every other branch that inherits that property.
    """
    if not any(load.publish_rate_per_s for load in queue_manager.topic_loads):
        return
    # imported here: the figures are needed only if a rate is declared
    from mqtune.capacity.topics import topic_lock_limit

    limit = topic_lock_limit()
    for busy in branches_to_isolate(queue_manager, limit.limit_per_s):
        yield hit(queue_manager, busy, limit)


def hit(queue_manager: QueueManager, busy: Contention, limit: TopicLockLimit) -> Hit:
    """The finding for one branch."""
    branch, sharing, share = busy.branch, busy.sharing, busy.share
    topic = own_topic(queue_manager.derived(build_topics), branch.root)
    together = busy.together_per_s
    place = topic.place() if topic is not None else None
    related = tuple(
        Related(load_place(rival.load), f"{rival.load.topic} takes the same lock")
        for rival in sharing[: MOST_RELATED + 1]
        if rival is not branch
    )[:MOST_RELATED]
    return Hit(
        place or load_place(branch.load),
        message(branch, len(sharing), together, topic),
        note=f"a publication looks up each inherited property under the lock of the topic that sets it; "
        f"one lock sustained {limit.limit_per_s:,} publications/s on IBM MQ V{limit.release} "
        f"({limit.source}), and above that the rate fell to about half{many(busy)}; measure the limit of "
        "other releases and machines",
        help=advice(queue_manager, branch, topic, branch.rate_per_s / limit.limit_per_s, busy.planned),
        object=ObjectName("TOPIC", topic.name) if topic is not None else ObjectName("TOPICSTR", branch.root),
        attribute="inheritance",
        severity=None if share >= busy.planned else "info",
        impact=Impact(
            "utilisation of the published limit of one topic lock",
            "%",
            round(share * 100, 1),
            round((together - branch.rate_per_s) / limit.limit_per_s * 100, 1),
            f"declared publish rates compared with {limit.limit_per_s:,} publications/s, {limit.source}",
        ),
        related=related,
        fixes=fixes(queue_manager, topic, branch),
    )


def many(busy: Contention) -> str:
    """That many publishers met the lock earlier, if there are many."""
    from mqtune.capacity.topics import MANY_PUBLISHERS, MANY_PUBLISHERS_SHARE  # only if a rate is declared

    if busy.planned != MANY_PUBLISHERS_SHARE:
        return ""
    return (
        f", with more than {MANY_PUBLISHERS} publishers and busy processors from {MANY_PUBLISHERS_SHARE:.0%} "
        "of the "
        "limit (Chart 16)"
    )


def message(branch: Branch, sharing: int, together: float, topic: MqObject | None) -> str:
    """The headline, with the declared figures."""
    count = len(branch.inherited)
    subject = f"TOPIC({topic.name})" if topic is not None else f"topic string '{branch.root}'"
    inherits = branch.inherited[0] if count == 1 else f"{branch.inherited[0]} and {count - 1} more properties"
    text = f"{subject} inherits {inherits}: its {branch.rate_per_s:,.0f} publications/s take the lock of "
    text += lock_name(branch.lock)
    if sharing > 1:
        others = "another branch" if sharing == 2 else f"{sharing - 1} other branches"
        text += f", shared with {others} ({together:,.0f}/s in total)"
    return text


def advice(
    queue_manager: QueueManager, branch: Branch, topic: MqObject | None, own_share: float, planned: float
) -> str:
    """The help line, with the definition that isolates the branch at the queue manager's level.

    `own_share` is the use of a lock by the branch alone, and `planned` the share to stay below.
    """
    values = isolating_values(queue_manager, branch.root)
    if own_share >= planned:
        return (
            f"define topic objects for the sub-branches of '{branch.root}' that carry the load, each with "
            "the "
            "effective values of all inheritable properties: one object for the whole has one lock, whose "
            "use would "
            f"stay at {own_share:.0%}"
        )
    words = " ".join(f"{keyword}({value})" for keyword, value in values.items())
    leave = "leave CLUSTER and CLROUTE as they are"
    if topic is not None:
        return (
            f"set the inherited properties of TOPIC({topic.name}) to their effective values: {words}; {leave}"
        )
    return f"define a topic object for '{branch.root}' with the effective values: {words}; {leave}"


def fixes(queue_manager: QueueManager, topic: MqObject | None, branch: Branch) -> tuple[Fix, ...]:
    """The fix that isolates the topic; none if its own CUSTOM would be lost."""
    if topic is None or topic.placeholder:
        return ()
    values = isolating_values(queue_manager, branch.root)
    if len(values) != len(branch.inherited) or ("CUSTOM" in values and topic.text("CUSTOM")):
        return ()
    edits = set_attributes(topic, values)
    if not edits:
        return ()
    text = f"set every inheritable property of TOPIC({topic.name}) to its effective value"
    return (Fix(UNSAFE, text, edits),)


# PUB005: a topic that was meant to be isolated but still inherits.

# if only this many of the 12 to 16 properties are missing, the definition was meant to set them all
FEW = 4


@rule("PUB005")
def partly_isolated_topic(queue_manager: QueueManager) -> Iterator[Hit]:
    """A topic sets nearly all inheritable properties and leaves out one to four of them."""
    topics = [
        definition
        for definition in queue_manager.of_type("TOPIC")
        if definition.statements and definition.defined
    ]
    if not topics:
        return
    tree = queue_manager.derived(build_topics)
    loaded = {branch_root(load.topic) for load in queue_manager.topic_loads if load.publish_rate_per_s}
    defaults: dict[int, int] = {}
    for topic in topics:
        if len(tree.properties) - most_own_values(topic, tree.properties, defaults) > FEW:
            continue
        string = topic.text("TOPICSTR")
        node = tree.node(string) if string else None
        if node is None or node.object is not topic or topic.name.startswith("SYSTEM.") or string in loaded:
            continue  # PUB001 covers topics with a declared rate
        inherited = tuple(islice(tree.inherited_by(topic), FEW + 1))
        if 0 < len(inherited) <= FEW and not has_placeholder(string):
            yield isolation_hit(queue_manager, topic, string, inherited)


def isolation_hit(
    queue_manager: QueueManager, topic: MqObject, string: str, inherited: tuple[str, ...]
) -> Hit:
    """The finding, with the missing properties and their effective values."""
    place = topic.place()
    assert place is not None  # only topics with statements are checked
    values = isolating_values(queue_manager, string)
    words = " ".join(f"{keyword}({value})" for keyword, value in values.items())
    known = len(queue_manager.derived(build_topics).properties)
    locks = queue_manager.derived(build_topics).locks(string)
    others = [
        lock.node.object.name for lock in locks if lock.node.object not in {None, topic} and lock.node.object
    ]
    return Hit(
        place,
        f"TOPIC({topic.name}) sets {known - len(inherited)} of {known} inheritable properties, but inherits "
        f"{', '.join(inherited)}",
        note="a topic has its own lock only if it sets every inheritable property; a publication now also "
        f"takes the lock of {others[0] if others else 'the root of the topic tree'} "
        "(IBM MQ V8 publish/subscribe performance report, 2015, 2.2.1, p. 16: measured on V7.5 and V8, not "
        "confirmed since)",
        help=f"set {words}, the effective value{'s' if len(values) != 1 else ''}; leave CLUSTER and CLROUTE "
        "as they are",
        object=ObjectName("TOPIC", topic.name),
        attribute="inheritance",
        fixes=isolation_fixes(topic, values, inherited),
    )


def isolation_fixes(topic: MqObject, values: dict[str, str], inherited: tuple[str, ...]) -> tuple[Fix, ...]:
    """The fix that sets the missing properties; none if the topic's CUSTOM would be lost."""
    if topic.placeholder or len(values) != len(inherited) or ("CUSTOM" in values and topic.text("CUSTOM")):
        return ()
    edits = set_attributes(topic, values)
    text = f"set the inherited properties of TOPIC({topic.name}) to their effective values"
    return (Fix(UNSAFE, text, edits),) if edits else ()
