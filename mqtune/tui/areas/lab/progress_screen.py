"""The screen of the progress of an experiment, replayed, or running and steered."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Log

from mqtune.lab.core.experiment import Prompt
from mqtune.lab.journal.result import Level, Result
from mqtune.tui.areas.lab.progress_text import (
    LINES,
    ExperimentFeed,
    arms_content,
    head_lines,
    noise_line,
    notice,
)
from mqtune.tui.areas.lab.result_screen import ResultScreen, arms_figure, run_figure, series_of
from mqtune.tui.areas.lab.running_experiment import QuestionDialog, RunningExperiment
from mqtune.tui.areas.lab.step import StepScreen, show_directly
from mqtune.tui.dialogs import LineDialog
from mqtune.tui.quick_screen import ready_screen
from mqtune.tui.widgets.lists import CutLog, FittedText, cut_content
from mqtune.tui.widgets.plot import PlotView

NOTHING = "nothing measured yet"
VIEW_BINDINGS: list[BindingType] = [
    Binding("l", "log", "Log", id="lab.log", tooltip="only the log with all commands, or all panes"),
    Binding("v", "view", "Next plot", id="lab.view", tooltip="plot another value"),
]


class ProgressScreen(StepScreen):
    """Head, plot, arms, and the last lines of the log. Subclasses bind the keys, including VIEW_BINDINGS."""

    AUTO_FOCUS = "#arms"

    def __init__(self, feed: ExperimentFeed) -> None:
        super().__init__()
        self.feed = feed
        self.view = 0
        self._lines_shown = 0
        self._state: tuple[object, ...] = ()
        self._arm: str | None = None
        self._known: tuple[object, ...] = ()  # the state for which `_levels` were computed
        self._levels: list[Level] = []

    def compose_body(self) -> ComposeResult:
        """Yield head, plot, arms and log."""
        yield FittedText(id="head")
        yield FittedText(id="noise")
        with Container(id="live"):
            yield PlotView(id="plot")
            with VerticalScroll(id="arms", classes="pane") as arms:
                arms.border_title = "arms"
                yield FittedText(id="table")
                yield PlotView(id="arms-plot")
            log = CutLog(max_lines=LINES, id="log", classes="pane")
            log.border_title = "log, l shows all of it"
            yield log

    def on_mount(self) -> None:
        """Follow the experiment."""
        self.feed.updated.subscribe(self, self._updated)
        self.query_one("#table", FittedText).show(self._table)
        self.show_progress()

    def on_screen_resume(self) -> None:
        """Show what happened in the meantime."""
        self.show_progress()

    def _updated(self, feed: ExperimentFeed) -> None:
        if self.is_current:
            self.show_progress()

    def show_progress(self) -> None:
        """Show the current progress."""
        feed, result = self.feed, self.feed.live.result
        head = [line for line in (notice(result), *self.head()) if line]
        words = Content("\n").join(head)
        self.query_one("#head", FittedText).show(lambda width: words)
        noise = noise_line(result)
        self.query_one("#noise", FittedText).show(lambda width: cut_content(noise, width))
        known = (len(result.runs), result.current is None, result.estimates)
        if known != self._known:
            self._known, self._levels = known, result.levels
        self._show_plot(result)
        self._show_arms(result)
        new = feed.live.since(self._lines_shown)
        self._lines_shown = feed.live.line_count
        if new:
            log = self.query_one("#log", Log)
            if log.is_vertical_scroll_end:  # otherwise the user is reading earlier lines
                self.call_after_refresh(log.scroll_end, animate=False)
            log.write_lines(new, scroll_end=False)
        state = (feed.over, feed.question, feed.stopping)
        if state != self._state:
            self._state = state
            self.refresh_bindings()

    def head(self) -> list[Content]:
        """Return what is running, how far it is, and what happens now."""
        return head_lines(self.feed)

    def _show_plot(self, result: Result) -> None:
        levels = self._levels
        arms = arms_figure(levels, result.head.unit if levels else "")
        views = (*series_of(result), "")  # empty: the arms
        name = views[self.view % len(views)]
        plot = self.query_one("#plot", PlotView)
        plot.figure, plot.caption = (run_figure(result, name) if name else arms) or (None, NOTHING)
        beside = self.query_one("#arms-plot", PlotView)
        beside.set_class(arms is None, "-none")
        if arms is not None:
            beside.figure, beside.caption = arms

    def _show_arms(self, result: Result) -> None:
        """Show the table; when another arm starts, scroll to it."""
        self.query_one("#table", FittedText).show(self._table)
        pane = self.query_one("#arms", VerticalScroll)
        current = result.current.started.arm if result.current is not None else None
        rows = [number for number, estimate in enumerate(result.estimates, 1) if estimate.arm.name == current]
        if rows and current != self._arm:
            self._arm = current
            pane.scroll_to(y=rows[0] - pane.size.height // 2, animate=False)

    def _table(self, width: int) -> Content:
        return arms_content(self.feed.live.result, self._levels, width)

    # keys

    def action_log(self) -> None:
        """Show only the log, or all panes."""
        live = self.query_one("#live")
        live.toggle_class("-log")
        self.query_one("#log" if live.has_class("-log") else "#arms").focus()

    def action_view(self) -> None:
        """Plot another value."""
        self.view += 1
        self.show_progress()

    def step_back(self) -> bool:
        """Go from the log back to all panes on Escape."""
        if not self.query_one("#live").has_class("-log"):
            return False
        self.action_log()
        return True


# The live screen adds the keys that stop, pause and annotate a running experiment.

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
        dialog = ready_screen(self.frame, LineDialog).fill("Note", words, hint="such as: backup started")
        self.frame.push_screen(dialog, noted)
