"""The values of one attribute of all objects of a type, grouped by value.

Many policies ask for the same few attributes of thousands of objects, most of which share a few values. The
groups are made once for each attribute and kept as long as the queue manager.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.query.condition import Condition
from mqtune.query.items import ObjectItem, Unknown

Groups = tuple[dict[str, list[MqObject]], list[tuple[MqObject, str]]]


def meeting(condition: Condition, manager: QueueManager, type: str) -> Iterator[tuple[MqObject, bool | str]]:
    """The objects of a type, of those in the files, that meet a condition, or of which that is unknown: each
    with True or the reason.
    """
    kept = manager.derived(groups_by_attribute)
    groups = kept.get((type, condition.keyword))
    if groups is None:
        groups = kept[type, condition.keyword] = grouped(manager, type, condition.keyword)
    known, unknown = groups
    for text, objects in known.items():
        verdict = condition.holds(text)
        if verdict is not False:
            reason = verdict or f"{condition.keyword} is {text}, not a number"
            for object in objects:
                yield object, reason
    yield from unknown


def groups_by_attribute(manager: QueueManager) -> dict[tuple[str, str], Groups]:
    """Return what is kept of a queue manager, by type and attribute: nothing at first."""
    return {}


def grouped(manager: QueueManager, type: str, keyword: str) -> Groups:
    """The objects by the value of an attribute, and those of which it is unknown, with the reason."""
    known: dict[str, list[MqObject]] = {}
    unknown: list[tuple[MqObject, str]] = []
    texts: dict[object, str] = {}  # by what decides about the value
    for object in manager.of_type(type):
        if not object.statements:
            continue
        key = decisive(object, keyword)
        text = texts.get(key) if key is not None else None
        if text is None:
            value = ObjectItem(manager, object).value(keyword)
            if isinstance(value, Unknown):
                unknown.append((object, value.why))
                continue
            if value is None:
                continue
            text = value
            if key is not None:
                texts[key] = text
        known.setdefault(text, []).append(object)
    return known, unknown


def decisive(object: MqObject, keyword: str) -> object:
    """What decides about the value of an attribute, if many objects share it; None if it is not simple."""
    if keyword == "TOPICSTR" and object.type == "SUB":
        return None
    word = object.word(keyword)
    if word is not None:
        return word
    if object.base is not None or object.carried is not None or not object.defined:
        return None
    return id(object.defaults) if keyword in object.defaults else None
