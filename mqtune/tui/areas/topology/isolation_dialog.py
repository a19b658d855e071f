"""The dialog that shows the MQSC which gives a topic its own lock, to copy or write it."""

from __future__ import annotations

import textwrap
from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.fixing.isolate_topic import Isolation
from mqtune.text.printable import printable, visible
from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog
from mqtune.tui.widgets.fitted_text import FittedText

COPY = "copy"
WRITE = "write"
COMMENT = "* "


def hanging(line: str, width: int) -> list[str]:
    """Return a line in parts of a width; continuation parts are aligned with the text after its label."""
    indent = " " * label_width(line)
    parts = textwrap.wrap(
        line, max(width, len(indent) + 10), subsequent_indent=indent, break_on_hyphens=False
    )
    return parts or [line]


def label_width(line: str) -> int:
    """Return the columns before the text of a line: its indent, or its comment sign and label."""
    start = 0
    if line.startswith(COMMENT):
        first = line[len(COMMENT) :].partition(" ")[0]
        start = len(COMMENT) + (len(first) if first.endswith(":") else 0)
    return len(line) - len(line[start:].lstrip(" "))


class IsolationDialog(Dialog[str]):
    """The command with its reasons; the answer is what to do with it."""

    help = """Isolate
A topic object that sets every inheritable property takes no lock of a topic above it. The values written \
are the effective ones, so nothing else changes; CLUSTER and CLROUTE are left as they are. The command can \
be copied or written to the file; it is not run on a queue manager."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "write", "Write into the file", id="isolation.write"),
        Binding("y", "copy", "Copy", id="isolation.copy"),
        Binding("escape,q", "close", "Back", id="isolation.back"),
    ]

    def fill(self, topic: str, found: Isolation) -> Self:
        """Show the command that isolates a topic, or why there is none."""
        self.topic = topic
        self.found = found
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, script and keys."""
        yield Static("", classes="title")
        yield Static("", classes="words")
        with VerticalScroll(id="script"):
            yield FittedText()
        yield Static("", classes="foot")

    def show_content(self) -> None:
        """Show what was found."""
        refusal, files = self.found.refusal, ", ".join(file.shown for file in self.found.files.files)
        foot = "Escape goes back"
        if files:
            foot = f"w shows the change to {files}, y copies, {foot}"
        elif not refusal:
            foot = f"{self.found.files.refusal}; y copies, {foot}"
        self.query_one(".title", Static).update(Content(f"Isolate {printable(self.topic)}"))
        self.query_one(".words", Static).update(Content.styled(refusal, styles.WARNING))
        self.query_one(".words").display = bool(refusal)
        self.query_one("#script").display = not refusal
        self.query_one(FittedText).show(self._script)
        self.query_one(".foot", Static).update(Content(foot))

    def _script(self, width: int) -> Content:
        """Return the command, then its comments, with long lines wrapped below their text."""
        script = sorted(visible(self.found.script).splitlines(), key=lambda line: line.startswith(COMMENT))
        lines = [part for line in script for part in hanging(line, width)]
        return Content("\n".join(lines))

    def action_copy(self) -> None:
        """Copy the command."""
        if not self.found.refusal:
            self.dismiss(COPY)

    def action_write(self) -> None:
        """Continue with the change to the file."""
        if self.found.files.files:
            self.dismiss(WRITE)
