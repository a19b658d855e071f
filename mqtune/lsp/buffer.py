"""A text as an editor counts it: lines that end at LF, CRLF or CR, columns in units of an encoding.

`str.splitlines` also ends a line at NEL, form feeds and other characters, and would apply the edits of an
editor to the wrong line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from operator import methodcaller

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
_LINE_END = re.compile(r"\r\n|\r|\n")
_HALVES = re.compile("[\ud800-\udfff]")

_END = methodcaller("end")
Position = tuple[int, int]  # line and column from 0, the column in units of the encoding


def whole(text: str) -> str:
    """A text without halves of surrogate pairs, which cannot be written to a file."""
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def line_starts(text: str, first: int = 0, end: int | None = None) -> Iterator[int]:
    """The offsets behind the line ends between two offsets."""
    found = _LINE_END.finditer(text, first, len(text) if end is None else end)
    return map(_END, found)


class Buffer:
    """One text. `encoding` decides the unit of a column: bytes, UTF-16 code units or characters."""

    __slots__ = ("_starts", "encoding", "text")

    def __init__(self, text: str, encoding: str = UTF16) -> None:
        self.text = whole(text)
        self.encoding = encoding
        self._starts = [0, *line_starts(self.text)]

    @property
    def lines(self) -> int:
        """The number of lines, at least 1."""
        return len(self._starts)

    def line(self, number: int) -> str:
        """Line `number`, from 0, without its end; empty beyond the text."""
        if not 0 <= number < len(self._starts):
            return ""
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of a position. One beyond a line or the text is its end."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        text = self.line(line)
        if text.isascii() or self.encoding == UTF32:
            return self._starts[line] + max(0, min(column, len(text)))
        units = 0
        for index, char in enumerate(text):
            units += self._units(char)
            if units > column:
                return self._starts[line] + index
        return self._starts[line] + len(text)

    def position(self, offset: int) -> Position:
        """The position of an offset; inside a line end, that before it."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        before = self.line(line)[: offset - self._starts[line]]
        if before.isascii() or self.encoding == UTF32:
            return line, len(before)
        return line, sum(map(self._units, before))

    def replaced(self, start: Position, end: Position, content: str) -> Buffer:
        """The text after an edit."""
        first = self.offset(*start)
        last = max(first, self.offset(*end))
        content = whole(content)
        starts = self._starts
        made = Buffer("", self.encoding)
        made.text = self.text[:first] + content + self.text[last:]
        # the lines before that of the edit, those up to the one behind it, and the others, moved
        before = max(0, bisect_right(starts, first) - 2)
        behind = bisect_right(starts, last + 1)
        moved = len(content) - (last - first)
        stop = starts[behind] if behind < len(starts) else len(self.text) + 1
        made._starts = starts[: before + 1]
        made._starts += [
            end for end in line_starts(made.text, starts[before], stop + moved) if end < stop + moved
        ]
        made._starts += [start + moved for start in starts[behind:]] if moved else starts[behind:]
        return made

    def _units(self, char: str) -> int:
        if self.encoding == UTF16:
            return 2 if char > "\uffff" else 1
        return len(char.encode("utf-8"))
