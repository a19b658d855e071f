"""Rules on the values in ini files: keywords, numbers, lengths, quotation marks, truncation by comments."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.language.files import IniKey
from mqtune.language.mqsc import NUMBERS
from mqtune.rules.cat.ini_names import INVALID, effect, hit, known_values, replacement, severity, sure
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.editing import Span
from mqtune.text.finding import INFO, UNSAFE, Fix
from mqtune.text.messages import allowed_list, shortened
from mqtune.text.patterns import MOST_DIGITS, lazy_pattern, whole_number
from mqtune.text.spelling import nearest

NUMBER = lazy_pattern(r"[+-]?[0-9]+")
SUFFIXED = lazy_pattern(r"([0-9]+)\s*([kKmMgG])[iI]?[bB]?")
POWERS = {"k": 10, "m": 20, "g": 30}
HEXADECIMAL = lazy_pattern(r"[0-9A-Fa-f]+")
BREAKS = lazy_pattern(r"[,\s]+")

WORDS = ("enum", "boolean")
# values of these kinds are compared: quotation marks and blanks change them
COMPARED = (*NUMBERS, *WORDS, "list", "path", "url", "hex")

# readers evaluate the first letter of most booleans, and accept YES for Y
SHORT = {"y": "yes", "n": "no", "t": "true", "f": "false"}


@rule("CAT054")
def unknown_value(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A value that the key does not accept."""
    for entry, key in known_values(file):
        if not entry.value or not key.values or _is_quoted(entry.value):
            continue
        for word in _words(entry, key):
            if not _takes(key, word):
                yield _unknown(file, manager, entry, key, word)


def _words(entry: Entry, key: IniKey) -> list[str]:
    if key.kind == "list":
        return [word for word in BREAKS.split(entry.value) if word]
    return [entry.value] if key.kind in WORDS else []


def _takes(key: IniKey, word: str) -> bool:
    known = {value.lower() for value in key.values}
    plain = word.lower()
    return plain in known or (key.kind == "boolean" and SHORT.get(plain) in known)


def _unknown(file: IniFile, manager: QueueManager | None, entry: Entry, key: IniKey, word: str) -> Hit:
    close = nearest(word.lower(), {value.lower() for value in key.values})
    name = next((value for value in key.values if value.lower() == close), "")
    is_complete = entry.value == word
    return hit(
        file,
        entry.stanza,
        entry.value_span,
        f"expected {allowed_list(key.values)} for {key.name} of {entry.stanza.name}, found {shortened(word)}",
        note=effect(file, INVALID),
        help=f"the closest known value is {name}" if name else f"write {allowed_list(key.values)}",
        attribute=key.name,
        severity=severity(manager, sure(key, "values")),
        fixes=replacement(file, entry.value_span, name) if name and is_complete else (),
    )


