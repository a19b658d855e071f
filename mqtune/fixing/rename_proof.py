"""Compares the estates before and after a rename: they may differ in the one name only."""

from __future__ import annotations

from collections import Counter

from mqtune.estate.references import unmet_references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.session.session import Session

Key = tuple[str, str]


def difference(before: Session, after: Session, holders: set[tuple[int, str]], old: str, new: str) -> str:
    """What else differs, in words; "" if nothing does. `holders` are ids of queue managers with a space."""
    for one, other in zip(before.estates, after.estates, strict=True):
        if len(one.queue_managers) != len(other.queue_managers):
            return "the files would form other queue managers"
        for manager, changed in zip(one.queue_managers, other.queue_managers, strict=True):
            found = of_manager(manager, changed, holders, old, new)
            if found:
                return f"{found} on {manager.qualified}"
    return ""


def of_manager(
    before: QueueManager, after: QueueManager, holders: set[tuple[int, str]], old: str, new: str
) -> str:
    """What else differs in one queue manager."""
    expected = {
        (space, new if name == old and (id(before), space) in holders else name): one
        for (space, name), one in before.objects.items()
    }
    for key in expected.keys() ^ after.objects.keys():
        return f"{key[0]}({key[1]}) would {'disappear' if key in expected else 'appear'}"
    for key, one in expected.items():
        found = of_object(one, after.objects[key], old, new)
        if found:
            return found
    if Counter(event.kind for event in before.events) != Counter(event.kind for event in after.events):
        return "other commands would be refused"
    if len(before.derived(unmet_references)) != len(after.derived(unmet_references)):
        return "a reference would lead elsewhere"
    if (len(before.chlauth), len(before.authrecs)) != (len(after.chlauth), len(after.authrecs)):
        return "channel authentication or authority records would differ"
    return ""


def of_object(before: MqObject, after: MqObject, old: str, new: str) -> str:
    """What else differs in one object that scripts define."""
    if before is after or not before.statements:
        return ""
    if (before.type, before.subtype) != (after.type, after.subtype):
        return f"the type of {before.type}({before.name})"
    for keyword in before.keywords() | after.keywords():
        one, other = before.value(keyword), after.value(keyword)
        if one != other and substituted(one or "", old, new) != other:
            return f"{keyword} of {before.type}({before.name})"
    return ""


def substituted(text: str, old: str, new: str) -> str:
    """A value, or the items of a list, with the new name."""
    return ",".join(new if item.strip() == old else item for item in text.split(","))
