"""Lists with a cursor and a search, and small widgets for lines of text.

Only visible lines of a `LineList` are drawn, so that thousands cost no more than ten.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style as OneLineStyle
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Input, Log, OptionList

from mqtune.tui.cells import cut

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


# The search of a list or tree: `/` opens a line, each letter marks the next line that contains the text.

SEARCH = Binding("slash", "search", "Search", show=False, key_display="/", id="list.search")


class Searchable(Widget):
    """A list or tree with lines of text."""

    def lines(self) -> list[str]:
        """Return the text of every line that can be marked; empty for the others."""
        return []

    @property
    def line(self) -> int:
        """The number of the marked line."""
        return 0

    def mark_line(self, number: int) -> None:
        """Mark a line."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave `/` to the filter of the screen, if it has one."""
        if action == "search":
            return bool(self.screen.query(SearchLine)) and not hasattr(self.screen, "action_filter")
        return super().check_action(action, parameters)

    def action_search(self) -> None:
        """Open the line."""
        self.screen.query_one(SearchLine).open(self)


class SearchLine(Input):
    """The line in which the text is typed, hidden until it is opened: a screen has one.

    Enter keeps the place, Escape returns to the former one, up and down go to the other matches.
    """

    # over the line of keys: no other line moves, or is hidden
    DEFAULT_CSS = """
    SearchLine { layer: cover; dock: bottom; height: 1; border: none; padding: 0 1; display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave(False)", "Back", show=False),
        Binding("enter", "leave(True)", "Keep", show=False),
        Binding("down", "again(1)", "Next match", show=False),
        Binding("up", "again(-1)", "Previous match", show=False),
    ]
    box: Searchable
    before = 0
    _lines: list[str]  # those of the list or tree when it was last searched
    _lower: list[str]  # the same in lower case

    def __init__(self) -> None:
        super().__init__(placeholder="search: Enter stays, up and down go to other matches", compact=True)

    def open(self, box: Searchable) -> None:
        """Search in a list or tree."""
        self.box, self.before = box, box.line
        self._lines = self._lower = []
        with self.prevent(Input.Changed):
            self.value = ""
        self.display = True
        self.screen.set_focus(self)  # immediately: the next letters are meant for it

    def on_input_changed(self, message: Input.Changed) -> None:
        """Mark the first match, from the former place on."""
        message.stop()
        self._mark(self.before, 1, start=True)

    def action_again(self, by: int) -> None:
        """Mark the next match in a direction."""
        self._mark(self.box.line, by)

    def _mark(self, at: int, by: int, start: bool = False) -> None:
        words = self.value.lower().split()
        if not words:
            return
        if (lines := self.box.lines()) is not self._lines:  # a long list keeps them
            self._lines, self._lower = lines, [line.lower() for line in lines]
        lines, first = self._lower, words[0]
        count = len(lines)
        for step in range(0 if start else 1, count + 1) if count else ():
            number = (at + step * by) % count
            if first in lines[number] and all(word in lines[number] for word in words):
                self.box.mark_line(number)
                return

    def action_leave(self, keep: bool) -> None:
        """Close the line."""
        if not keep:
            self.box.mark_line(self.before)
        self.screen.set_focus(self.box)

    def on_blur(self) -> None:
        """Close the line when the focus goes elsewhere."""
        self.display = False


# Text of one line, cut as `cells.cut` does, for widgets that would cut it at any letter.


class OneLine(Content):
    """A content that is cut to the width of its widget: with `…`, and never inside a number."""

    def __init__(self, content: Content | str) -> None:
        if isinstance(content, str):
            content = Content(content)
        super().__init__(content.plain, list(content.spans))

    def render_strips(
        self, width: int, height: int | None, style: OneLineStyle, options: RenderOptions
    ) -> list[Strip]:
        """Return the line, cut to a width."""
        return Content.render_strips(cut_content(self, width), width, height, style, options)


def cut_content(content: Content, width: int) -> Content:
    """Return the beginning of a content in at most `width` columns, with its styles."""
    text = cut(content.plain, width)
    if text == content.plain:
        return content
    return Content.assemble(content[: len(text) - 1], "…") if text else Content("")


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


# Small widgets: a log whose lines are cut, text laid out for each width, a list with `j`, `k` and `/`.


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
