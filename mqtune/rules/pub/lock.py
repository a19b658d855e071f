"""PUB001: busy branches of the topic tree that share a topic lock because they inherit.

The mechanism and the limit are those of the IBM MQ V8.0 publish/subscribe performance report (2015),
2.1.3.1, 2.2.1 and Chart 6; no later text confirms or withdraws them.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.busy_topics import branches_to_isolate, isolating_values, lock_name, own_topic
from mqtune.estate.rewriting import set_attributes
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import UNSAFE, Fix, Impact, ObjectName, Related
from mqtune.rules.common.load_places import load_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.capacity.topic_lock import TopicLockLimit
    from mqtune.estate.busy_topics import Branch, Contention
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

MOST_RELATED = 8  # of thousands of branches below one lock, the busiest are named


@rule("PUB001")
def inherited_topic_under_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """A busy branch of the topic tree inherits at least one property, so its publications share a topic lock
    with every other branch that inherits that property.
    """
    if not any(load.publish_rate_per_s for load in queue_manager.topic_loads):
        return
    # imported here: the figures are needed only if a rate is declared
    from mqtune.capacity.topic_lock import topic_lock_limit

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
        Related(load_place(other.load), f"{other.load.topic} takes the same lock")
        for other in sharing[: MOST_RELATED + 1]
        if other is not branch
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
    from mqtune.capacity.topic_lock import MANY_PUBLISHERS, MANY_PUBLISHERS_SHARE  # as above

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
