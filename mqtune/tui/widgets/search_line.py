"""The search of a list or tree: `/` opens a line, each letter marks the next line that contains the text.

Enter keeps the place, Escape returns to the former one, up and down go to the other matches.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

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
    """The line in which the text is typed, hidden until it is opened: a screen has one."""

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
