"""A list of lines that are cut to its width."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual

from mqtune.tui.widgets.cursor_list import MOVES, NONE, CursorList
from mqtune.tui.widgets.one_line import cut_content
from mqtune.tui.widgets.search_line import SEARCH, Searchable


class LineList(CursorList, Searchable):
    """Lines that subclasses make when they are drawn. Posts `Marked`, and `Taken` on Enter."""

    DEFAULT_CSS = "LineList { height: 1fr; padding: 0 1; text-wrap: nowrap; scrollbar-size: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
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

    def content(self, number: int, width: int) -> Content:
        """Return a line. It is cut to the width; `width` is for those that shorten a part of it instead."""
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

    # drawing

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        number = y + self.scroll_offset.y
        if number >= self.count:
            return self.drawn([], False)
        width = self.scrollable_content_region.width
        content = cut_content(self.content(number, width), width)
        strips = Visual.to_strips(self, content, width, 1, self.visual_style)
        return self.drawn(list(strips[0]), number == self.cursor)
