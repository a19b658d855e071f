"""Rules on the form of a parameter: a flag with a value, a missing value, empty parentheses."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Dialect, Skip, rule
from mqtune.estate.statement import Statement
from mqtune.rules.cat.attributes import values_beside
from mqtune.rules.cat.common import attribute_of, is_word, severity, subject
from mqtune.syntax.mqsc.words import Parameter


@rule("CAT012", skip=Skip(kinds=("flag",), values=()))
def value_on_flag(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
    """A flag with a value in parentheses: SHARE(YES), TRIGGER(NO), REPLACE(YES)."""
    attribute = attribute_of(statement, parameter, ("flag",))
    if attribute is None:
        return
    if parameter.values is None or statement.verb == "DISPLAY" or not is_word(parameter):
        return
    word = parameter.keyword
    other = f" or {attribute.negative}" if attribute.negative else ""
    yield Hit(
        statement.place(number, parameter.extent),
        f"flag {word} of {subject(statement)} has a value",
        note="a flag takes no value; naming it sets it",
        help=f"write {attribute.keyword}{other}",
        attribute=attribute.keyword,
        severity=severity(dialect, attribute.confidence == "high"),
    )


@rule("CAT013", skip=Skip(values=()))
def attribute_without_value(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An attribute without a value, although it requires one."""
    if parameter.form != "word" or statement.verb == "DISPLAY" or not is_word(parameter):
        return
    attribute = attribute_of(statement, parameter)
    if attribute is None or attribute.kind == "flag":
        return
    beside = values_beside(statement, number, parameter)
    text = statement.lines[number - statement.command.first].text
    value = text[beside[0].extent[1] : beside[-1].extent[3]] if beside else ""
    yield Hit(
        statement.place(number, parameter.keyword_extent),
        f"{parameter.keyword} of {subject(statement)} has no value",
        note="the queue manager rejects the whole command with a syntax error",
        help=f"write {parameter.keyword}({value})"
        if value
        else f"write {parameter.keyword}(…) with a value; ' ' is a blank value",
        attribute=attribute.keyword,
        severity=severity(dialect, attribute.confidence == "high"),
    )


@rule("CAT014", skip=Skip(values=()))
def empty_parentheses(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """Empty parentheses, although the attribute requires a value."""
    if parameter.text or parameter.values != () or not is_word(parameter):
        return
    attribute = attribute_of(statement, parameter)
    if attribute is None or "" in attribute.special or attribute.kind == "flag":
        return
    yield Hit(
        statement.place(number, parameter.extent),
        f"{parameter.keyword} of {subject(statement)} has empty parentheses",
        note="the queue manager rejects the whole command with a syntax error",
        help=f"write {parameter.keyword}(' ') for a blank value, or remove {parameter.keyword}",
        attribute=attribute.keyword,
        severity=severity(dialect, attribute.confidence == "high"),
    )
