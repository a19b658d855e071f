"""Prints tables as plain text: columns as wide as their widest cell, lines cut to the terminal's width."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.cli import console
from mqtune.report.colour import Palette
from mqtune.text.table import aligned

LEAST = 20
PLACE = "PLACE"  # the title of a column with paths


def print_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], palette: Palette, width: int = 0
) -> None:
    """Print rows below their titles. With a `width` the lines are cut to fit."""
    lines = aligned((titles, *rows), max(width, LEAST) if width else 0, keeps_ends=titles[-1] == PLACE)
    for number, row in enumerate(lines):
        console.line(palette.bold(row) if number == 0 else row)
