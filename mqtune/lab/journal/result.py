"""What an experiment has found so far, folded from the events of its journal.

The same fold serves the live view, resuming, replaying, reports and comparing. `Result.apply` is called with
the entries in order and never fails on an unfinished journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch
from statistics import stdev
from typing import Any

from mqtune.lab.core.check import Check
from mqtune.lab.core.experiment import Advice, Target
from mqtune.lab.core.order import Arm
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import log_interval
from mqtune.lab.core.verdict import INVALID, Estimate, Noise, Verdict
from mqtune.lab.journal import events
from mqtune.lab.journal.records import (
    ENDED,
    INTERRUPTED,
    MADE_AGAIN,
    RUNNING,
    LogRecord,
    RunRecord,
    StepRecord,
)

__all__ = ["FINISHED", "UNFINISHED", "Level", "Result", "RunRecord", "result_of", "values_of"]

FINISHED = "finished"
UNFINISHED = "unfinished"

SAID_KEPT = 400  # lines of the command log kept for the live view


@dataclass(slots=True)
class Result:
    """Everything that the journal contains, in its order."""

    opened: events.Opened | None = None
    time: str = ""
    last_time: str = ""
    clock: float = 0.0
    checks: tuple[Check, ...] = ()
    noise: Noise | None = None
    plan: ExperimentPlan | None = None
    steps: dict[int, StepRecord] = field(default_factory=dict)
    blocks: dict[int, events.BlockBegun] = field(default_factory=dict)
    runs: dict[int, RunRecord] = field(default_factory=dict)
    estimates: tuple[Estimate, ...] = ()
    verdict: Verdict | None = None
    advice: Advice | None = None
    confirming: events.Confirming | None = None
    applied: bool = False
    confirmed: events.Confirmed | None = None
    notes: list[tuple[str, str]] = field(default_factory=list)  # time and text
    log: list[LogRecord] = field(default_factory=list)
    stopped: str = ""
    paused: bool = False
    waiting: str = ""  # why measuring is not possible at the moment
    sessions: int = 1
    max_minutes: float = 0.0
    left_over: tuple[str, ...] = ()
    closed: str | None = None
    cleaned: bool = False

    @property
    def id(self) -> str:
        """The id of the experiment."""
        return self.opened.id if self.opened else ""

    @property
    def simulated(self) -> bool:
        """Whether no queue manager was measured."""
        return bool(self.opened and self.opened.simulated)

    @property
    def state(self) -> str:
        """`finished` with a verdict, else `unfinished`."""
        return FINISHED if self.verdict is not None else UNFINISHED

    @property
    def cut_short(self) -> bool:
        """Whether there is a verdict, but not all that follows it: advice, the undoing of steps, the end."""
        verdict = self.verdict
        if verdict is None:
            return False
        no_advice = self.advice is None and verdict.word != INVALID
        return self.closed is None or no_advice or bool(self.outstanding)

    @property
    def current(self) -> RunRecord | None:
        """The run in progress."""
        last = self.runs[max(self.runs)] if self.runs else None
        return last if last is not None and last.state == RUNNING else None

    @property
    def history(self) -> list[Run]:
        """The finished runs, as methods use them: without those of the pilot and those that are repeated."""
        return [run for block in self.blocks if block > 0 for run in self.made(block)]

    @property
    def pilots(self) -> list[Run]:
        """The finished runs of the pilot, which is block 0."""
        return self.made(0)

    def made(self, block: int) -> list[Run]:
        """The finished runs of a block, without those to be repeated (set aside, cancelled, interrupted)."""
        records = (one for one in self.runs.values() if one.started.block == block and not one.set_aside)
        runs = (one.run for one in records)
        return [run for run in runs if run is not None and run.outcome not in MADE_AGAIN]

    @property
    def outstanding(self) -> list[StepRecord]:
        """The steps that are not undone yet, the last one first."""
        return [one for _, one in sorted(self.steps.items(), reverse=True) if one.state != "undone"]

    @property
    def target(self) -> Target:
        """What was measured."""
        opened = self.head
        return Target(opened.qmgr, opened.level, opened.cores, opened.prefix)

    @property
    def head(self) -> events.Opened:
        """The first event. Raises ValueError for a journal without one."""
        if self.opened is None:
            raise ValueError("the journal is empty")
        return self.opened

    @property
    def levels(self) -> list[Level]:
        """Mean, spread and interval of each arm, sorted by levels if they are numbers, else as measured."""
        return _levels(self)

    def silent_for(self, now: float) -> float:
        """Seconds from the last event until a moment of the machine's clock; 0 if they are not known."""
        try:
            last = datetime.fromisoformat(self.last_time).timestamp()
        except ValueError:
            return 0.0
        return max(0.0, now - last)

    def apply(self, entry: events.JournalEntry) -> None:
        """Continue the fold by one event."""
        self.last_time = entry.time
        self.clock = max(self.clock, entry.clock)
        if not self.time:
            self.time = entry.time
        apply_event(entry.event, entry, self)


