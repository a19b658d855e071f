"""Dialogs: a box over the area, and the choice between a few answers, each with its own key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
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

    def __init__(self, title: str, words: str, choices: Sequence[DialogChoice], alarm: bool = False) -> None:
        super().__init__()
        self.question = title
        self.words = words
        self.choices = tuple(choices)
        self.alarm = alarm

    def compose_box(self) -> ComposeResult:
        """Yield the title, the text, and the answers as a list."""
        yield Static(self.question, markup=False, classes="title")
        if self.words:
            yield Static(self.words, markup=False, classes="words")
        yield KeyList(
            *(
                Option(Content.assemble((choice.key, styles.KEY), f"  {choice.words}"))
                for choice in self.choices
            ),
            markup=False,
        )
        yield Static("Enter selects the marked answer, Escape goes back", markup=False, classes="foot")

    def on_mount(self) -> None:
        """Show the alarm border, if wanted."""
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
