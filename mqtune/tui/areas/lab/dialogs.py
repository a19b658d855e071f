"""The dialogs of the Lab: the engine's questions, and the input of a single line."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from mqtune.lab.core.prompter import BY_HAND, FILES, TYPED_NAME, Prompt
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.prompter import NO, YES
from mqtune.tui.dialogs.dialog import Dialog
from mqtune.tui.widgets.key_list import KeyList


class QuestionDialog(Dialog[str]):
    """A question of the engine with the exact text that it concerns. Escape leaves it unanswered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Later", show=False),
        Binding("ctrl+s", "send", "Send", show=False, priority=True, id="question.send"),
    ]
    help = """Question
The experiment waits for the answer. The text is exactly what will be run, or what you are to do by hand; \
the last line states what happens otherwise. Escape goes back to the experiment, where Enter asks again."""

    def __init__(self, question: Prompt) -> None:
        super().__init__()
        self.question = question

    def compose_box(self) -> ComposeResult:
        """Yield headline, text, answers, and what happens otherwise."""
        question = self.question
        yield Static(Content(printable(question.headline)), classes="title")
        with VerticalScroll(id="about"):
            lines = [Content(printable(line)) for line in question.text.splitlines()]
            yield Static(Content("\n").join(lines))
        if question.kind == TYPED_NAME:
            yield Static(f"Type {printable(question.expect)} to agree:", markup=False, classes="words")
            yield Input(compact=True)
        elif question.kind == FILES:
            yield Static(
                "Paths of the output files, one per line; ctrl+s sends:", markup=False, classes="words"
            )
            yield TextArea(compact=True)
        else:
            yes, no = ("done", "not done") if question.kind == BY_HAND else ("yes, do all of this", "no")
            yield KeyList(
                Option(Content.assemble(("y", styles.KEY), f"  {yes}"), id=YES),
                Option(Content.assemble(("n", styles.KEY), f"  {no}"), id=NO),
                markup=False,
            )
        yield Static("", markup=False, id="wrong")
        yield Static(Content(f"If not: {printable(question.otherwise)}."), classes="foot")

    def on_mount(self) -> None:
        """Focus the answer; a production queue manager gets the alarm border.

        The refusal is marked: Enter leads here from the step before, and may be pressed twice.
        """
        self.query_one(".box").set_class(self.question.kind == TYPED_NAME, "-alarm")
        for answers in self.query(KeyList):
            answers.mark_line(1)
        self.query("Input, TextArea, OptionList").first().focus()

    def on_key(self, event: events.Key) -> None:
        """Select an answer by its key."""
        if self.question.kind not in (TYPED_NAME, FILES) and event.character in ("y", "n"):
            event.stop()
            self.dismiss(YES if event.character == "y" else NO)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Select the marked answer."""
        event.stop()
        self.dismiss(event.option_id)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Accept the name if it is the expected one."""
        message.stop()
        if message.value.strip() == self.question.expect:
            self.dismiss(message.value.strip())
        else:
            self.query_one("#wrong", Static).update(
                Content(f"expected {printable(self.question.expect)}; upper and lower case matter")
            )

    def action_send(self) -> None:
        """Return the paths."""
        for area in self.query(TextArea):
            self.dismiss(area.text.strip() or NO)
