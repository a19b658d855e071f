"""The list of findings: it draws only the visible rows, so that thousands cost no more than ten."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mqtune.report.report import Item
from mqtune.tui import styles
from mqtune.tui.areas.lint.finding_rows import (
    NONE,
    FindingRow,
    index_again,
    index_of,
    line_width,
    nearest_finding,
)
from mqtune.tui.cells import cut, cut_left

FIX_MARK = "f"
CODE_WIDTH = 6


class FindingsList(ScrollView, can_focus=True):
    """Findings by file. Posts `Marked` when the cursor moves to another one, and `Taken` on Enter."""

    help = """Findings
One line for each finding: severity (E error, W warning, I info), the rule, f if a fix can be applied, the \
line in the file, and the message. The source and the explanation follow the cursor.

/ filters the list by words and by severity, family and file, for example
  severity:error family:PUB file:hub.mqsc depth"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "findings--error",
        "findings--warning",
        "findings--info",
        "findings--quiet",
        "findings--head",
        "findings--cursor",
        "findings--cursor-idle",
    }
    DEFAULT_CSS = """
    FindingsList { height: 1fr; }
    FindingsList .findings--error { color: $text-error; text-style: bold; }
    FindingsList .findings--warning { color: $text-warning; }
    FindingsList .findings--info { color: $text-primary; }
    FindingsList .findings--quiet { color: $text-muted; }
    FindingsList .findings--head { color: $text-accent; text-style: bold; }
    FindingsList .findings--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    FindingsList .findings--cursor-idle { background: $panel; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "One up", show=False, id="findings.up"),
        Binding("down,j", "move(1)", "One down", show=False, id="findings.down"),
        Binding("pageup", "page(-1)", "One page up", show=False, id="findings.page-up"),
        Binding("pagedown", "page(1)", "One page down", show=False, id="findings.page-down"),
        Binding("home", "end(-1)", "First finding", show=False, id="findings.first"),
        Binding("end", "end(1)", "Last finding", show=False, id="findings.last"),
        Binding("enter", "take", "Go to the source", show=False, id="findings.take"),
    ]

    class Marked(Message):
        """The cursor is now on this finding; None if there is none."""

        def __init__(self, item: Item | None) -> None:
            super().__init__()
            self.item = item

    class Taken(Message):
        """Enter was pressed on a finding."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.rows: tuple[FindingRow, ...] = ()
        self.cursor = -1
        self._line_width = 1
        self._styles: dict[str, Style] = {}

    @property
    def item(self) -> Item | None:
        """The marked finding."""
        return self.rows[self.cursor].item if 0 <= self.cursor < len(self.rows) else None

    def show_rows(self, rows: tuple[FindingRow, ...]) -> None:
        """Show other rows; the cursor stays on its finding, else near its former row."""
        known = self.item
        self.rows = rows
        self._line_width = line_width(rows)
        self.virtual_size = Size(0, len(rows))
        self._mark(index_again(rows, known, self.cursor))
        self.refresh()

    def mark_item(self, item: Item) -> bool:
        """Move the cursor to a finding; False if the list does not show it."""
        index = index_of(self.rows, item)
        if index != NONE:
            self._mark(index)
        return index != NONE

    def action_move(self, by: int) -> None:
        """Move to the next finding in a direction."""
        index = self.cursor + by
        while 0 <= index < len(self.rows):
            if self.rows[index].item is not None:
                self._mark(index)
                return
            index += by
        if by < 0:
            self.scroll_to(y=0, animate=False)

    def action_page(self, by: int) -> None:
        """Move by a page."""
        wanted = self.cursor + by * max(1, self.size.height - 1)
        self._mark(nearest_finding(self.rows, max(0, min(wanted, len(self.rows) - 1))))

    def action_end(self, by: int) -> None:
        """Move to the first or the last finding."""
        self._mark(nearest_finding(self.rows, 0 if by < 0 else len(self.rows) - 1))

    def action_take(self) -> None:
        """Go to the source."""
        if self.item is not None:
            self.post_message(self.Taken())

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked finding."""
        index = event.y + self.scroll_offset.y
        if 0 <= index < len(self.rows) and self.rows[index].item is not None:
            self._mark(index)

    def _mark(self, index: int) -> None:
        before = self.cursor
        self.cursor = index
        self.refresh_lines(before - self.scroll_offset.y, 1)
        if index >= 0:
            first = index - 1 if index and self.rows[index - 1].item is None else index
            self.scroll_to_region(Region(0, first, 1, index - first + 1), animate=False, force=True)
            self.refresh_lines(index - self.scroll_offset.y, 1)
        self.refresh()
        self.post_message(self.Marked(self.item))

    def on_focus(self) -> None:
        """Draw the cursor with the focus."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor without the focus."""
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row of the screen."""
        index = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if index >= len(self.rows):
            return Strip.blank(width, self._style(""))
        row = self.rows[index]
        segments = self._head(row, width) if row.item is None else self._finding(row.item, width)
        strip = Strip(segments).adjust_cell_length(width, self._style(""))
        if index == self.cursor:
            style = self._style("cursor" if self.has_focus else "cursor-idle")
            plain = self.has_focus
            strip = Strip(
                [Segment(part.text, style if plain else (part.style or style) + style) for part in strip]
            )
        return strip

    def _head(self, row: FindingRow, width: int) -> list[Segment]:
        counts = f"  {row.counts}"
        name = cut_left(row.file, max(8, width - len(counts) - 1))
        return [
            Segment(name, self._style("head")),
            Segment(counts, self._style("quiet")),
        ]

    def _finding(self, item: Item, width: int) -> list[Segment]:
        finding = item.shown
        severity = self._style(finding.severity)
        mark = FIX_MARK if finding.fix(allow_unsafe=True) else " "
        line = str(finding.place.span.line).rjust(self._line_width)
        left = f" {styles.LETTER[finding.severity]} {finding.code.ljust(CODE_WIDTH)} "
        middle = f"{mark} {line}  "
        return [
            Segment(left, severity),
            Segment(middle, self._style("quiet")),
            Segment(cut(finding.message, width - len(left) - len(middle)), self._style("")),
        ]

    def notify_style_update(self) -> None:
        """Forget the styles of the former theme."""
        self._styles.clear()
        super().notify_style_update()

    def _style(self, name: str) -> Style:
        """Return the style of a part of a row, "" for plain text; computed once per theme."""
        style = self._styles.get(name)
        if style is None:
            style = self.get_component_rich_style(f"findings--{name}") if name else self.rich_style
            self._styles[name] = style
        return style
