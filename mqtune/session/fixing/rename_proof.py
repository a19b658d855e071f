"""What a rename changes: estates may differ in the one name only, and mqtune.toml names it, too."""

from __future__ import annotations

import re
from collections import Counter

from mqtune.analysis.topology.references import unmet_references
from mqtune.estate.words import QUEUE_TYPES, name_space
from mqtune.project.tables import key_lines
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.tables import KeyPath
    from mqtune.session.session import Session


# Estates before and after.

Key = tuple[str, str]


def difference(before: Session, after: Session, holders: set[tuple[int, str]], old: str, new: str) -> str:
    """What else differs, in words; "" if nothing does. `holders` are ids of queue managers with a space."""
    for old_estate, new_estate in zip(before.estates, after.estates, strict=True):
        if len(old_estate.queue_managers) != len(new_estate.queue_managers):
            return "the files would form other queue managers"
        for manager, changed in zip(old_estate.queue_managers, new_estate.queue_managers, strict=True):
            differs = of_manager(manager, changed, holders, old, new)
            if differs:
                return f"{differs} on {manager.qualified}"
    return ""


def of_manager(
    before: QueueManager, after: QueueManager, holders: set[tuple[int, str]], old: str, new: str
) -> str:
    """What else differs in one queue manager."""
    expected = {
        (space, new if name == old and (id(before), space) in holders else name): object
        for (space, name), object in before.objects.items()
    }
    for key in expected.keys() ^ after.objects.keys():
        return f"{key[0]}({key[1]}) would {'disappear' if key in expected else 'appear'}"
    for key, object in expected.items():
        differs = of_object(object, after.objects[key], old, new)
        if differs:
            return differs
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
        old_value, new_value = before.value(keyword), after.value(keyword)
        if old_value != new_value and substituted(old_value or "", old, new) != new_value:
            return f"{keyword} of {before.type}({before.name})"
    return ""


def substituted(text: str, old: str, new: str) -> str:
    """A value, or the items of a list, with the new name."""
    return ",".join(new if item.strip() == old else item for item in text.split(","))


# Edits of mqtune.toml: declared loads, tests, exceptions and ignored changes.

# keys of tables of a queue manager
OF_MANAGER: dict[tuple[str, ...], tuple[str, ...]] = {
    ("queue", "queue"): ("QUEUE",),
    ("channel", "channel"): ("CHANNEL", "CLNTCONN"),
}
# keys whose value is `TYPE(NAME)`, a name, or `NAME@QMGR`
TITLES = {("exception", "object"), ("plan-ignore", "object"), ("access-test", "object")}
NAMES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("access-test", "channel"): ("CHANNEL",),
    ("flow-test", "put"): ("QUEUE",),
    ("flow-test", "at"): ("QUEUE",),
}
TITLE = lazy_pattern(r"([A-Z]+)\((.*)\)")

Edits = tuple[list[tuple[Span, str]], list[str]]


def project_edits(
    text: str, old: str, new: str, spaces: set[str], managers: list[QueueManager], shared: bool
) -> Edits:
    """The edits, and what is left as it is. `shared` means that other queue managers have the name as well,
    so that what names no queue manager is left.
    """
    edits: list[tuple[Span, str]] = []
    notes: list[str] = []
    if old not in text:
        return edits, notes
    lines = text.split("\n")
    names = {manager.name for manager in managers}
    for path, number in key_lines(text).items():
        if not path or not isinstance(path[-1], str):
            continue
        line = lines[number - 1]
        match = re.search(r"=\s*([\"'])(.*?)\1", line)
        if match is None or not is_key(line, path[-1]):
            continue
        value = match[2]
        renamed = replaced(path, value, old, new, spaces)
        if renamed is None:
            continue
        owner = manager_of(path, lines, text)
        if (owner is not None and owner not in names) or (owner is None and shared):
            if owner is None:
                notes.append(
                    f'{path[-1]} = "{value}" (mqtune.toml:{number}) is unchanged: the name is not unique'
                )
            continue
        edits.append((Span(number, match.start(2) + 1, number, match.end(2) + 1), renamed))
    return edits, notes


def is_key(line: str, key: str) -> bool:
    """Whether a line begins with a key and its value."""
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line) is not None


def replaced(path: KeyPath, value: str, old: str, new: str, spaces: set[str]) -> str | None:
    """The new value of a key, None if it does not name the object."""
    words = tuple(part for part in path if isinstance(part, str))
    if len(words) == 3 and words[0] == "queue-manager":
        kinds = OF_MANAGER.get(words[1:], ())
        return new if value == old and spaces & set(kinds) else None
    if words in TITLES:
        title = TITLE.fullmatch(value)
        if title is not None and title[2] == old:
            space = "QUEUE" if title[1] in (*QUEUE_TYPES, "QUEUE") else name_space(title[1], None)
            return f"{title[1]}({new})" if space in spaces or space == "CHLAUTH" else None
        return None
    name, at, manager = value.partition("@")
    kinds = NAMES.get(words, ())
    return f"{new}{at}{manager}" if name == old and spaces & set(kinds) else None


def manager_of(path: KeyPath, lines: list[str], text: str) -> str | None:
    """The queue manager whose table, or whose test, a key belongs to."""
    numbers = key_lines(text)
    table = path[:2]
    for key in ("name",) if path[0] == "queue-manager" else ("queue-manager",):
        number = numbers.get((*table, key))
        match = re.search(r"=\s*([\"'])(.*?)\1", lines[number - 1]) if number else None
        if match is not None:
            return match[2]
    return None
