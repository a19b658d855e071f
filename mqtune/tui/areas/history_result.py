"""Results in the History area: two side by side, one with its steps, and an experiment replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Log

from mqtune.lab.core.job import NOTICE
from mqtune.lab.journal.compare import Comparison, Ratio
from mqtune.lab.journal.events import JournalEntry, RunEnded
from mqtune.lab.journal.result import Result, result_of
from mqtune.present.experiment.text import RATIO_TITLES, clock_text, ratio_row
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.application import Application
from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.progress_screen import VIEW_BINDINGS, ProgressScreen
from mqtune.tui.areas.lab.progress_text import PULSE_S, ExperimentFeed, LiveResult, verdict_content
from mqtune.tui.areas.lab.result_screen import ResultScreen
from mqtune.tui.areas.lab.running_experiment import BUDGET_S
from mqtune.tui.areas.lab.step import TextStep
from mqtune.tui.cells import Column, hanging, table

# Two results side by side: warnings first, because they decide whether the ratios are meaningful.

_TEXTS = ("ARM", "SAYS")
_SPARE = {"RUNS": 1}
COLUMNS = tuple(Column(title.lower(), title in _TEXTS, _SPARE.get(title, 0)) for title in RATIO_TITLES)
WITHIN = "the intervals cover runs within each result, not changes of the machine between the two results"


class CompareScreen(TextStep):
    """The comparison of two results."""

    area = "history"
    help = """Compare
The second result against the first, for the arm that each chose and for every arm that both have: the ratio \
with a 95% interval over runs. A warning is shown if queue manager, driver, level or settings differ."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "y", "copy", "Copy command", id="history.copy-compare", tooltip="the mqtune experiment command"
        ),
    ]

    def __init__(self, comparison: Comparison) -> None:
        super().__init__()
        self.comparison = comparison

    @property
    def command(self) -> str:
        """The command with the same output."""
        return f"mqtune experiment compare {self.comparison.first.id} {self.comparison.second.id}"

    def on_mount(self) -> None:
        """Show the comparison."""
        text = partial(comparison_content, self.comparison)
        self.write("Compare: the second against the first", text, Content(printable(self.command)))

    def action_copy(self) -> None:
        """Copy the command to the clipboard."""
        self.copy(self.command)


def comparison_content(comparison: Comparison, width: int) -> Content:
    """Return both verdicts, warnings, the chosen arms, and the arms that both results have."""
    lines = [Content.styled(NOTICE, styles.ALARM)] if comparison.simulated else []
    lines += [_side("first ", comparison.first), _side("second", comparison.second), Content("")]
    for warning in comparison.warnings:
        lines += [Content.styled(line, styles.WARNING) for line in hanging(f"warning {warning}", width)]
    if comparison.chosen is not None:
        lines += _ratios("chosen arms", [comparison.chosen], width)
    lines += _ratios(f"arms in both, in {comparison.unit}", comparison.arms, width)
    return Content("\n").join([*lines, Content(""), Content.styled(WITHIN, styles.QUIET)])


def _side(word: str, result: Result) -> Content:
    return Content.assemble((f"{word} ", styles.QUIET), verdict_content(result), f"  {printable(result.id)}")


def _ratios(title: str, ratios: Sequence[Ratio], width: int) -> list[Content]:
    lines = [Content(""), Content.styled(printable(title), styles.ACTIVE)]
    if not ratios:
        return [*lines, Content("none")]
    return lines + table(COLUMNS, [ratio_row(ratio) for ratio in ratios], width)


# One result: the result and apply steps of the Lab.


class PastApply(ApplyScreen):
    """The apply step of a past result."""

    area = "history"


class PastResult(ResultScreen):
    """A past result."""

    area = "history"

    def apply_step(self) -> ApplyScreen:
        """Return the apply step."""
        return PastApply(self.result)


# A replay: the live screen, fed with the events of a journal at a chosen speed.

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
