"""What the Lab's steps share: base classes, style sheets, calls of the lab's API, written files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mqtune.lab import api
from mqtune.lab.api import LabError, Request, UsageError
from mqtune.lab.core.experiment import Prompt, Prompter
from mqtune.lab.core.plan import Check, ExperimentPlan
from mqtune.lab.core.run import UNDECIDED
from mqtune.lab.engine.engine import ExperimentEngine, Listener
from mqtune.lab.journal.journal import is_being_written
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import JournalStore
from mqtune.present.experiment import FORMATS, HTML, JSON, MARKDOWN, write_report
from mqtune.project.boundary import write_output
from mqtune.project.load import ProjectError
from mqtune.text.messages import reason_of
from mqtune.text.source import FileChangedError
from mqtune.tui.application import Application
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import cut
from mqtune.tui.dialogs import ChoiceDialog, DialogChoice, LineDialog
from mqtune.tui.quick_screen import ready_screen
from mqtune.tui.widgets.lists import FittedText, LayOut


class StepScreen(AreaScreen):
    """A step of the Lab. Escape goes back to the previous one."""

    area = "lab"


def show_directly(frame: Application, screen: StepScreen) -> None:
    """Show a screen directly above the first one of its area, so that Escape goes straight back there."""
    to_first(frame)
    frame.push_screen(screen)


def to_first(frame: Application) -> None:
    """Go back to the first screen of the area."""
    while len(frame.screen_stack) > 1:
        frame.pop_screen()


class ShowsRunning(Protocol):
    """The first screen of the Lab."""

    def show_running(self) -> None:
        """Show the running experiment."""


class TextStep(StepScreen):
    """A step with text: a title, scrollable text, and a foot that states what to do."""

    AUTO_FOCUS = "#words"

    def compose_body(self) -> ComposeResult:
        """Yield title, text and foot."""
        yield FittedText(classes="title")
        with VerticalScroll(id="words"):
            yield FittedText(id="text")
        yield Static("", markup=False, id="foot")

    def show_content(self) -> None:
        """Begin at the top."""
        self.query_one("#words").scroll_home(animate=False)

    def write(self, title: str, text: Content | LayOut, foot: Content) -> None:
        """Show title, text and foot."""
        self.query_one(".title", FittedText).show(lambda width: Content(cut(title, width)))
        lay_out: LayOut = (lambda width: text) if isinstance(text, Content) else text
        self.query_one("#text", FittedText).show(lay_out)
        self.query_one("#foot", Static).update(foot)


# Style sheets: for the first screen, and for the steps that History shows too.

STEPS = """
StepScreen .title { height: 1; padding: 0 1; background: $surface; text-style: bold; }
StepScreen #words { padding: 0 1; scrollbar-size: 0 1; height: 1fr; }
StepScreen #foot { height: auto; max-height: 4; padding: 0 1; color: $text-muted; background: $surface; }
ProgressScreen #head { height: auto; max-height: 6; padding: 0 1; }
ProgressScreen #noise { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
ProgressScreen #live { height: 1fr; layout: grid; grid-size: 1 3; grid-rows: 4fr 3fr 2; }
ProgressScreen #arms-plot { display: none; height: 12; margin-top: 1; }
ProgressScreen #plot { padding: 0 1; height: 100%; min-height: 1; }
ProgressScreen #arms { padding: 0 1; scrollbar-size: 0 1; }
ProgressScreen #log { padding: 0 1; scrollbar-size: 0 1; border-top: solid $primary 60%; }
ProgressScreen .pane:focus { border-top: heavy $accent; border-title-color: $text-accent; }
ProgressScreen #arms {
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
ProgressScreen #log { border-title-color: $text-muted; border-title-style: none; background: transparent; }
ProgressScreen.-low #live { grid-size: 1 2; grid-rows: 2 1fr; }
ProgressScreen.-low #log { display: none; }
ProgressScreen.-wide #live { grid-size: 2 2; grid-columns: 1fr 1fr; grid-rows: 1fr 4; }
ProgressScreen.-wide.-high #arms-plot { display: block; }
ProgressScreen #arms-plot.-none { display: none; }
ProgressScreen.-wide #arms { border-left: vkey $primary 40%; }
ProgressScreen.-wide #log { column-span: 2; }
ProgressScreen.-wide.-low #live { grid-size: 2 1; grid-rows: 1fr; }
ProgressScreen.-wide.-low #log { display: none; }
ProgressScreen #live.-log { grid-size: 1 1; grid-rows: 1fr; grid-columns: 1fr; }
ProgressScreen #live.-log #plot, ProgressScreen #live.-log #arms { display: none; }
ProgressScreen #live.-log #log { display: block; column-span: 1; height: 100%; }
ResultScreen #result { height: 1fr; layout: vertical; scrollbar-size: 0 1; padding: 0 1; }
ResultScreen #result > Vertical { height: auto; }
ResultScreen #plot { height: 14; margin-top: 1; }
ResultScreen.-low #plot { height: 9; }
ResultScreen #plot.-none { display: none; }
ResultScreen.-wide #result { layout: horizontal; }
ResultScreen.-wide #result > Vertical { width: 1fr; padding: 0 1; }
ResultScreen.-wide #plot { height: 18; }
QuestionDialog .box { width: 90%; max-width: 110; }
QuestionDialog #about { height: auto; max-height: 50vh; margin-top: 1; scrollbar-size: 0 1; }
QuestionDialog #about Static { height: auto; }
QuestionDialog Input { height: 1; background: $panel; margin-top: 1; border: none; padding: 0 1; }
QuestionDialog TextArea { height: 5; margin-top: 1; border: none; background: $panel; padding: 0 1; }
QuestionDialog #wrong { height: auto; color: $text-error; }
"""

CHOOSE = """
LabScreen #choose { layout: grid; grid-size: 2 1; grid-columns: 27 1fr; height: 1fr; }
LabScreen #experiments { height: 1fr; border: none; padding: 0 1; scrollbar-size: 0 1; }
LabScreen #chosen { border-left: vkey $primary 40%; height: 100%; }
LabScreen #about { height: 2fr; padding: 0 1; scrollbar-size: 0 1; }
LabScreen #about Static { height: auto; }
LabScreen #form-place { height: 3fr; }
LabScreen #form-line {
    height: 1; border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
