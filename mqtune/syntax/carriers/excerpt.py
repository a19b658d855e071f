"""A text assembled from pieces of a file, each character with the offset it came from.

A piece is either verbatim or derived: a folded line break, a resolved escape.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from mqtune.syntax.document import LineMap, Runs
from mqtune.text.editing import LineIndex
from mqtune.text.patterns import lazy_pattern

_LINE_FEED = lazy_pattern("\n")
_ANY_LINE_END = lazy_pattern(r"\r\n|\n|\r")

# (text, offset in the file, verbatim): all characters of a derived piece have the same offset
Piece = tuple[str, int, bool]


class Excerpt:
    """An immutable text of pieces. `end` is the offset in the file after its last character."""

    __slots__ = ("_pieces", "_starts", "end", "text")

    def __init__(self, pieces: list[Piece], end: int) -> None:
        self._pieces = _merged(pieces)
        self._starts: list[int] = []
        length = 0
        for text, _, _ in self._pieces:
            self._starts.append(length)
            length += len(text)
        self.text = "".join(piece[0] for piece in self._pieces)
        self.end = end

    @classmethod
    def of_text(cls, text: str) -> Excerpt:
        """A whole file."""
        return cls([(text, 0, True)], len(text))

    def offset(self, index: int) -> int:
        """The offset in the file of a character; `end` for one past the last."""
        if index >= len(self.text):
            return self.end
        number = bisect_right(self._starts, index) - 1
        _, at, verbatim = self._pieces[number]
        return at + index - self._starts[number] if verbatim else at

    def pieces(self, start: int, end: int) -> list[Piece]:
        """The pieces of a part of the text."""
        pieces: list[Piece] = []
        number = max(bisect_right(self._starts, start) - 1, 0)
        while number < len(self._pieces) and self._starts[number] < end:
            text, at, verbatim = self._pieces[number]
            first = max(start - self._starts[number], 0)
            part = text[first : end - self._starts[number]]
            if part:
                pieces.append((part, at + first if verbatim else at, verbatim))
            number += 1
        return pieces

    def part(self, start: int, end: int) -> Excerpt:
        """Part of the text, as an excerpt."""
        return Excerpt(self.pieces(start, end), self.offset(end))

    def within(self, base: Excerpt) -> Excerpt:
        """An excerpt of the text of another one, with the offsets of the file."""
        pieces: list[Piece] = []
        for text, at, verbatim in self._pieces:
            if verbatim:
                pieces.extend(base.pieces(at, at + len(text)))
            else:
                pieces.append((text, base.offset(at), False))
        return Excerpt(pieces, base.offset(self.end))

    @classmethod
    def of(cls, pieces: list[Piece], at: int = 0) -> Excerpt:
        """An excerpt of pieces in their order; `at` is the offset of an empty one."""
        if pieces:
            text, at, verbatim = pieces[-1]
            at += len(text) if verbatim else 0
        return cls(pieces, at)

    def is_verbatim(self, start: int, end: int) -> bool:
        """Whether a part is contiguous and verbatim in the file."""
        if start >= end:
            return True
        number = bisect_right(self._starts, start) - 1
        text, _, verbatim = self._pieces[number]
        return verbatim and self._starts[number] + len(text) >= end


def _merged(pieces: list[Piece]) -> list[Piece]:
    """Pieces with adjacent verbatim ones joined."""
    merged: list[Piece] = []
    run: list[str] = []
    run_end = -1
    for text, at, verbatim in pieces:
        if not text:
            continue
        if verbatim and at == run_end:
            run.append(text)
            run_end += len(text)
            continue
        if len(run) > 1:
            merged[-1] = ("".join(run), merged[-1][1], True)
        merged.append((text, at, verbatim))
        run, run_end = ([text], at + len(text)) if verbatim else ([], -1)
    if len(run) > 1:
        merged[-1] = ("".join(run), merged[-1][1], True)
    return merged


def line_map(
    excerpt: Excerpt,
    table: LineIndex,
    editable: bool,
    indent: str = "",
    at_returns: bool = False,
    with_values: bool = False,
) -> LineMap:
    """The positions of the lines of an excerpt in the file.

    `editable` means that the file accepts any text in its place, as in a literal block or a here-document
    but not in a quoted string. `indent` is the beginning of each further line of such a text. `at_returns`
    means that a lone carriage return ends a line of the excerpt, although it does not end one of the file.
    `with_values` means that what is not verbatim are values of placeholders, so that the rest can be edited.
    """
    spans = list(_line_spans(excerpt.text, at_returns))
    starts = [table.position(excerpt.offset(start)) for start, _ in spans]
    if editable and excerpt.text.endswith("\n") and starts[-1][0] == starts[-2][0]:
        starts[-1] = (starts[-1][0] + 1, 1)  # after a CR LF that the text contains as LF
    lines = [line for line, _ in starts]
    columns = [column - 1 for _, column in starts]
    whole_lines = all(excerpt.is_verbatim(start, end) for start, end in spans)
    in_order = all(after == before + 1 for before, after in pairwise(lines))
    if editable and whole_lines and (in_order or excerpt.is_verbatim(0, len(excerpt.text))):
        return LineMap(lines, columns, indent)
    runs = [
        None if with_values and excerpt.is_verbatim(start, end) else _runs(excerpt, table, start, end)
        for start, end in spans
    ]
    return LineMap(lines, columns, indent, runs, editable and with_values)


def whole_map(text: str) -> LineMap | None:
    """The positions of the lines of a whole file in a language with more line ends than an editor has."""
    if text.count("\r") == text.count("\r\n"):
        return None
    return line_map(Excerpt.of_text(text), LineIndex(text), editable=True, at_returns=True)


def _line_spans(text: str, at_returns: bool) -> Iterator[tuple[int, int]]:
    start = 0
    for line_end in (_ANY_LINE_END if at_returns else _LINE_FEED).finditer(text):
        yield (start, line_end.start())
        start = line_end.end()
    yield (start, len(text))


def _runs(excerpt: Excerpt, table: LineIndex, start: int, end: int) -> Runs:
    """The positions of the characters of a line."""
    runs = Runs()
    if start == end:
        runs.add(0, *table.position(excerpt.offset(start)), True)
    for text, at, verbatim in excerpt.pieces(start, end):
        runs.add(len(text), *table.position(at), verbatim)
    return runs
