"""What an experiment has found so far, folded from the events of its journal; records of runs and steps.

The same fold serves the live view, resuming, replaying, reports and comparing. `Result.apply` is called with
the entries in order and never fails on an unfinished journal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import stdev
from typing import Any

from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import Advice, Target
from mqtune.lab.core.plan import Check, ExperimentPlan
from mqtune.lab.core.run import (
    INTERRUPTED,
    INVALID,
    MADE_AGAIN,
    MEASURE,
    OK,
    Arm,
    Estimate,
    Noise,
    Run,
    Series,
    Verdict,
)
from mqtune.lab.drivers.base import Sample, rates_of
from mqtune.lab.journal import events
from mqtune.lab.methods.comparison import mean_of

# Records: runs and steps.

RUNNING = "running"
ENDED = "ended"


@dataclass(slots=True)
class RunRecord:
    """One run with everything that was recorded of it.

    `state` is running, ended or interrupted. `set_aside` is the reason why a finished run no longer counts,
    `left_out` whether the method leaves its value out.
    `repetition` counts the runs of the same arm and purpose, `number` all runs, both from 1.
    """

    started: events.RunStarted
    time: str
    clock: float
    repetition: int
    state: str = RUNNING
    samples: list[Sample] = field(default_factory=list)
    watched: dict[str, tuple[str, list[float], list[float]]] = field(default_factory=dict)
    ended: events.RunEnded | None = None
    set_aside: str = ""
    left_out: bool = False

    @property
    def number(self) -> int:
        """Its number among all runs."""
        return self.started.run

    @property
    def run(self) -> Run | None:
        """The finished run as methods use it; None before its end."""
        if self.ended is None:
            return None
        watched = {
            name: Series(unit, tuple(at), tuple(values)) for name, (unit, at, values) in self.watched.items()
        }
        series = watched | rates_of(self.samples)
        return gathered(Run, self.ended, self.started, number=self.number, series=series)

    @property
    def counts(self) -> bool:
        """Whether a method uses its value."""
        return self.usable and not self.left_out

    @property
    def usable(self) -> bool:
        """Whether a method may use its value."""
        end = self.ended
        return end is not None and not self.set_aside and end.outcome == OK and end.value is not None

    @property
    def failed(self) -> bool:
        """Whether it was an attempt that a method counts as failed."""
        end = self.ended
        return end is not None and not self.set_aside and not self.usable and end.outcome not in MADE_AGAIN

    def take(self, event: events.SampleTaken | events.WatchedValue | events.RunEnded) -> None:
        """Add what was measured, or the end of the run."""
        match event:
            case events.SampleTaken(_, sample):
                self.samples.append(sample)
            case events.WatchedValue(_, reading):
                _, at, values = self.watched.setdefault(reading.name, (reading.unit, [], []))
                at.append(reading.at)
                values.append(reading.value)
            case events.RunEnded():
                self.ended, self.state = event, ENDED

    def warm_up(self, sample: Sample) -> bool:
        """Whether the sample is in the part that was cut as warm-up."""
        cut = self.ended.cut if self.ended else None
        return cut is not None and sample.at <= cut.seconds


@dataclass(slots=True)
class StepRecord:
    """A step of set-up or between runs: begun, done, and undone."""

    event: events.StepTaken
    state: str = "begun"  # begun, done, undone

    @classmethod
    def after(cls, event: events.StepTaken, known: StepRecord | None) -> StepRecord:
        """The step after an event; `known` is what the journal has of it so far."""
        state = known.state if known else "begun"
        if known and event.kind == events.CLEANUP:
            return cls(known.event, "undone" if event.done else state)
        return cls(event, "done" if event.done else state)


# The result.

__all__ = ["FINISHED", "UNFINISHED", "Level", "Result", "RunRecord", "result_of", "values_of"]

SAME_MEAN = 1e-9  # of two means of the same runs, relative
FINISHED = "finished"
UNFINISHED = "unfinished"


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
    stopped: str = ""
    paused: bool = False
    waiting: str = ""  # why measuring is not possible at the moment
    sessions: int = 1
    max_minutes: float = 0.0
    left_over: tuple[str, ...] = ()
    closed: str | None = None

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
        return [run for block in self.blocks if block > 0 for run in self.finished(block)]

    @property
    def pilots(self) -> list[Run]:
        """The finished runs of the pilot, which is block 0."""
        return self.finished(0)

    def finished(self, block: int) -> list[Run]:
        """The finished runs of a block, without those to be repeated (set aside, cancelled, interrupted)."""
        records = (
            record for record in self.runs.values() if record.started.block == block and not record.set_aside
        )
        runs = (record.run for record in records)
        return [run for run in runs if run is not None and run.outcome not in MADE_AGAIN]

    @property
    def outstanding(self) -> list[StepRecord]:
        """The steps that are not undone yet, the last one first."""
        return [step for _, step in sorted(self.steps.items(), reverse=True) if step.state != "undone"]

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
        _apply(entry, self)


@dataclass(frozen=True, slots=True)
class Level:
    """One arm over its runs, in the unit of the experiment's measure.

    `mean` is the geometric mean of the values of the runs that count, `low` and `high` its 95% t interval
    over runs (None for a single run), as in the verdict; `deviation` is their standard deviation. `left_out`
    runs do not count, or the method leaves them out.
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
    for record in result.runs.values():
        if record.state == RUNNING:
            record.state = INTERRUPTED


