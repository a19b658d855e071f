"""Selects the lines that may contain a secret, by letters that are around or in each one.

Texts are searched in lower case, with 0 for each digit, without blanks and the signs that may separate the
letters of a word: `PASS_WORD` and `Pass Word` are found, and thousands of lines that differ in a number are
searched as one. The letters are data: `grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mqtune.language._tables_secrets import MARKS, MQSC
from mqtune.text.patterns import lazy_pattern

MOST_REMEMBERED, LONGEST_REMEMBERED = 16_384, 2000  # texts: thousands of objects have the same values
_ALIKE = bytes.maketrans(b"-123456789", b"+000000000")
_LOWER = bytes(range(256)).lower().translate(_ALIKE)
_LEFT_OUT = b" \t\r._/%*#,;<>[]!?&$|"
# the beginnings of keywords, which a continuation character may cut off
_BEGUN = tuple({f"{word[:size]}+" for word in MQSC for size in range(1, len(word))})

_ESCAPED = lazy_pattern(r"\\u00([2-7][0-9a-fA-F])")


def marks_in(text: str) -> frozenset[str]:
    """The letters in a text that may belong to a secret; a text without them contains none."""
    return _marks(_folded(text).replace("+", ""))


def _marks(plain: str) -> frozenset[str]:
    return (_remembered if len(plain) <= LONGEST_REMEMBERED else _remembered.__wrapped__)(plain)


@lru_cache(MOST_REMEMBERED)
def _remembered(plain: str) -> frozenset[str]:
    return frozenset(
        mark for part, marks in MARKS.items() if part in plain for mark in marks if mark in plain
    )


def marked_lines(lines: Sequence[str]) -> Iterator[str]:
    """Those of some lines that may contain a secret, or the beginning of a word that the next line ends."""
    rows = _folded("\n".join(lines)).split("\n")
    alike = [*dict.fromkeys(rows)]
    marked = {row for row in alike if row[-2:-1].isalpha() and row.endswith(_BEGUN)}
    plain = "\n".join(alike).replace("+", "")
    for mark in _marks(plain):
        number = 0
        for before in plain.split(mark)[:-1]:
            number += before.count("\n")
            marked.add(alike[number])
    return (line for line, row in zip(lines, rows, strict=True) if row in marked)


def unescaped(text: str) -> str:
    """A key of JSON without escapes of letters."""
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "\\u00" in text else text


def _folded(text: str) -> str:
    """A text in lower case, without some signs, with + for - and 0 for a digit; the rest has no meaning."""
    text = unescaped(text)
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    return text.encode("utf-8", "surrogatepass").translate(_LOWER, _LEFT_OUT).decode("latin-1")
