"""The view of a running experiment on a terminal: status, arms, the last lines."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterator

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE
from mqtune.lab.core.verdict import number_text
from mqtune.lab.journal.events import JournalEntry, SampleTaken, WatchedValue
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.event_lines import event_line
from mqtune.lab.reports.formatting import against_text, minutes_text, noise_text
from mqtune.lab.reports.text import where_text
from mqtune.report.secrets import safe

LAST_LINES = 8
BARS = " ▁▂▃▄▅▆▇█"
KEYS = "press Ctrl-C to stop after this run, twice to stop now"
TITLES = ("arm", "runs", "mean", "against the leader", "state")


class LiveView:
    """Receives events in the thread of the engine, and draws the picture in the main thread."""

    def __init__(self, colour: bool) -> None:
        self._result = Result()
        self._lines: deque[str] = deque(maxlen=LAST_LINES)
        self._lock = threading.Lock()
        console = Console(no_color=not colour, highlight=False)
        self.live = Live(console=console, auto_refresh=False, transient=True)
        self.live.start()

    def take(self, entry: JournalEntry) -> None:
        """Record the event for the next picture."""
        with self._lock:
            self._result.apply(entry)
            if not isinstance(entry.event, SampleTaken | WatchedValue):
                self._lines.append(safe(event_line(entry, self._result)))

    def recall(self, entry: JournalEntry) -> None:
        """Record an event of an earlier session."""
        with self._lock:
            self._result.apply(entry)

    def refresh(self) -> None:
        """Draw."""
        with self._lock:
            picture = self._picture()
        self.live.update(picture, refresh=True)

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the picture for a question."""
        self.live.stop()
        try:
            yield
        finally:
            self.live.start()

    def end(self) -> None:
        """Remove the picture."""
        self.live.stop()

    def _picture(self) -> Group:
        result = self._result
        parts = [Text(line, no_wrap=True, overflow="ellipsis") for line in self._head()]
        lines = [Text(line, style="dim", no_wrap=True, overflow="ellipsis") for line in self._lines]
        return Group(
            *parts, _arms(result), *lines, Text("press Ctrl-C to stop after this run, twice to stop now")
        )

    def _head(self) -> Iterator[str]:
        result = self._result
        if result.opened is None:
            return
        if result.simulated:
            yield NOTICE
        yield safe(f"{result.id}, {where_text(result)}")
        expected = result.plan.minutes_expected * SECONDS_A_MINUTE if result.plan else 0.0
        spent, about = minutes_text(result.clock), minutes_text(expected)
        yield f"{spent} of about {about}, noise {noise_text(result.noise)}"
        yield safe(_run_text(result))


def _run_text(result: Result) -> str:
    record = result.current
    if record is None:
        return "paused" if result.paused else result.waiting or "between runs"
    start, samples = record.started, record.samples
    if not samples:
        return f"run {start.run}, {start.arm}: starting"
    last = samples[-1]
    return (
        f"run {start.run}, {start.arm}: {last.at:g} of {start.seconds:g} s, "
        f"{number_text(last.rate)}/s, {last.threads} threads {_bars([one.rate for one in samples])}"
    )


def _bars(rates: list[float]) -> str:
    """The last rates as a row of bars."""
    shown = rates[-40:]
    most = max(shown, default=0.0)
    if most <= 0:
        return ""
    return "".join(BARS[max(0, min(len(BARS) - 1, round(rate / most * (len(BARS) - 1))))] for rate in shown)


def _arms(result: Result) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in TITLES:
        table.add_column(title)
    for one in result.estimates:
        value = number_text(one.value.estimate) if one.value else "-"
        row = (one.arm.name, str(one.runs), value, against_text(one) or "-", one.state)
        table.add_row(*(Text(safe(cell)) for cell in row))
    return table
