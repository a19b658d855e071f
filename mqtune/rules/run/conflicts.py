"""Definitions of one object in several texts of one queue manager, whose order is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.estate.dump_header import dump_header
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import MEDIUM, WARNING, ObjectName
from mqtune.rules.common.object_names import earlier_here
from mqtune.rules.run.evidence import line_of, run_in_sequence
from mqtune.syntax.placeholders import has_placeholder

MOST_SHOWN = 3
TEXT_ONLY = "DESCR"  # a different description changes nothing


def conflicts(queue_manager: QueueManager) -> Iterator[Hit]:
    """The definitions that contradict one in another file, or in another text of the same file."""
    dumps = {id(script) for script in queue_manager.scripts if dump_header(script) is not None}
    for event in queue_manager.events:
        earlier = event.earlier
        if event.kind not in (EventKind.DEFINE_EXISTING, EventKind.DEFINED_TWICE) or earlier is None:
            continue
        if run_in_sequence(event.statement, earlier, queue_manager):
            continue
        if dumps & {id(event.statement.command.script), id(earlier.command.script)}:
            continue  # a dump shows the result of scripts
        if is_overlay(event.statement, earlier):
            continue
        differing = differences(event, earlier)
        if differing:
            yield _hit(event.statement, earlier, differing)


def is_overlay(statement: Statement, earlier: Statement) -> bool:
    """Whether both are in the same Kubernetes resource of two files: one replaces or patches the other."""
    one, other = statement.command.script.document, earlier.command.script.document
    return bool(one.resource) and one.resource == other.resource and one.source is not other.source


def differences(event: ReplayEvent, earlier: Statement) -> list[tuple[str, str, str]]:
    """The attributes that two definitions set to different values, each with both values."""
    found = []
    defaults = event.object.defaults if event.object is not None else {}
    for keyword in dict.fromkeys((*event.statement.attributes, *earlier.attributes)):
        values = [_value(one, keyword, defaults.get(keyword)) for one in (event.statement, earlier)]
        if keyword == TEXT_ONLY or None in values or any(has_placeholder(value or "") for value in values):
            continue
        if (values[0] or "").upper() != (values[1] or "").upper():
            found.append((keyword, values[0] or "", values[1] or ""))
    return found


def _value(statement: Statement, keyword: str, default: str | None) -> str | None:
    """The value that a definition gives an attribute, None if it is unknown."""
    parameter = statement.attributes.get(keyword)
    if parameter is None:
        return None if statement.text("LIKE") else default
    if parameter.text is None:
        return "YES" if parameter.keyword == keyword else "NO"
    return parameter.text.strip()


def _hit(statement: Statement, earlier: Statement, differing: list[tuple[str, str, str]]) -> Hit:
    here = ", ".join(f"{keyword}({one or ' '})" for keyword, one, _ in differing[:MOST_SHOWN])
    there = ", ".join(f"{keyword}({other or ' '})" for keyword, _, other in differing[:MOST_SHOWN])
    return Hit(
        statement.name_place(),
        f"{statement.type}({statement.name}) has {here}, but {line_of(earlier)} defines it with {there}",
        note="both are for the same queue manager, so the order in which they run decides: the later one "
        "applies if it has REPLACE, and is refused otherwise (AMQ8150)",
        help="define the object once; if the files are for different queue managers, declare these in "
        "mqtune.toml",
        object=ObjectName(statement.type or "", statement.name or ""),
        severity=WARNING,
        confidence=MEDIUM,
        related=earlier_here(earlier, "also defined here"),
    )
