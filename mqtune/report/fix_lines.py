"""The lines that a fix removes and adds, as a small diff below a finding."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import Fix
from mqtune.report.colour import Palette
from mqtune.report.redact import FileText
from mqtune.text.editing import EditError, apply_edits
from mqtune.text.printable import shown
from mqtune.text.spans import Edit, Span

# a fix that changes more is described in words only; --diff shows it
MOST = 12
LONGEST = 500


def fix_lines(fix: Fix, file_of: Callable[[str], FileText | None], palette: Palette) -> list[str]:
    """The changed lines, with `-` or `+`; none if the fix is long or affects a secret."""
    by_file: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.place.file, []).append(edit)
    found: list[str] = []
    for name, edits in by_file.items():
        file = file_of(name)
        if file is None:
            return []
        for group in _groups(edits):
            found += _changed(file, group, palette)
    return found if len(found) <= MOST else []


def _groups(edits: list[Edit]) -> list[list[Edit]]:
    """Edits, grouped by the same or overlapping lines."""
    groups: list[list[Edit]] = []
    end = -1
    for edit in sorted(edits, key=lambda one: one.place.key()):
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
    old = [file.index.line(number) for number in numbers]
    try:
        new = apply_edits("\n".join(old), [(_moved(edit.place.span, first), edit.content) for edit in edits])
    except EditError:
        return []
    return _signed(old, [line.removesuffix("\r") for line in new.split("\n")], palette)


def _moved(span: Span, first: int) -> Span:
    return Span(span.line - first + 1, span.column, span.end_line - first + 1, span.end_column)


def _signed(old: list[str], new: list[str], palette: Palette) -> list[str]:
    """The old and new lines, with signs, without the lines they share at both ends."""
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    taken = [palette.removed(f"- {shown(line).text}".rstrip()) for line in old]
    return taken + [palette.added(f"+ {shown(line).text}".rstrip()) for line in new]
