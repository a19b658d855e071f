"""The notice for a terminal that is too small: the required size and the actual one."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

COLUMNS = 60
ROWS = 15


class TooSmall(Widget):
    """Covers its screen while the terminal is too small; the app then accepts only the quitting keys."""

    def render(self) -> Content:
        """Return the required and the actual size."""
        size = self.app.size
        words = f"needs {COLUMNS} x {ROWS}\nhas {size.width} x {size.height}\nq quits"
        return Content(words)


def is_too_small(columns: int, rows: int) -> bool:
    """Return whether a terminal is too small for the areas."""
    return columns < COLUMNS or rows < ROWS
