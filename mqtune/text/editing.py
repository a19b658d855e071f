"""Positions in a text, its edits by line and column, and differences between texts.

Lines and columns count from 1, columns in characters; an end is one past the last character, as in all output
of the program. A line ends at a line feed; a carriage return before it is the last character of its line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import add

from mqtune.text.messages import ELLIPSIS
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Spans and positions.


@record
class Span:
    """A range of one text, from (line, column) up to, but not including, (end_line, end_column)."""

    line: int
    column: int
    end_line: int
    end_column: int

    def key(self) -> tuple[int, int, int, int]:
        """The sort key: by start, then by end."""
        return (self.line, self.column, self.end_line, self.end_column)

    def __eq__(self, value: object) -> bool:
        return isinstance(value, Span) and self.key() == value.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Span({self.line}:{self.column}-{self.end_line}:{self.end_column})"


@record
class Place:
    """A span in a file. `file` is the path as displayed: relative to the working folder, with `/`."""

    file: str
    span: Span

    def key(self) -> tuple[str, tuple[int, int, int, int]]:
        """The sort key: by file, then by position."""
        return (self.file, self.span.key())

    def __eq__(self, value: object) -> bool:
        return isinstance(value, Place) and self.key() == value.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Place({self.file}:{self.span.line}:{self.span.column})"


@record
class Edit:
    """Replace a span of a file by a text. An empty span inserts; an empty text deletes."""

    place: Place
    content: str

    def __repr__(self) -> str:
        return f"Edit({self.place!r}, {self.content!r})"


# Edits.

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
        offset = self.starts[line - 1] + column - 1
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        if offset > end:
            raise EditError(f"no column {column} on line {line}")
        return offset

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


# Unified diffs of texts that differ in a few places. The search advances through both texts in step, so its
# cost grows linearly with the size of the text, even for large dumps. The diff is correct, though not always
# the shortest one.

CONTEXT = 3
# lines that must agree before two texts count as in step again
AGREE = 2
# how far the search for that goes before the rest of both texts counts as changed
REACH = 400

# lines [a, b) of the old text became lines [c, d) of the new one
Block = tuple[int, int, int, int]


def unified(
    old: str,
    new: str,
    old_name: str,
    new_name: str,
    outside: Callable[[int], Sequence[str]] = lambda number: (),
) -> Iterator[str]:
    """The lines of a unified diff, without line ends; none if the texts are equal.

    `outside` returns what is not shown of a line of the old text, from 1: it is omitted where the line
    changes, and the context ends before it.
    """
    if old == new:
        return
    before, after = _lines(old), _lines(new)
    yield f"--- {old_name}"
    yield f"+++ {new_name}"
    for hunk in _hunks(blocks(before, after), outside):
        yield from _lines_of(hunk, before, after, outside)


def _lines(text: str) -> list[str]:
    """The lines with their line feeds; only the last one may lack it."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def blocks(before: list[str], after: list[str]) -> Iterator[Block]:
    """The ranges in which two lists of lines differ, in order."""
    old, new = 0, 0
    while old < len(before) or new < len(after):
        if old < len(before) and new < len(after) and before[old] == after[new]:
            old += 1
            new += 1
            continue
        removed, added = _in_step(before, after, old, new)
        if removed == added:
            yield from _line_by_line(before, after, old, new, removed)
        else:
            yield (old, old + removed, new, new + added)
        old += removed
        new += added


def _line_by_line(before: list[str], after: list[str], old: int, new: int, count: int) -> Iterator[Block]:
    """The ranges of a range of as many lines in both texts, without lines that did not change."""
    start = 0
    for number in range(count + 1):
        if number == count or before[old + number] == after[new + number]:
            if start < number:
                yield (old + start, old + number, new + start, new + number)
            start = number + 1


def _in_step(before: list[str], after: list[str], old: int, new: int) -> tuple[int, int]:
    """How many lines to skip in each text until both agree again, with the smallest sum."""
    window = 2 * REACH
    first: dict[tuple[str, ...], int] = {}  # the first position of lines in the new text
    for added in range(min(window, len(after) - new + 1)):
        first.setdefault(_next_lines(after, new + added), added)
    steps: tuple[int, int] | None = None
    for removed in range(min(window, len(before) - old + 1)):
        if removed >= window:
            break
        position = first.get(_next_lines(before, old + removed))
        if position is not None and 0 < removed + position < window:
            window = removed + position
            steps = removed, position
    return steps or (len(before) - old, len(after) - new)


