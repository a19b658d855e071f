"""Rules on values: keywords, numbers and lengths that the queue manager does not accept, and CUSTOM.

CUSTOM contains `NAME(VALUE)` pairs for settings without an attribute of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS, Dialect, Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.mqsc import NUMBERS, Attribute, CustomKey
from mqtune.rules.cat.common import (
    attribute_of,
    is_word,
    known_values,
    replacement,
    severity,
    subject,
    value_hit,
    values_of,
)
from mqtune.rules.cat.levels import checks_name
from mqtune.rules.common import Suggestion, suggest, unavailable
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.values import read_custom
from mqtune.syntax.mqsc.words import Extent, Parameter, Value
from mqtune.text.finding import INFO, MEDIUM, SAFE, UNSAFE, WARNING, Fix, Related
from mqtune.text.messages import allowed_list
from mqtune.text.patterns import lazy_pattern, whole_number

WORDS = ("enum", "enum-list")
MEASURED = ("string", "name", "hex", "list")
SINGLE = ("enum", "integer", "integer-or-keyword", "string", "name", "hex")
ADDRESSES = ("CONNAME", "LOCLADDR", "GRPADDR")  # commas are part of the value
CIPHERSPEC = "SSLCIPH"  # no name that is too long is known, so CAT042 reports it
NAME = lazy_pattern(r"[A-Za-z0-9._/%]*\Z")
HEX = lazy_pattern(r"[0-9A-Fa-f]*\Z")
SIGNED = lazy_pattern(r"[+-][0-9]+\Z")


def _sure(statement: Statement, attribute: Attribute, fact: str = "bound") -> bool:
    """Whether a finding on the attribute may be an error; a wrong DISPLAY does no harm."""
    return attribute.confidence == "high" and not attribute.doubtful(fact) and statement.verb != "DISPLAY"


@rule("CAT015", skip=Skip(kinds=WORDS))
def unknown_value(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
    """A keyword that is not a valid value for the attribute."""
    attribute = attribute_of(statement, parameter, WORDS, alone=True)
    if attribute is None or not attribute.values:
        return
    for value in known_values(parameter):
        word = value.text.strip().upper()
        if word in attribute.values:
            continue
        close = suggest(word, values_of(attribute, statement.subtype, dialect))
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"{word} is not a valid value for {attribute.keyword}"
            if word
            else f"{attribute.keyword} is blank",
            note=f"{attribute.keyword} accepts {allowed_list(attribute.values)}",
            help=close.help("closest value", "use one of these values"),
            severity=severity(dialect, _sure(statement, attribute, "all")),
            fixes=replacement(statement, number, value.extent, close.word) if close.writable else (),
        )


@rule("CAT016", skip=Skip(kinds=WORDS))
def value_invalid_for_subtype(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A value that the attribute accepts only for other channel types."""
    attribute = attribute_of(statement, parameter, WORDS)
    if attribute is None or not statement.subtype or not attribute.fits(statement.subtype):
        return
    for value in known_values(parameter):
        known = attribute.values.get(value.text.strip().upper())
        if known is not None and known.subtypes and statement.subtype not in known.subtypes:
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword}({known.word}) is not valid for {statement.subtype}",
                note=f"{known.word} is valid for {allowed_list(known.subtypes)}",
            )


@rule("CAT017", skip=Skip(kinds=NUMBERS))
def number_expected(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A value that is not a number, although the attribute requires one."""
    attribute = attribute_of(statement, parameter, NUMBERS, alone=True)
    if attribute is None:
        return
    for value in known_values(parameter):
        word = value.text.strip().upper()
        if _is_number(word) or word in attribute.values:
            continue
        close = suggest(word, values_of(attribute, statement.subtype, dialect))
        takes = "a number" if not attribute.values else f"a number or {allowed_list(attribute.values)}"
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"expected {takes} for {attribute.keyword}, found {word or 'a blank'}",
            help=close.help("closest keyword", f"write {takes}"),
            severity=severity(dialect, _sure(statement, attribute) and not _may_be_signed(word, attribute)),
            fixes=replacement(statement, number, value.extent, close.word) if close.writable else (),
        )


@rule("CAT018", skip=Skip(kinds=NUMBERS))
def number_out_of_range(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A number outside the range that the attribute accepts."""
    attribute = attribute_of(statement, parameter, NUMBERS, alone=True)
    if attribute is None or attribute.minimum is None or attribute.maximum is None:
        return
    for value in known_values(parameter):
        word = value.text.strip()
        given = whole_number(word)
        if given is None or attribute.minimum <= given <= attribute.maximum:
            continue
        unit = f" {attribute.unit}" if attribute.unit else ""
        valid = f"{attribute.minimum} to {attribute.maximum}"
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"{attribute.keyword}({word}) is outside the range {valid}{unit}",
            help=f"use a number from {valid}",
            severity=severity(dialect, _sure(statement, attribute)),
        )


