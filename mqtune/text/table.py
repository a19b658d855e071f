"""The layout of a table of texts: column widths, aligned lines, and Markdown. Pure; painters add styles.

`measure` gives the columns that a text takes in a terminal, where that is not its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

GAP = "  "


def widths(rows: Sequence[Sequence[str]], measure: Callable[[str], int] = len) -> list[int]:
    """The width of each column; `rows` includes the titles."""
    return [max(map(measure, column)) for column in zip(*rows, strict=True)]


def aligned(rows: Sequence[Sequence[str]], width: int = 0) -> list[str]:
    """Each row as a line with its columns aligned; `rows` includes the titles.

    With a `width` the lines are cut to it, after columns that would fill more than half of it.
    """
    sizes = widths(rows)
    if width and sum(sizes) + len(GAP) * (len(sizes) - 1) > width:
        sizes = [*(min(size, width // 2) for size in sizes[:-1]), *sizes[-1:]]
    lines = [
        GAP.join(cut(cell, size).ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    ]
    return [cut(line, width) for line in lines] if width else lines


def cut(line: str, width: int) -> str:
    """The line in at most `width` characters; a cut line ends in `…`."""
    return line if len(line) <= width else line[: width - 1] + "…"


def markdown(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown; a pipe in a cell is escaped."""
    return [_row(titles), f"|{'---|' * len(titles)}", *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
