"""What is known of the run of scripts: whether they are repeated, and in which order they are applied."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from mqtune.engine.rule import Hit
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.grouping import dump_header
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.rules.common import earlier_here
from mqtune.syntax.document import CONTAINER, has_placeholder
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.finding import MEDIUM, WARNING, ObjectName
from mqtune.text.patterns import lazy_pattern

# how container images number the scripts they apply at every start
NUMBERED = lazy_pattern(r"^\d\d-[\w.-]+\.mqsc(\.tpl)?$", re.IGNORECASE)
AUTOMATIC_VARIABLES = ("AUTOCL", "QMNAME", "CONNAME")
ECHO = "echo"  # the carrier of text that a script writes or passes on, command by command
APPLIED_RESOURCES = ("ConfigMap", "QueueManager", "Secret")


def why_replayed(script: Script, queue_manager: QueueManager) -> str:
    """What shows that a script is applied at every start, in words; "" if nothing does."""
    document = script.document
    if document.resource.startswith(APPLIED_RESOURCES):
        return (
            f"MQSC of a {document.resource.partition('/')[0]} is applied at every start of the queue manager"
        )
    path = document.source.shown.replace("\\", "/")
    named = queue_manager.ini_value("AutoConfig", "MQSCConfig")
    if named and names_path(named, path):
        return f"AutoConfig applies it at every start (MQSCConfig={named})"
    mounting = _mounting(script, queue_manager)
    if mounting:
        return f"{mounting} puts it where the image applies it at every start of the queue manager"
    if NUMBERED.match(path.rpartition("/")[2]):
        return "a container applies numbered .mqsc files at every start of the queue manager"
    if uses_automatic_variables(script, queue_manager):
        return "it uses variables of automatic configuration, which is applied at every start"
    return ""


def _mounting(script: Script, queue_manager: QueueManager) -> str:
    """The file that puts this script into the container of the queue manager; "" if none does."""
    by = script.document.applied_by
    starting = [export.document for export in queue_manager.exports if export.document.carrier == CONTAINER]
    sources = [document.source for document in starting if by and os.path.abspath(document.source.path) == by]
    return sources[0].shown if sources else ""


def names_path(named: str, path: str) -> bool:
    """Whether `named`, a path on the machine, ends in the name of the file or of its folder."""
    parts = path.split("/")
    last = named.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return bool(last) and last in parts[-2:]


def uses_automatic_variables(script: Script, queue_manager: QueueManager) -> bool:
    """Whether a cluster-receiver channel is defined with the variables of automatic configuration."""
    return any(
        f"+{name}+" in (word.text or "")
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR")
        for statement in channel.statements
        if statement.command.script is script
        for _, word in statement.command.words()
        for name in AUTOMATIC_VARIABLES
    )


def run_in_sequence(statement: Statement, earlier: Statement | None, queue_manager: QueueManager) -> bool:
    """Whether two statements are known to run one after the other on one queue manager.

    In one text they do, and so do commands that a script echoes one by one; in two files only if mqtune.toml
    assigns both to it, in their order.
    """
    if earlier is None:
        return False
    if statement.command.script is earlier.command.script:
        return True
    document, before = statement.command.script.document, earlier.command.script.document
    if document.source is before.source and document.carrier == before.carrier == ECHO:
        return document.branch == before.branch
    declaration = queue_manager.declaration
    return declaration is not None and bool(declaration.files)


def line_of(statement: Statement) -> str:
    """The position of a statement for a message: `file:line`."""
    place = statement.name_place()
    return f"{place.file}:{place.span.line}"


# Definitions of one object in several texts of one queue manager, whose order is unknown.

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
    document, earlier_document = statement.command.script.document, earlier.command.script.document
    return (
        bool(document.resource)
        and document.resource == earlier_document.resource
        and document.source is not earlier_document.source
    )


def differences(event: ReplayEvent, earlier: Statement) -> list[tuple[str, str, str]]:
    """The attributes that two definitions set to different values, each with both values."""
    differing = []
    defaults = event.object.defaults if event.object is not None else {}
    for keyword in dict.fromkeys((*event.statement.attributes, *earlier.attributes)):
        values = [
            _value(statement, keyword, defaults.get(keyword)) for statement in (event.statement, earlier)
        ]
        if keyword == TEXT_ONLY or None in values or any(has_placeholder(value or "") for value in values):
            continue
        if (values[0] or "").upper() != (values[1] or "").upper():
            differing.append((keyword, values[0] or "", values[1] or ""))
    return differing


def _value(statement: Statement, keyword: str, default: str | None) -> str | None:
    """The value that a definition gives an attribute, None if it is unknown."""
    parameter = statement.attributes.get(keyword)
    if parameter is None:
        return None if statement.text("LIKE") else default
    if parameter.text is None:
        return "YES" if parameter.keyword == keyword else "NO"
    return parameter.text.strip()


def _hit(statement: Statement, earlier: Statement, differing: list[tuple[str, str, str]]) -> Hit:
    values = ", ".join(f"{keyword}({value or ' '})" for keyword, value, _ in differing[:MOST_SHOWN])
    earlier_values = ", ".join(
        f"{keyword}({earlier_value or ' '})" for keyword, _, earlier_value in differing[:MOST_SHOWN]
    )
    return Hit(
        statement.name_place(),
        f"{statement.type}({statement.name}) has {values}, but {line_of(earlier)} defines it with "
        f"{earlier_values}",
        note="both are for the same queue manager, so the order in which they run decides: the later one "
        "applies if it has REPLACE, and is refused otherwise (AMQ8150)",
        help="define the object once; if the files are for different queue managers, declare these in "
        "mqtune.toml",
        object=ObjectName(statement.type or "", statement.name or ""),
        severity=WARNING,
        confidence=MEDIUM,
        related=earlier_here(earlier, "also defined here"),
    )
