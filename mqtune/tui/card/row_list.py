"""A list of sections with rows, which are wrapped and laid out as lines of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from mqtune.present.answer import Body, Item, Row, Rows, Section
from mqtune.present.layout import HEAD, LEAST_ROOM, Medium, items_of, layout, wrapped
from mqtune.tui.cells import cut
from mqtune.tui.widgets.lists import MOVES, NONE, SEARCH, CursorList, Searchable

# The layout for a width: headings, and the bodies below them.

HEAD_LEAD, LEAD = " ", "   "  # before headings and rows


class Line(NamedTuple):
    """One line on the screen: parts with the names of their styles, and the number of its row or HEAD."""

    row: int
    parts: tuple[tuple[str, str], ...]


def pending(title: str) -> Section:
    """A section that is being worked out."""
    return Section(title, Rows(()), empty="…")


def lines_of(sections: Sequence[Section], width: int) -> tuple[list[Line], list[Item]]:
    """The lines of all sections, and the rows in the order in which they are numbered."""
    lines: list[Line] = []
    rows: list[Item] = []
    for section in sections:
        items = items_of(section.body)
        if not items and not section.empty:
            continue
        if lines:
            lines.append(Line(HEAD, ()))
        if section.title:
            lines.append(Line(HEAD, ((HEAD_LEAD + cut(section.title, width - 2), "head"),)))
        if not items:
            room = max(LEAST_ROOM, width - len(LEAD) - 1)
            parts = wrapped(section.empty, room, False, cell_len)
            lines += [Line(HEAD, ((LEAD + part, "faint"),)) for part in parts]
        else:
            lines += body_lines(section.body, len(rows), width)
            rows += items
    return lines, rows


def body_lines(body: Body, first: int, width: int) -> list[Line]:
    """The lines of a body, whose items are numbered from `first`."""
    medium = Medium(width, len(LEAD) + 1, cell_len, links=True, bars=True)
    return [
        Line(line.number if line.number == HEAD else first + line.number, led(line.parts))
        for line in layout(body, medium)
    ]


def led(parts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The parts of a line behind the blanks before all rows."""
    (text, style), *rest = parts or (("", ""),)
    return ((LEAD + text, style), *rest)


def words_of(item: Item) -> str:
    """The text of an item, for searching and copying."""
    if isinstance(item, Row):
        return f"{item.label} {item.text} {item.note}"
    notes = [note.text for note in getattr(item, "notes", ())]
    more = [getattr(item, "outcome", ""), getattr(item, "reason", ""), *notes]
    return " ".join(filter(None, [*(str(cell or "") for cell in item.cells), *more]))


# The list.


class RowList(CursorList, Searchable):
    """Sections of rows with a cursor. Posts `Marked` when it moves, and `Taken` on Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
        Binding(
            "left_square_bracket",
            "section(-1)",
            "Previous section",
            show=False,
            id="rows.before",
            key_display="[",
        ),
        Binding(
            "right_square_bracket", "section(1)", "Next section", show=False, id="rows.next", key_display="]"
        ),
        Binding(
            "enter", "take", "Open", id="rows.take", key_display="⏎", tooltip="open the card of this name"
        ),
        SEARCH,
    ]

    class Marked(Message):
        """The cursor moved."""

    class Taken(Message):
        """Enter was pressed on a row."""

        def __init__(self, row: Item) -> None:
            super().__init__()
            self.row = row

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sections: tuple[Section, ...] = ()
        self.rows: list[Item] = []
        self._lines: list[Line] = []
        self._first: list[int] = []  # the first line of each row
        self._width = 0

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def row(self) -> Item | None:
        """The marked row."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def marked_section(self) -> Section | None:
        """The section with the cursor."""
        count = 0
        for section in self.sections:
            count += len(items_of(section.body))
            if self.cursor < count:
                return section
        return None

    @property
    def lines_of_section(self) -> str:
        """The texts of the rows of the section with the cursor, such as lines of MQSC."""
        section = self.marked_section
        rows = items_of(section.body) if section is not None else ()
        return "".join(f"{row.text}\n" for row in rows if isinstance(row, Row))

    def lines(self) -> list[str]:
        """Return the text of every row."""
        return [words_of(row) for row in self.rows]

    def show(self, sections: Sequence[Section]) -> None:
        """Show these sections; the cursor stays on its row."""
        known = self.row
        self.sections = tuple(sections)
        self._lay_out()
        if known is not None and known in self.rows:
            self.cursor = self.rows.index(known)
        self.cursor = max(min(self.cursor, len(self.rows) - 1), 0 if self.rows else NONE)
        self.post_message(self.Marked())

    @property
    def _room(self) -> int:
        """The columns for text: always without those of the scroll bar, which may appear later."""
        return self.container_size.width - self.styles.scrollbar_size_vertical

    def _lay_out(self) -> None:
        self._width = self._room
        self._lines, self.rows = lines_of(self.sections, self._width)
        self._first = []
        for at, line in enumerate(self._lines):
            if line.row == len(self._first):
                self._first.append(at)
        self.virtual_size = Size(0, len(self._lines))
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the lines for the new width."""
        if self._room != self._width:
            self._lay_out()

    def action_move(self, by: int) -> None:
        """Move to the next row."""
        if not 0 <= self.cursor + by < len(self.rows):
            self.scroll_to(y=0 if by < 0 else len(self._lines), animate=False)
            return
        self.mark(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Move by a page."""
        if not self.rows:
            return
        wanted = self._first[self.cursor] + by * max(1, self.size.height - 1)
        inside = max(0, min(wanted, len(self._lines) - 1))
        below = [number for number, at in enumerate(self._first) if at >= inside]
        self.mark(below[0] if below else len(self.rows) - 1)

    def action_section(self, by: int) -> None:
        """Move to the first row of the next section, or of this one or the previous one."""
        starts, count = [], 0
        for section in self.sections:
            items = items_of(section.body)
            starts += [count] * bool(items)
            count += len(items)
        starts_beyond = [at for at in starts if (at > self.cursor if by > 0 else at < self.cursor)]
        if starts_beyond:
            self.mark(starts_beyond[0] if by > 0 else starts_beyond[-1])

    def action_take(self) -> None:
        """Open the marked row."""
        if self.row is not None:
            self.post_message(self.Taken(self.row))

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked row; open it if it was marked."""
        at = event.y + self.scroll_offset.y
        if 0 <= at < len(self._lines) and self._lines[at].row != HEAD:
            again = self._lines[at].row == self.cursor
            self.mark(self._lines[at].row)
            if again:
                self.action_take()

    def mark(self, number: int) -> None:
        """Mark a row, and scroll as little as needed to show it with the title of its section."""
        if not 0 <= number < len(self.rows):
            return
        self.cursor = number
        first = self._first[number]
        last = self._first[number + 1] - 1 if number + 1 < len(self._first) else len(self._lines) - 1
        while last > first and self._lines[last].row != number:
            last -= 1
        if first and self._lines[first - 1].row == HEAD:
            first -= 1
        height = min(last - first + 1, max(1, self.size.height))
        self.scroll_to_region(Region(0, first, 1, height), animate=False, force=True)
        self.refresh()
        self.post_message(self.Marked())

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        at = y + self.scroll_offset.y
        if at >= len(self._lines):
            return self.drawn([], False)
        line = self._lines[at]
        segments = [Segment(text, self.style(style)) for text, style in line.parts]
        return self.drawn(segments, line.row != HEAD and line.row == self.cursor)
