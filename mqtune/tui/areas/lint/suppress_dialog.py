"""The dialog for a suppression: its reason, its last day and its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from mqtune.fixing.suppress import directive, exception
from mqtune.project.directives import day_of
from mqtune.report.report import Item
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

USUAL_DAYS = 90


@dataclass(frozen=True, slots=True)
class SuppressRequest:
    """A requested suppression: its reason, its last day (None: no end), and whether it goes into the file."""

    reason: str
    until: date | None
    in_file: bool


class WhereField(Widget, can_focus=True):
    """In the file or in mqtune.toml; a file without comments leaves no choice."""

    DEFAULT_CSS = "WhereField { height: 2; } WhereField:focus { text-style: bold; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,down,left,right,space", "other", "Change the place", show=False, id="suppress.where")
    ]

    class Changed(Message):
        """The other place was chosen."""

    def __init__(self, in_file: bool) -> None:
        super().__init__()
        self.choice = in_file
        self.in_file = in_file

    def render(self) -> Content:
        """Return both places, the chosen one marked."""
        file, project = ("(x)", "( )") if self.in_file else ("( )", "(x)")
        first = f"{file} in the file, on the line before"
        if not self.choice:
            first = "( ) in the file: its format has no comments"
        return Content(f"{first}\n{project} in mqtune.toml, for this rule and object")

    def action_other(self) -> None:
        """Choose the other place."""
        if self.choice:
            self.in_file = not self.in_file
            self.refresh()
            self.post_message(self.Changed())


class SuppressDialog(Dialog[SuppressRequest]):
    """The form for a suppression."""

    help = """Suppress
A finding that is accepted is suppressed with a reason, and preferably a last day: after that day it is \
reported again, with the reason. A directive goes into the file, on the line before; an exception in \
mqtune.toml applies to the rule and the object in any file. A suppression that matches no finding is itself \
reported."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("ctrl+s", "done", "Show the change", priority=True, id="suppress.done"),
    ]

    def __init__(self, item: Item, in_file: bool, sign: str, today: date) -> None:
        super().__init__()
        self.item = item
        self.in_file = in_file
        self.sign = sign
        self.first_day = today + timedelta(days=USUAL_DAYS)

    def compose_box(self) -> ComposeResult:
        """Yield reason, day, place, and the resulting line."""
        finding = self.item.shown
        yield Static(f"Suppress {finding.code}: {finding.message}", markup=False, classes="title")
        yield Static("Reason", markup=False, classes="label")
        yield Input(placeholder="why the finding is accepted", id="reason")
        yield Static("Until (year-month-day); empty for no end", markup=False, classes="label")
        yield Input(self.first_day.isoformat(), id="until", max_length=10)
        yield WhereField(self.in_file)
        yield Static("", markup=False, id="line")
        yield Static("Enter shows the change, Escape goes back", markup=False, classes="foot")

    def on_mount(self) -> None:
        """Show what would be written."""
        self._show_line()

    def on_input_changed(self) -> None:
        """Show what would be written."""
        self._show_line()

    def on_where_changed(self) -> None:
        """Show what would be written."""
        self._show_line()

    def on_input_submitted(self) -> None:
        """Finish on Enter in a field."""
        self.action_done()

    def action_done(self) -> None:
        """Return the requested suppression, or show what is missing."""
        request = self._request()
        if isinstance(request, str):
            self.query_one("#line", Static).update(Content.styled(request, styles.ERROR))
            return
        self.dismiss(request)

    def _request(self) -> SuppressRequest | str:
        reason = self.query_one("#reason", Input).value.strip()
        typed = self.query_one("#until", Input).value.strip()
        until = day_of(typed)
        if not reason:
            return "enter a reason for the suppression"
        if typed and until is None:
            return f"{printable(typed)} is not a date; write year-month-day, such as {self.first_day}"
        return SuppressRequest(reason, until, self.query_one(WhereField).in_file)

    def _show_line(self) -> None:
        request = self._request()
        words: Content | str = ""
        if not isinstance(request, str):
            words = Content.styled(self._written(request), styles.GOOD)
        self.query_one("#line", Static).update(words)

    def _written(self, request: SuppressRequest) -> str:
        """Return what would be written, safe to show."""
        if request.in_file:
            return printable(directive(self.item.shown.code, request.reason, request.until, self.sign))
        lines = exception(self.item.shown, request.reason, request.until).splitlines()
        return "\n".join(map(printable, lines))
