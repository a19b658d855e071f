"""Answers as Markdown, for merge requests and wikis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mqtune.present.answer import MARKDOWN, Answer
from mqtune.present.bodies import NORMAL, Body, Cell, Page, Row, Rows, Share, Steps, Table
from mqtune.present.layout import cell_text
from mqtune.present.shown import shown_sections
from mqtune.report.markdown_text import fenced, plain
from mqtune.text.table import markdown


def markdown_lines(title: str, answer: Answer[Any], level: int = NORMAL) -> Iterator[str]:
    """The lines of a page, with a heading for each section; the headline precedes a first one without."""
    yield f"# {plain(title)}"
    for number, section in enumerate(shown_sections(answer.sections(MARKDOWN), level)):
        heading = f"## {plain(section.title)}" if section.title else ""
        if not number and not heading:
            heading = plain(answer.headline)
        yield from ("", heading) if heading else ()
        yield ""
        lines = list(body_lines(section.body))
        yield from lines or [plain(section.empty)]
        body = section.body
        remarks = (getattr(body, "more", ""), getattr(body, "foot", ""))
        yield from (line for text in remarks if text for line in ("", plain(text)))


def body_lines(body: Body) -> Iterator[str]:
    """The lines of a body."""
    if isinstance(body, Table):
        if body.lines:
            cells = [[cell_of(cell, body.unknown) for cell in line.cells] for line in body.lines]
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
        yield from body.text.split("\n")
    else:
        yield from fenced("\n".join(body.lines), body.language).split("\n")


def cell_of(cell: Cell, unknown: str) -> str:
    """A cell; a share of all or more stands out."""
    text = plain(cell_text(cell, unknown), in_cell=True)
    return f"**{text}**" if isinstance(cell, Share) and (cell.share or 0.0) >= 1 else text


def row_line(row: Row) -> str:
    """A row as an entry of a list."""
    label = f"{plain(row.label)}: " if row.label else ""
    return f"- {label}{plain(row.text.strip())}" + (f" ({plain(row.note)})" if row.note else "")
