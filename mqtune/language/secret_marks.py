"""Selects the lines that may contain a secret, by letters in it, and finds many texts in another one.

Texts are searched in lower case, with 0 for each digit, without blanks and the signs that may separate the
letters of a word: `PASS_WORD` and `Pass Word` are found, and thousands of lines that differ in a number are
searched as one. The letters are data: `grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, repeat
from operator import contains

from mqtune.language._tables_secrets import MARKS, MQSC
from mqtune.text.messages import COVER
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
    plain = _with_values(_folded(text))
    return (_remembered if len(plain) <= LONGEST_REMEMBERED else _remembered.__wrapped__)(plain)


@lru_cache(MOST_REMEMBERED)
def _remembered(plain: str) -> frozenset[str]:
    # a loop without byte code: each text of a finding is searched for all of them
    parts = compress(MARKS, map(contains, repeat(plain), MARKS))
    return frozenset(mark for part in parts for mark in MARKS[part] if mark in plain)


def marked_lines(lines: Sequence[str]) -> Iterator[str]:
    """Those of some lines that may contain a secret, or the beginning of a word that the next line ends."""
    rows = _folded("\n".join(lines)).split("\n")
    alike = [*dict.fromkeys(rows)]
    marked = {row for row in alike if row[-2:-1].isalpha() and row.endswith(_BEGUN)}
    plain = _with_values("\n".join(alike))
    for mark in _remembered.__wrapped__(plain):
        number = 0
        for before in plain.split(mark)[:-1]:
            number += before.count("\n")
            marked.add(alike[number])
    return (line for line, row in zip(lines, rows, strict=True) if row in marked)


def unescaped(text: str) -> str:
    """A key of JSON without escapes of letters."""
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "\\u00" in text else text


def _with_values(folded: str) -> str:
    """The same without continuations, or attributes with blank values, as all objects may have."""
    return folded.replace("+", "").replace("data('')", "").replace("custom('')", "")


def _folded(text: str) -> str:
    """A text in lower case, without some signs, with + for - and 0 for a digit; the rest has no meaning."""
    text = unescaped(text)
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    return text.encode("utf-8", "surrogatepass").translate(_LOWER, _LEFT_OUT).decode("latin-1")


# Many texts, found in another one in time that hardly depends on their number, with the ranges they cover.

Stretch = tuple[int, int]

# texts are looked up by their first characters, so that a very long one costs no more than others
KEY = 64
FEW = 50  # texts that are faster searched one by one, as long as there is none

_ELLIPSIS = lazy_pattern(r"…|\.\.\.")
# letters that identify a text that is cut off
LEAST_LEFT = 3
# positions without a letter or digit before them
_STARTS = lazy_pattern(r"(?<![^\W_])")


class WordSet:
    """Texts to find as separate words; the longest first, so that no rest of it stays."""

    __slots__ = ("_by_key", "_lengths", "texts")

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = sorted({*texts})
        self._by_key: dict[str, list[str]] = {}
        for text in sorted(self.texts, key=len, reverse=True):
            self._by_key.setdefault(text[:KEY], []).append(text)
        self._lengths = sorted({len(key) for key in self._by_key if key}, reverse=True)

    def stretches(self, text: str) -> Iterator[Stretch]:
        """The start and end offsets of their occurrences in a text, in order and without overlaps."""
        done = 0
        if len(self._by_key) <= FEW and not any(key in text for key in self._by_key):
            return
        for start in _STARTS.finditer(text):
            at = start.start()
            end = self._end(text, at) if at >= done else 0
            if end:
                yield at, end
                done = end

    def is_in(self, text: str) -> bool:
        """Whether a text has one of them, perhaps cut off."""
        return any(self.stretches(text)) or any(self.cut_off(text))

    def covered(self, text: str) -> str:
        """A text with each occurrence covered."""
        return with_covers(text, self.stretches(text))

    def cut_off(self, text: str) -> Iterator[Stretch]:
        """The start of each occurrence that an ellipsis cuts off, and the start of the ellipsis."""
        done = 0
        for ellipsis in _ELLIPSIS.finditer(text) if self.texts else ():
            end = ellipsis.start()
            for at in range(max(done, end - KEY), end - LEAST_LEFT + 1):
                rest = text[at:end]
                number = bisect_left(self.texts, rest)
                if number < len(self.texts) and self.texts[number].startswith(rest):
                    yield at, end
                    break
            done = ellipsis.end()

    def _end(self, text: str, at: int) -> int:
        """The end of the longest one that begins at an offset; 0 if none does."""
        for length in self._lengths:
            for secret in self._by_key.get(text[at : at + length], ()):
                end = at + len(secret)
                if text.startswith(secret, at) and not text[end : end + 1].isalnum():
                    return end
        return 0


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Ranges in order, with overlapping ones merged."""
    merged: list[Stretch] = []
    for start, end in sorted(stretches):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def with_covers(text: str, spans: Iterable[Stretch]) -> str:
    """A text with asterisks in place of some ranges, in the same number of lines."""
    pieces = []
    done = 0
    for start, end in joined(spans):
        pieces += [text[done:start], "\n".join([COVER] * (text.count("\n", start, end) + 1))]
        done = end
    return "".join([*pieces, text[done:]])
