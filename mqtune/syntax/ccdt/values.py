"""Strings and unquoted words of a CCDT as values, following org.json."""

from __future__ import annotations

import re

from mqtune.syntax.ccdt.tree import BARE, BOOLEAN, INTEGER, NULL, NUMBER

ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.)|$)", re.DOTALL)
CLOSED = re.compile(r"\"(?>(?:[^\"\\]++|\\.)*)\"|'(?>(?:[^'\\]++|\\.)*)'", re.DOTALL)
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

# Python refuses to convert more than 4,300 digits to a number
MOST_DIGITS = 4000

STRICT_STRING = re.compile(r"\"(?>(?:[^\"\\\x00-\x1f]++|\\[\"\\/bfnrtu])*)\"")
UNDECODED = re.compile(r"[\udc80-\udcff]")  # bytes that are not UTF-8
INTEGER_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)")
# BigDecimal, then Double.valueOf: a point or an exponent is required, and the number must be finite
DECIMAL_WORD = re.compile(
    r"-?(?:[0-9]++\.?[0-9]*+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?"
    r"|-?0[xX](?:[0-9a-fA-F]++\.?[0-9a-fA-F]*+|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?"
)
STRICT_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
WORDS: dict[str, tuple[str, bool | None]] = {
    "true": (BOOLEAN, True),
    "false": (BOOLEAN, False),
    "null": (NULL, None),
}

Scalar = tuple[str, str | int | float | bool | None, bool]  # kind, value, whether it is strict JSON


def is_closed(text: str) -> bool:
    """Whether a string ends in its quotation mark."""
    return CLOSED.fullmatch(text) is not None


def string_value(text: str) -> str:
    """The value of a string in quotation marks; an invalid escape yields the escaped character."""
    inner = text[1:-1] if is_closed(text) else text[1:]
    if "\\" not in inner:
        return inner
    # two escapes may be the surrogates of one character
    halves = ESCAPE.sub(_unescaped, inner).encode("utf-16-le", "surrogatepass")
    return halves.decode("utf-16-le", "surrogatepass")


def _unescaped(match: re.Match[str]) -> str:
    if match.group(1):
        return chr(int(match.group(1), 16))
    letter = match.group(2) or ""
    return ESCAPES.get(letter, letter)


def word_value(word: str) -> Scalar:
    """The value of an unquoted word: a JSON literal, a number, or a string."""
    lower = word.lower()
    if lower in WORDS:
        kind, value = WORDS[lower]
        return kind, value, word == lower
    if word[0] not in "-0123456789":
        return BARE, word, False
    if _is_decimal(word):
        if DECIMAL_WORD.fullmatch(word):
            return NUMBER, _float(word), STRICT_NUMBER.fullmatch(word) is not None
        return BARE, word, False
    if INTEGER_WORD.fullmatch(word):
        return INTEGER, int(word) if len(word) < MOST_DIGITS else None, True
    return BARE, word, False


def _is_decimal(word: str) -> bool:
    """Whether org.json tries to read a number with a fraction: it does for `-0`, but not for `1f`."""
    return "." in word or "e" in word or "E" in word or word == "-0"


def _float(word: str) -> float | None:
    """The number as Python reads it; None for forms that only Java accepts (`1.0f`, `0x1p3`)."""
    try:
        return float(word)
    except ValueError:
        return None
