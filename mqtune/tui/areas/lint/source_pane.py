"""The source of a finding with line numbers, marks and syntax colours. It draws only the visible lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mqtune.present.report import Item
from mqtune.questions.source import KINDS, SourceView, ViewLine
from mqtune.text.editing import Span
from mqtune.text.finding import SEVERITIES
from mqtune.tui import cells as styles
from mqtune.tui.cells import cut

RELATED = "*"
LEGEND = "* related to the marked finding"
EMPTY = "no file to show"
SEVERITY_OF = {"E": "error", "W": "warning", "I": "info"}
MORE_LEFT, MORE_RIGHT = "‹", "›"
MARGIN = 2  # columns between a marked place and the edge
UNDERLINE = Style(underline=True, bold=True)


class SourcePane(ScrollView, can_focus=True):
    """One file, read only, with the line of the marked finding highlighted and its place underlined."""

    help = """Source
The file, read only: the line of the marked finding is highlighted and its place underlined. Letters before \
the line numbers mark findings (E error, W warning, I info); * marks a place related to the marked finding. \
Secrets are masked. o opens the file in your editor at this line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"source--{kind}" for kind in KINDS),
        "source--number",
        "source--lit",
        "source--error",
        "source--warning",
        "source--info",
    }
    DEFAULT_CSS = """
    SourcePane { height: 1fr; }
    SourcePane .source--comment { color: $text-muted; }
    SourcePane .source--directive { color: $text-accent; text-style: italic; }
    SourcePane .source--verb { color: $text-primary; text-style: bold; }
    SourcePane .source--type { color: $text-primary; }
    SourcePane .source--header { color: $text-primary; text-style: bold; }
    SourcePane .source--keyword { color: $foreground; }
    SourcePane .source--value { color: $text-success; }
    SourcePane .source--string { color: $text-warning; }
    SourcePane .source--number { color: $text-muted; }
    SourcePane .source--lit { background: $primary 20%; }
    SourcePane:ansi .source--lit { background: $block-cursor-background; color: $block-cursor-foreground; }
    SourcePane .source--error { color: $text-error; text-style: bold; }
    SourcePane .source--warning { color: $text-warning; text-style: bold; }
    SourcePane .source--info { color: $text-primary; text-style: bold; }
    """

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.view: SourceView | None = None
        self.empty = EMPTY  # shown without a file
        self._letters: Mapping[int, str] = {}
        self._span: Span | None = None
        self._strips: dict[int, Strip] = {}
        self._styles: dict[str, Style] = {}
        self._related: set[int] = set()
        self._wrapped: tuple[int, int] = (0, 0)  # a line that is wrapped, and its rows

    @property
    def _gutter(self) -> int:
        """The columns before the text: letter, number, blanks."""
        return 5 + len(str(self.view.count)) if self.view is not None else 0

    def show_file(self, view: SourceView | None, letters: Mapping[int, str]) -> None:
        """Show a file with the letters of its findings."""
        self.view = view
        self._letters = letters
        self._span = None
        self._wrapped = (0, 0)
        self._strips.clear()
        count, width = (view.count, view.width) if view is not None else (0, 0)
        self.virtual_size = Size(width + self._gutter, count)
        self.refresh()

    def light(self, item: Item) -> None:
        """Highlight the place of a finding and mark its related places, and scroll there."""
        if self.view is None:
            return
        self._strips.clear()
        place = item.finding.place
        self._span = place.span if place.file == self.view.name else None
        related = {
            reference.place.span.line
            for reference in item.finding.related
            if reference.place.file == self.view.name
        }
        self._related = related
        self.border_subtitle = LEGEND if related else ""
        if self._span is not None:
            self._scroll_to_line(self._span)
        self.refresh()

    def _scroll_to_line(self, span: Span) -> None:
        """Scroll to a place, with some lines around it."""
        self._wrap(span)
        around = max(1, self.size.height // 3)
        first = self.view.columns(span.line, span)[0] if self.view is not None and self._wrapped[1] else 0
        top = max(0, span.line - 1 + first // self._room - around)
        self.scroll_to_region(
            Region(0, top, 1, 2 * around + 1), animate=False, force=True, x_axis=False, immediate=True
        )
        self.scroll_to(x=0, animate=False, immediate=True, force=True)

    def _wrap(self, span: Span) -> None:
        """Wrap the marked line if the place is beyond the edge: names and place are then both in sight."""
        self._wrapped = (0, 0)
        if self.view is not None:
            room = self._room
            last = self.view.columns(span.line, span)[1]
            rows = -(-max(last, len(self.view.line(span.line).text)) // room)
            if last + MARGIN > room and rows > 1:
                self._wrapped = (span.line, rows)
            extra = max(0, self._wrapped[1] - 1)
            self.virtual_size = Size(self.view.width + self._gutter, self.view.count + extra)

    @property
    def _room(self) -> int:
        """The columns for the text."""
        return max(1, self.scrollable_content_region.width - self._gutter)

    def _row(self, row: int) -> tuple[int, int]:
        """Return the line of a row of the pane, and which part of it, counted from 0."""
        line, rows = self._wrapped
        added = min(max(0, row - line + 1), rows - 1) if rows else 0
        number = row + 1 - added
        return number, added if number == line else 0

    def on_resize(self) -> None:
        """Keep the marked place in sight: it may be marked before the pane has its size."""
        if self._span is not None:
            self._scroll_to_line(self._span)

    def notify_style_update(self) -> None:
        """Draw all lines again after a change of the theme."""
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Return one row of the screen: the gutter is fixed, the text scrolls."""
        width = self.scrollable_content_region.width
        number, part = self._row(y + self.scroll_offset.y)
        if self.view is None or number > self.view.count:
            words = f" {self.empty}" if self.view is None and y == 0 else ""
            return Strip([Segment(words, self._style("number"))]).adjust_cell_length(width, self._style(""))
        strip = self._strips.get(number)
        if strip is None:
            strip = self._strips[number] = self._text(self.view.line(number))
        x = self.scroll_offset.x
        lit = self._is_lit(number)
        base = self._style("") + self._style("lit") if lit else self._style("")
        room = self._room
        if number == self._wrapped[0]:
            text = strip.crop(part * room, (part + 1) * room)
        else:
            text = self._cut(strip, x, room)
        gutter = Strip(self._gutter_of(number)) if not part else Strip([Segment(" " * self._gutter, base)])
        row = Strip.join([gutter, text]).adjust_cell_length(width, base)
        if not lit:
            return row
        behind = Style(bgcolor=base.bgcolor)
        if self.has_pseudo_class("ansi"):  # sixteen colours have none on which all others can be read
            behind = Style(color=base.color, bgcolor=base.bgcolor, dim=False)
        return Strip([Segment(part.text, (part.style or base) + behind) for part in row])

    def _cut(self, strip: Strip, x: int, room: int) -> Strip:
        """Return the visible part of a line; marks at the edges show that it is cut."""
        text = strip.crop(x, x + room)
        edge = self._style("number")
        if x and strip.cell_length:
            text = Strip.join([Strip([Segment(MORE_LEFT, edge)]), text.crop(1)])
        if strip.cell_length > x + room > 0:
            shown = strip.crop(0, x + room + 8).text
            kept = cell_len(cut(shown, x + room)) - 1 - x  # not inside a number
            text = Strip.join([text.crop(0, max(0, kept)), Strip([Segment(MORE_RIGHT, edge)])])
        return text

    def _is_lit(self, number: int) -> bool:
        return self._span is not None and self._span.line <= number <= max(
            self._span.line, self._span.end_line - (self._span.end_column == 1)
        )

    def _gutter_of(self, number: int) -> list[Segment]:
        letter = self._letters.get(number, "")
        if not letter and number in self._related:
            letter = RELATED
        digits = str(number).rjust(self._gutter - 5)
        name = SEVERITY_OF.get(letter, "number")
        return [
            Segment(f" {letter or ' '}", self._style(name)),
            Segment(f" {digits}  ", self._style("number")),
        ]

    def _text(self, line: ViewLine) -> Strip:
        """Return the text of a line with the styles of its words."""
        marked = self.view.columns(line.number, self._span) if self._span and self.view else (0, 0)
        edges = {0, len(line.text), *marked}
        for start, end, _ in line.words:
            edges |= {start, end}
        cuts = sorted(edge for edge in edges if 0 <= edge <= len(line.text))
        segments = []
        for start, end in pairwise(cuts):
            segments.append(Segment(line.text[start:end], self._style_at(line, start, marked)))
        if marked[1] > max(len(line.text), marked[0]):
            segments.append(Segment(" " * (marked[1] - len(line.text)), self._style("") + UNDERLINE))
        return Strip(segments)

    def _style_at(self, line: ViewLine, column: int, marked: tuple[int, int]) -> Style:
        style = self._style("")
        for start, end, kind in line.words:
            if start <= column < end:
                style = self._style(kind)
        return style + UNDERLINE if marked[0] <= column < marked[1] else style

    def _style(self, name: str) -> Style:
        """Return the style of a kind of words, "" for plain text; computed once per theme."""
        style = self._styles.get(name)
        if style is None:
            style = self.get_component_rich_style(f"source--{name}") if name else self.rich_style
            self._styles[name] = style
        return style


def letters_of(items: Iterable[Item]) -> dict[str, dict[int, str]]:
    """Return for each file and line the letter of its most severe finding."""
    letters: dict[str, dict[int, str]] = {}
    for item in sorted(items, key=lambda item: -SEVERITIES.index(item.finding.severity)):
        place = item.finding.place
        letters.setdefault(place.file, {})[place.span.line] = styles.LETTER[item.finding.severity]
    return letters