@dataclass(frozen=True, slots=True)
class Level:
    """One arm over its runs, in the unit of the experiment's measure.

    `mean` is the geometric mean of the values of the runs that count, `low` and `high` its 95% t interval
    over runs (None for a single run), `deviation` their standard deviation. `left_out` runs do not count.
    """

    arm: Arm
    purpose: str
    runs: int
    left_out: int
    mean: float | None
    deviation: float | None
    low: float | None
    high: float | None
    estimate: Estimate | None


def result_of(entries: Iterable[events.JournalEntry]) -> Result:
    """The result of a journal's entries; runs without an end are interrupted."""
    result = Result()
    for entry in entries:
        result.apply(entry)
    interrupt(result)
    return result


def interrupt(result: Result) -> None:
    """Mark a run in progress as interrupted: its process no longer exists."""
    for one in result.runs.values():
        if one.state == RUNNING:
            one.state = INTERRUPTED


def _levels(result: Result) -> list[Level]:
    groups: dict[tuple[str, str], list[RunRecord]] = {}
    for one in result.runs.values():
        if one.started.block > 0 and one.state == ENDED:
            groups.setdefault((one.started.arm, one.started.purpose), []).append(one)
    estimates = result.verdict.estimates if result.verdict else result.estimates
    by_arm = {one.arm.name: one for one in estimates}
    found = [_level(records, by_arm.get(arm)) for (arm, _), records in groups.items()]
    keys = [tuple(one.arm.levels.values()) for one in found]
    if all(isinstance(value, int | float) for key in keys for value in key):
        found.sort(key=lambda one: tuple(float(value) for value in one.arm.levels.values()))
    return found


def _level(records: Sequence[RunRecord], estimate: Estimate | None) -> Level:
    values = values_of(records)
    known = log_interval(values)
    mean, low, high = known or ((values[0], None, None) if values else (None, None, None))
    order = records[0].started.order
    return Level(
        arm=order.arm,
        purpose=order.purpose,
        runs=len(values),
        left_out=len(records) - len(values),
        mean=mean,
        deviation=stdev(values) if len(values) > 1 else None,
        low=low,
        high=high,
        estimate=estimate,
    )


def values_of(records: Iterable[RunRecord]) -> list[float]:
    """The values of the runs that count."""
    return [one.ended.value for one in records if one.counts and one.ended and one.ended.value is not None]


# what an event sets of the result, for those that do nothing else
_SETS: Mapping[type[events.Event], Callable[[Any], dict[str, Any]]] = {
    events.Opened: lambda event: {"opened": event, "max_minutes": event.max_minutes},
    events.Planned: lambda event: {"plan": event.plan},
    events.Estimated: lambda event: {"estimates": event.estimates},
    events.Paused: lambda event: {"paused": True},
    events.Continued: lambda event: {"paused": False},
    events.Waiting: lambda event: {"waiting": f"waiting {event.seconds:g} s: {event.why}"},
    events.Stopped: lambda event: {"stopped": event.why, "waiting": ""},
    events.Advised: lambda event: {"advice": event.advice},
    events.Confirming: lambda event: {"confirming": event},
    events.Applied: lambda event: {"applied": True},
    events.Confirmed: lambda event: {"confirmed": event},
    events.Cleaned: lambda event: {"cleaned": True, "left_over": event.left},
}


