"""Excerpts of a file with the position of a finding marked, and differences between texts, safe to show."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

from mqtune.language.masking import masked
from mqtune.language.secret_marks import with_covers
from mqtune.present.redact import FileText
from mqtune.present.summary import Palette
from mqtune.text.editing import Edit, EditError, Span, apply_edits, unified, without
from mqtune.text.finding import Fix
from mqtune.text.messages import ELLIPSIS, printable, shown
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.secret_marks import Stretch
    from mqtune.present.redact import Parts

# Differences: secrets masked, control characters escaped.


def covered_diff(old: str, new: str, shown: str, parts: Parts = None) -> list[str]:
    """The lines of a unified diff; tabs and the carriage return of a line end are kept.

    `parts` are those that MQ reads of the old text, None for all: nothing around them is shown.
    """
    name = printable(shown)
    file = FileText(old, parts=lambda: parts)
    covered = with_covers(old, file.secrets)
    lines = unified(covered, masked(new), f"a/{name}", f"b/{name}", file.words_outside)
    return [_safe(line) for line in lines]


def painted_line(line: str, palette: Palette) -> str:
    """A line of a diff with its colour."""
    end = "\r" if line.endswith("\r") else ""
    body = line.removesuffix("\r")
    if line.startswith(("---", "+++")):
        return palette.bold(body) + end
    if line.startswith("@@"):
        return palette.frame(body) + end
    if line.startswith("+"):
        return palette.added(body) + end
    return (palette.removed(body) if line.startswith("-") else body) + end


def _safe(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(printable, line.removesuffix("\r").split("\t"))) + end


# Excerpts.

# lines shown of a long span, half at each end
LONG = 4
MARK = "^"
# widths of a line that are read on each side of a position
REACH = 4


@record
class Row:
    """A line of an excerpt: its number (0 for omitted lines), its text, and the marks below it."""

    number: int
    text: str
    marks: str = ""


def rows(file: FileText, span: Span, width: int, context: int = 1) -> list[Row]:
    """The lines of a span with its marks, and `context` lines around it, none wider than `width` columns."""
    last_line = len(file.index.starts)
    if span.line > last_line:
        return []
    last = max(span.line, span.end_line - (span.end_column == 1))
    lines = _context(file, range(max(1, span.line - context), span.line), width)
    for number in _some(span.line, min(last, last_line)):
        lines.append(Row(0, "...") if number == 0 else _row(file, number, span, width))
    lines += _context(file, range(last + 1, min(last + context, last_line) + 1), width)
    return lines


def _some(first: int, last: int) -> list[int]:
    """The numbers of the lines to show; 0 for those omitted in the middle."""
    if last - first < LONG:
        return list(range(first, last + 1))
    half = LONG // 2
    return [*range(first, first + half), 0, *range(last - half + 1, last + 1)]


def _context(file: FileText, numbers: range, width: int) -> list[Row]:
    """Context lines, without blank ones and those of which nothing is shown."""
    lines = [_context_row(file, number, width) for number in numbers]
    return [row for row in lines if row.text.strip(f" {ELLIPSIS}")]


@lru_cache(maxsize=8)  # the findings of one line, and of the next one, have the same lines around them
def _context_row(file: FileText, number: int, width: int) -> Row:
    return _row(file, number, None, width)


def _row(file: FileText, number: int, span: Span | None, width: int) -> Row:
    is_first = span is not None and span.line == number
    first = _first(file, number, span.column if span is not None and is_first else 1, width)
    most = 2 * REACH * width
    omitted = _omitted(file, number, span, first, most) if file.read is not None else ()
    line = shown(file.index.line(number, first, most), file.hidden(number, first, most), omitted)
    if span is None:
        return Row(number, _cut(line.text, 0, width)[0].rstrip())
    start = line.column(span.column - first) if is_first else indent(line.text)
    end = line.column(span.end_column - first) if number == span.end_line else len(line.text.rstrip())
    text, moved = _cut(line.text, start, width)
    start += moved
    room = line.columns[-1] if text == line.text else len(text)
    length = max(1, min(end + moved, room) - start)
    return Row(number, text.rstrip(), " " * start + MARK * length)


def _omitted(file: FileText, number: int, span: Span | None, first: int, most: int) -> tuple[Stretch, ...]:
    """What is omitted of `most` characters of a line from `first` on, apart from the span."""
    is_line = span is not None and span.line == span.end_line
    kept = (span.column - 1, span.end_column - 1) if span is not None and is_line else (0, 0)
    outside = file.outside(number)
    low = bisect_right(outside, first, key=itemgetter(1))
    return tuple(
        (max(start - first, 0), min(end - first, most))
        for before, after in outside[low : bisect_left(outside, (first + most, 0))]
        for start, end in ((before, min(after, kept[0])), (max(before, kept[1]), after))
        if max(start, first) < min(end, first + most)
    )


def _first(file: FileText, number: int, column: int, width: int) -> int:
    """The offset at which reading a line starts: a very long line is not read as a whole."""
    reach = REACH * width
    return max(0, column - reach) if file.index.line(number, 2 * reach, 1) else 0


def indent(text: str) -> int:
    """The number of blanks at the beginning of a line."""
    return len(text) - len(text.lstrip())


def _cut(text: str, start: int, width: int) -> tuple[str, int]:
    """The part of a long line that includes column `start`, and by how much its columns moved."""
    if len(text) <= width:
        return text, 0
    if start <= width * 2 // 3:
        return text[: width - 1] + "…", 0
    first = min(start - width // 3, len(text) - width + 1)
    piece = "…" + text[first : first + width - 2]
    return piece + ("…" if first + width - 2 < len(text) else ""), 1 - first


# The lines that a fix removes and adds, as a small diff below a finding.

# a fix that changes more is described in words only; --diff shows it
MOST = 12
LONGEST = 500


def fix_lines(fix: Fix, file_of: Callable[[str], FileText | None], palette: Palette) -> list[str]:
    """The changed lines, with `-` or `+`; none if the fix is long or affects a secret."""
    by_file: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.place.file, []).append(edit)
    lines: list[str] = []
    for name, edits in by_file.items():
        file = file_of(name)
        if file is None:
            return []
        for group in _groups(edits):
            lines += _changed(file, group, palette)
    return lines if len(lines) <= MOST else []


def _groups(edits: list[Edit]) -> list[list[Edit]]:
    """Edits, grouped by the same or overlapping lines."""
    groups: list[list[Edit]] = []
    end = -1
    for edit in sorted(edits, key=lambda entry: entry.place.key()):
        if groups and edit.place.span.line <= end:
            groups[-1].append(edit)
        else:
            groups.append([edit])
        end = max(end, edit.place.span.end_line)
    return groups


def _changed(file: FileText, edits: list[Edit], palette: Palette) -> list[str]:
    first = min(edit.place.span.line for edit in edits)
    last = max(edit.place.span.end_line for edit in edits)
    numbers = range(first, last + 1)
    if any(file.index.line(number, LONGEST, 1) or file.hidden(number) for number in numbers):
        return []
    omitted = [words for number in numbers for words in file.words_outside(number)]
    old = [file.index.line(number) for number in numbers]
    try:
        new = apply_edits("\n".join(old), [(_moved(edit.place.span, first), edit.content) for edit in edits])
    except EditError:
        return []
    changed = [without(line.removesuffix("\r"), omitted) for line in new.split("\n")]
    return _signed([without(line, omitted) for line in old], changed, palette)


def _moved(span: Span, first: int) -> Span:
    return Span(span.line - first + 1, span.column, span.end_line - first + 1, span.end_column)


def _signed(old: list[str], new: list[str], palette: Palette) -> list[str]:
    """The old and new lines, with signs, without the lines they share at both ends."""
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    removed = [palette.removed(f"- {shown(line).text}".rstrip()) for line in old]
    return removed + [palette.added(f"+ {shown(line).text}".rstrip()) for line in new]
