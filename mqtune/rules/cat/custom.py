"""Rules on CUSTOM, which contains `NAME(VALUE)` pairs for settings without an attribute of their own."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Dialect, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO, SAFE, UNSAFE, Fix, Related
from mqtune.language import catalogue
from mqtune.language.mqsc import CustomKey
from mqtune.rules.cat.common import subject
from mqtune.rules.common.suggestion import Suggestion, suggest, unavailable
from mqtune.syntax.mqsc.values import read_custom
from mqtune.syntax.mqsc.words import Extent, Parameter, Value
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.numbers import whole_number
from mqtune.text.wording import allowed_list

TYPES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "TOPIC")


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
        place, other = object.origin("CUSTOM").place(), object.origin(key.attribute).place()
        if place is None or other is None:
            continue
        yield Hit(
            place,
            f"{object} sets {key.attribute} both in CUSTOM and as an attribute",
            note=f"the attribute is {object.text(key.attribute)}, the value in CUSTOM is {pair.value}",
            help=f"keep the attribute and remove {key.name} from CUSTOM",
            attribute="CUSTOM",
            related=(Related(other, f"{key.attribute} is set here"),),
        )
