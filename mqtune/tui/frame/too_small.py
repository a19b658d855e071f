"""The word on a terminal that is too small: the size that is needed, and the one there is."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

COLUMNS = 60
ROWS = 15


class TooSmall(Widget):
    """Covers its screen while the terminal is too small; the app then takes no key but the leaving ones."""

    def render(self) -> Content:
        """Needed and present size."""
        size = self.app.size
        words = f"needs {COLUMNS} x {ROWS}\nhas {size.width} x {size.height}\nq quits"
        return Content(words)


def is_too_small(columns: int, rows: int) -> bool:
    """Whether a terminal is too small for any area."""
    return columns < COLUMNS or rows < ROWS
