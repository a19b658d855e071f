"""The screen of the progress of an experiment, running or replayed."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Log

from mqtune.lab.journal.result import Level, Result
from mqtune.tui.areas.lab.arms_text import arms_content
from mqtune.tui.areas.lab.feed import ExperimentFeed
from mqtune.tui.areas.lab.live_result import LINES
from mqtune.tui.areas.lab.plots import arms_figure, run_figure, series_of
from mqtune.tui.areas.lab.progress_text import head_lines, noise_line, notice
from mqtune.tui.areas.lab.step import StepScreen
from mqtune.tui.plot.view import PlotView
from mqtune.tui.widgets.cut_log import CutLog
from mqtune.tui.widgets.fitted_text import FittedText
from mqtune.tui.widgets.one_line import cut_content

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
        rows = [number for number, one in enumerate(result.estimates, 1) if one.arm.name == current]
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
