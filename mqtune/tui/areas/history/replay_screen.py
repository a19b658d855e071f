"""A replay of an experiment: the live screen, fed with the events of its journal at a chosen speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Log

from mqtune.lab.journal.events import JournalEntry, RunEnded
from mqtune.lab.journal.result import result_of
from mqtune.lab.reports.formatting import clock_text
from mqtune.tui import styles
from mqtune.tui.areas.history.past_result import PastResult
from mqtune.tui.areas.lab.feed import PULSE_S, ExperimentFeed
from mqtune.tui.areas.lab.live_result import LiveResult
from mqtune.tui.areas.lab.progress_screen import VIEW_BINDINGS, ProgressScreen
from mqtune.tui.areas.lab.running_experiment import BUDGET_S
from mqtune.tui.frame.application import Application

PACES = (1, 5, 20, 60, 200, 1000)  # times real time
USUAL = 20


class ExperimentReplay(ExperimentFeed):
    """The events of a journal, emitted again by the clock of the experiment."""

    def __init__(self, frame: Application, name: str, entries: Sequence[JournalEntry]) -> None:
        super().__init__(frame, name)
        self.entries = tuple(entries)
        self.pace = USUAL
        self.going = True
        self._at = 0
        self._clock = 0.0

    @property
    def length(self) -> float:
        """The length of the experiment in seconds."""
        return max((entry.clock for entry in self.entries), default=0.0)

    def advance(self, seconds: float) -> None:
        """Advance by real time in seconds."""
        if self.going and not self.over:
            self._clock += seconds * self.pace
            self._apply(self._due())

    def next_run(self) -> None:
        """Go to the end of the next run, or of the experiment."""
        self._apply(self._until_run_ends())
        self._clock = self.live.result.clock

    def begin(self) -> None:
        """Restart at the beginning."""
        self.live = LiveResult()
        self._at, self._clock, self.over = 0, 0.0, False
        self._apply(self._due())

    def _apply(self, entries: Iterator[JournalEntry]) -> None:
        self.live.take(entries)
        self.over = self._at >= len(self.entries)
        self.updated.publish(self)

    def _due(self) -> Iterator[JournalEntry]:
        end = perf_counter() + BUDGET_S
        while self._at < len(self.entries) and self.entries[self._at].clock <= self._clock:
            self._at += 1
            yield self.entries[self._at - 1]
            if perf_counter() > end:
                self._clock = min(self._clock, self.entries[self._at - 1].clock)
                return

    def _until_run_ends(self) -> Iterator[JournalEntry]:
        while self._at < len(self.entries):
            self._at += 1
            entry = self.entries[self._at - 1]
            yield entry
            if isinstance(entry.event, RunEnded):
                return


class ReplayScreen(ProgressScreen):
    """The screen of a replay."""

    area = "history"
    help = """Replay
The experiment as it ran, from its journal. Space pauses and resumes, + and - change the speed, n goes to \
the end of the next run, b to the beginning. On the command line: mqtune experiment replay ID."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Result", id="history.result", key_display="⏎"),
        Binding("space", "wait", "Pause", id="history.wait", tooltip="pause or resume"),
        Binding("n", "next_run", "Next run", id="history.next-run", tooltip="go to its end"),
        Binding("plus", "pace(1)", "Faster", id="history.faster", key_display="+"),
        Binding("minus", "pace(-1)", "Slower", id="history.slower", key_display="-"),
        Binding("b", "begin", "Restart", id="history.begin", tooltip="restart at the beginning"),
        *VIEW_BINDINGS,
    ]

    def __init__(self, replay: ExperimentReplay) -> None:
        super().__init__(replay)
        self.replay = replay

    def on_mount(self) -> None:
        """Start the replay."""
        self.set_interval(PULSE_S, self._pulse)

    def _pulse(self) -> None:
        if self.is_current:
            self.replay.advance(PULSE_S)

    def head(self) -> list[Content]:
        """Return the speed, then the usual head."""
        replay = self.replay
        state = "ended" if replay.over else "" if replay.going else "paused"
        parts = [f"replay at {replay.pace}x real time"]
        parts.append(f"{clock_text(replay.live.result.clock)} of {clock_text(replay.length)}")
        line = Content.styled(" · ".join([*parts, *([state] if state else [])]), styles.INFO)
        return [line, *super().head()]

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if self.replay.over and action in ("wait", "next_run"):
            return "the replay has ended; b restarts it"
        return ""

    def action_wait(self) -> None:
        """Pause or resume."""
        if not self.refused("wait"):
            self.replay.going = not self.replay.going
            self.show_progress()

    def action_next_run(self) -> None:
        """Go to the end of the next run."""
        if not self.refused("next_run"):
            self.replay.next_run()

    def action_pace(self, by: int) -> None:
        """Change the speed."""
        place = PACES.index(self.replay.pace) + by
        self.replay.pace = PACES[min(max(0, place), len(PACES) - 1)]
        self.show_progress()

    def action_begin(self) -> None:
        """Restart at the beginning."""
        self.query_one("#log", Log).clear()
        self._lines_shown = 0
        self.replay.begin()

    def action_next(self) -> None:
        """Show the result of the experiment."""
        self.frame.push_screen(PastResult(result_of(self.replay.entries)))
