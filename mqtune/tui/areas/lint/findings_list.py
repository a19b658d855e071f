"""The list of findings, in groups that can be closed, and the style sheet of the Lint area."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from mqtune.present.report import Item
from mqtune.tui import cells as styles
from mqtune.tui.areas.lint.finding_rows import BY_FILE as FILE
from mqtune.tui.areas.lint.finding_rows import NAMED, Arrangement, Choice, FindingRow, Rows
from mqtune.tui.cells import cut, cut_left, padded
from mqtune.tui.widgets.lists import MOVES, NONE, CursorList

FIX_MARK = "f"
MARK = "●"
OPEN, CLOSED = "▼", "▶"
CODE_WIDTH = 6
LEAST_PLACE, MOST_PLACE = 14, 24  # columns of a place where lines are narrow


class FindingsList(CursorList):
    """Findings in groups. Posts `Marked` when the cursor moves, `Changed` with the selection, and `Taken`."""

    help = """Findings
One line for each finding: severity (E error, W warning, I info), the rule, f if a fix can be applied, the \
line in the file, and the message. The source and the explanation follow the cursor.

Groups: b groups by file, rule, queue manager, environment or severity; left closes a group, right opens it, \
- and + close and open all. O puts the most severe first.

Several at once: space selects a finding, on a heading its group; a selects all findings of the rule. f then \
fixes, and s suppresses, the selected findings with one diff. Escape ends the selection.

