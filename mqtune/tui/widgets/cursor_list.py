"""A list with a cursor: it draws only the visible lines, so that thousands cost no more than ten."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.scroll_view import ScrollView
from textual.strip import Strip

NONE = -1  # the cursor of an empty list
MOVES: list[BindingType] = [
    Binding("down,j", "move(1)", "One down", show=False, id="lines.down"),
    Binding("up,k", "move(-1)", "One up", show=False, id="lines.up"),
    Binding("pagedown", "page(1)", "One page down", show=False, id="lines.page-down"),
    Binding("pageup", "page(-1)", "One page up", show=False, id="lines.page-up"),
    Binding("home", "end(-1)", "First", show=False, id="lines.first"),
    Binding("end", "end(1)", "Last", show=False, id="lines.last"),
]


class CursorList(ScrollView, can_focus=True):
    """Entries with a cursor. Subclasses bind `MOVES`, mark an entry, and draw each line of the screen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--head",
        "lines--label",
        "lines--link",
        "lines--faint",
        "lines--good",
        "lines--bad",
        "lines--doubt",
        "lines--error",
        "lines--warning",
        "lines--info",
        "lines--cursor",
        "lines--cursor-idle",
    }

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.cursor = NONE
        self._styles: dict[str, Style] = {}

    @property
    def count(self) -> int:
        """The number of entries."""
        return 0

    def mark(self, number: int) -> None:
        """Move the cursor to an entry."""
        raise NotImplementedError

    def action_move(self, by: int) -> None:
        """Move by one entry."""
        if 0 <= self.cursor + by < self.count:
            self.mark(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move by a page."""
        if self.count:
            self.mark(max(0, min(self.cursor + by * max(1, self.size.height - 1), self.count - 1)))

    def action_end(self, by: int) -> None:
        """Move to the first or the last entry."""
        if self.count:
            self.mark(0 if by < 0 else self.count - 1)

    # the search

    @property
    def line(self) -> int:
        """The number of the marked entry."""
        return max(0, self.cursor)

    def mark_line(self, number: int) -> None:
        """Mark an entry, if it still exists."""
        if 0 <= number < self.count:
            self.mark(number)

    # drawing

    def on_focus(self) -> None:
        """Draw the cursor with the focus."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor without the focus."""
        self.refresh()

    def drawn(self, segments: list[Segment], marked: bool) -> Strip:
        """Return a line of these segments, as wide as the list; it shows the cursor if it is `marked`."""
        width = self.scrollable_content_region.width
        strip = Strip(segments).adjust_cell_length(width, self.style(""))
        if not marked:
            return strip
        if self.has_focus:
            return Strip([Segment(part.text, self.style("cursor")) for part in strip])
        idle = self.style("cursor-idle")
        return Strip([Segment(part.text, (part.style or idle) + idle) for part in strip])

    def style(self, name: str) -> Style:
        """Return the style of a part of a line, "" for plain text; computed once per theme."""
        style = self._styles.get(name)
        if style is None:
            style = self.get_component_rich_style(f"lines--{name}") if name else self.rich_style
            self._styles[name] = style
        return style

    def notify_style_update(self) -> None:
        """Forget the styles of the former theme."""
        self._styles.clear()
        super().notify_style_update()
