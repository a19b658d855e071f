"""The live screen: an experiment that runs, and the keys that stop, pause and note."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from mqtune.tui.areas.lab.dialogs import LineDialog, QuestionDialog
from mqtune.tui.areas.lab.progress_screen import VIEW_BINDINGS, ProgressScreen
from mqtune.tui.areas.lab.result_screen import ResultScreen

if TYPE_CHECKING:
    from mqtune.lab.core.prompter import Prompt
    from mqtune.tui.areas.lab.running_experiment import RunningExperiment

STEERING = ("stop_after_run", "stop_now", "pause", "note")


class LiveScreen(ProgressScreen):
    """A running experiment."""

    help = """Live
The run at hand second by second, what is known of each arm, and every command as it is run. x lets this \
run end and stops then; X ends it now, and what it measured is made again. Both keep what was measured, \
and the experiment can be resumed. Leaving this screen, or the area, stops nothing."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "next", "Result", id="lab.result", key_display="⏎", tooltip="the result, or a question"
        ),
        Binding(
            "x", "stop_after_run", "Stop after run", id="lab.stop", tooltip="stop when this run has ended"
        ),
        Binding(
            "X", "stop_now", "Stop now", id="lab.stop-now", tooltip="this run is lost, the others are kept"
        ),
        Binding("p", "pause", "Pause", id="lab.pause", tooltip="wait after this run, or go on"),
        Binding("n", "note", "Note", id="lab.note", tooltip="keep a note in the journal"),
        *VIEW_BINDINGS,
    ]

    def __init__(self, running: RunningExperiment) -> None:
        super().__init__(running)
        self.running_experiment = running
        self._put: Prompt | None = None  # what was asked here already

    def show_progress(self) -> None:
        """Show how it stands, and ask what a person is asked."""
        super().show_progress()
        if self.is_active and self.feed.question not in (None, self._put):
            self._ask()

    def unavailable(self, action: str) -> str:
        """Why a key does nothing now."""
        feed = self.feed
        if action in STEERING and feed.over:
            return f"{feed.name} has ended; Enter shows the result"
        if action == "pause" and feed.stopping:
            return f"it stops {feed.stopping}"
        if action == "next" and feed.question is None:
            if not feed.over:
                return "it still runs; x stops it after this run"
            if feed.live.result.opened is None:
                return "there is no result: nothing was begun; Escape goes back"
        return ""

    def action_next(self) -> None:
        """Answer what is asked; else the result, when there is one."""
        if self.refused("next"):
            return
        if self.feed.question is not None:
            self._ask()
        else:
            self.frame.push_screen(ResultScreen(self.feed.live.result))

    def _ask(self) -> None:
        question, running = self.feed.question, self.running_experiment
        if question is None:
            return
        self._put = question

        def answered(words: str | None) -> None:
            if words is None:
                return  # later: Enter asks again
            self._put = None
            if running.question == question:
                running.prompter.answer(words)

        self.frame.push_screen(QuestionDialog(question), answered)

    def action_stop_after_run(self) -> None:
        """Let this run end, then stop."""
        running = self.running_experiment
        if not self.refused("stop_after_run"):
            running.stop_after_run()
            self.show_progress()

    def action_stop_now(self) -> None:
        """Stop now."""
        running = self.running_experiment
        if not self.refused("stop_now"):
            running.stop_now()
            self.show_progress()

    def action_pause(self) -> None:
        """Wait after this run, or go on."""
        running = self.running_experiment
        if not self.refused("pause"):
            running.pause()
            self.frame.toast("it waits after this run; p goes on" if running.pausing else "it goes on")
            self.show_progress()

    def action_note(self) -> None:
        """Keep a note."""
        running = self.running_experiment
        if self.refused("note"):
            return

        def noted(words: str | None) -> None:
            if words:
                running.note(words)
                self.frame.toast("noted: it stands in the journal with the time")

        words = "It is kept in the journal with the time, and stands in every report."
        self.frame.push_screen(LineDialog("Note", words, hint="such as: backup began"), noted)
