"""The step before the plan: the preflight checks, each with its state as a word."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, Self

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import Request
from mqtune.lab.core.check import FAILED, OK, UNKNOWN, WARNING, Check
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.job import NOTICE, SIMULATED
from mqtune.lab.core.prompter import Prompt
from mqtune.text.printable import printable
from mqtune.text.record import EMPTY
from mqtune.tui import styles
from mqtune.tui.areas.lab.api_calls import checked, connecting
from mqtune.tui.areas.lab.dialogs import QuestionDialog
from mqtune.tui.areas.lab.plan_screen import PlanScreen
from mqtune.tui.areas.lab.prompter import YES, ScreenPrompter
from mqtune.tui.areas.lab.step import TextStep
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import padded
from mqtune.tui.frame.kept import taken

STYLES = {OK: styles.GOOD, WARNING: styles.WARNING, FAILED: styles.ERROR, UNKNOWN: styles.INFO}
STATE, NAME, LONG_NAME, LEAST = 8, 14, 28, 20
CHECKING = "checking; nothing is changed …"
NOT_CONNECTED = "not checked: no connection was made; r asks again"


class PreflightScreen(TextStep):
    """The list of checks."""

    help = """Preflight
The checks made before anything is changed: ok, warning, failed, or unknown if it cannot be checked from \
here. You can continue after a warning, but not after a failed check, which states what to do. The first \
runs measure the noise of the machine."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Plan", id="lab.plan", key_display="⏎", tooltip="everything it will do"),
        Binding("r", "look", "Check again", id="lab.look"),
    ]

    checks: tuple[Check, ...] | None = None
    wrong = ""
    agreed: Mapping[Prompt, str] = EMPTY

    def fill(self, definition: Definition, request: Request) -> Self:
        """Check what an experiment needs."""
        self.definition = definition
        self.request = request
        self.agreed = {}
        return self.filled()

    def show_content(self) -> None:
        """Run the checks."""
        super().show_content()
        self.action_look()

    def action_look(self) -> None:
        """Run all checks in the background."""
        self.checks, self.wrong = None, ""
        self._show()
        behind(self, self._look, "lab-look")

    async def _look(self) -> None:
        question = await in_thread(self.frame, partial(connecting, self.request), "lab-connecting")
        if isinstance(question, Prompt) and question not in self.agreed:
            self.frame.push_screen(QuestionDialog(question), partial(self._answered, question))
            return
        prompter = ScreenPrompter(self.agreed)
        prompter.close()  # what was not asked above is answered with no
        found = await in_thread(self.frame, partial(checked, self.request, prompter), "lab-preflight")
        if isinstance(found, str):
            self.wrong = found
        else:
            self.checks = found
        self._show()
        self.refresh_bindings()

    def _answered(self, question: Prompt, words: str | None) -> None:
        """Check after the consent to connect."""
        if words == YES:
            self.agreed = {question: YES}
            self.action_look()
        else:
            self.wrong = NOT_CONNECTED
            self._show()
            self.refresh_bindings()

    def _show(self) -> None:
        request = self.request
        title = printable(f"Preflight: {request.name} on {request.qmgr}, driver {request.driver}")
        foot = Content(self.unavailable("next") or "Enter shows the plan.")
        self.write(title, self._text, foot)

    def _text(self, width: int) -> Content:
        lines: list[Content] = []
        if self.request.driver == SIMULATED:
            lines += [Content.styled(NOTICE, styles.ALARM), Content("")]
        if self.wrong:
            lines.append(Content.styled(printable(self.wrong), styles.ERROR))
        elif self.checks is None:
            lines.append(Content(CHECKING))
        else:
            lines += [checks_content(self.checks, width), Content("")]
            lines.append(Content.styled("noise: measured by the first runs", styles.QUIET))
        return Content("\n").join(lines)

    def unavailable(self, action: str) -> str:
        """Return why the plan cannot be made."""
        if action != "next":
            return ""
        if self.wrong == NOT_CONNECTED:
            return ""  # a plan opens no connection
        if self.wrong:
            return "cannot be planned with these settings; Escape goes back to them"
        if self.checks is None:
            return "still checking"
        failed = next((one for one in self.checks if one.state == FAILED), None)
        return printable(f"{failed.name} failed: {failed.help or failed.message}") if failed else ""

    def action_next(self) -> None:
        """Go to the plan."""
        if not self.refused("next"):
            self.frame.push_screen(
                taken(self.frame, PlanScreen).fill(self.definition, self.request, self.agreed)
            )


def checks_content(checks: Sequence[Check], width: int) -> Content:
    """Return the list of checks, with continuation lines aligned below their text."""
    wide = min(LONG_NAME, max((len(one.name) for one in checks), default=NAME))
    return Content("\n").join([line for one in checks for line in _check_lines(one, wide, width)])


def _check_lines(check: Check, wide: int, width: int) -> list[Content]:
    """Return one check: its state, its name, its message, and what to do."""
    indent = " " * (STATE + wide + 2)
    room = max(LEAST, width - len(indent))
    state = Content.styled(padded(check.state, STATE), STYLES.get(check.state, ""))
    name = f" {padded(printable(check.name), wide)} "
    first, *rest = textwrap.wrap(printable(check.message), room) or [""]
    lines = [Content.assemble(state, name, first), *(Content(f"{indent}{line}") for line in rest)]
    if check.help and check.state != OK:
        help = textwrap.wrap(printable(check.help), room)
        lines += [Content.styled(f"{indent}{line}", styles.QUIET) for line in help]
    return lines
