"""What was written to files since the start, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

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

    def __init__(self, entries: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.entries = tuple(reversed(entries))

    def compose_box(self) -> ComposeResult:
        """Yield the lines."""
        yield Static("Written since the start", markup=False, classes="title")
        lines = [
            Content.assemble((time, styles.QUIET), f"  {printable(words)}") for time, words in self.entries
        ]
        with VerticalScroll(classes="scroll"):
            yield Static(Content("\n").join(lines) if lines else Content(NOTHING), classes="words")
        yield Static("y copies it, Escape closes", markup=False, classes="foot")

    def action_copy(self) -> None:
        """Copy all lines."""
        self.app.copy_to_clipboard("\n".join(f"{time}  {words}" for time, words in self.entries))
