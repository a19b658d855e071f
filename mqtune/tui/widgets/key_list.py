"""Small widgets: a log whose lines are cut, text laid out for each width, a list with `j`, `k` and `/`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Log, OptionList

from mqtune.tui.cells import cut
from mqtune.tui.widgets.lists import SEARCH, Searchable


class CutLog(Log):
    """Lines of text, of which the visible part is shown."""

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        x, at = self.scroll_offset.x, self.scroll_offset.y + y
        width = self.scrollable_content_region.width
        line = self.lines[at] if at < self.line_count else ""
        rest = line[x:]
        if len(rest) <= width:
            return super().render_line(y)
        text = Segment(cut(rest, width), self.rich_style)
        return Strip([text]).extend_cell_length(self.size.width, self.rich_style)


LayOut = Callable[[int], Content]


class FittedText(Widget):
    """Shows the text that `lay_out` returns for its width."""

    DEFAULT_CSS = "FittedText { height: auto; width: 1fr; }"

    def __init__(
        self, lay_out: LayOut | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._lay_out = lay_out or (lambda width: Content(""))

    def show(self, lay_out: LayOut) -> None:
        """Show another text; the layout of the screen is recomputed only if the height changes."""
        self._lay_out = lay_out
        width = self.size.width
        self.refresh(layout=not width or self._height(width) != self.size.height)

    def _height(self, width: int) -> int:
        return self._lay_out(width).get_height({}, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at that width."""
        return self._height(width)

    def render(self) -> Content:
        """Return the text for the current width."""
        return self._lay_out(self.size.width)


class KeyList(OptionList, Searchable):
    """A list of areas, experiments or results. Subclasses bind Enter with its label."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "One down", show=False, id="list.down"),
        Binding("up,k", "cursor_up", "One up", show=False, id="list.up"),
        Binding("pagedown", "page_down", "One page down", show=False, id="list.page-down"),
        Binding("pageup", "page_up", "One page up", show=False, id="list.page-up"),
        Binding("home", "first", "First", show=False, id="list.first"),
        Binding("end", "last", "Last", show=False, id="list.last"),
        SEARCH,
    ]

    def render_line(self, y: int) -> Strip:
        """Return a line; the marked one has one colour, since not every colour can be read on the mark."""
        strip = super().render_line(y)
        mark = self.get_component_rich_style("option-list--option-highlighted")
        if not self.has_focus or mark.bgcolor is None:
            return strip
        plain = Style(color=mark.color)
        return Strip(
            [
                Segment(part.text, part.style + plain)
                if part.style is not None and part.style.bgcolor == mark.bgcolor
                else part
                for part in strip
            ],
            strip.cell_length,
        )

    def action_page_down(self) -> None:
        """Go a page down, unless the list has not been laid out yet."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]

    def action_page_up(self) -> None:
        """Go a page up, unless the list has not been laid out yet."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def lines(self) -> list[str]:
        """Return the text of every line that can be marked; empty for the others."""
        return ["" if option.disabled else str(option.prompt) for option in self.options]

    @property
    def line(self) -> int:
        """The number of the marked line."""
        return self.highlighted or 0

    def mark_line(self, number: int) -> None:
        """Mark a line."""
        self.highlighted = number
