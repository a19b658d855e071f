"""The widget that shows a figure with its caption; if it is too small for the figure, only the caption."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mqtune.tui.plot.draw import draw
from mqtune.tui.plot.figure import Figure


class PlotView(Widget):
    """A plot with a caption that describes it for users who cannot see it."""

    DEFAULT_CSS = "PlotView { height: 1fr; min-height: 3; }"
    ROLES: ClassVar[dict[str, str]] = {
        "axis": "$text-muted",
        "label": "$text-muted",
        "mark": "$text-warning",
        "bar": "$text-accent",
        "curve0": "$text-primary",
        "curve1": "$text-accent",
        "curve2": "$text-success",
    }

    figure: reactive[Figure | None] = reactive(None)
    caption: reactive[str] = reactive("")

    def render(self) -> Content:
        """Return the plot above its caption."""
        width, height = self.size
        words = _wrapped(self.caption, width)
        rows = draw(self.figure, width, height - len(words)) if self.figure is not None else []
        lines = [
            Content.assemble(
                *(
                    ("".join(sign for sign, _ in cells), self.ROLES.get(role, ""))
                    for role, cells in groupby(row, key=lambda cell: cell[1])
                )
            )
            for row in rows
        ]
        return Content("\n").join([*lines, *(Content(line) for line in words[: max(0, height)])])


def _wrapped(words: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns, broken at blanks."""
    lines: list[str] = []
    for word in words.split():
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word[: max(1, width)])
    return lines
