"""States that do not show everything: a dump that was cut off, files without a command, open placeholders.

What such a new state lacks may be there, so nothing is deleted because of it; what such an old state
lacks may exist.
"""

from __future__ import annotations

from mqtune.analysis.plan.model import CREATE, DELETE, UNCERTAIN, Change
from mqtune.analysis.plan.records import key_of
from mqtune.analysis.plan.risk import UNKNOWN
from mqtune.estate.grouping import dump_header
from mqtune.estate.words import name_space
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.templates import states_text
from mqtune.text.editing import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.plan.model import QueueManagerPlan, Side
    from mqtune.analysis.plan.objects import Comparison
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import AuthorityRecord
    from mqtune.estate.statement import Statement
    from mqtune.text.editing import Place

NO_COMMAND = "the files contain no command"
NOT_SHOWN = "the state before is not complete, so whether it exists already is unknown"


def gap_of(manager: QueueManager) -> str:
    """Why the dumps of a queue manager do not show its state; "" if nothing indicates that."""
    return manager.gaps[0][1].why if manager.gaps else ""


def is_whole(manager: QueueManager) -> bool:
    """Whether a state shows every object: a dump without options that omit some and without gaps, or complete
    files.
    """
    headers = [header for script in manager.scripts if (header := dump_header(script)) is not None]
    if gap_of(manager):
        return False
    complete = manager.complete or manager.stated_complete
    return any(header.is_complete for header in headers) if headers else complete


def gap_beside(manager: QueueManager, counterpart: QueueManager) -> str:
    """The same for one of two states: files without a command, in place of a dump, are a dump that failed."""
    if manager.gaps or not any(dump_header(script) is not None for script in counterpart.scripts):
        return gap_of(manager)
    empty = manager.scripts and not any(script.commands for script in manager.scripts)
    return NO_COMMAND if empty else ""


def why_incomplete(manager: QueueManager, side: Side, part: QueueManagerPlan, why: str) -> str:
    """Which side does not show the state of a queue manager, and why."""
    at = ""
    if manager.gaps:
        script, gap = manager.gaps[0]
        place = script.document.place(Span(gap.line, 1, gap.line, 1))
        at = f" ({side.shown(place.file)}:{place.span.line})"
    return f"{side.label} is not the complete state of {part.label}: {why}{at}"


def kept_changes(comparison: Comparison, part: QueueManagerPlan, changes: list[Change]) -> list[Change]:
    """The changes that incomplete states show; `part` receives why, and how many are not made."""
    old, new = gap_beside(comparison.old, comparison.new), gap_beside(comparison.new, comparison.old)
    for state, side, why in (
        (comparison.old, comparison.old_side, old),
        (comparison.new, comparison.new_side, new),
    ):
        if why:
            part.gaps.append(why_incomplete(state, side, part, why))
    if new:
        kept = [change for change in changes if change.action != DELETE and not change.recreated]
        refused = len(changes) - len(kept)
        if refused:
            part.gaps.append(
                f"deletes refused: {refused}, because what {comparison.new_side.label} lacks may be there"
            )
        changes = list(shown_by(comparison.new, kept, comparison.new_side.label, part))
    if old:
        changes = list(shown_by(comparison.old, changes, comparison.old_side.label, part))
        for change in changes:
            if change.action == CREATE:
                change.more = (*change.more, UNKNOWN)
                change.notes.append(NOT_SHOWN)
    return changes


def shown_by(
    state: QueueManager, changes: list[Change], label: str, part: QueueManagerPlan
) -> Iterator[Change]:
    """The changes of what an incomplete state shows, without its last command, which may be cut as well."""
    cut = {
        id(command)
        for script, gap in state.gaps
        for command in [earlier for earlier in script.commands if earlier.first < gap.last][-1:]
    }
    items = items_of(state)
    left = 0
    for change in changes:
        item = items.get(key_of_change(change))
        known = item is not None and item.statements and id(item.statements[-1].command) not in cut
        if known or (item is None and change.action == CREATE) or change.action == DELETE:
            yield change
        else:
            left += 1
    if left:
        part.gaps.append(f"{left} not compared, because {label} shows only a part")


