"""Rules on the parameters of a command: keywords that it does not accept or cannot set, and their form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from mqtune.engine.rule import Dialect, Hit, Skip, rule
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.mqsc import Attribute
from mqtune.rules.cat.common import (
    SETTING,
    attribute_of,
    command_words,
    is_word,
    objection_to_attribute,
    readable,
    severity,
    subject,
    word_hit,
)
from mqtune.rules.common import Known
from mqtune.syntax.mqsc.tree import Line
from mqtune.syntax.mqsc.words import Extent, Parameter
from mqtune.text.messages import allowed_list

# Keywords.

UNKNOWN = "unknown"
ELSEWHERE = "elsewhere"
FIXED = "fixed"
MOST_OWNERS = 4
MOST_LINES = 16  # whose words are remembered; the rules ask for one line after the other
# a word without a value may be part of an unquoted value
QUOTED = ", or enclose a value with blanks or lower-case letters in single quotation marks"
Beside = tuple[dict[Extent, list[Parameter]], set[Extent]]


@cache
def rejection(verb: str, type: str, keyword: str) -> str:
    """Why a command does not accept a word: it is UNKNOWN, valid ELSEWHERE, or FIXED, that is, it cannot be
    set; "" if the command accepts it. DISPLAY has its own rules.
    """
    if verb == "DISPLAY" or catalogue.parameter(verb, type, keyword) is not None:
        return ""
    if verb in SETTING and (catalogue.attribute(type, keyword) or keyword in catalogue.read_only(type)):
        return FIXED
    if other_commands(type, keyword) or catalogue.types_with(keyword):
        return ELSEWHERE
    return UNKNOWN


@cache
def other_commands(type: str, keyword: str) -> tuple[str, ...]:
    """The verbs that accept a word for an object type."""
    return tuple(
        verb
        for verb in catalogue.verbs()
        if verb != "DISPLAY" and catalogue.parameter(verb, type, keyword) is not None
    )


@cache
def owners_of_value(verb: str, type: str, subtype: str | None, word: str) -> tuple[str, ...]:
    """The parameters of a command that accept a word as their value: ACTION for REPLACE, USAGE for XMITQ."""
    takes = catalogue.parameters(verb, type).items()
    return tuple(name for name, attribute in takes if word in attribute.values and attribute.fits(subtype))


def parameter_with_value(statement: Statement, parameter: Parameter) -> str:
    """The parameter whose value a word must be: `ACTION(REPLACE)`; "" if there is not exactly one."""
    if parameter.form != "word":
        return ""
    verb, type = str(statement.verb), str(statement.type)
    known = owners_of_value(verb, type, statement.subtype, parameter.keyword)
    free = [name for name in known if not statement.has(name)]
    return f"{free[0]}({parameter.keyword})" if len(free) == 1 else ""


def values_beside(statement: Statement, number: int, parameter: Parameter) -> Sequence[Parameter]:
    """The words after an attribute without a value on its line that cannot be keywords: `MAXDEPTH 500`."""
    return _beside(statement, number)[0].get(parameter.extent, ())


def _is_value_beside(statement: Statement, number: int, parameter: Parameter) -> bool:
    """Whether a word follows an attribute without a value, which CAT013 reports together with it."""
    return parameter.form == "word" and parameter.extent in _beside(statement, number)[1]


def _beside(statement: Statement, number: int) -> Beside:
    if not readable(statement):
        return {}, set()
    line = statement.lines[number - statement.command.first]
    return _beside_in(str(statement.verb), str(statement.type), line)


@lru_cache(MOST_LINES)
def _beside_in(verb: str, type: str, line: Line) -> Beside:
    """The words beside each attribute without a value of a line, and all of these words. Each word is looked
    at once, since a line may have any number.
    """
    beside: dict[Extent, list[Parameter]] = {}
    values: set[Extent] = set()
    last: list[Parameter] | None = None
    for parameter in line.parameters:
        attribute = catalogue.parameter(verb, type, parameter.keyword)
        if parameter.form != "word":
            last = None
        elif attribute is not None and attribute.kind != "flag":
            last = beside[parameter.extent] = []
        elif not rejection(verb, type, parameter.keyword):
            last = None
        elif last is not None:
            last.append(parameter)
            values.add(parameter.extent)
    return beside, values


def _rejection(statement: Statement, number: int, parameter: Parameter) -> str:
    if not is_word(parameter) or not readable(statement, alone=True):
        return ""
    why = rejection(str(statement.verb), str(statement.type), parameter.keyword)
    return "" if why and _is_value_beside(statement, number, parameter) else why


@cache
def words_for(verb: str, type: str, subtype: str | None) -> dict[str, Attribute | None]:
    """The words that a command accepts, each with its attribute: None for a word such as NOTRIGGER if the
    subtype does not have the attribute.
    """
    attributes = catalogue.parameters(verb, type)
    fitting: dict[str, Attribute | None]
    fitting = {word: attribute for word, attribute in attributes.items() if attribute.fits(subtype)}
    negative = {
        attribute.negative: fitting.get(attribute.keyword)
        for attribute in attributes.values()
        if attribute.negative
    }
    return fitting | negative


@rule("CAT005", skip=Skip(values=()))
def unknown_attribute(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An unknown keyword in a command."""
    if _rejection(statement, number, parameter) != UNKNOWN:
        return
    verb, type = str(statement.verb), str(statement.type)
    words = words_for(verb, type, statement.subtype)

    def objection(word: str) -> str:
        attribute = words[word]
        return objection_to_attribute(attribute, statement, dialect) if attribute is not None else ""

    entry = catalogue.command(verb, type)
    noun = "attribute" if verb in SETTING else "parameter"
    yield word_hit(
        statement,
        number,
        parameter,
        f"{command_words(statement)} has no {noun} {parameter.keyword}",
        Known(words, objection),
        help=f"remove {parameter.keyword} from the command{QUOTED if parameter.form == 'word' else ''}",
        severity=severity(dialect, entry is not None and entry.confidence == "high"),
        instead=parameter_with_value(statement, parameter),
    )


