"""Tables of plain text: columns as wide as they need to be, the last one cut to the terminal."""

from __future__ import annotations

import sys

from mqtune.report.colour import Palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = "  "
LEAST = 20


def print_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], palette: Palette, width: int = 0
) -> None:
    """Print rows below their titles. With a `width` the last column is cut to fit."""
    widths = [max(len(cell) for cell in column) for column in zip(titles, *rows, strict=True)]
    for number, row in enumerate((titles, *rows)):
        line = GAP.join(cell.ljust(size) for cell, size in zip(row[:-1], widths[:-1], strict=True))
        line = f"{line}{GAP}{row[-1]}" if line else row[-1]
        if width and len(line) > max(width, LEAST):
            line = line[: max(width, LEAST) - 1] + "…"
        line = line.rstrip()
        sys.stdout.write((palette.bold(line) if number == 0 else line) + "\n")
