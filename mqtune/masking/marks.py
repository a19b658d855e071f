"""Selects the lines that may contain a secret, by letters that are around or in each one.

Texts are searched in lower case, without blanks and the signs that may separate the letters of a word, so
that `PASS_WORD` and `Pass Word` are found. The letters are data: `grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.language._tables_secrets import MARKS, MQSC
from mqtune.text.patterns import lazy_pattern

_LOWER = bytes(range(256)).lower().replace(b"-", b"+")
_LEFT_OUT = b" \t\r._/%*#,;<>[]!?&$|"
# the beginnings of keywords, which a continuation character may cut off
_BEGUN = tuple({f"{word[:size]}+" for word in MQSC for size in range(1, len(word))})

_ESCAPED = lazy_pattern(r"\\u00([2-7][0-9a-fA-F])")


def marks_in(text: str, plain: str = "") -> set[str]:
    """The letters in a text that may belong to a secret; a text without them contains none."""
    plain = plain or _folded(text).replace("+", "")
    return {mark for part, marks in MARKS.items() if part in plain for mark in marks if mark in plain}


def marked_lines(lines: Sequence[str]) -> Iterator[str]:
    """Those of some lines that may contain a secret, or the beginning of a word that the next line ends."""
    text = "\n".join(lines)
    folded = _folded(text)
    rows = zip(lines, folded.split("\n"), strict=True)
    yield from (line for line, row in rows if row[-2:-1].isalpha() and row.endswith(_BEGUN))
    plain = folded.replace("+", "")
    for mark in marks_in(text, plain):
        number = 0
        for before in plain.split(mark)[:-1]:
            number += before.count("\n")
            yield lines[number]


def unescaped(text: str) -> str:
    """A key of JSON without escapes of letters."""
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "\\u00" in text else text


def _folded(text: str) -> str:
    """A text in lower case, without some signs and with + in place of -; other letters have no meaning."""
    text = unescaped(text)
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    return text.encode("utf-8", "surrogatepass").translate(_LOWER, _LEFT_OUT).decode("latin-1")