def _levels(result: Result) -> list[Level]:
    groups: dict[tuple[str, str], list[RunRecord]] = {}
    for record in result.runs.values():
        if record.started.block > 0 and record.state == ENDED:
            groups.setdefault((record.started.arm, record.started.purpose), []).append(record)
    estimates = result.verdict.estimates if result.verdict else result.estimates
    by_arm = {estimate.arm.name: estimate for estimate in estimates}
    levels = [_level(records, by_arm.get(arm)) for (arm, _), records in groups.items()]
    keys = [tuple(level.arm.levels.values()) for level in levels]
    if all(isinstance(value, int | float) for key in keys for value in key):
        levels.sort(key=lambda level: tuple(float(value) for value in level.arm.levels.values()))
    return levels


def _level(records: Sequence[RunRecord], estimate: Estimate | None) -> Level:
    values = values_of(records)
    known = mean_of([record.run for record in records if record.counts and record.run is not None], "")
    bounded = known is not None and known.level is not None
    order = records[0].started.order
    return Level(
        arm=order.arm,
        purpose=order.purpose,
        runs=len(values),
        left_out=len(records) - len(values),
        mean=known.estimate if known else None,
        deviation=stdev(values) if len(values) > 1 else None,
        low=known.low if known and bounded else None,
        high=known.high if known and bounded else None,
        estimate=estimate,
    )


def values_of(records: Iterable[RunRecord]) -> list[float]:
    """The values of the runs that count."""
    return [
        record.ended.value
        for record in records
        if record.counts and record.ended and record.ended.value is not None
    ]


def _left_out(result: Result) -> set[int]:
    """The numbers of the runs that the estimates are without."""
    named = {number for estimate in result.estimates for number in estimate.left_out}
    return named or {number for estimate in result.estimates for number in _unnamed(estimate, result)}


def _unnamed(estimate: Estimate, result: Result) -> list[int]:
    """The runs that an earlier release left out without naming them.

    They are the worst ones without which the runs of the arm have the mean of the estimate.
    """
    records = (record for record in result.runs.values() if record.usable and record.started.block > 0)
    runs = [
        record.run
        for record in records
        if (record.started.arm, record.started.purpose) == (estimate.arm.name, MEASURE)
    ]
    finished = sorted((run for run in runs if run is not None), key=lambda run: run.value or 0.0)
    if estimate.value is None or len(finished) != estimate.runs:
        return []
    for count in range(len(finished) - 1):
        for left_out, kept in ((finished[:count], finished[count:]), (finished[-count:], finished[:-count])):
            known = mean_of(kept, "")
            if known and math.isclose(known.estimate, estimate.value.estimate, rel_tol=SAME_MEAN):
                return [run.number for run in left_out] if count else []
    return []


# the fields of the result that an event sets
_SETS: Mapping[type[events.Event], Callable[[Any, Result], dict[str, Any]]] = {
    events.Opened: lambda event, result: {"opened": event, "max_minutes": event.max_minutes},
    events.Checked: lambda event, result: {"checks": event.checks, "noise": event.noise or result.noise},
    events.Planned: lambda event, result: {"plan": event.plan},
    events.BlockBegun: lambda event, result: {"blocks": {**result.blocks, event.block: event}},
    events.Estimated: lambda event, result: {"estimates": event.estimates},
    events.Noted: lambda event, result: {"notes": [*result.notes, (result.last_time, event.text)]},
    events.Paused: lambda event, result: {"paused": True},
    events.Continued: lambda event, result: {"paused": False},
    events.Waiting: lambda event, result: {"waiting": f"waiting {event.seconds:g} s: {event.why}"},
    events.Stopped: lambda event, result: {"stopped": event.why, "waiting": ""},
    events.VerdictReached: lambda event, result: {
        "verdict": event.verdict,
        "estimates": event.verdict.estimates or result.estimates,
    },
    events.Advised: lambda event, result: {"advice": event.advice},
    events.Confirming: lambda event, result: {"confirming": event},
    events.Applied: lambda event, result: {"applied": True},
    events.Confirmed: lambda event, result: {"confirmed": event},
    events.Resumed: lambda event, result: {
        **dict.fromkeys(("verdict", "advice", "confirmed", "closed")),
        **dict.fromkeys(("waiting", "stopped"), ""),
        "paused": False,
        "sessions": result.sessions + 1,
        "max_minutes": event.max_minutes,
    },
    events.Cleaned: lambda event, result: {"left_over": event.left},
    events.Closed: lambda event, result: {"closed": event.why},
}
_INTERRUPTING = (events.RunStarted, events.Resumed, events.Closed)


def _apply(entry: events.JournalEntry, result: Result) -> None:
    """Change the result by one event, by its type."""
    event = entry.event
    if isinstance(event, _INTERRUPTING):
        interrupt(result)
    if (sets := _SETS.get(type(event))) is not None:
        for name, value in sets(event, result).items():
            setattr(result, name, value)
    match event:
        case events.Estimated() | events.VerdictReached():
            left_out = _left_out(result)
            for number, record in result.runs.items():
                record.left_out = number in left_out
        case events.StepTaken():
            known = result.steps.get(event.number)
            result.steps[event.number] = StepRecord.after(event, known)
        case events.RunStarted():
            result.waiting = ""
            started = (earlier.started for earlier in result.runs.values())
            same = sum(1 for start in started if (start.arm, start.purpose) == (event.arm, event.purpose))
            result.runs[event.run] = RunRecord(event, entry.time, entry.clock, same + 1)
        case events.RunsSetAside(runs, why):
            for number in runs:
                if number in result.runs:
                    result.runs[number].set_aside = why
        case events.SampleTaken(run) | events.WatchedValue(run) | events.RunEnded(run):
            if run in result.runs:
                result.runs[run].take(event)
