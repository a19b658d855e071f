"""What a new version of a script takes over from the version before: the commands whose lines are the same.

A command of the earlier version keeps its identity, and so does everything that was derived from it. The
earlier version must not be used any more.
"""

from __future__ import annotations

from operator import is_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Command, Line, Script


def slot_of(script: Script) -> tuple[object, ...] | None:
    """What two versions of a script have in common; None if positions in it are not those in the file."""
    document = script.document
    if document.text is not document.source.text:
        return None
    names = (document.source.path, document.source.shown, document.carrier, document.container)
    return (*names, document.resource, document.template)


def take_over(before: Script, after: Script) -> None:
    """Replace the commands of a script by equal ones of the version before, moved to their new positions."""
    old, new = before.commands, after.commands
    same = same_lines(before.lines, after.lines)
    head = 0
    for one, other in zip(old, new, strict=False):
        if one.last >= same or not are_alike(one, other, 0):
            break
        one.script = after
        head += 1
    new[:head] = old[:head]
    moved = len(after.lines) - len(before.lines)
    first = len(before.lines) - same_lines(before.lines[::-1], after.lines[::-1])
    tail = 0
    for one, other in zip(reversed(old[head:]), reversed(new[head:]), strict=False):
        if one.first < first or not are_alike(one, other, moved):
            break
        one.script = after
        one.first += moved
        one.last += moved
        tail += 1
    if tail:
        new[-tail:] = old[-tail:]


def same_lines(before: list[Line], after: list[Line]) -> int:
    """The number of lines with which both begin: equal lines are the same object."""
    try:
        return list(map(is_, before, after)).index(False)
    except ValueError:
        return min(len(before), len(after))


def are_alike(one: Command, other: Command, moved: int) -> bool:
    """Whether two plain commands with the same lines differ in nothing but the position."""
    return (
        one.first + moved == other.first
        and one.last + moved == other.last
        and one.intact == other.intact
        and one.folded is None
        and other.folded is None
    )