def items_of(state: QueueManager) -> dict[object, MqObject | AuthorityRecord]:
    """The objects and records of a state by what identifies them."""
    items: dict[object, MqObject | AuthorityRecord] = {key: object for key, object in state.objects.items()}  # noqa: C416
    for record in state.chlauth:
        items["CHLAUTH", record.name, *sorted(key_of(record).items())] = record
    for authority in state.authrecs:
        words = {"OBJTYPE": authority.objtype, authority.entity: authority.user}
        items["AUTHREC", authority.profile, *sorted(words.items())] = authority
    return items


def key_of_change(change: Change) -> object:
    """What identifies the object or record of a change, see `items_of`."""
    if change.type in ("CHLAUTH", "AUTHREC"):
        return (change.type, change.name, *sorted(change.key.items()))
    return ("QMGR", "") if change.type == "QMGR" else (name_space(change.type, change.subtype), change.name)


# What placeholders outside of values leave open: no object shows it.

READING = ("DISPLAY", "PING")  # verbs that change nothing
OPEN = "the value of {} is not known"


def open_words(statement: Statement) -> list[str]:
    """The placeholders in place of a verb, a type, a keyword or a parameter, or of the name in DELETE."""
    words = [word.keyword for _, word in statement.command.words() if has_placeholder(f"{word.keyword}(")]
    if statement.placeholder and statement.verb == "DELETE":
        words.append(statement.name or "")
    return [] if statement.verb in READING else words


def open_commands(manager: QueueManager, of_objects: bool) -> dict[tuple[object, ...], Statement]:
    """The commands with such placeholders, by what differs if they do; those of which the type is known, or
    the others.
    """
    commands: dict[tuple[object, ...], Statement] = {}
    for statement in manager.statements:
        if (statement.type is not None) != of_objects or not open_words(statement):
            continue
        words = [(word.keyword, word.text) for _, word in statement.command.words()]
        if statement.verb is not None and of_objects:  # values of attributes are compared anyway
            words = [word for word in words if has_placeholder(f"{word[0]}(")]
        key = (statement.verb, statement.type, statement.name, tuple(sorted(words, key=repr)))
        commands.setdefault(key, statement)
    return commands


def open_changes(comparison: Comparison, known: list[Change]) -> Iterator[Change]:
    """The unknown changes of commands with such placeholders that only one state has; that of an object in
    `known` receives the class.
    """
    old, new = open_commands(comparison.old, True), open_commands(comparison.new, True)
    changes = {(change.type, change.name): change for change in known}
    for key in [] if comparison.is_drift else [*new, *old]:
        if key in old and key in new:
            continue
        if comparison.is_script and (new.get(key) or old[key]).placeholder:
            continue  # a command of a script for an unknown object is a change already
        is_old = key not in new
        statement = (old if is_old else new)[key]
        type, name = statement.type or "", statement.name or ""
        if type == "QMGR":
            name = comparison.new.name or comparison.old.name or ""
        change = changes.get((type, name))
        if change is None:
            source = comparison.source(statement.name_place(), old=is_old)
            change = changes[type, name] = Change(comparison.new, type, name, UNCERTAIN, source)
            change.subtype = statement.subtype or ""
            yield change
        change.more = (*change.more, UNKNOWN)
        note = OPEN.format(", ".join(open_words(statement)))
        change.notes += [note] if note not in change.notes else []


def open_lines(manager: QueueManager) -> dict[tuple[object, ...], Place]:
    """The lines that are placeholders, so that any command may be there, by their words."""
    lines = {key: statement.name_place() for key, statement in open_commands(manager, False).items()}
    for script in manager.scripts:
        for number, line in enumerate(script.lines, 1):
            if states_text(line):
                lines.setdefault((line.text.strip(),), script.document.place(Span(number, 1, number, 1)))
    return lines
