"""The plan with the consent to run it, and the step before it: the preflight checks."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar, Self

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import Request
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.experiment import Prompt
from mqtune.lab.core.job import NOTICE, SIMULATED
from mqtune.lab.core.plan import FAILED, OK, UNKNOWN, WARNING, Check, ExperimentPlan
from mqtune.present.experiment.plan import expected_time, plan_lines
from mqtune.text.messages import printable
from mqtune.text.record import EMPTY
from mqtune.tui import cells as styles
from mqtune.tui.areas.lab.progress_screen import LiveScreen
from mqtune.tui.areas.lab.running_experiment import (
    YES,
    QuestionDialog,
    RunningExperiment,
    ScreenPrompter,
    consents,
)
from mqtune.tui.areas.lab.step import TextStep, checked, connecting, planned, show_directly, started
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import hanging, padded
from mqtune.tui.quick_screen import ready_screen

# The plan: every command, object and restart, and the time needed.

PLANNING = "planning; nothing is changed …"


class PlanScreen(TextStep):
    """The plan of an experiment."""

    help = """Plan
Every command line, every MQSC script with the script that undoes it, every restart, the arms, the time and \
the safeguards. Enter starts the experiment: if a queue manager is changed, you are asked again, and \
for one in production you must type its name. On the command line: mqtune experiment plan, then run."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "Start", id="lab.start", key_display="⏎", tooltip="agree and measure"),
        Binding(
            "y", "copy", "Copy command", id="lab.copy-plan", tooltip="copy the mqtune experiment command"
        ),
    ]

    plan: ExperimentPlan | None = None
    wrong = ""

    def fill(self, definition: Definition, request: Request, agreed: Mapping[Prompt, str]) -> Self:
        """Make the plan of an experiment; `agreed` are the answers that were given before."""
        self.definition = definition
        self.request = request
        self.agreed = agreed
        self.plan, self.wrong = None, ""
        return self.filled()

    def show_content(self) -> None:
        """Make the plan in the background."""
        super().show_content()
        self._show()
        behind(self, self._load, "lab-plan-screen")

    async def _load(self) -> None:
        plan = await in_thread(self.frame, partial(planned, self.request), "lab-planning")
        if isinstance(plan, str):
            self.wrong = plan
        else:
            self.plan = plan
        self._show()
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Show whether an experiment is running."""
        self._show()

    def _show(self) -> None:
        request, plan = self.request, self.plan
        title = printable(f"Plan: {request.name} on {request.qmgr}")
        if plan is None:
            words = Content.styled(printable(self.wrong), styles.ERROR) if self.wrong else Content(PLANNING)
            self.write(title, words, Content(""))
            return
        time = f"   {expected_time(plan)}"
        if plan.restarts:
            time += f", {len(plan.restarts)} restart{'s' * (len(plan.restarts) > 1)}"
        self.write(f"{title}{time}", partial(plan_content, plan), Content(self._foot()))

    def _foot(self) -> str:
        return self.unavailable("start") or "Nothing has been changed. Enter starts it."

    def unavailable(self, action: str) -> str:
        """Return why the experiment cannot be started."""
        if self.plan is None:
            return "no plan yet"
        if action == "start" and self.frame.running is not None:
            return f"{self.frame.running.name} is running: one experiment at a time"
        return ""

    def action_copy(self) -> None:
        """Copy the command to the clipboard."""
        if not self.refused("copy") and self.plan is not None:
            self.copy(self.plan.command_line)

    def action_start(self) -> None:
        """Ask for consent, then start."""
        if self.refused("start") or self.plan is None:
            return
        self._ask(consents(self.plan), dict(self.agreed))

    def _ask(self, questions: tuple[Prompt, ...], agreed: dict[Prompt, str]) -> None:
        if questions:
            answered = partial(self._answered, questions, agreed)
            self.frame.push_screen(QuestionDialog(questions[0]), answered)
        else:
            self._start(agreed)

    def _answered(self, questions: tuple[Prompt, ...], agreed: dict[Prompt, str], words: str | None) -> None:
        first, *rest = questions
        if words is not None and words == (first.expect or "yes"):
            self._ask(tuple(rest), {**agreed, first: words})
        else:
            self.frame.toast("nothing was changed")

    def _start(self, agreed: dict[Prompt, str]) -> None:
        prompter = ScreenPrompter(agreed)
        name = f"{self.request.name} on {self.request.qmgr}"
        running = RunningExperiment(self.frame, name, partial(started, self.request), prompter)
        running.go()
        show_directly(self.frame, LiveScreen(running))


def plan_content(plan: ExperimentPlan, width: int) -> Content:
    """Return the plan as the command line prints it, after the command, with styled headings."""
    lines = [Content.styled(NOTICE, styles.ALARM)] if plan.simulated else []
    lines += [Content.styled(line, styles.GOOD) for line in hanging(plan.command_line, width)]
    lines.append(Content(""))
    for number, line in enumerate(plan_lines(plan)):
        if line == NOTICE:
            continue
        heading = not line.startswith(" ")
        style = styles.STRONG if number == 0 else styles.ACTIVE if heading else ""
        lines += [Content.styled(part, style) for part in hanging(line, width)]
    return Content("\n").join(lines)


# The preflight checks, each with its state as a word.

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
        checks = await in_thread(self.frame, partial(checked, self.request, prompter), "lab-preflight")
        if isinstance(checks, str):
            self.wrong = checks
        else:
            self.checks = checks
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
        failed = next((check for check in self.checks if check.state == FAILED), None)
        return printable(f"{failed.name} failed: {failed.help or failed.message}") if failed else ""

    def action_next(self) -> None:
        """Go to the plan."""
        if not self.refused("next"):
            self.frame.push_screen(
                ready_screen(self.frame, PlanScreen).fill(self.definition, self.request, self.agreed)
            )


def checks_content(checks: Sequence[Check], width: int) -> Content:
    """Return the list of checks, with continuation lines aligned below their text."""
    wide = min(LONG_NAME, max((len(check.name) for check in checks), default=NAME))
    return Content("\n").join([line for check in checks for line in _check_lines(check, wide, width)])


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
