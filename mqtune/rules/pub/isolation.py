"""PUB005: a topic that was meant to be isolated but still inherits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.busy_topics import isolating_values
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_attributes
from mqtune.estate.topic_properties import most_own_values
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import UNSAFE, Fix, ObjectName
from mqtune.syntax.placeholders import has_placeholder

# if only this many of the 12 to 16 properties are missing, the definition was meant to set them all
FEW = 4


@rule("PUB005")
def partly_isolated_topic(queue_manager: QueueManager) -> Iterator[Hit]:
    """A topic sets nearly all inheritable properties and leaves out one to four of them."""
    topics = [one for one in queue_manager.of_type("TOPIC") if one.statements and one.defined]
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
            yield hit(queue_manager, topic, string, inherited)


def hit(queue_manager: QueueManager, topic: MqObject, string: str, inherited: tuple[str, ...]) -> Hit:
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
        fixes=fixes(topic, values, inherited),
    )


def fixes(topic: MqObject, values: dict[str, str], inherited: tuple[str, ...]) -> tuple[Fix, ...]:
    """The fix that sets the missing properties; none if the topic's CUSTOM would be lost."""
    if topic.placeholder or len(values) != len(inherited) or ("CUSTOM" in values and topic.text("CUSTOM")):
        return ()
    edits = set_attributes(topic, values)
    text = f"set the inherited properties of TOPIC({topic.name}) to their effective values"
    return (Fix(UNSAFE, text, edits),) if edits else ()
