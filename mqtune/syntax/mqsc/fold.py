"""Joins the lines of an irregular command to one text, and records the origin of each of its characters.

The rules: comment lines and blank lines disappear; after `+` the text continues at the first non-blank
character of the next line, after `-` at its first column; the continuation character disappears without a
replacement.
"""

from __future__ import annotations

from bisect import bisect_right

from mqtune.syntax.mqsc._pattern import SEPARATOR
from mqtune.syntax.mqsc.characters import BLANKS, DASHES, UNSEEN, continuation
from mqtune.syntax.mqsc.lines import FURTHER
from mqtune.syntax.mqsc.words import Extent
from mqtune.text.patterns import lazy_pattern

# a line of code: its number, its text, and the column where that text begins
NumberedText = tuple[int, str, int]


# atomic, so that it always matches, and never in more than linear time
WHOLE_PARAMETERS = lazy_pattern(rf"{SEPARATOR}*+(?>(?:{FURTHER})?)")


class Folded:
    """A logical line: its text, and the pieces of physical lines from which it was joined.

    `seams` are the offsets where a piece of a further line begins; `trails` are the ranges (line, start,
    end) after a continuation character that contain more than blanks, `dashes` the positions of dashes used
    instead of one. `cut` means that the command is longer than the joined text.
    """

    __slots__ = ("_columns", "_lines", "_starts", "cut", "dashes", "text", "trails")

    def __init__(self) -> None:
        self.text = ""
        self.cut = False
        self.trails: list[tuple[int, int, int]] = []
        self.dashes: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._lines: list[int] = []
        self._columns: list[int] = []

    @property
    def seams(self) -> frozenset[int]:
        """The offsets where a piece of a further line begins."""
        return frozenset(self._starts[1:])

    def note(self, offset: int, line: int, column: int) -> None:
        """Record that the text from this offset on comes from a line and column (both from 0)."""
        self._starts.append(offset)
        self._lines.append(line)
        self._columns.append(column)

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at an offset."""
        piece = bisect_right(self._starts, offset) - 1 if len(self._starts) > 1 else 0
        return self._lines[piece], self._columns[piece] + offset - self._starts[piece]

    def end(self, offset: int) -> tuple[int, int]:
        """Line and column one past the character before an offset."""
        if offset <= 0:
            return self.locate(0)
        line, column = self.locate(offset - 1)
        return line, column + 1

    def extent(self, start: int, end: int, base: int) -> Extent:
        """The extent of a range, its lines counted from line `base`."""
        if end <= start:
            line, column = self.end(start)
            return (line - base, column, line - base, column)
        line, column = self.locate(start)
        end_line, end_column = self.end(end)
        return (line - base, column, end_line - base, end_column)


def fold_lines(numbered: list[NumberedText], most: int) -> Folded:
    """The logical line joined from lines that are neither comments nor blank.

    Of a longer one than the maximum only the parameters are kept that are whole.
    """
    folded = Folded()
    pieces: list[str] = []
    size = 0
    sign = "-"  # the first line begins at its first column
    for number, text, column in numbered:
        start = 0 if sign != "+" else len(text) - len(text.lstrip(BLANKS))
        seen = text.rstrip(UNSEEN)
        end = len(text)
        found = continuation(seen)
        if found:
            sign = found
            end = len(seen) - 1
            if found in DASHES:
                folded.dashes.append((number, column + end))
            if text[end + 1 :].strip(" \r"):
                folded.trails.append((number, column + end + 1, column + len(text)))
        piece = text[start:end]
        if not found and number != numbered[-1][0]:
            # the continuation character is missing, or is that of a shell; the command continues nevertheless
            piece = piece.rstrip(UNSEEN).removesuffix("\\") + " "
        folded.note(size, number, column + start)
        pieces.append(piece[: most - size])
        size += len(piece)
        if size > most:
            folded.cut = True
            break
    folded.text = "".join(pieces)
    if folded.cut and (whole := WHOLE_PARAMETERS.match(folded.text)) is not None:
        folded.text = whole.group()
    return folded