@rule("CAT055")
def number_expected(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A value that is not a decimal number, although the key requires one."""
    for entry, key in known_values(file):
        value = entry.value
        if not value or _is_quoted(value) or _is_number(key, value):
            continue
        plain = _in_full(key, value)
        words = f", or {allowed_list(key.values)}" if key.values else ""
        unit = f" of {key.unit}" if key.unit else ""
        yield hit(
            file,
            entry.stanza,
            entry.value_span,
            f"{key.name} of {entry.stanza.name} is {shortened(value)}, which is not a decimal number",
            note=f"{effect(file, INVALID)}; suffixes, points and hexadecimal digits are not supported",
            help=f"write {plain}" if plain else f"write a decimal number{unit}{words}",
            attribute=key.name,
            severity=severity(manager, sure(key)),
            fixes=replacement(file, entry.value_span, plain) if plain else (),
        )


def _is_number(key: IniKey, value: str) -> bool:
    """Whether a value has the form that its key requires; true for keys that do not require a number."""
    if key.kind == "hex":
        return HEXADECIMAL.fullmatch(value) is not None
    if key.kind not in NUMBERS or NUMBER.fullmatch(value):
        return True
    return any(value.lower() == word.lower() for word in key.values)


def _in_full(key: IniKey, value: str) -> str:
    """A number of bytes with a suffix, or a hexadecimal number, in full; "" if it is ambiguous."""
    if len(value) > MOST_DIGITS:
        return ""
    suffixed = SUFFIXED.fullmatch(value)
    if suffixed and key.unit == "bytes":
        return str(int(suffixed[1]) << POWERS[suffixed[2].lower()])
    if value.lower().startswith("0x") and HEXADECIMAL.fullmatch(value[2:]):
        return str(int(value, 0))
    return ""


@rule("CAT056")
def number_out_of_range(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A number outside the range of its key."""
    platform = manager.platform if manager is not None else None
    for entry, key in known_values(file):
        if key.kind not in NUMBERS or not NUMBER.fullmatch(entry.value):
            continue
        low, high = _bounds(key, platform)
        size = whole_number(entry.value.lstrip("+-")) or 0
        value = -size if entry.value.startswith("-") else size
        if (low is None or value >= low) and (high is None or value <= high):
            continue
        yield hit(
            file,
            entry.stanza,
            entry.value_span,
            f"{key.name} of {entry.stanza.name} is {entry.value}; the {_bound(low, high)}",
            note=effect(file, INVALID),
            help=f"use {_wanted(low, high)}" + (f" ({key.unit})" if key.unit else ""),
            attribute=key.name,
            severity=severity(manager, sure(key, "bound") and key.documented),
        )


def _bounds(key: IniKey, platform: str | None) -> tuple[int | None, int | None]:
    """The range on a platform; the widest one if no platform is declared."""
    low, high = key.minimum, key.maximum
    if key.range_windows is None or platform not in (None, "windows"):
        return low, high
    if platform == "windows":
        return key.range_windows
    wide = key.range_windows
    return min(low or wide[0], wide[0]), max(high or wide[1], wide[1])


def _bound(low: int | None, high: int | None) -> str:
    if low is None:
        return f"maximum is {high}"
    return f"minimum is {low}" if high is None else f"valid range is {low} to {high}"


def _wanted(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"{low} or more" if high is None else f"a value in the range {low} to {high}"


@rule("CAT063")
def quoted_value(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """Quotation marks around a number, a keyword, a path or a list."""
    for entry, key in known_values(file):
        if _is_quoted(entry.value) and key.kind in COMPARED:
            bare = entry.value[1:-1].strip()
            yield hit(
                file,
                entry.stanza,
                entry.value_span,
                f"{key.name} of {entry.stanza.name} has quotation marks around {shortened(bare)}",
                help=f"write {key.name}={bare}",
                attribute=key.name,
                fixes=replacement(file, entry.value_span, bare, "remove the quotation marks"),
            )


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]


@rule("CAT064")
def value_truncated_by_comment(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A text or path that is cut off by a `#` or `;` without a preceding blank."""
    for entry, key in known_values(file):
        if not entry.cut or not entry.value or key.kind not in ("string", "path", "url"):
            continue
        sign = entry.raw[len(entry.value)]
        yield hit(
            file,
            entry.stanza,
            Span(
                entry.value_span.line,
                entry.value_span.end_column,
                entry.value_span.line,
                entry.value_span.end_column + 1,
            ),
            f"{key.name} of {entry.stanza.name} is cut off at {sign}: its value is {shortened(entry.value)}",
            note=f"for the configuration reader of the MQ classes for Java, {sign} starts a comment anywhere "
            "in a line, and cannot be escaped",
            help=f"write a blank before {sign} if a comment is intended; "
            f"otherwise choose a value without {sign}",
            attribute=key.name,
        )


@rule("CAT066")
def value_too_long(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A value that is longer than its key allows."""
    for entry, key in known_values(file):
        if key.max_length is not None and len(entry.value) > key.max_length:
            yield hit(
                file,
                entry.stanza,
                entry.value_span,
                f"{key.name} of {entry.stanza.name} is {len(entry.value)} characters long; "
                f"the maximum is {key.max_length}",
                note=effect(file, INVALID),
                help=f"write at most {key.max_length} characters",
                attribute=key.name,
                severity=severity(manager, sure(key, "bound")),
            )


@rule("CAT068")
def empty_value(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """A numeric or keyword setting without a value."""
    for entry, key in known_values(file):
        if entry.value or key.kind not in (*NUMBERS, *WORDS, "hex"):
            continue
        edit = file.document.edit(entry.span, f"#{entry.key}=")
        fixes = () if edit is None else (Fix(UNSAFE, "make the line a comment", (edit,)),)
        note = effect(file, INVALID)
        if key.kind == "boolean" and key.takes_effect == "connect":
            note = "the Java client fails with an exception; other clients use the default"
        yield hit(
            file,
            entry.stanza,
            entry.span,
            f"{key.name} of {entry.stanza.name} has no value",
            note=note,
            help=f"write a value, or remove the line: the default is {key.default}"
            if key.default
            else "write a value, or remove the line",
            attribute=key.name,
            severity=None if sure(key) else INFO,
            fixes=fixes,
        )
