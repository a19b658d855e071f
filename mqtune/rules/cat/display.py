"""Rules on DISPLAY: the requested attributes and the WHERE condition."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Dialect, Skip, rule
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO
from mqtune.language import catalogue
from mqtune.language.entries import OPERATOR_FAMILIES, Attribute
from mqtune.rules.cat.common import (
    command_words,
    is_word,
    objection_to_attribute,
    readable,
    value_hit,
    word_hit,
)
from mqtune.rules.common.suggestion import Known
from mqtune.syntax.mqsc.values import read_condition
from mqtune.syntax.mqsc.words import Parameter
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spelling import nearest
from mqtune.text.wording import allowed_list


@rule("CAT035", skip=Skip(values=()))
def unknown_display_keyword(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A keyword that the DISPLAY command does not accept."""
    if statement.verb != "DISPLAY" or not is_word(parameter) or not readable(statement):
        return
    type = str(statement.type)
    command = catalogue.command("DISPLAY", type)
    if command is None or parameter.keyword in command.groups:
        return
    words = catalogue.parameters("DISPLAY", type)
    if parameter.keyword in words or not catalogue.shown(type):
        return
    yield word_hit(
        statement,
        number,
        parameter,
        f"{parameter.keyword} is not a valid keyword for {command_words(statement)}",
        Known(words, lambda word: objection_to_attribute(words[word], statement, dialect)),
        note="the queue manager reports a syntax error and displays nothing",
        help=f"remove {parameter.keyword}",
        # attributes of objects are known from dumps; the manuals add status attributes with every release
        severity=None if catalogue.shows_object(type) else INFO,
    )


@rule("CAT036", keywords=("WHERE",))
def malformed_where_condition(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A WHERE condition that does not have three parts, names a keyword that cannot be used for filtering, or
    uses an operator that is not valid for the keyword.
    """
    values = parameter.values
    if not values or statement.verb != "DISPLAY" or not readable(statement):
        return
    if any(has_placeholder(value.text) for value in values):
        return
    type = str(statement.type)
    if len(values) < 3 or read_condition(" ".join(value.raw for value in values[:3])) is None:
        written = " ".join(value.raw for value in values)
        yield Hit(
            statement.place(number, parameter.extent),
            f"WHERE of {command_words(statement)} is not a valid condition: {written}",
            note="a condition is a keyword, an operator and a value, separated by blanks",
            help="write WHERE(keyword operator value), for example WHERE(CURDEPTH GT 0)",
            attribute="WHERE",
        )
        return
    keyword, operator = values[0].text.upper(), values[1].text.upper()
    known = catalogue.parameters("DISPLAY", type)
    if catalogue.shown(type) and keyword not in known:
        close = nearest(keyword, known)
        yield value_hit(
            statement,
            number,
            parameter,
            values[0],
            f"{command_words(statement)} cannot filter by {keyword}",
            help=f"the closest known keyword is {close}" if close else f"filter by an attribute of {type}",
        )
        return
    allowed = operators_for(known.get(keyword))
    if operator not in allowed:
        yield value_hit(
            statement,
            number,
            parameter,
            values[1],
            f"{operator} is not a valid operator for {keyword}",
            note=f"{keyword} accepts {allowed_list(allowed)}",
            help="use one of these operators",
        )


def operators_for(attribute: Attribute | None) -> tuple[str, ...]:
    """The operators that WHERE accepts for an attribute; all if its kind is unknown."""
    family = OPERATOR_FAMILIES.get(attribute.kind) if attribute is not None else None
    if family is not None:
        return catalogue.operators(family)
    families = {*OPERATOR_FAMILIES.values(), "string"}
    return tuple(sorted({word for one in families for word in catalogue.operators(one)}))
