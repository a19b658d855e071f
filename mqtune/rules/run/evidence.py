"""Whether a script is applied repeatedly, and whether two statements are known to run in sequence."""

from __future__ import annotations

import os
import re

from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.syntax.document import CONTAINER
from mqtune.syntax.mqsc.tree import Script
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
    starting = [one.document for one in queue_manager.exports if one.document.carrier == CONTAINER]
    found = [one.source for one in starting if by and os.path.abspath(one.source.path) == by]
    return found[0].shown if found else ""


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
