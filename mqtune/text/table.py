"""The layout of a table of texts: column widths, aligned lines, and Markdown. Pure; painters add styles.

`measure` gives the columns that a text takes in a terminal, where that is not its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

GAP = "  "
LEAST_END = 8  # characters of a path that are worth showing


def widths(rows: Sequence[Sequence[str]], measure: Callable[[str], int] = len) -> list[int]:
    """The width of each column; `rows` includes the titles."""
    return [max(map(measure, column)) for column in zip(*rows, strict=True)]


def aligned(rows: Sequence[Sequence[str]], width: int = 0, keeps_ends: bool = False) -> list[str]:
    """Each row as a line with its columns aligned; `rows` includes the titles.

    With a `width` the lines are cut to it, after columns that would fill more than half of it. `keeps_ends`
    cuts the last column at its beginning, as the end of a path says more.
    """
    sizes = widths(rows)
    gaps = len(GAP) * (len(sizes) - 1)
    if width and sum(sizes) + gaps > width:
        sizes = [*(min(size, width // 2) for size in sizes[:-1]), *sizes[-1:]]
        room = width - gaps - sum(sizes[:-1])
        if keeps_ends and room >= LEAST_END:
            rows = [(*row[:-1], cut_start(row[-1], room)) for row in rows]
    lines = [
        GAP.join(cut(cell, size).ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    ]
    return [cut(line, width) for line in lines] if width else lines


def cut_start(text: str, width: int) -> str:
    """The text in at most `width` characters; a cut text begins with `…`."""
    return text if len(text) <= width else "…" + text[1 - width :]


def cut(line: str, width: int) -> str:
    """The line in at most `width` characters; a cut line ends in `…`."""
    return line if len(line) <= width else line[: width - 1] + "…"


def markdown(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown; a pipe in a cell is escaped."""
    return [_row(titles), f"|{'---|' * len(titles)}", *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
