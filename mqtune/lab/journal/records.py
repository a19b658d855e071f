"""The records of a result: runs and steps. Filled by `result.py`."""

from __future__ import annotations

from dataclasses import dataclass, field

from mqtune.lab.core.driver_output import MADE_AGAIN, OK
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.run import Run, Series
from mqtune.lab.drivers.base import Sample, rates_of
from mqtune.lab.journal import events

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
            case events.WatchedValue(_, one):
                _, at, values = self.watched.setdefault(one.name, (one.unit, [], []))
                at.append(one.at)
                values.append(one.value)
            case events.RunEnded():
                self.ended, self.state = event, ENDED

    def warm_up(self, sample: Sample) -> bool:
        """Whether the sample is in the part that was cut as warm-up."""
        cut = self.ended.cut if self.ended else None
        return cut is not None and sample.at <= cut.seconds


@dataclass(slots=True)
class StepRecord:
    """A step of set-up or between runs: begun, done, and undone."""

    taken: events.StepTaken
    state: str = "begun"  # begun, done, undone

    @classmethod
    def after(cls, event: events.StepTaken, known: StepRecord | None) -> StepRecord:
        """The step after an event; `known` is what the journal has of it so far."""
        state = known.state if known else "begun"
        if known and event.kind == events.CLEANUP:
            return cls(known.taken, "undone" if event.done else state)
        return cls(event, "done" if event.done else state)
