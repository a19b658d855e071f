"""A list whose cursor also moves with `j` and `k`, and that `/` searches."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import OptionList

from mqtune.tui.widgets.search_line import SEARCH, Searchable


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
