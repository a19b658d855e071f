"""The live screen: a running experiment, and the keys that stop, pause and annotate it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from mqtune.lab.core.prompter import Prompt
from mqtune.tui.areas.lab.dialogs import QuestionDialog
from mqtune.tui.areas.lab.progress_screen import VIEW_BINDINGS, ProgressScreen
from mqtune.tui.areas.lab.result_screen import ResultScreen
from mqtune.tui.areas.lab.running_experiment import RunningExperiment
from mqtune.tui.areas.lab.step import show_directly
from mqtune.tui.dialogs.dialog import LineDialog
from mqtune.tui.frame.kept import taken

STEERING = ("stop_after_run", "stop_now", "pause", "note")


class LiveScreen(ProgressScreen):
    """A running experiment."""

    help = """Live
The current run second by second, the results of each arm so far, and every command as it is run. x stops \
after the current run; X stops now, and the current run is repeated on resume. Both keep the finished runs, \
and the experiment can be resumed. Escape goes to the experiments; leaving this screen or the area does not \
stop the run, and its end is announced."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "next",
            "Result",
            id="lab.result",
            key_display="⏎",
            tooltip="show the result, or answer a question",
        ),
        Binding(
            "x", "stop_after_run", "Stop after run", id="lab.stop", tooltip="stop when this run has ended"
        ),
        Binding("X", "stop_now", "Stop now", id="lab.stop-now", tooltip="lose this run, and keep the others"),
        Binding("p", "pause", "Pause", id="lab.pause", tooltip="pause after this run, or resume"),
        Binding("n", "note", "Note", id="lab.note", tooltip="save a note to the journal"),
        *VIEW_BINDINGS,
    ]

    def __init__(self, running: RunningExperiment) -> None:
        super().__init__(running)
        self.running_experiment = running
        self._put: Prompt | None = None  # the question that was already shown here

    def show_progress(self) -> None:
        """Show the progress, and the engine's question if there is one."""
        super().show_progress()
        if self.feed.over and self.is_active and self.frame.status.ended:
            self.frame.update_status(ended="")
        if self.is_active and self.feed.question not in (None, self._put):
            self._ask()

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        feed = self.feed
        if action in STEERING and feed.over:
            return f"{feed.name} has ended; Enter shows the result"
        if action == "pause" and feed.stopping:
            return f"stopping {feed.stopping}"
        if action == "next" and feed.question is None:
            if not feed.over:
                return "still running; x stops after this run"
            if feed.live.result.opened is None:
                return "no result: the experiment did not start; Escape goes back"
        return ""

    def action_next(self) -> None:
        """Show the open question, else the result, if there is one."""
        if self.refused("next"):
            return
        if self.feed.question is not None:
            self._ask()
        else:
            show_directly(self.frame, ResultScreen(self.feed.live.result))

    def _ask(self) -> None:
        question, running = self.feed.question, self.running_experiment
        if question is None:
            return
        self._put = question

        def answered(words: str | None) -> None:
            if words is None:
                return  # Enter asks again
            self._put = None
            if running.question == question:
                running.prompter.answer(words)

        self.frame.push_screen(QuestionDialog(question), answered)

    def action_stop_after_run(self) -> None:
        """Stop after the current run."""
        running = self.running_experiment
        if not self.refused("stop_after_run"):
            running.stop_after_run()
            self.show_progress()

    def action_stop_now(self) -> None:
        """Stop the current run."""
        running = self.running_experiment
        if not self.refused("stop_now"):
            running.stop_now()
            self.show_progress()

    def action_pause(self) -> None:
        """Pause after the current run, or resume."""
        running = self.running_experiment
        if not self.refused("pause"):
            running.pause()
            self.frame.toast("pausing after this run; press p to resume" if running.pausing else "resumed")
            self.show_progress()

    def action_note(self) -> None:
        """Save a note to the journal."""
        running = self.running_experiment
        if self.refused("note"):
            return

        def noted(words: str | None) -> None:
            if words:
                running.note(words)
                self.frame.toast("note saved to the journal")

        words = "It is saved to the journal with the time, and appears in every report."
        dialog = taken(self.frame, LineDialog).fill("Note", words, hint="such as: backup started")
        self.frame.push_screen(dialog, noted)