@rule("CAT006", skip=Skip(values=()))
def attribute_invalid_for_type(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A keyword that is valid for another object type or another command, but not for this one."""
    if _rejection(statement, number, parameter) != ELSEWHERE:
        return
    keyword, type = parameter.keyword, str(statement.type)
    verbs = other_commands(type, keyword)
    if verbs:
        owner = f"{allowed_list(f'{verb} {type}' for verb in verbs)} accepts it"
    else:
        owner = owners(catalogue.types_with(keyword))
    yield word_hit(
        statement,
        number,
        parameter,
        f"{keyword} is not valid for {command_words(statement)}; {owner}",
        help=f"remove {keyword} from the command",
        severity=severity(dialect),
        instead=parameter_with_value(statement, parameter),
    )


def owners(types: Sequence[str]) -> str:
    """The object types that have an attribute, or their number if a list would be too long."""
    if len(types) > MOST_OWNERS:
        return f"it is valid for {len(types)} other object types"
    return f"it is valid for {allowed_list(types)}"


@rule("CAT007", skip=Skip(values=()))
def attribute_invalid_for_subtype(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An attribute that is valid only for channels of another CHLTYPE, authentication information objects of
    another AUTHTYPE, listeners of another TRPTYPE, or CHLAUTH records of another TYPE.
    """
    subtype, type = statement.subtype, str(statement.type)
    if not subtype or statement.verb not in SETTING:
        return
    attribute = attribute_of(statement, parameter)
    entry = catalogue.type_entry(type)
    if attribute is None or attribute.fits(subtype) or entry is None or subtype not in entry.subtypes:
        return
    splitter = catalogue.subtype_keyword(type)
    # the manuals describe telemetry and AMQP channels in less detail
    sure = attribute.confidence == "high" and not attribute.doubts and subtype not in ("MQTT", "AMQP")
    yield word_hit(
        statement,
        number,
        parameter,
        f"{parameter.keyword} is not valid for {subject(statement)} with {splitter}({subtype})",
        note=f"{parameter.keyword} is valid for {allowed_list(attribute.subtypes)}",
        help=f"remove {parameter.keyword} from the command",
        severity=severity(dialect, sure),
    )


@rule("CAT008", skip=Skip(values=()))
def attribute_not_settable(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An attribute that the verb cannot set."""
    if _rejection(statement, number, parameter) != FIXED:
        return
    keyword, type = parameter.keyword, str(statement.type)
    attribute = catalogue.attribute(type, keyword)
    if attribute is None or not attribute.settable:
        note = f"{keyword} is maintained by the queue manager and can only be displayed"
        help = f"remove {keyword} from the command"
    else:
        note = f"{keyword} can be set only by {allowed_list(attribute.settable)} and not changed afterwards"
        help = f"delete {subject(statement)} and define it again to change {keyword}"
    yield word_hit(
        statement,
        number,
        parameter,
        f"{command_words(statement)} cannot set {keyword}",
        note=note,
        help=help,
        severity=severity(dialect, attribute is None or attribute.confidence == "high"),
    )


# The form of a parameter: a flag with a value, a missing value, empty parentheses.


@rule("CAT012", skip=Skip(kinds=("flag",), values=()))
def value_on_flag(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
    """A flag with a value in parentheses: SHARE(YES), TRIGGER(NO), REPLACE(YES)."""
    attribute = attribute_of(statement, parameter, ("flag",))
    if attribute is None:
        return
    if parameter.values is None or statement.verb == "DISPLAY" or not is_word(parameter):
        return
    word = parameter.keyword
    alternative = f" or {attribute.negative}" if attribute.negative else ""
    yield Hit(
        statement.place(number, parameter.extent),
        f"flag {word} of {subject(statement)} has a value",
        help=f"write {attribute.keyword}{alternative}",
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
        help=f"write {parameter.keyword}(' ') for a blank value, or remove {parameter.keyword}",
        attribute=attribute.keyword,
        severity=severity(dialect, attribute.confidence == "high"),
    )
