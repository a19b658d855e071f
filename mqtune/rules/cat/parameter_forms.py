"""Rules on the form of a parameter: values on flags, words without values, empty parentheses."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.rules.cat.common import described, is_word, readable, severity, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.rule import Language
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.words import Parameter


@rule("CAT012", skip=Skip(kinds=("flag",), values=()))
def value_on_a_flag(
    statement: Statement, number: int, parameter: Parameter, language: Language
) -> Iterator[Hit]:
    """A flag with a value in parentheses: SHARE(YES), TRIGGER(NO), REPLACE(YES)."""
    attribute = described(statement, parameter)
    if attribute is None or attribute.kind != "flag" or not readable(statement):
        return
    if parameter.values is None or statement.verb == "DISPLAY" or not is_word(parameter):
        return
    word = parameter.keyword
    other = f" or {attribute.negative}" if attribute.negative else ""
    yield Hit(
        statement.place(number, parameter.extent),
        f"{word} of {subject(statement)} is a flag and takes no value",
        note="a flag is a bare word: it is set by standing there",
        help=f"write {attribute.keyword}{other}",
        attribute=attribute.keyword,
        severity=severity(language, attribute.confidence == "high"),
    )


@rule("CAT013", skip=Skip(values=()))
def attribute_without_value(
    statement: Statement, number: int, parameter: Parameter, language: Language
) -> Iterator[Hit]:
    """An attribute without a value, although it requires one."""
    if parameter.form != "word" or statement.verb == "DISPLAY" or not is_word(parameter):
        return
    attribute = described(statement, parameter)
    if attribute is None or attribute.kind == "flag" or not readable(statement):
        return
    yield Hit(
        statement.place(number, parameter.keyword_extent),
        f"{parameter.keyword} of {subject(statement)} has no value",
        note="the queue manager answers with a syntax error and does nothing of the command",
        help=f"write {parameter.keyword}(…) with a value, ' ' for a blank one",
        attribute=attribute.keyword,
        severity=severity(language, attribute.confidence == "high"),
    )


@rule("CAT014", skip=Skip(values=()))
def empty_parentheses(
    statement: Statement, number: int, parameter: Parameter, language: Language
) -> Iterator[Hit]:
    """Empty parentheses, although the attribute requires a value."""
    if parameter.text or parameter.values != () or not is_word(parameter):
        return
    attribute = described(statement, parameter)
    if attribute is None or "" in attribute.special or attribute.kind == "flag" or not readable(statement):
        return
    yield Hit(
        statement.place(number, parameter.extent),
        f"{parameter.keyword} of {subject(statement)} has empty parentheses",
        note="the queue manager answers with a syntax error and does nothing of the command",
        help=f"write {parameter.keyword}(' ') for a blank value, or take the word out",
        attribute=attribute.keyword,
        severity=severity(language, attribute.confidence == "high"),
    )