@singledispatch
def apply_event(event: events.Event, entry: events.JournalEntry, result: Result) -> None:
    """Change the result by one event, by its type."""
    for name, value in _SETS[type(event)](event).items():
        setattr(result, name, value)


@apply_event.register
def _checked(event: events.Checked, entry: events.JournalEntry, result: Result) -> None:
    result.checks = event.checks
    result.noise = event.noise or result.noise


@apply_event.register
def _step(event: events.StepTaken, entry: events.JournalEntry, result: Result) -> None:
    known = result.steps.get(event.number)
    if known is None:
        result.steps[event.number] = StepRecord(event, "done" if event.done else "begun")
    elif event.kind == events.CLEANUP:
        known.state = "undone" if event.done else known.state
    else:
        result.steps[event.number] = StepRecord(event, "done" if event.done else known.state)


@apply_event.register
def _block(event: events.BlockBegun, entry: events.JournalEntry, result: Result) -> None:
    result.blocks[event.block] = event


@apply_event.register
def _run_started(event: events.RunStarted, entry: events.JournalEntry, result: Result) -> None:
    interrupt(result)
    result.waiting = ""
    same = [
        one
        for one in result.runs.values()
        if one.started.arm == event.arm and one.started.purpose == event.purpose
    ]
    result.runs[event.run] = RunRecord(event, entry.time, entry.clock, len(same) + 1)


@apply_event.register
def _sample(event: events.SampleTaken, entry: events.JournalEntry, result: Result) -> None:
    if (record := result.runs.get(event.run)) is not None:
        record.samples.append(event.sample)


@apply_event.register
def _watched(event: events.WatchedValue, entry: events.JournalEntry, result: Result) -> None:
    if (record := result.runs.get(event.run)) is not None:
        one = event.reading
        _, at, values = record.watched.setdefault(one.name, (one.unit, [], []))
        at.append(one.at)
        values.append(one.value)


@apply_event.register
def _said(event: events.LineSaid, entry: events.JournalEntry, result: Result) -> None:
    result.log.append(LogRecord(entry.clock, event.run, event.line.who, event.line.text))
    del result.log[:-SAID_KEPT]


@apply_event.register
def _run_ended(event: events.RunEnded, entry: events.JournalEntry, result: Result) -> None:
    if (record := result.runs.get(event.run)) is not None:
        record.ended = event
        record.state = ENDED


@apply_event.register
def _set_aside(event: events.RunsSetAside, entry: events.JournalEntry, result: Result) -> None:
    for number in event.runs:
        if (record := result.runs.get(number)) is not None:
            record.set_aside = event.why


@apply_event.register
def _noted(event: events.Noted, entry: events.JournalEntry, result: Result) -> None:
    result.notes.append((entry.time, event.text))


@apply_event.register
def _resumed(event: events.Resumed, entry: events.JournalEntry, result: Result) -> None:
    interrupt(result)
    result.sessions += 1
    result.max_minutes = event.max_minutes
    result.verdict = result.advice = result.confirmed = None
    result.paused = False
    result.waiting = result.stopped = ""
    result.closed = None
    result.cleaned = False


@apply_event.register
def _verdict(event: events.VerdictReached, entry: events.JournalEntry, result: Result) -> None:
    result.verdict = event.verdict
    if event.verdict.estimates:
        result.estimates = event.verdict.estimates


@apply_event.register
def _closed(event: events.Closed, entry: events.JournalEntry, result: Result) -> None:
    result.closed = event.why
    interrupt(result)
