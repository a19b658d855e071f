"""What was written to files since the start, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

NOTHING = "Nothing was written yet. mqtune writes only what a dialog has shown before."


class WrittenLog(Dialog[None]):
    """One line for each change, undo and export, with its time."""

    help = "Log\nWhat was written to files since the start: changes, undone changes and exports."

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,L", "close", "Back", id="log.back"),
        Binding("y", "copy", "Copy", id="log.copy"),
    ]

    def fill(self, entries: Sequence[tuple[str, str]]) -> Self:
        """Show these entries, the oldest first."""
        self.entries = tuple(reversed(entries))
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, lines and keys."""
        yield Static("Written since the start", markup=False, classes="title")
        with VerticalScroll(classes="scroll"):
            yield Static("", classes="words")
        yield Static("y copies it, Escape closes", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the lines."""
        lines = [
            Content.assemble((time, styles.QUIET), f"  {printable(words)}") for time, words in self.entries
        ]
        words = Content("\n").join(lines) if lines else Content(NOTHING)
        self.query_one(".words", Static).update(words)

    def action_copy(self) -> None:
        """Copy all lines."""
        self.app.copy_to_clipboard("\n".join(f"{time}  {words}" for time, words in self.entries))
