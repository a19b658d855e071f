"""The step before the plan: what speaks for and against measuring here, each with a word for its state."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.core.check import FAILED, OK, UNKNOWN, WARNING
from mqtune.lab.core.job import NOTICE, SIMULATED
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.api_calls import checked
from mqtune.tui.areas.lab.plan_screen import PlanScreen
from mqtune.tui.areas.lab.step import TextStep
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import padded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.lab.api import Request
    from mqtune.lab.core.check import Check
    from mqtune.lab.core.definition import Definition

STYLES = {OK: styles.GOOD, WARNING: styles.WARNING, FAILED: styles.ERROR, UNKNOWN: styles.INFO}
STATE, NAME, LONG_NAME, LEAST = 8, 14, 28, 20
CHECKING = "looking; nothing is touched …"


class PreflightScreen(TextStep):
    """The check list."""

    help = """Preflight
What was looked at before anything is touched: ok, warning, failed, or unknown where nobody can know it \
from here. A warning does not keep you from going on; what failed does, and says what to do. The noise of \
the machine is measured by the first runs."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Plan", id="lab.plan", key_display="⏎", tooltip="everything it will do"),
        Binding("r", "look", "Look again", id="lab.look"),
    ]

    def __init__(self, definition: Definition, request: Request) -> None:
        super().__init__()
        self.definition = definition
        self.request = request
        self.checks: tuple[Check, ...] | None = None
        self.wrong = ""

    def on_mount(self) -> None:
        """Look at once."""
        self.action_look()

    def action_look(self) -> None:
        """Look at everything, behind the screen."""
        self.checks, self.wrong = None, ""
        self._show()
        behind(self, self._look, "lab-look")

    async def _look(self) -> None:
        found = await in_thread(self.frame, partial(checked, self.request), "lab-preflight")
        if isinstance(found, str):
            self.wrong = found
        else:
            self.checks = found
        self._show()
        self.refresh_bindings()

    def _show(self) -> None:
        request = self.request
        title = Content(printable(f"Preflight: {request.name} on {request.qmgr}, driver {request.driver}"))
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
            lines.append(Content.styled("noise: the first runs measure it", styles.QUIET))
        return Content("\n").join(lines)

    def unavailable(self, action: str) -> str:
        """Why it cannot go on."""
        if action != "next":
            return ""
        if self.wrong:
            return "it cannot be planned like this; Escape goes back to the settings"
        if self.checks is None:
            return "still looking"
        failed = next((one for one in self.checks if one.state == FAILED), None)
        return printable(f"{failed.name} failed: {failed.help or failed.message}") if failed else ""

    def action_next(self) -> None:
        """To the plan."""
        if not self.refused("next"):
            self.frame.push_screen(PlanScreen(self.definition, self.request))


def checks_content(checks: Sequence[Check], width: int) -> Content:
    """The list; what goes on stands below what it goes on with."""
    wide = min(LONG_NAME, max((len(one.name) for one in checks), default=NAME))
    return Content("\n").join([line for one in checks for line in _check_lines(one, wide, width)])


def _check_lines(check: Check, wide: int, width: int) -> list[Content]:
    """One check: its state, its name, what was seen, and what to do."""
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
