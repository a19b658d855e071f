"""`mqtune experiment run` and `resume`: the engine in a thread, events to the output, signals to it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NamedTuple, Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from mqtune.cli import console
from mqtune.cli.command import JSON, CommonOptions
from mqtune.cli.experiment_read import TerminalPrompter, lab_guarded, print_lines, status_of
from mqtune.cli.parameters import (
    Driver,
    Hosts,
    Id,
    Inventory,
    Manager,
    MaxMinutes,
    Name,
    Plain,
    Repeat,
    Settings,
    Store,
    TextOrJson,
    Yes,
)
from mqtune.lab import api as experimenting
from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE
from mqtune.lab.core.run import number_text
from mqtune.lab.engine.engine import ExperimentEngine, Listener
from mqtune.lab.journal.events import Closed, JournalEntry, SampleTaken, VerdictReached, WatchedValue, to_json
from mqtune.lab.journal.result import Result
from mqtune.present.experiment.plan import event_line
from mqtune.present.experiment.text import against_text, minutes_text, noise_text, result_lines, where_text
from mqtune.present.safe import safe
from mqtune.session.lint_result import WRONG_USE

TICK_SECONDS = 0.1
CLEAN = 0
_SIGNALLED = 128
_ENDING = {"SIGTERM": "ended by SIGTERM", "SIGHUP": "the terminal was closed"}

EXAMPLES = (
    "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
    "mqtune experiment run streaming --driver cph --qmgr QM1 --max-minutes 30 --yes --format json",
    "mqtune experiment resume topic-limit-20261120-101500-3f2a",
    "mqtune experiment resume topic-limit --max-minutes 40",
)
Begin = Callable[[TerminalPrompter, Listener], ExperimentEngine]


class Shown(NamedTuple):
    """How a run is shown, and whether it is consented to in advance."""

    common: CommonOptions
    format: str = "text"
    plain: bool = False
    yes: bool = False


class View(Protocol):
    """Shows events as they arrive, and pauses the display for questions."""

    def take(self, entry: JournalEntry) -> None:
        """Show one event; called in the thread of the engine."""

    def recall(self, entry: JournalEntry) -> None:
        """Record an event of an earlier session without showing it."""

    def refresh(self) -> None:
        """Update the screen; called in the main thread."""

    def aside(self) -> contextlib.AbstractContextManager[None]:
        """Interrupt the display for a question."""

    def end(self) -> None:
        """End the display."""


@lab_guarded
def run(
    common: CommonOptions,
    name: Name,
    driver: Driver = None,
    qmgr: Manager = "",
    settings: Settings = None,
    hosts: Hosts = None,
    inventory: Inventory = None,
    repeat: Repeat = None,
    max_minutes: MaxMinutes = None,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
) -> int:
    """Measure: set up after consent, run to a verdict, undo every change.

    Exit status: 0 decided, 1 not decided, 3 decided against, 4 invalid, 2 it could not be run, 130 Ctrl-C.
    """
    request = experimenting.Request(
        name,
        qmgr,
        driver,
        settings or [],
        repeat,
        max_minutes,
        store,
        common.config,
        hosts=hosts or [],
        inventory=inventory,
    )
    shown = Shown(common, format, plain, yes)
    return conduct(lambda prompter, listener: experimenting.start(request, prompter, listener), shown)


@lab_guarded
def resume(
    common: CommonOptions,
    id: Id,
    max_minutes: MaxMinutes = None,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
) -> int:
    """Continue an interrupted experiment; one that is undecided needs more minutes."""
    return conduct(
        lambda prompter, listener: experimenting.resume(id, prompter, listener, store, max_minutes),
        Shown(common, format, plain, yes),
    )


def conduct(begin: Begin, shown: Shown, clean: bool = False) -> int:
    """Run an engine to its end, or only let it clean up, while a person can answer questions and stop it."""
    prompter = TerminalPrompter(shown.yes)
    output = StandardOutput(prompter)
    view = view_of(shown, output)
    engine = begin(prompter, view.take)
    output.engine = engine
    for entry in engine.earlier:
        view.recall(entry)
    work = EngineThread(engine.clean if clean else engine.run)
    signals = Signals(engine, prompter)
    with signals.handled():
        work.start()
        try:
            while work.is_alive():
                work.join(TICK_SECONDS)
                signals.react()
                output.guard(view.refresh)
                if prompter.wanted:
                    answer(prompter, view, signals)
        finally:
            output.guard(view.end)
    if work.error is not None:
        raise work.error
    if clean:
        return CLEAN if not engine.result.left_over else WRONG_USE
    if shown.format != JSON:
        lines = result_lines(engine.result, runs=shown.common.verbose)
        output.guard(lambda: print_lines(lines, shown.common))
    output.close()
    return signals.status or status_of(engine.result)


def answer(prompter: TerminalPrompter, view: View, signals: Signals) -> None:
    """Ask the waiting question while the display is interrupted."""
    with view.aside():
        if not prompter.answer_waiting() and not prompter.gone:
            signals.interrupt()


class EngineThread(threading.Thread):
    """The engine at work."""

    def __init__(self, task: Callable[[], Result]) -> None:
        super().__init__(name="experiment")
        self._task = task
        self.error: Exception | None = None

    def run(self) -> None:
        """Run to the end, and keep an exception for the main thread."""
        try:
            self._task()
        except Exception as error:  # reported in the main thread
            self.error = error


class Signals:
    """Ctrl-C stops after the run, a second Ctrl-C at once; SIGTERM and a closed terminal as well, cleanly.

    A handler may interrupt a write, or another handler that holds a lock: it only notes the signal, and
    `react` does what it asks for.
    """

    def __init__(self, engine: ExperimentEngine, prompter: TerminalPrompter) -> None:
        self._engine = engine
        self._prompter = prompter
        self._interrupts = 0
        self._noted: deque[int] = deque()
        self.status = 0

    @contextlib.contextmanager
    def handled(self) -> Iterator[None]:
        """Handle the signals within this context."""
        names = ("SIGINT", *_ENDING)
        before = {
            name: signal.signal(getattr(signal, name), self._take) for name in names if hasattr(signal, name)
        }
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(getattr(signal, name), handler)

    def react(self) -> None:
        """Do what the signals since the last call ask for."""
        while self._noted:
            name = signal.Signals(self._noted.popleft()).name
            if name in _ENDING:
                self._engine.controls.stop_now(_ENDING[name])
            else:
                self.interrupt()

    def interrupt(self) -> None:
        """React to Ctrl-C."""
        self._interrupts += 1
        self.status = _SIGNALLED + signal.SIGINT
        with contextlib.suppress(OSError):
            if self._interrupts == 1:
                self._engine.controls.stop_after_run()
                console.say("stopping after this run; press Ctrl-C again to stop now")
            else:
                self._engine.controls.stop_now()
                console.say("stopping now and cleaning up")

    def _take(self, number: int, frame: FrameType | None) -> None:
        ends = signal.Signals(number).name in _ENDING
        if ends:
            self._prompter.gone = True
        if ends or not self._prompter.asking:
            self.status = _SIGNALLED + number
            self._noted.append(number)
        if self._prompter.asking:
            raise KeyboardInterrupt


class StandardOutput:
    """Standard output. If it is closed, the experiment is stopped and nothing more is printed."""

    def __init__(self, prompter: TerminalPrompter) -> None:
        self._prompter = prompter
        self.engine: ExperimentEngine | None = None
        self.gone = False

    def guard(self, write: Callable[[], None]) -> None:
        """Write, unless the output is closed."""
        if self.gone:
            return
        try:
            write()
            sys.stdout.flush()
        except (OSError, ValueError):
            self.gone = True
            self._prompter.gone = True
            if self.engine is not None:
                self.engine.controls.stop_now("the output was closed")

    def close(self) -> None:
        """Keep the exit of the program from writing to a closed output."""
        if self.gone:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())


class Lines:
    """One line per event, as text or JSON, without control codes."""

    def __init__(self, json: bool, quiet: bool, output: StandardOutput) -> None:
        self._json = json
        self._quiet = quiet
        self._output = output
        self._result = Result()

    def take(self, entry: JournalEntry) -> None:
        """Print the event; with --quiet only the verdict and the end."""
        self._result.apply(entry)
        if self._quiet and not self._json and not isinstance(entry.event, VerdictReached | Closed):
            return
        self._output.guard(lambda: self._print(entry))

    def recall(self, entry: JournalEntry) -> None:
        """Record the event."""
        self._result.apply(entry)

    def _print(self, entry: JournalEntry) -> None:
        if not self._json:
            console.line(event_line(entry, self._result))
            return
        mark = {"simulated": True} if self._result.simulated else {}
        console.data({**to_json(entry), **mark})

    def refresh(self) -> None:
        """Do nothing: every event is printed at once."""

    def aside(self) -> contextlib.AbstractContextManager[None]:
        """Questions go to standard error."""
        return contextlib.nullcontext()

    def end(self) -> None:
        """Do nothing."""


def view_of(shown: Shown, output: StandardOutput) -> View:
    """A live view on a terminal; lines elsewhere, with --plain, --quiet, and as JSON."""
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not console.in_ci()
    quiet = shown.common.quiet
    if shown.format == JSON or shown.plain or quiet or not terminal:
        return Lines(shown.format == JSON, quiet, output)
    # rich is slow to load

    return LiveView(console.wants_colour(shown.common.color))


# The view on a terminal: status, arms, the last lines.

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
        f"{number_text(last.rate)}/s, {last.threads} threads {_bars([sample.rate for sample in samples])}"
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
    for estimate in result.estimates:
        value = number_text(estimate.value.estimate) if estimate.value else "-"
        row = (estimate.arm.name, str(estimate.runs), value, against_text(estimate) or "-", estimate.state)
        table.add_row(*(Text(safe(cell)) for cell in row))
    return table
