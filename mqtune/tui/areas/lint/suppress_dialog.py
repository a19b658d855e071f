"""Asks for the reason, the last day and the place of a silencing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from mqtune.fixing.suppress import directive, exception
from mqtune.project.directives import day_of
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mqtune.report.report import Item

USUAL_DAYS = 90


@dataclass(frozen=True, slots=True)
class SuppressRequest:
    """What was asked for: the reason, the last day (None: no end), and whether in the file itself."""

    reason: str
    until: date | None
    in_file: bool


class Where(Widget, can_focus=True):
    """In the file or in mqtune.toml; a finding in a file without comments leaves no choice."""

    DEFAULT_CSS = "Where { height: 2; } Where:focus { text-style: bold; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,down,left,right,space", "other", "The other place", show=False, id="silence.where")
    ]

    class Changed(Message):
        """The other place was chosen."""

    def __init__(self, in_file: bool) -> None:
        super().__init__()
        self.choice = in_file
        self.in_file = in_file

    def render(self) -> Content:
        """Both places, the chosen one marked."""
        file, project = ("(x)", "( )") if self.in_file else ("( )", "(x)")
        first = f"{file} in the file, on the line before"
        if not self.choice:
            first = "( ) in the file: it has no place for a comment"
        return Content(f"{first}\n{project} in mqtune.toml, for this rule and object")

    def action_other(self) -> None:
        """Take the other place."""
        if self.choice:
            self.in_file = not self.in_file
            self.refresh()
            self.post_message(self.Changed())


class SuppressDialog(Dialog[SuppressRequest]):
    """The form."""

    help = """Suppress
A finding that somebody answers for is silenced with a reason, best with a last day: after it the finding is \
back and says why. A directive stands in the file on the line before; an exception in mqtune.toml holds for \
the rule and the object wherever it stands. An ignore that silences nothing is itself a finding."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("ctrl+s", "done", "Show the change", priority=True, id="silence.done"),
    ]

    def __init__(self, item: Item, in_file: bool, sign: str, today: date) -> None:
        super().__init__()
        self.item = item
        self.in_file = in_file
        self.sign = sign
        self.first_day = today + timedelta(days=USUAL_DAYS)

    def compose_box(self) -> ComposeResult:
        """Reason, day, place, and the line that comes of them."""
        finding = self.item.shown
        yield Static(f"Suppress {finding.code}: {finding.message}", markup=False, classes="title")
        yield Static("Reason", markup=False, classes="label")
        yield Input(placeholder="why it may stay as it is", id="reason")
        yield Static("Until, as year-month-day; empty for no end", markup=False, classes="label")
        yield Input(self.first_day.isoformat(), id="until", max_length=10)
        yield Where(self.in_file)
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
        """Enter in a field is as good as the key."""
        self.action_done()

    def action_done(self) -> None:
        """Give back what was asked for, or say what is missing."""
        wish = self._wish()
        if isinstance(wish, str):
            self.query_one("#line", Static).update(Content.styled(wish, styles.ERROR))
            return
        self.dismiss(wish)

    def _wish(self) -> SuppressRequest | str:
        reason = self.query_one("#reason", Input).value.strip()
        typed = self.query_one("#until", Input).value.strip()
        until = day_of(typed)
        if not reason:
            return "give a reason: somebody will ask for it"
        if typed and until is None:
            return f"{printable(typed)} is no date; write year-month-day, such as {self.first_day}"
        return SuppressRequest(reason, until, self.query_one(Where).in_file)

    def _show_line(self) -> None:
        wish = self._wish()
        words: Content | str = ""
        if not isinstance(wish, str):
            words = Content.styled(self._written(wish), styles.GOOD)
        self.query_one("#line", Static).update(words)

    def _written(self, wish: SuppressRequest) -> str:
        """What would be written, as it may be shown."""
        if wish.in_file:
            return printable(directive(self.item.shown.code, wish.reason, wish.until, self.sign))
        lines = exception(self.item.shown, wish.reason, wish.until).splitlines()
        return "\n".join(map(printable, lines))
