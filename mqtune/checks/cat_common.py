"""What the rules on MQSC words share: looking a parameter up, and wording. Holds no rule."""

from __future__ import annotations

import re

from mqtune.checks.hit import Hit
from mqtune.findings.finding import UNSAFE, WARNING, Fix
from mqtune.language import catalogue
from mqtune.language.available import covered
from mqtune.language.nearest import nearest
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.checks.rule import Language
    from mqtune.estate.statement import Statement
    from mqtune.language.entries import Attribute
    from mqtune.syntax.mqsc.words import Extent, Parameter, Value

BATCH_VARIABLE = re.compile(r"%[A-Za-z_]\w*%\Z")
SETTING = ("DEFINE", "ALTER", "SET")  # verbs that give attributes values


def described(statement: Statement, parameter: Parameter) -> Attribute | None:
    """What the catalogue says of a parameter in its command; None where it knows no such word."""
    if statement.verb is None or statement.type is None:
        return None
    return catalogue.parameter(statement.verb, statement.type, parameter.keyword)


def readable(statement: Statement) -> bool:
    """Whether the command is known and was read without a fault that makes its words unreliable."""
    return (
        statement.verb is not None
        and statement.type is not None
        and statement.command.intact
        and catalogue.command(statement.verb, statement.type) is not None
    )


def is_word(parameter: Parameter) -> bool:
    """Whether a parameter has a keyword that somebody wrote, not a template or a stray string."""
    return parameter.form != "stray" and not has_placeholder(parameter.keyword)


def known_values(parameter: Parameter) -> Iterable[Value]:
    """The values that hold no placeholder."""
    return [value for value in parameter.values or () if not is_open(value.text)]


def is_open(text: str) -> bool:
    """Whether a value is filled in later. `%NAME%` could be the name of an object, hardly any other value."""
    return has_placeholder(text) or BATCH_VARIABLE.match(text) is not None


def subject(statement: Statement) -> str:
    """The object a command is about, as people write it: `QLOCAL(ORDERS)`, `QMGR`."""
    name = statement.name
    return f"{statement.type}({name})" if name is not None else str(statement.type)


def command_words(statement: Statement) -> str:
    """The command by its full words: `DEFINE QLOCAL`."""
    return f"{statement.verb} {statement.type}"


def severity(language: Language, sure: bool = True) -> str | None:
    """None for the page's own severity; a warning where the catalogue is not sure or not new enough."""
    return None if sure and covered(language.level) else WARNING


def replacement(
    statement: Statement, number: int, extent: Extent, text: str, applicability: str = UNSAFE
) -> tuple[Fix, ...]:
    """A fix that puts a text in the place of another; none where the file cannot be edited exactly."""
    edit = statement.command.edit(number, extent, text)
    return () if edit is None else (Fix(applicability, f"write {text}", (edit,)),)


def word_hit(
    statement: Statement,
    number: int,
    parameter: Parameter,
    message: str,
    candidates: Iterable[str] = (),
    note: str = "",
    help: str = "",
    severity: str | None = None,
    instead: str = "",
) -> Hit:
    """A hit on a keyword; `instead`, or the one close candidate, becomes the help and an unsafe fix."""
    extent = parameter.keyword_extent
    close = instead or nearest(parameter.keyword, candidates)
    if instead:
        help = f"{parameter.keyword} is a value: write {instead}"
    elif close:
        help = f"the closest known word is {close}"
    return Hit(
        statement.place(number, extent),
        message,
        note=note,
        help=help,
        attribute=parameter.keyword,
        severity=severity,
        fixes=replacement(statement, number, extent, close) if close else (),
    )


def value_hit(
    statement: Statement,
    number: int,
    parameter: Parameter,
    value: Value,
    message: str,
    note: str = "",
    help: str = "",
    severity: str | None = None,
    confidence: str | None = None,
    fixes: tuple[Fix, ...] = (),
) -> Hit:
    """A hit on one value of a parameter."""
    return Hit(
        statement.place(number, value.extent),
        message,
        note=note,
        help=help,
        attribute=parameter.keyword,
        severity=severity,
        confidence=confidence,
        fixes=fixes,
    )