def _may_be_signed(word: str, attribute: Attribute) -> bool:
    """Whether a value is a number with a sign, which is not documented, that may be within the range."""
    below = word.startswith("-") and word.strip("-0") != "" and (attribute.minimum or 0) >= 0
    return SIGNED.match(word) is not None and not below


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


@rule("CAT019", skip=Skip(kinds=MEASURED, alike=ALIKE_TEXTS))
def value_too_long(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A value that is longer than the attribute allows."""
    attribute = attribute_of(statement, parameter, MEASURED, alone=True)
    if attribute is None or (attribute.keyword == CIPHERSPEC and checks_name(statement)):
        return
    shape = attribute.item or attribute
    most = shape.max_length
    if dialect.platform == "zos" and shape.max_length_zos is not None:
        most = shape.max_length_zos
    if most is None or parameter.most_characters <= most:
        return
    for value in _measured(attribute, parameter):
        length = len(value.text.rstrip(" "))
        if length > most:
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword} of {subject(statement)} is {length} characters long;"
                f" the maximum is {most}",
                help=f"shorten the value to {most} characters",
                severity=severity(dialect, _sure(statement, attribute)),
            )


def _measured(attribute: Attribute, parameter: Parameter) -> list[Value]:
    """The values to be measured: an unquoted list of addresses is one value that was split."""
    values = list(known_values(parameter))
    return [] if attribute.kind != "list" and len(parameter.values or ()) > 1 else values


@rule("CAT020", skip=Skip(alike=ALIKE_TEXTS))
def too_many_values(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """Several values although the attribute accepts only one, or more values than its list allows."""
    if parameter.is_single:
        return
    values = parameter.values
    if not values or len(values) < 2 or not is_word(parameter) or _has_template(parameter):
        return
    attribute = attribute_of(statement, parameter)
    if attribute is None:
        return
    place = statement.place(number, parameter.value_extent or parameter.extent)
    keyword = attribute.keyword
    if attribute.kind in SINGLE:
        sure = keyword not in ADDRESSES and statement.verb != "DISPLAY"
        yield Hit(
            place,
            f"{keyword} of {subject(statement)} has {len(values)} values, but accepts only one",
            note="blanks and commas outside quotation marks separate values",
            help="enclose the whole value in single quotation marks, or keep one value",
            attribute=keyword,
            severity=severity(dialect, sure),
            confidence=None if sure else MEDIUM,
        )
    elif attribute.max_items is not None and len(values) > attribute.max_items:
        yield Hit(
            place,
            f"{keyword} of {subject(statement)} has {len(values)} values;"
            f" the maximum is {attribute.max_items}",
            help=f"keep at most {attribute.max_items} values",
            attribute=keyword,
            severity=severity(dialect, _sure(statement, attribute)),
        )


def _has_template(parameter: Parameter) -> bool:
    return any(has_placeholder(value.text) for value in parameter.values or ())


@rule("CAT021", skip=Skip(kinds=("name", "list"), alike=ALIKE_NAMES))
def invalid_name_in_attribute(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An attribute that names an object and whose value cannot be an object name, because it contains a
    character that is not allowed in names.
    """
    if parameter.text is None or NAME.match(parameter.text):
        return
    attribute = attribute_of(statement, parameter, ("name", "list"))
    if attribute is None or statement.verb == "DISPLAY":
        return
    shape = attribute.item or attribute
    if (
        shape.kind != "name"
        or shape.generic
        or (attribute.kind == "name" and len(parameter.values or ()) > 1)
    ):
        return
    for value in known_values(parameter):
        name = value.text.strip(" ")
        if not NAME.match(name):
            kind = "" if shape.of == "name" else f"{shape.of} "
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword} of {subject(statement)} is '{name}', which is not a valid {kind}name",
            )


