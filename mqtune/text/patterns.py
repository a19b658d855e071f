"""Regular expressions that are compiled on first use; numbers, names with asterisks and escapes in texts.

Compiling all patterns of the program takes longer than checking a small file, and most files need only a few
of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _LazyPattern:
    """Represents a pattern: compiles it on the first attribute access, and keeps the result."""

    def __init__(self, pattern: Any, flags: int = 0) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(re.compile(*self._source), name)
        setattr(self, name, attribute)
        return attribute


if TYPE_CHECKING:
    lazy_pattern = re.compile
else:
    lazy_pattern = _LazyPattern


# Sequences of digits as numbers.

# No MQ value has as many digits. A longer one cannot be intended, and reading it costs the square of its
# length.
MOST_DIGITS = 30
TOO_LARGE = 10**MOST_DIGITS
HEXADECIMAL = frozenset("0123456789ABCDEFabcdef")  # importing `string` would take longer than a small file


def whole_number(text: str) -> int | None:
    """Decimal digits alone as a number; None for any other text.

    A sequence that is too long for any MQ value counts as `TOO_LARGE`, which is above every limit.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) <= MOST_DIGITS else TOO_LARGE


def number_in_base(text: str, base: int) -> int | None:
    """Decimal or hexadecimal digits alone as a number (`base` 10 or 16); None for any other text."""
    if base == 10:
        return whole_number(text)
    return int(text, base) if 0 < len(text) <= MOST_DIGITS and HEXADECIMAL.issuperset(text) else None


def bytes_text(size: float) -> str:
    """Bytes for a message: 3.7 GB, 48 MB, 12 kB."""
    if size >= 1e9:
        return f"{size / 1e9:,.1f} GB"
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"


# Names with asterisks, as channel authentication records, conditions and exceptions have them.

WILDCARDS = "*?"
LAST_CHARACTER = "\U0010ffff"  # sorts behind every other
LONGEST_TEXT = 4  # characters of a name by which it is found
UNINDEXED = 16  # times all names that are found without an index of their texts, which takes about as long


def asterisks_match(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern in which each `*` matches any number of characters."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    middle, at = text[len(first) : len(text) - len(last)], 0
    for part in rest:
        at = middle.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


class SortedNames:
    """Names in order, to find those that may match a pattern by what it begins and ends with, or, once many
    names were found in that way, by a text in it.
    """

    __slots__ = ("_backwards", "_by_text", "_left", "_names")

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards = sorted([name[::-1] for name in self._names])
        self._by_text: dict[int, dict[str, list[str]]] = {}  # by length
        self._left = UNINDEXED * len(self._names)

    def candidates(self, pattern: str) -> Iterable[str]:
        """The names that begin as a pattern does before the first of its wildcard characters, end as it does
        behind the last, or have a text that it has beside them; of these conditions the one that the fewest
        names meet. A full stop beside a wildcard character may be missing in a name.
        """
        first = min(place for sign in WILDCARDS if (place := pattern.find(sign)) >= 0)
        last = max(pattern.rfind(sign) for sign in WILDCARDS)
        start, end = _beginning(self._names, pattern[:first].rstrip("."))
        other_start, other_end = _beginning(self._backwards, pattern[:last:-1].rstrip("."))
        fewest = min(end - start, other_end - other_start)
        with_text = self._with_text_of(pattern) if fewest > self._left else self._names
        if len(with_text) < fewest:
            return with_text
        self._left -= fewest
        if end - start == fewest:
            return self._names[start:end]
        return (name[::-1] for name in self._backwards[other_start:other_end])

    def _with_text_of(self, pattern: str) -> list[str]:
        """The names that have a text which each name that matches a pattern has: of the longest ones, up to a
        length, the one that the fewest names have.
        """
        parts = [part.strip(".") for part in pattern.replace("?", "*").split("*")]
        size = min(max(map(len, parts)), LONGEST_TEXT)
        if not size:
            return self._names
        index = self._by_text.get(size)
        if index is None:
            index = self._by_text[size] = {}
            for name in self._names:
                for text in texts_of(name, size):
                    index.setdefault(text, []).append(name)
        return min((index.get(text, []) for part in parts for text in texts_of(part, size)), key=len)


def texts_of(name: str, size: int) -> dict[str, None]:
    """The texts of a length that a name contains."""
    return dict.fromkeys(name[at : at + size] for at in range(len(name) - size + 1))


def _beginning(names: list[str], start: str) -> tuple[int, int]:
    """Where the names of a sorted list that begin with a text are."""
    return bisect_left(names, start), bisect_left(names, start + LAST_CHARACTER)


# Escapes of YAML, JSON and their like, so that words are found in a text however they are written.

_FREQUENT = ("\\\\", '\\"', "\\n", "\\t", "\\r")  # the first one is never a part of another
_ESCAPE = lazy_pattern(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(\r?\n[ \t]*+)|[\s\S])")


def unescaped(text: str) -> str:
    """A text with characters in place of their escapes, and with a blank for those that separate words."""
    if "\\" not in text:
        return text
    for escape in _FREQUENT:
        text = text.replace(escape, " ")
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else " "
    return "" if escape[4] else " "
