"""The plan: every command, object and restart, and the time needed, with the consent to run it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Self

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import Request
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.prompter import Prompt
from mqtune.lab.reports.plan_text import expected_time, plan_lines
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.api_calls import planned, started
from mqtune.tui.areas.lab.dialogs import QuestionDialog
from mqtune.tui.areas.lab.live_screen import LiveScreen
from mqtune.tui.areas.lab.prompter import ScreenPrompter, consents
from mqtune.tui.areas.lab.running_experiment import RunningExperiment
from mqtune.tui.areas.lab.step import TextStep, show_directly
from mqtune.tui.background import behind, in_thread
from mqtune.tui.tables import hanging

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
        found = await in_thread(self.frame, partial(planned, self.request), "lab-planning")
        if isinstance(found, str):
            self.wrong = found
        else:
            self.plan = found
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
