"""What of a body is shown at a level, with every text safe: secrets masked, control characters visible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.language.masking import Covered, masked
from mqtune.present.answer import (
    NORMAL,
    Body,
    Cell,
    Line,
    Page,
    Place,
    Row,
    Rows,
    Section,
    Share,
    Step,
    Steps,
    Table,
)
from mqtune.present.safe import safe
from mqtune.text.messages import printable


def shown_sections(
    sections: Iterable[Section], level: int = NORMAL, items: int | None = None
) -> Iterator[Section]:
    """The sections of a level, safe to show, with the `items` of the same or another level; those without
    content only if they state what that means.
    """
    for section in sections:
        if section.level <= level:
            body = shown(section.body, level if items is None else items)
            if section.empty or not is_empty(body):
                yield section._replace(title=safe(section.title), body=body, empty=safe(section.empty))


def is_empty(body: Body) -> bool:
    """Whether a body has no content; an iterator of lines is taken to have some."""
    if isinstance(body, Rows):
        return not body.rows
    if isinstance(body, Table):
        return not body.lines
    if isinstance(body, Steps):
        return not body.steps
    return not (body.text if isinstance(body, Page) else body.lines)


def shown(body: Body, level: int) -> Body:
    """The part of a body that belongs to a level, safe to show, with `more` if that leaves something out."""
    if isinstance(body, Rows):
        rows = [safe_row(row) for row in body.rows if row.level <= level]
        return body._replace(rows=rows, more=body.more if len(rows) < len(body.rows) else "")
    if isinstance(body, Table):
        return shown_table(body, level)
    if isinstance(body, Steps):
        steps = [safe_step(step, level) for step in body.steps if step.level <= level]
        return Steps(steps, body.more if len(steps) < len(body.steps) else "")
    if isinstance(body, Page):
        return body if body.covered else Page(printable_lines(masked(body.text, prose=True)))
    return body if body.covered else body._replace(lines=masked_lines(body.lines))


def masked_lines(lines: Iterable[str]) -> list[str]:
    """Lines that are masked together."""
    text = "\n".join(lines)
    return masked(text).split("\n") if text else []


def printable_lines(text: str) -> str:
    """Lines without control characters."""
    return "\n".join(map(printable, text.split("\n")))


def shown_table(table: Table, level: int) -> Table:
    """The columns and lines of a level."""
    places = [at for at, column in enumerate(table.columns) if column.level <= level]
    lines = [
        Line([safe_cell(line.cells[at]) for at in places], *line[1:])
        for line in table.lines
        if line.level <= level
    ]
    columns = [table.columns[at]._replace(title=safe(table.columns[at].title)) for at in places]
    complete = len(columns) == len(table.columns) and len(lines) == len(table.lines)
    more = "" if complete else table.more
    return table._replace(columns=columns, lines=lines, more=more, foot=safe(table.foot))


def safe_cell(cell: Cell) -> Cell:
    """A cell that may be shown."""
    if isinstance(cell, str):
        return safe_text(cell)
    if isinstance(cell, Share):
        return cell._replace(text=safe_text(cell.text))
    return printable(str(cell)) if isinstance(cell, Place) else cell


def safe_text(text: str) -> str:
    """A text that may be shown; in the value of an attribute secrets are covered already."""
    return printable(text) if isinstance(text, Covered) else safe(text)


def safe_row(row: Row) -> Row:
    """A row that may be shown."""
    return row._replace(label=safe_text(row.label), text=safe_text(row.text), note=safe_text(row.note))


def safe_step(step: Step, level: int) -> Step:
    """A step that may be shown, with the notes of a level."""
    return step._replace(
        cells=[safe_text(cell) for cell in step.cells],
        outcome=safe_text(step.outcome),
        reason=safe_text(step.reason),
        notes=[safe_row(note) for note in step.notes if note.level <= level],
    )
