"""Sections of rows laid out as lines for a width: labels in a column, long texts wrapped, nothing cut."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells

from mqtune.tui import styles
from mqtune.tui.cells import cut
from mqtune.views.card.model import INI, MQSC, Row

WIDEST_LABEL = 18
HEAD = -1
HEAD_LEAD, LEAD = " ", "   "  # before headings and rows
GAP = 2
LINK = " ›"
FILLER = "\0"  # control characters are shown escaped, so that no text contains it
BRANCHES = " ├└│"  # what precedes the names in a trace
VERBATIM = (MQSC, INI, "source")  # sections whose lines are kept as they are


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as far as it is known: its rows, or None while they are being worked out."""

    title: str
    rows: tuple[Row, ...] | None
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line on the screen: parts with the names of their styles, and the number of its row or HEAD."""

    row: int
    parts: tuple[tuple[str, str], ...]


def lines_of(sections: Sequence[ShownSection], width: int) -> tuple[list[Line], list[Row]]:
    """The lines of all sections, and the rows in the order in which they are numbered."""
    lines: list[Line] = []
    rows: list[Row] = []
    for section in sections:
        if section.rows == () and not section.empty:
            continue
        if lines:
            lines.append(Line(HEAD, ()))
        lines.append(Line(HEAD, ((HEAD_LEAD + cut(section.title, width - 2), "head"),)))
        if section.rows is None:
            lines.append(Line(HEAD, ((LEAD + "…", "quiet"),)))
        elif not section.rows:
            room = max(10, width - len(LEAD) - 1)
            lines += [Line(HEAD, ((LEAD + part, "quiet"),)) for part in wrapped(section.empty, room, False)]
        label = label_width(section.rows or (), width)
        for row in section.rows or ():
            lines += row_lines(row, len(rows), label, width, section.title in VERBATIM)
            rows.append(row)
    return lines, rows


def label_width(rows: Sequence[Row], width: int) -> int:
    """The width of the column with the labels: at most a third of a wide screen."""
    return min(max(WIDEST_LABEL, width // 3), max((cell_len(label_of(row)) for row in rows), default=0))


def label_of(row: Row) -> str:
    """The label of a row; that of a finding begins with the letter of its severity."""
    letter = styles.LETTER.get(row.severity, "")
    return f"{letter} {row.label}".strip() if letter else row.label


def row_lines(row: Row, number: int, label: int, width: int, verbatim: bool) -> list[Line]:
    """The lines of one row: label, text and note."""
    head = label_of(row)
    lead = LEAD + head + " " * max(0, label - cell_len(head)) + (" " * GAP if label else "")
    if cell_len(lead) > label + len(LEAD) + GAP:  # a long label has a line of its own
        above = [Line(number, ((LEAD + head, row.severity or "label"),))]
        lead = " " * (label + len(LEAD) + GAP)
    else:
        above = []
    room = max(10, width - cell_len(lead) - 1)
    text = wrapped(row.text, room, verbatim)
    style = "link" if row.target is not None else ""
    room -= cell_len(LINK) if style else 0
    found = [(part, style) for part in text]
    last = text[-1] if text else ""
    parts: list[list[tuple[str, str]]] = [[one] for one in found] or [[("", "")]]
    if style and not verbatim:
        parts[-1].append((LINK, "quiet"))
    if row.note:
        left = room - cell_len(last) - GAP
        if cell_len(row.note) <= left:
            parts[-1].append((" " * GAP + row.note, "quiet"))
        else:
            indent = " " * (len(row.text) - len(row.text.lstrip(BRANCHES)) or (0 if label else GAP))
            notes = wrapped(row.note, max(10, room - len(indent)), False)
            parts += [[(indent + part, "quiet")] for part in notes]
    lines = [*above]
    for index, some in enumerate(parts):
        first = (lead, row.severity or "label") if index == 0 else (" " * cell_len(lead), "")
        lines.append(Line(number, (first, *some)))
    return lines


def wrapped(text: str, room: int, verbatim: bool) -> list[str]:
    """A text in lines of a width, broken between words; of a verbatim text in any place."""
    if cell_len(text) <= room:
        return [text]
    if verbatim:
        return chop_cells(text, room)
    indent = " " * (len(text) - len(text.lstrip()))
    # textwrap counts letters: one of two columns counts as two
    columns = text if text.isascii() else "".join(one + FILLER * (cell_len(one) - 1) for one in text)
    parts = textwrap.wrap(columns, room, subsequent_indent=indent, break_on_hyphens=False)
    return [part.replace(FILLER, "") for part in parts] or [text]
