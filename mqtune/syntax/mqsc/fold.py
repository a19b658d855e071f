"""Joins the lines of a hard command to one text, and knows where each of its characters came from.

The rules: a comment line and a blank line disappear; `+` goes on at the first character of the next
line that is no blank, `-` at its first column; the sign disappears and nothing takes its place.
"""

from __future__ import annotations

from bisect import bisect_right

from mqtune.syntax.mqsc.lines import UNSEEN, is_continued

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.words import Extent

BLANKS = " \t"


class Folded:
    """A logical line: its text, and the pieces of physical lines it was made of."""

    __slots__ = ("_columns", "_lines", "_starts", "_text", "cut", "pieces", "size", "trails")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._lines: list[int] = []
        self._columns: list[int] = []
        self._text = ""
        self.pieces: list[str] = []
        self.size = 0
        self.cut = False  # the command is longer than what is read of it
        self.trails: list[
            tuple[int, int, int]
        ] = []  # characters behind a continuation sign that are no blanks

    def add(self, text: str, line: int, column: int) -> None:
        """Go on with a piece that stands at a line and column (both from 0)."""
        self._starts.append(self.size)
        self._lines.append(line)
        self._columns.append(column)
        self.pieces.append(text)
        self.size += len(text)

    @property
    def text(self) -> str:
        """The whole text so far."""
        if self.size and len(self._text) != self.size:
            self._text = "".join(self.pieces)
        return self._text

    @property
    def seams(self) -> list[int]:
        """The offsets where a piece of a further line begins."""
        return self._starts[1:]

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at an offset."""
        piece = max(0, bisect_right(self._starts, offset) - 1)
        return self._lines[piece], self._columns[piece] + offset - self._starts[piece]

    def end(self, offset: int) -> tuple[int, int]:
        """Line and column one past the character before an offset."""
        if offset <= 0:
            return self.locate(0)
        line, column = self.locate(offset - 1)
        return line, column + 1

    def extent(self, start: int, end: int, base: int) -> Extent:
        """The extent of a stretch, its lines counted from line `base`."""
        line, column = self.locate(start)
        end_line, end_column = self.end(end) if end > start else (line, column)
        return (line - base, column, end_line - base, end_column)


def fold_lines(numbered: list[tuple[int, str, int]], most: int) -> Folded:
    """The logical line made of lines that are neither comments nor blank, `most` characters of it.

    Each line comes with its number and the column where its text begins.
    """
    folded = Folded()
    last = len(numbered) - 1
    sign = "-"  # the first line begins at its first column
    for index, (number, text, column) in enumerate(numbered):
        start = 0 if sign == "-" else len(text) - len(text.lstrip(BLANKS))
        end = len(text)
        seen = text.rstrip(UNSEEN)
        if seen[-1:] in ("+", "-") and is_continued(text):
            sign = seen[-1]
            end = len(seen) - 1
            if text[end + 1 :].strip(" "):
                folded.trails.append((number, column + end + 1, column + len(text)))
        room = most - folded.size
        folded.add(text[start : min(end, start + room)], number, column + start)
        if end - start > room or (room <= 0 and index < last):
            folded.cut = True
            break
    return folded
