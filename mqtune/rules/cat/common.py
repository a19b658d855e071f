"""Functions shared by the rules on MQSC commands: catalogue look-up, messages and hits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mqtune.engine.rule import Dialect, Hit
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.available import covered
from mqtune.language.mqsc import Attribute, EnumValue
from mqtune.rules.common import suggest, unavailable
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Extent, Parameter, Value
from mqtune.text.finding import UNSAFE, WARNING, Fix
from mqtune.text.patterns import lazy_pattern

BATCH_VARIABLE = lazy_pattern(r"%[A-Za-z_]\w*%\Z")
SETTING = ("DEFINE", "ALTER", "SET")  # verbs that set attributes


def attribute_of(
    statement: Statement, parameter: Parameter, kinds: tuple[str, ...] = (), alone: bool = False
) -> Attribute | None:
    """The catalogue entry of a parameter in its command.

    None if the command is not readable or has no such parameter, or if the parameter is of none of the
    kinds (any by default). `alone` as in `readable`.
    """
    if statement.verb is None or statement.type is None:
        return None
    attribute = catalogue.parameter(statement.verb, statement.type, parameter.keyword)
    if attribute is None or (kinds and attribute.kind not in kinds) or not readable(statement, alone):
        return None
    return attribute


def readable(statement: Statement, alone: bool = False) -> bool:
    """Whether the command is known and was parsed without a diagnostic that makes its words unreliable.

    `alone` means that a word is judged alone, so that a template may decide which words remain.
    """
    return (
        statement.verb is not None
        and statement.type is not None
        and (statement.command.readable if alone else statement.command.intact)
        and catalogue.command(statement.verb, statement.type) is not None
    )


def is_word(parameter: Parameter) -> bool:
    """Whether a parameter has a literal keyword, not a placeholder or a stray string."""
    return parameter.form != "stray" and not has_placeholder(parameter.keyword)


def known_values(parameter: Parameter) -> Iterable[Value]:
    """The values that contain no placeholder."""
    return [value for value in parameter.values or () if not is_open(value.text)]


def is_open(text: str) -> bool:
    """Whether a value is filled in later. `%NAME%` could also be an object name, but not much else."""
    return has_placeholder(text) or BATCH_VARIABLE.match(text) is not None


def subject(statement: Statement) -> str:
    """The object of a command: `QLOCAL(ORDERS)`, `QMGR`."""
    name = statement.name
    return f"{statement.type}({name})" if name is not None else str(statement.type)


def command_words(statement: Statement) -> str:
    """Verb and object type of the command in full: `DEFINE QLOCAL`."""
    return f"{statement.verb} {statement.type}"


def severity(dialect: Dialect, sure: bool = True) -> str | None:
    """None for the severity of the page; a warning if the catalogue is not certain or not new enough."""
    return None if sure and covered(dialect.level) else WARNING


def objection_to_attribute(attribute: Attribute, statement: Statement, dialect: Dialect) -> str:
    """What prevents the use of an attribute in a command, "" if nothing does."""
    if statement.has(attribute.keyword):
        return "the command already contains"
    platforms = attribute.platforms_for(statement.subtype or "")
    return unavailable(
        dialect.level,
        dialect.platform,
        attribute.introduced,
        attribute.deprecated,
        attribute.removed,
        platforms,
    )


def values_of(attribute: Attribute, subtype: str | None, dialect: Dialect) -> dict[str, str]:
    """The valid values of an attribute, each with what prevents its use."""
    return {word: objection_to_value(value, subtype, dialect) for word, value in attribute.values.items()}


def objection_to_value(value: EnumValue, subtype: str | None, dialect: Dialect) -> str:
    """What prevents the use of a value, "" if nothing does."""
    if subtype and value.subtypes and subtype not in value.subtypes:
        return f"is not valid for {subtype}"
    return unavailable(
        dialect.level,
        dialect.platform,
        value.introduced,
        value.deprecated,
        value.removed,
        value.platforms,
    )


def replacement(statement: Statement, number: int, extent: Extent, text: str) -> tuple[Fix, ...]:
    """An unsafe fix that replaces a text; none if the file cannot be edited exactly."""
    edit = statement.command.edit(number, extent, text)
    return () if edit is None else (Fix(UNSAFE, f"write {text}", (edit,)),)


def word_hit(
    statement: Statement,
    number: int,
    parameter: Parameter,
    message: str,
    known: Mapping[str, str] | None = None,
    note: str = "",
    help: str = "",
    severity: str | None = None,
    instead: str = "",
) -> Hit:
    """A hit on a keyword. `instead`, or the closest of the `known` words, becomes the help and an unsafe fix.

    `known` maps each word to what prevents its use.
    """
    extent = parameter.keyword_extent
    close = suggest(parameter.keyword, known or {})
    write = instead or (close.word if close.writable else "")
    if instead:
        help = f"{parameter.keyword} is a value: write {instead}"
    else:
        help = close.help("closest known keyword", help)
    return Hit(
        statement.place(number, extent),
        message,
        note=note,
        help=help,
        attribute=parameter.keyword,
        severity=severity,
        fixes=replacement(statement, number, extent, write) if write else (),
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
        fixes=fixes,
    )
