"""The screen of a question about the files: a form, and below it the answer as rows that lead to cards."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mqtune.present.answer import Code, Section, Target
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.background import behind, in_engine
from mqtune.tui.card.asked import QUESTIONS
from mqtune.tui.card.row_list import RowList, pending
from mqtune.tui.project import OpenProject
from mqtune.tui.quick_screen import drawn
from mqtune.tui.widgets.form import FORM, Field, Form
from mqtune.tui.widgets.lists import OneLine

WAITING = "answer"
MOST_FIELDS = 8  # of a form without the optional ones that are folded
KEYS = (
    "The answer follows fields and files. Enter and Escape go from a field to the answer, Tab returns. "
    "A line with › leads to a card; [ and ] go to the next section. The last line is the equivalent command."
)
PAUSE = partial(asyncio.sleep, 0.25)  # after a letter, before a slow answer is worked out


class QuestionScreen(AreaScreen):
    """One question. The answer follows every change of a field and of the files."""

    AUTO_FOCUS = "Form Input, Form Pick"
    CSS = (
        FORM
        + """
    QuestionScreen .form { height: auto; max-height: 12; }
    QuestionScreen.-low .form { max-height: 5; }
    QuestionScreen .form .says { margin-top: 0; }
    QuestionScreen #question-title { height: 1; padding: 0 1; background: $surface; }
    QuestionScreen #question-command { height: 1; padding: 0 1; color: $text-muted; }
    QuestionScreen #question-title, QuestionScreen #question-command {
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", id="question.copy", tooltip="copy the MQSC, or the equivalent command"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.question = QUESTIONS[name]
        self.given: Mapping[str, str] = {}
        self.help = f"{self.question.title}\n{self.question.explanation}. {KEYS}"
        self.sections: tuple[Section, ...] = ()

    def fill(self, area: str, given: Mapping[str, str]) -> Self:
        """Show the question in an area, with the given values of its fields."""
        self.belong_to(area)
        self.given = given
        return self.filled()

    def compose_body(self) -> ComposeResult:
        """Yield the title, the form, the answer, and the equivalent command."""
        self._shown = self.frame.opened
        title = Content.assemble(
            (self.question.title, styles.STRONG), (f"  {self.question.explanation}", styles.QUIET)
        )
        yield Static(OneLine(title), markup=False, id="question-title")
        yield Form(self._fields(), most=MOST_FIELDS)
        yield RowList(id="question-rows")
        yield Static("", markup=False, id="question-command")

    # what is shown

    def _fields(self) -> tuple[Field, ...]:
        return self.question.fields(self._shown) if self._shown is not None else ()

    def show_content(self) -> None:
        """Show the given values, and answer."""
        self.query_one(Form).fill(self.given)
        self._show((pending(WAITING),))
        self._ask(partial(drawn, self))

    def show_project(self, opened: OpenProject) -> None:
        """Answer again; the form is made again if its choices have changed."""
        form, fields = self.query_one(Form), self._fields()
        if form.fields != fields:
            form.show(fields, dict(form.words()))
        if self.is_current:
            self._ask()

    def on_form_changed(self) -> None:
        """Answer again."""
        self._ask()

    def on_input_submitted(self) -> None:
        """Go to the answer."""
        self.query_one(RowList).focus()

    @property
    def values(self) -> dict[str, str]:
        """The values of the fields."""
        return dict(self.query_one(Form).words())

    @property
    def command(self) -> str:
        """The equivalent command."""
        opened = self.frame.opened
        words = self.question.command(opened, self.values) if opened is not None else []
        return shlex.join(["mqtune", *words])

    def _ask(self, pause: Callable[[], Awaitable[None]] = PAUSE) -> None:
        self.query_one("#question-command", Static).update(OneLine(self.command))
        behind(self, partial(self._answer, pause), "question")

    async def _answer(self, pause: Callable[[], Awaitable[None]]) -> None:
        """Work the answer out in a thread; a newer question makes it obsolete."""
        await pause()
        opened = self._shown
        if opened is not None:
            answer = await in_engine(self.question.answer, opened, self.values)
            if self.is_attached and self._shown is opened:
                self._show(answer)

    def _show(self, sections: tuple[Section, ...]) -> None:
        self.sections = sections
        self.query_one(RowList).show(sections)
        self.refresh_bindings()

    # keys

    def on_row_list_taken(self, message: RowList.Taken) -> None:
        """Open the card of the marked name."""
        if message.row.target is not None:
            self.frame.open_card(message.row.target)
        else:
            self.refused("take")

    def card_target(self) -> Target | None:
        """The name under the cursor."""
        row = self.query_one(RowList).row
        return row.target if row is not None else None

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "take" and self.card_target() is None:
            return "nothing on this line has a card"
        return ""

    def action_copy(self) -> None:
        """Copy the MQSC, the lines of qm.ini or a diff, else the equivalent command."""
        rows = self.query_one(RowList)
        section = rows.marked_section
        if section is not None and isinstance(section.body, Code):
            self.app.copy_to_clipboard(rows.lines_of_section)
            self.frame.toast(f"copied the {section.title.rpartition(': ')[2]}")
        else:
            self.copy(self.command)

    def step_back(self) -> bool:
        """Go from a field to the answer, also while it is being worked out."""
        rows = self.query_one(RowList)
        if rows.has_focus:
            return False
        rows.focus()
        return True