LabScreen #form-line.-active { border-top: heavy $accent; border-title-color: $text-accent; }
LabScreen.-wide #form-line { display: none; }
LabScreen.-low #about { height: 4; }
LabScreen .form .label { width: 17; }
LabScreen.-low .form .label { width: 15; }
LabScreen #command { height: auto; max-height: 4; padding: 0 1; background: $surface; }
LabScreen.-low #command { max-height: 2; }
LabScreen.-wide #choose { grid-columns: 30 1fr; }
LabScreen.-wide #chosen { layout: horizontal; }
LabScreen.-wide #about { width: 1fr; height: 100%; }
LabScreen.-wide #form-place { width: 1fr; height: 100%; border-left: vkey $primary 40%; }
LabScreen #chosen.-resume #form-place { display: none; }
LabScreen #chosen.-resume #about { height: 1fr; }
"""


# Calls of the lab's API, made in threads.

NAME_IT = "name the queue manager to measure"


def planned(request: Request) -> ExperimentPlan | str:
    """Return the plan, or an error message with what to do."""
    if not request.qmgr:
        return NAME_IT
    try:
        return api.plan(request)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def connecting(request: Request) -> Prompt | str | None:
    """Return the question before the first connection to another host, if any, or an error message."""
    try:
        return api.connecting(request)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def checked(request: Request, prompter: Prompter) -> tuple[Check, ...] | str:
    """Return the preflight checks, or an error message with what to do."""
    try:
        return api.check(request, prompter)
    except (UsageError, LabError, ProjectError) as error:
        return error.together


def unfinished() -> list[Result]:
    """Return the experiments that can be resumed, the oldest first: undecided, stopped or killed ones."""
    store = JournalStore()
    results, _ = api.results()
    left = [
        result
        for result in results
        if result.verdict is None or result.verdict.word == UNDECIDED or result.cut_short
    ]
    return [result for result in left if not is_being_written(store.path_of(result.id))]


def started(request: Request, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """Start a new experiment, in the thread of its engine."""
    return api.start(request, prompter, listener)


def confirmed_again(
    id: str, stated: Sequence[str], prompter: Prompter, listener: Listener
) -> ExperimentEngine:
    """Measure again after a change, in the thread of its engine."""
    return api.confirm(id, prompter, listener, stated)


def resumed(id: str, minutes: float | None, prompter: Prompter, listener: Listener) -> ExperimentEngine:
    """Resume an experiment, in the thread of its engine."""
    return api.resume(id, prompter, listener, max_minutes=minutes)


# Files, written in the background. An existing one is not overwritten.

WRITTEN = "written: "
EXISTS = "already exists; name another file"


def save_as(frame: Application, title: str, words: str, name: str, make: Callable[[], str]) -> None:
    """Ask for the file, then make the text and write it, in a thread; ask again if it cannot be written."""

    def named(path: str | None) -> None:
        if path:
            work = partial(write_new, os.path.expanduser(path), make)

            async def write() -> None:
                message = await in_thread(frame, work, "lab-write")
                if message.startswith(WRITTEN):
                    frame.usage.write(f"{title}: wrote {path}")
                    frame.toast(message)
                else:  # ask again, with the name that was typed
                    save_as(frame, title, message, path, make)

            behind(frame, write, f"lab-save {path}")

    frame.push_screen(ready_screen(frame, LineDialog).fill(title, words, name), named)


def write_new(path: str, make: Callable[[], str]) -> str:
    """Write a new file; return a message for the user, which begins with WRITTEN on success."""
    if os.path.lexists(path):
        return f"{path} {EXISTS}"
    try:
        write_output(path, make().encode("utf-8"))
    except FileChangedError:
        return f"{path} {EXISTS}"
    except OSError as error:
        return f"{path} cannot be written: {reason_of(error)}; name another file"
    return f"{WRITTEN}{path}"


# The export of a result as a report.

ENDINGS = {MARKDOWN: "md", HTML: "html", JSON: "json"}
SAYS = {
    MARKDOWN: "Markdown, for a wiki or a merge request",
    HTML: "HTML, one file including its plots",
    JSON: "JSON with every sample",
}


def export(frame: Application, result: Result) -> None:
    """Ask for the format and the file, and write it."""

    def chosen(format: str | None) -> None:
        if format:
            command = (
                f"On the command line: mqtune experiment report {result.id} --format {format} --output FILE"
            )
            name = f"{result.id}.{ENDINGS[format]}"
            save_as(frame, f"Export as {format}", command, name, partial(write_report, result, format))

    choices = [DialogChoice(format[0], SAYS[format], format) for format in FORMATS]
    frame.push_screen(ready_screen(frame, ChoiceDialog).fill("Export", result.id, choices), chosen)