@rule("CAT022", keywords=("DESTCORL", "PUBACCT"))
def malformed_hexadecimal(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A correlation identifier or accounting token of a subscription that is not written in hexadecimal
    digits.
    """
    attribute = attribute_of(statement, parameter, ("hex",))
    if attribute is None or statement.verb == "DISPLAY":
        return
    for value in known_values(parameter):
        text = value.text.strip()
        if HEX.match(text):
            continue
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"expected hexadecimal digits for {attribute.keyword}, found {text}",
            severity=WARNING,
        )


# CUSTOM.


@rule("CAT033", keywords=("CUSTOM",))
def unknown_name_in_custom(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An unknown name inside CUSTOM, a value that is not valid for the name, or text that does not have the
    form `NAME(VALUE)`.
    """
    keys = catalogue.custom_keys(str(statement.type))
    values = parameter.values or ()
    if len(values) != 1 or not keys or statement.verb == "DISPLAY" or has_placeholder(values[0].text):
        return
    text = values[0].text
    pairs, stray = read_custom(text)
    for pair in pairs:
        if pair.name in keys:
            yield from _invalid_value(statement, number, parameter, keys[pair.name], pair.value)
        else:
            written = text[pair.start : pair.start + len(pair.name)]
            known = {name: unavailable(dialect.level, None, key.introduced) for name, key in keys.items()}
            yield _unknown_name(statement, number, parameter, keys, known, written)
    if stray is not None:
        rest = text[stray[0] : stray[1]]
        yield Hit(
            statement.place(number, values[0].extent),
            f"CUSTOM of {subject(statement)} contains {rest}, which does not have the form NAME(VALUE)",
            note="the queue manager reads CUSTOM as pairs NAME(VALUE), separated by blanks",
            help=f"write CUSTOM('{next(iter(keys))}(…)')",
            attribute="CUSTOM",
        )


def _unknown_name(
    statement: Statement,
    number: int,
    parameter: Parameter,
    keys: dict[str, CustomKey],
    known: dict[str, str],
    written: str,
) -> Hit:
    """A hit on an unknown name; a known misspelling has only one meaning."""
    value = (parameter.values or ())[0]
    misprinted = next((key.name for key in keys.values() if written.upper() in key.misprints), None)
    close = Suggestion(misprinted, known[misprinted]) if misprinted else suggest(written.upper(), known)
    fixes: tuple[Fix, ...] = ()
    extent = _inside(value, written)
    if close.writable and extent is not None:
        edit = statement.command.edit(number, extent, close.word)
        if edit is not None:
            fixes = (Fix(SAFE if misprinted else UNSAFE, f"write {close.word}", (edit,)),)
    return Hit(
        statement.place(number, extent or value.extent),
        f"CUSTOM of {subject(statement)} contains the unknown name {written.upper()}",
        note="an unknown name has no effect, and no message reports it",
        help=close.help("closest known name", f"CUSTOM of a {statement.type} accepts {allowed_list(keys)}"),
        attribute="CUSTOM",
        severity=None if close.word else INFO,
        fixes=fixes,
    )


def _inside(value: Value, written: str) -> Extent | None:
    """The extent of a name inside a value on one line; None if it cannot be determined exactly."""
    line, column, end_line, _ = value.extent
    if line != end_line or value.raw.count(written) != 1:
        return None
    start = column + value.raw.index(written)
    return (line, start, line, start + len(written))


def _invalid_value(
    statement: Statement, number: int, parameter: Parameter, key: CustomKey, text: str
) -> Iterator[Hit]:
    """A hit on a value that the attribute of the same meaning would not accept."""
    attribute = catalogue.attribute(str(statement.type), key.attribute)
    if attribute is None or text.upper() in attribute.values:
        return
    low, high = attribute.minimum or 0, attribute.maximum or 0
    count = whole_number(text)
    if count is not None and low <= count <= high:
        return
    value = (parameter.values or ())[0]
    yield Hit(
        statement.place(number, value.extent),
        f"CUSTOM of {subject(statement)} contains {key.name}({text}), whose value is not valid",
        note=f"{key.name} accepts a number from {low} to {high} or {allowed_list(attribute.values)}",
        help=f"write a value that is valid for {key.name}",
        attribute="CUSTOM",
    )


@rule("CAT034", skip=Skip(given=("CUSTOM",)))
def attribute_also_in_custom(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """An object with CAPEXPRY both as an attribute and inside CUSTOM."""
    custom = object.parameter("CUSTOM")
    if custom is None or has_placeholder(custom.text or ""):
        return
    for pair in read_custom(custom.text or "")[0]:
        key = catalogue.custom_keys(object.type).get(pair.name)
        if key is None or not key.attribute or not object.is_given(key.attribute):
            continue
        place, attribute_place = object.origin("CUSTOM").place(), object.origin(key.attribute).place()
        if place is None or attribute_place is None:
            continue
        yield Hit(
            place,
            f"{object} sets {key.attribute} both in CUSTOM and as an attribute",
            note=f"the attribute is {object.text(key.attribute)}, the value in CUSTOM is {pair.value}",
            help=f"keep the attribute and remove {key.name} from CUSTOM",
            attribute="CUSTOM",
            related=(Related(attribute_place, f"{key.attribute} is set here"),),
        )
