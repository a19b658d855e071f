"""Edits of a text by line and column.

A line ends at a line feed; a carriage return before it is the last character of its line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from operator import add

from mqtune.text.spans import Span

# (start offset, end offset, new text)
Change = tuple[int, int, str]


class EditError(ValueError):
    """An edit that does not fit the text, or two edits of the same range."""


class LineIndex:
    """The offsets of a text's lines."""

    __slots__ = ("starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        lines = text.split("\n")
        # the start of each line: the lengths of those before it, and one line end for each of them
        self.starts: list[int] = list(map(add, accumulate(map(len, lines), initial=0), range(len(lines))))

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; one past the last character of a line is also a position."""
        if not 1 <= line <= len(self.starts) or column < 1:
            raise EditError(f"no line {line}, column {column}")
        found = self.starts[line - 1] + column - 1
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        if found > end:
            raise EditError(f"no column {column} on line {line}")
        return found

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def change(self, span: Span, content: str) -> Change:
        """An edit as offsets."""
        start = self.offset(span.line, span.column)
        end = self.offset(span.end_line, span.end_column)
        if end < start:
            raise EditError(f"the end of {span!r} comes before its start")
        return (start, end, content)

    def line(self, number: int, first: int = 0, most: int | None = None) -> str:
        """Line `number`, from 1, without its line end, or `most` characters from `first` on."""
        if not 1 <= number <= len(self.starts):
            return ""
        start = self.starts[number - 1] + first
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start : end if most is None else min(start + most, end)].removesuffix("\r")


def clash(first: Span, second: Span) -> bool:
    """Whether two edits touch the same range, so that their order would matter.

    An insertion clashes with anything that touches its point; two ranges may be adjacent.
    """
    start, end = first.key()[:2], first.key()[2:]
    other_start, other_end = second.key()[:2], second.key()[2:]
    if start == end or other_start == other_end:
        return start <= other_end and other_start <= end
    return overlap(first, second)


def overlap(first: Span, second: Span) -> bool:
    """Whether two edits have a common range, or one inserts inside the other.

    Unlike `clash`, insertions at the same point or at an edge are accepted, for callers that order them.
    """
    return first.key()[:2] < second.key()[2:] and second.key()[:2] < first.key()[2:]


def apply_edits(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """The text with all edits applied at once; an edit that is listed twice is applied once."""
    index = LineIndex(text)
    changes = sorted({index.change(span, content) for span, content in edits})
    pieces = []
    done = 0
    for start, end, content in changes:
        if start < done:
            raise EditError(f"two edits touch offset {start}")
        pieces += [text[done:start], content]
        done = end
    pieces.append(text[done:])
    return "".join(pieces)
