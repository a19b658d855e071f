"""Answers as Markdown, for merge requests and wikis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.present.bodies import NORMAL, Body, Page, Row, Rows, Section, Steps, Table
from mqtune.present.layout import cell_text
from mqtune.present.shown import shown_sections
from mqtune.report.markdown_text import fenced, plain
from mqtune.report.secrets import safe
from mqtune.text.table import markdown


def markdown_lines(headline: str, sections: Iterable[Section], level: int = NORMAL) -> Iterator[str]:
    """The lines of a page: the headline as its title, a heading for each section."""
    yield f"# {plain(safe(headline))}"
    for section in shown_sections(sections, level):
        yield from ("", f"## {plain(section.title)}") if section.title else ()
        yield ""
        lines = list(body_lines(section.body))
        yield from lines or [plain(section.empty)]
        more = getattr(section.body, "more", "")
        yield from ("", plain(more)) if more else ()


def body_lines(body: Body) -> Iterator[str]:
    """The lines of a body."""
    if isinstance(body, Table):
        if body.lines:
            cells = [[plain(cell_text(cell, body.unknown)) for cell in line.cells] for line in body.lines]
            yield from markdown([plain(column.title) for column in body.columns], cells)
    elif isinstance(body, Rows):
        yield from map(row_line, body.rows)
    elif isinstance(body, Steps):
        for step in body.steps:
            depth = "  " * (len(step.guide) // 2)
            outcome = f"**{plain(step.outcome)}**" if step.outcome else ""
            words = [*map(plain, step.cells), outcome, plain(step.reason)]
            yield f"{depth}- {', '.join(filter(None, words))}"
            yield from (f"{depth}  {row_line(note)}" for note in step.notes)
    elif isinstance(body, Page):
        yield body.text
    else:
        yield fenced("\n".join(body.lines), body.language)


def row_line(row: Row) -> str:
    """A row as an entry of a list."""
    label = f"{plain(row.label)}: " if row.label else ""
    return f"- {label}{plain(row.text.strip())}" + (f" ({plain(row.note)})" if row.note else "")
