"""Joins the lines of an irregular command to one text, and records the origin of each of its characters.

The rules: comment lines and blank lines disappear; after `+` the text continues at the first non-blank
character of the next line, after `-` at its first column; the continuation character disappears without a
replacement.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from mqtune.language.mqsc import verb
from mqtune.syntax.document import Document, LineMap
from mqtune.syntax.mqsc._pattern import SEPARATOR
from mqtune.syntax.mqsc.lines import FURTHER, remark_start
from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.mqsc.values import BLANKS, DASHES, UNSEEN, continuation
from mqtune.syntax.mqsc.words import Extent, PlainParameter
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.words import Parameter

    ReadCommand = tuple[int, int, tuple[Parameter, ...], bool]


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
        mark = continuation(seen)
        if mark:
            sign = mark
            end = len(seen) - 1
            if mark in DASHES:
                folded.dashes.append((number, column + end))
            if text[end + 1 :].strip(" \r"):
                folded.trails.append((number, column + end + 1, column + len(text)))
        piece = text[start:end]
        if not mark and number != numbered[-1][0]:
            # the continuation character is missing, or is that of a shell; the command continues nevertheless
            piece = piece.rstrip(UNSEEN).removesuffix("\\") + " "
        folded.note(size, number, column + start)
        pieces.append(piece[: most - size])
        size += len(piece)
        if size > most:
            folded.cut = True
            break
    folded.text = "".join(pieces)
    if folded.cut and (kept := WHOLE_PARAMETERS.match(folded.text)) is not None:
        folded.text = kept.group()
    return folded


# Commands that a folded YAML scalar (`>`) joins with what follows: its line ends become blanks.

FOLDED = "yaml >"
WORD = lazy_pattern(r"\S+")


def is_folded(document: Document) -> bool:
    """Whether the text of a document is a folded scalar."""
    return document.carrier.startswith(FOLDED) and document.map is not None


def joined_word(document: Document, number: int, text: str) -> str | None:
    """The first word of a folded line that began a command or a comment on a line of the file, except the
    first; None if there is none, or if the document is not folded.
    """
    if document.map is None or not is_folded(document):
        return None
    return next((word for word in joined_words(text, number, document.map) if begins_text(word)), None)


def joined_words(text: str, number: int, map: LineMap) -> Iterator[str]:
    """The words of a folded line that began a line of the file, except the first."""
    before = 0
    for match in WORD.finditer(text):
        line, _ = map.position(number, match.start() + 1)
        if before and line != before:
            yield match[0]
        before = line


def begins_text(word: str) -> bool:
    """Whether a word starts a command or a comment."""
    return word.startswith("*") or verb(word.upper()) is not None


def distrust_joined(script: Script) -> None:
    """Mark the commands of a folded document that contain another one: their words are unreliable."""
    if not is_folded(script.document):
        return
    for command in script.commands:
        for number in range(command.first, command.last + 1):
            if joined_word(script.document, number + 1, script.lines[number].text) is not None:
                command.intact = False
                break


# Whether a string or a parenthesis is open after some lines: an estimate if there was an error before.

MARK = lazy_pattern("['()]")


class OpenState:
    """Reads the lines of a command one after the other."""

    __slots__ = ("_depth", "_quoted")

    def __init__(self) -> None:
        self._depth = 0
        self._quoted = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing is open after the lines read so far."""
        return self._depth <= 0 and not self._quoted

    def take(self, text: str) -> None:
        """Continue with the text of a line."""
        remark = remark_start(text) if self.is_closed else -1
        for match in MARK.finditer(text, 0, remark if remark > 0 else len(text)):
            mark = match[0]
            if mark == "'":
                self._quoted = not self._quoted
            elif not self._quoted:
                self._depth += 1 if mark == "(" else -1


# The contents of a logical line.


class Reading:
    """The commands of a logical line, and its diagnostics at offsets of the folded text.

    `steered` means that a template tag decides which parts remain, `torn` that these are not parameters.
    """

    __slots__ = ("commands", "diagnostics", "steered", "torn")

    def __init__(
        self,
        commands: list[ReadCommand],
        diagnostics: list[OffsetDiagnostic],
        steered: bool = False,
        torn: bool = False,
    ) -> None:
        self.commands = commands
        self.diagnostics = diagnostics
        self.steered = steered
        self.torn = torn


class FoldedParameter(PlainParameter):
    """A plain parameter of a folded text, whose extents may span several lines."""

    __slots__ = ("_base", "_folded")

    def __init__(self, keyword: str, written: str, folded: Folded, index: int, base: int) -> None:
        super().__init__(keyword, written, folded.text, index)
        self._folded = folded
        self._base = base

    def _extent(self, start: int, end: int) -> Extent:
        return self._folded.extent(start, end, self._base)