/ filters the list by words and by severity, family, file, queue manager and environment, for example
  severity:error family:PUB file:hub.mqsc qmgr:HUB.QM env:prod depth"""

    DEFAULT_CSS = "FindingsList { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
        Binding("enter", "take", "Open", show=False, id="findings.take", tooltip="open the card"),
        Binding("right", "open", "Open the group", show=False, id="findings.open"),
        Binding("left", "close", "Close the group", show=False, id="findings.close"),
        Binding("plus", "open_all", "Open all groups", show=False, id="findings.open-all", key_display="+"),
        Binding(
            "minus", "close_all", "Close all groups", show=False, id="findings.close-all", key_display="-"
        ),
    ]

    class Marked(Message):
        """The cursor is now on this row; None if there is none."""

        def __init__(self, row: FindingRow | None) -> None:
            super().__init__()
            self.row = row

    class Taken(Message):
        """Enter was pressed on a finding, or on the heading of a group that has a card."""

    class Changed(Message):
        """The selection changed."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.arrangement = Arrangement(Choice())
        self.rows = Rows()
        self.closed: set[str] = set()  # the titles of the closed groups
        self.selected: dict[int, Item] = {}  # by identity: hashing the keys of thousands takes too long
        self._longest = 0  # columns of the longest name of a file

    # what is shown

    @property
    def row(self) -> FindingRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def item(self) -> Item | None:
        """The finding under the cursor; None on a heading."""
        row = self.row
        return row.item if row is not None else None

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def show(self, arrangement: Arrangement) -> None:
        """Show other findings; the cursor stays on its finding, else near its former row."""
        if arrangement.choice.grouping != self.arrangement.choice.grouping:
            self.closed.clear()
        self.arrangement = arrangement
        self._longest = max(map(cell_len, arrangement.files.values()), default=0)
        self._lay_out(self.row)

    def _lay_out(self, known: FindingRow | None) -> None:
        """Compute the rows, and put the cursor on a known row, or near its former place."""
        self.rows = Rows(self.arrangement.groups, self.closed)
        self.virtual_size = Size(0, len(self.rows))
        self.mark(self.rows.index_again(known, self.cursor))

    def mark_item(self, item: Item) -> bool:
        """Move the cursor to a finding, and open its group; False if the list does not show it."""
        index = self.rows.index_of(item)
        if index == NONE:
            group = next((group for group in self.arrangement.groups if item in group.items), None)
            if group is None:
                return False
            self.closed.discard(group.title)
            self._lay_out(None)
            index = self.rows.index_of(item)
        self.mark(index)
        return True

    # the selection

    def select(self, items: Sequence[Item]) -> None:
        """Add findings to the selection; remove them if all of them are selected."""
        ids = [id(item) for item in items]
        if all(identity in self.selected for identity in ids):
            for identity in ids:
                del self.selected[identity]
        else:
            self.selected.update(zip(ids, items, strict=True))
        self.refresh()
        self.post_message(self.Changed())

    def select_again(self, items: Iterable[Item]) -> None:
        """Replace the selection, after the files were checked again."""
        self.selected = {id(item): item for item in items}
        self.refresh()
        self.post_message(self.Changed())

    # keys

    def next_finding(self, by: int) -> None:
        """Move to the next finding in a direction, past headings."""
        index = self.cursor + by
        while 0 <= index < len(self.rows):
            if self.rows[index].item is not None:
                self.mark(index)
                return
            index += by

    def action_take(self) -> None:
        """Open the card; on a heading without one, open or close the group."""
        row = self.row
        if row is None:
            return
        if row.item is not None or self.arrangement.choice.grouping in NAMED:
            self.post_message(self.Taken())
        else:
            self.toggle()

    def toggle(self) -> None:
        """Open or close the group of the heading."""
        if self.row is not None and self.row.group.title in self.closed:
            self.action_open()
        else:
            self.action_close()

    def action_open(self) -> None:
        """Open the group of the heading; if it is open, go to its first finding."""
        row = self.row
        if row is None or row.item is not None:
            return
        if row.group.title in self.closed:
            self.closed.discard(row.group.title)
            self._lay_out(row)
        else:
            self.action_move(1)

    def action_close(self) -> None:
        """Close the group; from a finding, go to the heading of its group."""
        row = self.row
        if row is None:
            return
        if row.item is not None:
            self.mark(self.rows.heading_of(row.group.title))
        elif row.group.title not in self.closed:
            self.closed.add(row.group.title)
            self._lay_out(row)

    def action_open_all(self) -> None:
        """Open all groups."""
        row = self.row
        self.closed.clear()
        self._lay_out(row)

    def action_close_all(self) -> None:
        """Close all groups; the cursor goes to the heading of its group."""
        row = self.row
        self.closed = {group.title for group in self.arrangement.groups}
        self._lay_out(FindingRow(None, row.group) if row is not None else None)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row; a click on a marked heading opens or closes the group."""
        index = event.y + self.scroll_offset.y
        if 0 <= index < len(self.rows):
            if index == self.cursor and self.rows[index].item is None:
                self.toggle()
            else:
                self.mark(index)

    def mark(self, number: int) -> None:
        """Mark a row, and scroll as little as needed to show it with a heading above it."""
        self.cursor = number
        if number != NONE:
            first = number - 1 if number and self.rows[number - 1].item is None else number
            self.scroll_to_region(
                Region(0, first, 1, number - first + 1), animate=False, force=True, immediate=True
            )
        self.refresh()
        self.post_message(self.Marked(self.row))

    # drawing

    def render_line(self, y: int) -> Strip:
        """Return one row of the screen."""
        index = y + self.scroll_offset.y
        if index >= len(self.rows):
            return self.drawn([], False)
        row = self.rows[index]
        width = self.scrollable_content_region.width
        segments = self._head(row, width) if row.item is None else self._finding(row.item, width)
        return self.drawn(segments, index == self.cursor)

    def _head(self, row: FindingRow, width: int) -> list[Segment]:
        group = row.group
        counts = f"  {group.counts_text}"
        sign = CLOSED if group.title in self.closed else OPEN
        shorter = cut_left if self.arrangement.choice.grouping == FILE else cut
        return [
            Segment(f" {sign} {shorter(group.title, max(8, width - len(counts) - 4))}", self.style("head")),
            Segment(counts, self.style("faint")),
        ]

    def _finding(self, item: Item, width: int) -> list[Segment]:
        finding = item.shown
        severity = self.style(finding.severity)
        fix = FIX_MARK if finding.fix(allow_unsafe=True) else " "
        mark = MARK if id(item) in self.selected else " "
        left = f"{mark}{styles.LETTER[finding.severity]} {finding.code.ljust(CODE_WIDTH)} "
        middle = f"{fix} {self._place(item, width)}  "
        return [
            Segment(left, severity),
            Segment(middle, self.style("faint")),
            Segment(cut(finding.message, width - len(left) - len(middle)), self.style("")),
        ]

    def _place(self, item: Item, width: int) -> str:
        """Return the line of a finding; with its file if the list is not grouped by files."""
        place = item.shown.place
        line = str(place.span.line)
        files, line_width = self.arrangement.files, self.arrangement.line_width
        if self.arrangement.choice.grouping == FILE:
            return line.rjust(line_width)
        most = max(width * 3 // 10, min(MOST_PLACE, width * 2 // 5))
        room = max(LEAST_PLACE, min(self._longest + 1 + line_width, most))
        return padded(cut_left(files[place.file], room - len(line) - 1) + f":{line}", room)


STYLE = """
LintScreen #counts {
    height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis;
}
LintScreen #filter { display: none; height: 1; }
LintScreen #filter.-open { display: block; }
LintScreen #panes { height: 1fr; layout: grid; grid-size: 1 3; grid-rows: 5fr 5fr 4fr; }
LintScreen.-low #panes { grid-size: 1 2; grid-rows: 1fr 1fr; }
LintScreen.-low #why { display: none; }
LintScreen.-wide #panes { grid-size: 2 2; grid-columns: 1fr 1fr; grid-rows: 1fr 1fr; }
LintScreen.-wide.-low #panes { grid-size: 2 1; grid-rows: 1fr; }
LintScreen.-wide #source { row-span: 2; border-left: vkey $primary 40%; }
LintScreen.-wide.-low #source { row-span: 1; }
LintScreen #panes.-zoom { grid-size: 1 1; grid-rows: 1fr; grid-columns: 1fr; }
LintScreen #panes.-zoom .pane { display: none; row-span: 1; }
LintScreen #panes.-zoom .pane.-zoomed { display: block; }
LintScreen #source, LintScreen #why {
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
LintScreen #source:focus, LintScreen #why:focus {
    border-top: heavy $accent; border-title-color: $text-accent; border-title-style: bold;
}
LintScreen #why { padding: 0 1; }
LintScreen #words { height: auto; }
LintScreen .pane { scrollbar-size: 0 1; }

RulePage .box { width: 92%; height: 92%; max-width: 110; max-height: 92%; }
RulePage #page { height: 1fr; }
RulePage.-low .box, RulePage.-middle .box { width: 100%; height: 100%; max-width: 110; max-height: 100%; }
SuppressDialog .label { margin-top: 1; color: $text-muted; }
SuppressDialog Input { border: none; height: 1; background: $panel; padding: 0 1; }
SuppressDialog WhereField { margin-top: 1; }
SuppressDialog #line { margin-top: 1; height: auto; }
SuppressDialog.-low .box { max-height: 100%; }
SuppressDialog.-low .title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
SuppressDialog.-low .label, SuppressDialog.-low WhereField { margin-top: 0; }
SuppressDialog.-low #line, SuppressDialog.-low .foot { margin-top: 0; }
"""
