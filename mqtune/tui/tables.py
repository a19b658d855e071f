"""Tables that fit a width: numbers stay whole, texts are cut, and the least important columns are omitted."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from mqtune.text.printable import printable
from mqtune.text.table import widths
from mqtune.tui import styles
from mqtune.tui.cells import padded

GAP = 2
LEAST = 8  # columns of a text that is cut
READABLE = 20  # a spare column is omitted before a text gets fewer columns than this


@dataclass(frozen=True, slots=True)
class Column:
    """One column. If space is short, columns with the greatest `spare` are omitted first, those with 0 never.

    A `text` may be cut; a number is aligned to the right.
    """

    title: str
    text: bool = False
    spare: int = 0


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[Content]:
    """Return the title line and a line for each row."""
    rows = [tuple(printable(cell) for cell in row) for row in rows]
    titles = tuple(one.title for one in columns)
    sizes = widths((titles, *rows), cell_len)
    shown = _shown(columns, sizes, width)
    gap = GAP if _wide(sizes, shown, GAP) <= width else GAP - 1
    fitted = _fitted(columns, sizes, shown, width - gap * (len(shown) - 1))
    lines = [_line(columns, row, shown, fitted, gap) for row in (titles, *rows)]
    return [Content.styled(lines[0], styles.QUIET), *map(Content, lines[1:])]


def _wide(sizes: Sequence[int], shown: Sequence[int], gap: int) -> int:
    return sum(sizes[place] for place in shown) + gap * (len(shown) - 1)


def _shown(columns: Sequence[Column], sizes: Sequence[int], width: int) -> list[int]:
    """Return the columns that fit without cutting texts below READABLE."""
    shown = list(range(len(columns)))
    readable = [
        min(wide, READABLE) if column.text else wide for column, wide in zip(columns, sizes, strict=True)
    ]
    while _wide(readable, shown, GAP - 1) > width:
        spare = [place for place in shown if columns[place].spare]
        if not spare:
            break
        shown.remove(max(spare, key=lambda place: columns[place].spare))
    return shown


def _fitted(columns: Sequence[Column], sizes: Sequence[int], shown: Sequence[int], space: int) -> list[int]:
    """Return the sizes, with the widest texts narrowed until all columns fit."""
    fitted = list(sizes)
    texts = [place for place in shown if columns[place].text]
    while sum(fitted[place] for place in shown) > space and texts:
        widest = max(texts, key=lambda place: fitted[place])
        if fitted[widest] <= LEAST:
            break
        fitted[widest] -= 1
    return fitted


def _line(
    columns: Sequence[Column], row: Sequence[str], shown: Sequence[int], sizes: Sequence[int], gap: int
) -> str:
    cells = [
        padded(row[place], sizes[place])
        if columns[place].text
        else " " * (sizes[place] - cell_len(row[place])) + row[place]
        for place in shown
    ]
    return (" " * gap).join(cells).rstrip()


def hanging(text: str, width: int) -> list[str]:
    """Return a line of text in lines of at most `width`; continuation lines are indented by two columns."""
    text = printable(text)
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    if cell_len(text) <= width or len(indent) * 2 > width:
        return [text]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [text]
