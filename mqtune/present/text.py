"""Answers as text: sections one below the other, painted for a terminal. Lines are escaped where written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.present.bodies import BAD, DOUBT, GOOD, NORMAL, Code, Rows, Section, Steps, Table
from mqtune.present.layout import TITLE, Laid, Medium, layout
from mqtune.present.shown import shown, shown_sections
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.covered_diff import painted_line

LEAD = "  "  # before rows and steps below a title
MORE = "--verbose lists all"
DIFF = "diff"


class Exact(str):
    """A line that keeps its tabs where it is written, so that a diff can be applied."""

    __slots__ = ()


def section_lines(
    sections: Iterable[Section], level: int = NORMAL, palette: Palette = PLAIN, width: int = 0
) -> Iterator[str]:
    """The lines of all sections of a level, with a blank one between them."""
    first = True
    for section in shown_sections(sections, level):
        body = section.body
        if not first:
            yield ""
        if section.title:
            yield palette.bold(section.title)
        first = False
        untitled = isinstance(body, Table) and not any(column.title for column in body.columns)
        lead = LEAD if section.title and (untitled or isinstance(body, Rows | Steps)) else ""
        if isinstance(body, Code):  # of any length: not laid out, one line at a time
            yield from code_lines(body, palette)
            continue
        lines = 0
        for line in layout(body, Medium(width, len(lead))):
            lines += 1
            yield lead + painted(line, palette)
        if not lines and section.empty:
            yield lead + section.empty
        yield from (lead + text for text in more_lines(getattr(body, "more", "")))


def code_lines(code: Code, palette: Palette) -> Iterable[str]:
    """The lines of code, those of a diff in colours."""
    if code.language == DIFF:
        return (Exact(painted_line(line, palette)) for line in code.lines)
    return code.lines


def painted(line: Laid, palette: Palette) -> str:
    """A line with the codes of its styles."""
    return "".join(paint(text, style, palette) for text, style in line.parts).rstrip()


def paint(text: str, style: str, palette: Palette) -> str:
    """A text in a style."""
    if not palette.on or not style:
        return text
    if style == TITLE:
        return palette.bold(text)
    if style == GOOD:
        return palette.added(text)
    severity = {BAD: "error", DOUBT: "warning"}.get(style, style)
    return palette.severity(severity, text) if severity in ("error", "warning", "info") else text


def note_lines(notes: Rows, level: int = NORMAL) -> Iterator[str]:
    """The lines of remarks on the run."""
    body = shown(notes, level)
    for line in layout(body, Medium()):
        yield painted(line, PLAIN)
    yield from more_lines(getattr(body, "more", ""))


def more_lines(more: str) -> Iterator[str]:
    """What a level leaves out, and the option that shows it."""
    if more:
        yield f"{more}: {MORE}"
