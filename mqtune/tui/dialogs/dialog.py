"""Dialogs: a box over the area, and the choice between a few answers, each with its own key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mqtune.tui import styles
from mqtune.tui.frame.quick_screen import QuickScreen
from mqtune.tui.frame.too_small import TooSmall
from mqtune.tui.widgets.key_list import KeyList

Answer = TypeVar("Answer")


class Dialog(QuickScreen[Answer], ModalScreen[Answer], Generic[Answer]):
    """A box over the area. Escape closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back", show=False)]

    def compose(self) -> ComposeResult:
        """Yield the box, and the notice for a terminal that is too small."""
        with Vertical(classes="box"):
            yield from self.compose_box()
        yield TooSmall()

    def compose_box(self) -> ComposeResult:
        """Yield the content of the box."""
        yield from ()

    def show_text(self, title: str, words: str) -> None:
        """Show the title, and the text below it, if there is one."""
        self.query_one(".title", Static).update(title)
        self.query_one(".words", Static).update(words)
        self.query_one(".words").display = bool(words)

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class DialogChoice:
    """One answer: its key, its text, and the value that the caller receives."""

    key: str
    words: str
    value: str


class ChoiceDialog(Dialog[str]):
    """Asks for one of a few answers; Enter selects the first. The caller receives its value, or None."""

    def fill(self, title: str, words: str, choices: Sequence[DialogChoice], alarm: bool = False) -> Self:
        """Ask one question; with `alarm` the box has another colour."""
        self.question = title
        self.words = words
        self.choices = tuple(choices)
        self.alarm = alarm
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield the title, the text, and the answers as a list."""
        yield Static("", markup=False, classes="title")
        yield Static("", markup=False, classes="words")
        yield KeyList(markup=False)
        yield Static("Enter selects the marked answer, Escape goes back", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the question, with the first answer marked."""
        self.show_text(self.question, self.words)
        answers = self.query_one(KeyList)
        answers.clear_options()
        answers.add_options(
            Option(Content.assemble((choice.key, styles.KEY), f"  {choice.words}")) for choice in self.choices
        )
        answers.highlighted = 0
        self.query_one(".box").set_class(self.alarm, "-alarm")

    def on_key(self, event: events.Key) -> None:
        """Select an answer by its key."""
        for choice in self.choices:
            if event.key == choice.key or event.character == choice.key:
                event.stop()
                self.dismiss(choice.value)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Select the marked answer."""
        event.stop()
        self.dismiss(self.choices[event.option_index].value)


class LineDialog(Dialog[str]):
    """Asks for one line of text. The caller receives it without surrounding blanks, or None."""

    def fill(self, title: str, words: str, value: str = "", hint: str = "", help: str = "") -> Self:
        """Ask for a line, with its first value, and a `hint` shown while it is empty."""
        self.heading = title
        self.words = words
        self.value = value
        self.hint = hint
        self.help = help
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, text and field."""
        yield Static("", markup=False, classes="title")
        yield Static("", markup=False, classes="words")
        yield Input(compact=True)
        yield Static("Enter accepts, Escape goes back", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the first value."""
        self.show_text(self.heading, self.words)
        field = self.query_one(Input)
        field.value = self.value
        field.placeholder = self.hint

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the line."""
        message.stop()
        self.dismiss(message.value.strip())
