"""Selects the lines of a text that may contain a secret, quickly: by letters that are around or in each one.

Many lines are searched at once as bytes in lower case, without blanks and the signs that may separate the
letters of a word, so that `PASS_WORD` and `Pass Word` are among them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mqtune.language._tables_secrets import MARKS, MQSC
from mqtune.text.patterns import lazy_pattern

AT_ONCE = 500  # lines that are searched together: they fit into the cache

_LOWER = bytes(range(256)).lower().replace(b"-", b"+")
_LEFT_OUT = b" \t\r._"
# the beginnings of keywords, which a continuation character may cut off; a search for an end of line is fast
_BEGUN = tuple({word[:size].encode() for word in MQSC for size in range(1, len(word))})
_BROKEN = lazy_pattern(rb"\n(?<=[a-z]\+\n)")


def holds_none(text: str) -> bool:
    """Whether no line of a text contains a secret, according to a quick check."""
    raw, folded = _folded(text)
    return next(_marks_in(raw, folded.replace(b"+", b"")), None) is None


def suspicious(lines: Collection[str]) -> set[str]:
    """Those of some lines that may contain a secret, or the beginning of a word that the next line ends."""
    every = list(lines)
    found: set[str] = set()
    for first in range(0, len(every), AT_ONCE):
        some = every[first : first + AT_ONCE]
        raw, folded = _folded("\n".join((*some, "")))
        broken = (match.start() for match in _BROKEN.finditer(folded))
        ends = [at for at in broken if folded.endswith(_BEGUN, 0, at - 1)]
        found.update(some[number] for number in _numbers(folded, ends))
        folded = folded.replace(b"+", b"")
        found.update(some[number] for number in _numbers(folded, sorted(_marks_in(raw, folded))))
    return found


def _folded(text: str) -> tuple[bytes, bytes]:
    """A text as bytes, and the same in lower case, without some signs and with + in place of -."""
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    raw = text.encode("utf-8", "surrogatepass")
    return raw, raw.translate(_LOWER, _LEFT_OUT)


def _marks_in(raw: bytes, folded: bytes) -> Iterator[int]:
    """The offsets in a folded text at which a secret may be."""
    for signs, groups in MARKS:
        if any(sign in raw for sign in signs):
            for letter, part, marks in groups:
                if letter in folded and part in folded:
                    for mark in marks:
                        at = folded.find(mark)
                        while at >= 0:
                            yield at
                            at = folded.find(mark, at + len(mark))


def _numbers(folded: bytes, offsets: list[int]) -> Iterator[int]:
    """The numbers of the lines, from 0, of some offsets in order, perhaps with duplicates."""
    number = done = 0
    for at in offsets:
        number += folded.count(b"\n", done, at)
        done = at
        yield number