def _next_lines(lines: list[str], at: int) -> tuple[str, ...]:
    """The lines that must agree; at the end fewer are left, and both texts must end together."""
    return tuple(lines[at : at + AGREE])


def _hunks(changes: Iterator[Block], outside: Callable[[int], Sequence[str]]) -> Iterator[list[Block]]:
    """Changes grouped if they are so close that their context meets."""
    hunk: list[Block] = []
    for block in changes:
        gap = range(hunk[-1][1], block[0]) if hunk else ()
        if len(gap) > 2 * CONTEXT or any(outside(line + 1) for line in gap):
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _lines_of(
    hunk: list[Block], before: list[str], after: list[str], outside: Callable[[int], Sequence[str]]
) -> Iterator[str]:
    start, end = _with_context(hunk[0][0], hunk[-1][1], len(before), outside)
    other_start = hunk[0][2] - (hunk[0][0] - start)
    other_end = hunk[-1][3] + end - hunk[-1][1]
    yield f"@@ -{_range(start, end - start)} +{_range(other_start, other_end - other_start)} @@"
    at = start
    for first, stop, other_first, other_stop in hunk:
        omitted = [words for line in range(first, stop) for words in outside(line + 1)]
        yield from _marked(" ", before, at, first)
        yield from _marked("-", before, first, stop, omitted)
        yield from _marked("+", after, other_first, other_stop, omitted)
        at = stop
    yield from _marked(" ", before, at, end)


def _with_context(
    start: int, end: int, count: int, outside: Callable[[int], Sequence[str]]
) -> tuple[int, int]:
    """The lines of a hunk from the first to the last change, with those around it.

    A program that applies a diff takes less context on a side for a change at that end of the file.
    """
    before = next((lines for lines in range(CONTEXT) if lines < start and outside(start - lines)), CONTEXT)
    after = next(
        (lines for lines in range(CONTEXT) if lines < count - end and outside(end + lines + 1)), CONTEXT
    )
    lines = min(before, after)
    return max(0, start - lines), min(count, end + lines)


def without(line: str, omitted: Iterable[str]) -> str:
    """A line with an ellipsis in place of some words."""
    for words in omitted:
        line = line.replace(words, ELLIPSIS)
    return line


def _range(start: int, count: int) -> str:
    """`line,count` as diff writes it: an empty range names the line before it."""
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _marked(sign: str, lines: list[str], start: int, end: int, omitted: Sequence[str] = ()) -> Iterator[str]:
    for line in lines[start:end]:
        line = without(line, omitted) if omitted else line
        if line.endswith("\n"):
            yield sign + line[:-1]
        else:
            yield sign + line
            yield "\\ No newline at end of file"


# Edits that can be applied together: none overlaps another.


class ChosenEdits:
    """The edits chosen so far in a round: in order by file, as a run over a big dump chooses thousands."""

    __slots__ = ("by_file",)

    def __init__(self) -> None:
        self.by_file: dict[str, list[Edit]] = {}

    def add(self, edits: tuple[Edit, ...]) -> bool:
        """Add the edits of a fix if none of them overlaps another one; an equal edit does not overlap."""
        more: list[Edit] = []
        for edit in edits:
            near = list(self._near(edit))
            if any(edit.place == chosen.place and edit.content == chosen.content for chosen in near):
                continue
            if any(clash(edit.place.span, chosen.place.span) for chosen in near):
                return False
            more.append(edit)
        for edit in more:
            insort(self.by_file.setdefault(edit.place.file, []), edit, key=_extent)
        return True

    def _near(self, edit: Edit) -> Iterator[Edit]:
        """The chosen edits that touch the range of an edit. No two overlap, so that all others are beyond."""
        chosen = self.by_file.get(edit.place.file, [])
        extent = _extent(edit)
        at = number = bisect_left(chosen, extent, key=_extent)
        while number < len(chosen) and _extent(chosen[number])[:2] <= extent[2:]:
            yield chosen[number]
            number += 1
        while at > 0 and _extent(chosen[at - 1])[2:] >= extent[:2]:
            at -= 1
            yield chosen[at]


def _extent(edit: Edit) -> tuple[int, int, int, int]:
    return edit.place.span.key()
