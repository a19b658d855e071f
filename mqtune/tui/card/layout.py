"""Sections laid out as lines of the screen for a width: headings, and the bodies below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from mqtune.present.bodies import Body, Item, Row, Rows, Section
from mqtune.present.layout import HEAD, LEAST_ROOM, Medium, items_of, layout, wrapped
from mqtune.tui.cells import cut

HEAD_LEAD, LEAD = " ", "   "  # before headings and rows


class Line(NamedTuple):
    """One line on the screen: parts with the names of their styles, and the number of its row or HEAD."""

    row: int
    parts: tuple[tuple[str, str], ...]


def pending(title: str) -> Section:
    """A section that is being worked out."""
    return Section(title, Rows(()), empty="…")


def lines_of(sections: Sequence[Section], width: int) -> tuple[list[Line], list[Item]]:
    """The lines of all sections, and the rows in the order in which they are numbered."""
    lines: list[Line] = []
    rows: list[Item] = []
    for section in sections:
        items = items_of(section.body)
        if not items and not section.empty:
            continue
        if lines:
            lines.append(Line(HEAD, ()))
        if section.title:
            lines.append(Line(HEAD, ((HEAD_LEAD + cut(section.title, width - 2), "head"),)))
        if not items:
            room = max(LEAST_ROOM, width - len(LEAD) - 1)
            parts = wrapped(section.empty, room, False, cell_len)
            lines += [Line(HEAD, ((LEAD + part, "faint"),)) for part in parts]
        else:
            lines += body_lines(section.body, len(rows), width)
            rows += items
    return lines, rows


def body_lines(body: Body, first: int, width: int) -> list[Line]:
    """The lines of a body, whose items are numbered from `first`."""
    medium = Medium(width, len(LEAD) + 1, cell_len, links=True, bars=True)
    return [
        Line(line.number if line.number == HEAD else first + line.number, led(line.parts))
        for line in layout(body, medium)
    ]


def led(parts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The parts of a line behind the blanks before all rows."""
    (text, style), *rest = parts or (("", ""),)
    return ((LEAD + text, style), *rest)


def words_of(item: Item) -> str:
    """The text of an item, for searching and copying."""
    if isinstance(item, Row):
        return f"{item.label} {item.text} {item.note}"
    notes = [note.text for note in getattr(item, "notes", ())]
    more = [getattr(item, "outcome", ""), getattr(item, "reason", ""), *notes]
    return " ".join(filter(None, [*(str(cell or "") for cell in item.cells), *more]))
