"""Rules on the object name in a command: its length, its characters, whether it is present."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import HEAD, NAME, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import WARNING
from mqtune.language import catalogue
from mqtune.language.available import covered
from mqtune.rules.cat.common import command_words, readable, subject

FORMS = {
    "object-name": re.compile(r"[A-Za-z0-9._/%]*\Z"),
    "object-name and *": re.compile(r"[A-Za-z0-9._/%*]*\Z"),
}
RESERVED = "SYSTEM."


def _named(statement: Statement) -> str | None:
    """The name if it can be checked: present and without a placeholder."""
    if statement.name is None or statement.placeholder or not readable(statement):
        return None
    return statement.name


@rule("CAT023", skip=Skip(about=NAME))
def name_too_long(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name that is longer than its type allows."""
    name = _named(statement)
    entry = catalogue.type_entry(str(statement.type))
    if name is None or entry is None or entry.name_length is None or len(name) <= entry.name_length:
        return
    yield Hit(
        statement.name_place(),
        f"the name of {subject(statement)} is {len(name)} characters long;"
        f" the maximum is {entry.name_length}",
        note="the queue manager rejects the command",
        help=f"shorten the name to {entry.name_length} characters",
        severity=None if covered(queue_manager.level) else WARNING,
    )


@rule("CAT024", skip=Skip(about=NAME))
def name_with_illegal_character(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name that contains a character that is not allowed in names: a hyphen, a blank, a colon."""
    name = _named(statement)
    entry = catalogue.type_entry(str(statement.type))
    if name is None or entry is None or entry.characters not in FORMS:
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    if command is not None and command.name_generic:
        name = name.removesuffix("*")
    if FORMS[entry.characters].match(name):
        return
    strange = sorted({sign for sign in name if not FORMS[entry.characters].match(sign)})
    shown = " ".join("blank" if sign == " " else sign for sign in strange)
    what = "the illegal characters" if len(strange) > 1 else "the illegal character"
    yield Hit(
        statement.name_place(),
        f"the name of {subject(statement)} contains {what} {shown}",
        note="names consist of letters, digits and the characters . _ / %",
        help="use only these characters in the name",
        severity=None if covered(queue_manager.level) else WARNING,
    )


@rule("CAT025", skip=Skip(about=NAME))
def folded_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object name in lower case without quotation marks, which the queue manager folds to upper case."""
    if _named(statement) is None or statement.type_word is None:
        return
    values = statement.type_word[1].values
    if not values or values[0].quoted or values[0].raw == values[0].text:
        return
    yield Hit(
        statement.name_place(),
        f"{values[0].raw} without quotation marks refers to {subject(statement)}",
        note="text outside quotation marks is folded to upper case",
        help=f"write '{values[0].text}', or '{values[0].raw}' if lower case is intended",
    )


@rule("CAT026", skip=Skip(about=NAME))
def reserved_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A DEFINE of an object with a reserved name (`SYSTEM.*`) that neither the product nor one of its scripts
    defines.
    """
    name = _named(statement)
    if statement.verb != "DEFINE" or name is None or not name.startswith(RESERVED):
        return
    if catalogue.is_system_object(str(statement.type), name):
        return
    yield Hit(
        statement.name_place(),
        f"{subject(statement)} has a name that is reserved for the product",
        note="a later release may introduce an object with this name and other attributes",
        help="use another prefix for your own objects",
    )


@rule("CAT027", skip=Skip(about=HEAD))
def missing_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A command that does not name the object it applies to."""
    if statement.verb == "DISPLAY" or statement.type_word is None or not readable(statement):
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    number, word = statement.type_word
    if command is None or not command.name_required or word.text or word.values:
        return
    yield Hit(
        statement.place(number, word.keyword_extent),
        f"{command_words(statement)} lacks a name",
        note=f"the name of the {command.name_of} follows {statement.type} in parentheses",
        help=f"write {command_words(statement)}(name)",
        severity=None if command.confidence == "high" and covered(queue_manager.level) else WARNING,
    )


@rule("CAT028", skip=Skip(about=HEAD))
def unexpected_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A name in parentheses after an object keyword that does not accept one: ALTER QMGR(QM1)."""
    if statement.type_word is None or not readable(statement):
        return
    command = catalogue.command(str(statement.verb), str(statement.type))
    number, word = statement.type_word
    if command is None or command.name_of or not word.values or command.platforms == "zos":
        return
    yield Hit(
        statement.place(number, word.value_extent or word.extent),
        f"{command_words(statement)} does not accept a name",
        note="the command applies to the queue manager that runs it",
        help=f"write {command_words(statement)} without parentheses",
    )
