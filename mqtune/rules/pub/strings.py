"""PUB019: topic strings that are nearly identical."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO, ObjectName
from mqtune.rules.common.object_names import defined_here
from mqtune.syntax.placeholders import has_placeholder


@rule("PUB019")
def near_identical_topic_strings(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two topic strings of one queue manager differ only in letter case, or in a slash at the beginning or
    end.
    """
    topics = [one for one in queue_manager.of_type("TOPIC") if one.statements]
    subscriptions = [one for one in queue_manager.of_type("SUB") if one.statements]
    if len(topics) + len(subscriptions) < 2:
        return
    first: dict[str, tuple[str, MqObject]] = {}
    for object in (*topics, *subscriptions):
        string = object.text("TOPICSTR")
        if not string or has_placeholder(string) or object.text("TOPICOBJ"):
            continue
        known, other = first.setdefault(folded(string), (string, object))
        if known != string:
            yield from hit(object, string, other, known)


def folded(string: str) -> str:
    """The string without letter case, and without slashes at its ends."""
    return string.casefold().strip("/")


def hit(object: MqObject, string: str, other: MqObject, known: str) -> Iterator[Hit]:
    """Two strings that differ in letter case or in a slash at an end."""
    place = object.place("TOPICSTR")
    if place is None:
        return
    what = "letter case" if string.strip("/") != known.strip("/") else "a slash"
    yield Hit(
        place,
        f"{object.type}({object.name}) has topic string '{string}', but {other.type}({other.name}) has "
        f"'{known}': they differ only in {what}",
        note="topic strings are compared character by character: subscribers to one do not receive "
        "publications on the other",
        help=f"use '{known}' in both places, unless two topics are intended",
        object=ObjectName(object.type, object.name),
        attribute="TOPICSTR",
        severity=None if object.type != other.type else INFO,
        related=defined_here(other, "TOPICSTR"),
    )
