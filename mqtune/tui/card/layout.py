"""Sections laid out as lines of the screen for a width: headings, and the bodies below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from mqtune.present.bodies import Body, Item, Row, Rows
from mqtune.present.layout import HEAD, LEAST_ROOM, Medium, items_of, label_width, layout, row_lines, wrapped
from mqtune.tui.cells import cut
from mqtune.views.card.model import MQSC

HEAD_LEAD, LEAD = " ", "   "  # before headings and rows
VERBATIM = (MQSC, "source")  # sections of rows whose lines are kept as they are


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as far as it is known: its body, or None while it is being worked out."""

    title: str
    body: Body | None
    empty: str = ""

    @property
    def rows(self) -> Sequence[Item] | None:
        """What the cursor can mark."""
        return None if self.body is None else items_of(self.body)


class Line(NamedTuple):
    """One line on the screen: parts with the names of their styles, and the number of its row or HEAD."""

    row: int
    parts: tuple[tuple[str, str], ...]


def lines_of(sections: Sequence[ShownSection], width: int) -> tuple[list[Line], list[Item]]:
    """The lines of all sections, and the rows in the order in which they are numbered."""
    lines: list[Line] = []
    rows: list[Item] = []
    for section in sections:
        items = section.rows
        if items is not None and not items and not section.empty:
            continue
        if lines:
            lines.append(Line(HEAD, ()))
        if section.title:
            lines.append(Line(HEAD, ((HEAD_LEAD + cut(section.title, width - 2), "head"),)))
        if section.body is None or items is None:
            lines.append(Line(HEAD, ((LEAD + "…", "faint"),)))
        elif not items:
            room = max(LEAST_ROOM, width - len(LEAD) - 1)
            parts = wrapped(section.empty, room, False, cell_len)
            lines += [Line(HEAD, ((LEAD + part, "faint"),)) for part in parts]
        else:
            lines += body_lines(section, section.body, len(rows), width)
            rows += items
    return lines, rows


def body_lines(section: ShownSection, body: Body, first: int, width: int) -> list[Line]:
    """The lines of a body, whose items are numbered from `first`."""
    medium = Medium(width, len(LEAD) + 1, cell_len, links=True, bars=True)
    if isinstance(body, Rows) and section.title in VERBATIM:
        label = label_width(body.rows, medium)
        laid = [
            line
            for number, row in enumerate(body.rows)
            for line in row_lines(row, number, label, medium, verbatim=True)
        ]
    else:
        laid = list(layout(body, medium))
    return [
        Line(line.number if line.number == HEAD else first + line.number, led(line.parts)) for line in laid
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
