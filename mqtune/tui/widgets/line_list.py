"""A list of lines with a cursor: it draws only the visible ones, so that thousands cost no more than ten."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from mqtune.tui.widgets.one_line import cut_content
from mqtune.tui.widgets.search_line import SEARCH, Searchable

NONE = -1


class LineList(ScrollView, Searchable, can_focus=True):
    """Lines that subclasses make when they are drawn. Posts `Marked`, and `Taken` on Enter."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--plain", "lines--cursor", "lines--cursor-idle"}
    DEFAULT_CSS = """
    LineList { height: 1fr; padding: 0 1; text-wrap: nowrap; scrollbar-size: 0 1; }
    LineList .lines--plain { color: $foreground; }
    LineList .lines--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    LineList .lines--cursor-idle { background: $panel; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "One down", show=False, id="lines.down"),
        Binding("up,k", "move(-1)", "One up", show=False, id="lines.up"),
        Binding("pagedown", "page(1)", "One page down", show=False, id="lines.page-down"),
        Binding("pageup", "page(-1)", "One page up", show=False, id="lines.page-up"),
        Binding("home", "end(-1)", "First", show=False, id="lines.first"),
        Binding("end", "end(1)", "Last", show=False, id="lines.last"),
        Binding("enter", "take", "Open", show=False, id="lines.take", tooltip="open the card of this name"),
        SEARCH,
    ]

    class Marked(Message):
        """The cursor moved, or the lines are others."""

        def __init__(self, box: LineList) -> None:
            super().__init__()
            self.box = box

    class Taken(Message):
        """Enter was pressed."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = NONE

    @property
    def count(self) -> int:
        """The number of lines."""
        return 0

    def content(self, number: int) -> Content:
        """Return a line."""
        raise NotImplementedError

    def lay_out(self, cursor: int) -> None:
        """Show lines that have changed, and mark one of them."""
        self.virtual_size = Size(0, self.count)
        self.mark(max(min(cursor, self.count - 1), NONE if not self.count else 0))

    def mark(self, number: int) -> None:
        """Mark a line, and scroll as little as needed to show it."""
        self.cursor = number
        if number != NONE:
            self.scroll_to_region(Region(0, number, 1, 1), animate=False, force=True, immediate=True)
        self.refresh()
        self.post_message(self.Marked(self))

    # keys

    def action_move(self, by: int) -> None:
        """Move by one line."""
        if 0 <= self.cursor + by < self.count:
            self.mark(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move by a page."""
        if self.count:
            self.mark(max(0, min(self.cursor + by * max(1, self.size.height - 1), self.count - 1)))

    def action_end(self, by: int) -> None:
        """Move to the first or the last line."""
        if self.count:
            self.mark(0 if by < 0 else self.count - 1)

    def action_take(self) -> None:
        """Open the marked line."""
        if self.cursor != NONE:
            self.post_message(self.Taken())

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked line; open it if it was marked."""
        number = event.y + self.scroll_offset.y
        if 0 <= number < self.count:
            again = number == self.cursor
            self.mark(number)
            if again:
                self.action_take()

    def on_focus(self) -> None:
        """Draw the cursor with the focus."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor without the focus."""
        self.refresh()

    # the search

    @property
    def line(self) -> int:
        """The number of the marked line."""
        return max(0, self.cursor)

    def mark_line(self, number: int) -> None:
        """Mark a line, if it still exists."""
        if 0 <= number < self.count:
            self.mark(number)

    # drawing

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        number = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        name = "plain"
        if number == self.cursor:
            name = "cursor" if self.has_focus else "cursor-idle"
        style = self.get_visual_style(f"lines--{name}")
        if number >= self.count:
            return Strip.blank(width, style.rich_style)
        content = cut_content(self.content(number), width)
        if name == "cursor":
            content = Content(content.plain)
        strips = Visual.to_strips(self, content, width, 1, style)
        return strips[0].extend_cell_length(width, style.rich_style)
