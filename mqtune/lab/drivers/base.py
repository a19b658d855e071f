"""The interface of drivers to the engine: clocks, and making one run.

Real drivers start processes, `manual` asks a person for output files, `simulated` evaluates a model.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mqtune.lab.core.experiment import Work
from mqtune.lab.core.run import RATES, Order, Series


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of a run: seconds since its start, total rate per second, running threads.

    `seconds` is the length of its interval, so that rate times seconds is what was counted.
    """

    at: float
    rate: float
    threads: int
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the command log: its origin (`$` for a command, a role for its output) and the text."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class WatchReading:
    """One reading of a watch."""

    name: str
    at: float
    value: float
    unit: str


LiveData = Sample | LogLine | WatchReading
Listener = Callable[[LiveData], None]


@dataclass(frozen=True, slots=True)
class RawRun:
    """A run before the warm-up is cut: the samples, what was watched, and how it ended."""

    samples: tuple[Sample, ...]
    outcome: str
    message: str
    reason_code: int | None
    took: float
    series: dict[str, Series]
    figures: dict[str, float]


def rates_of(samples: Sequence[Sample]) -> dict[str, Series]:
    """The samples of a run as the series that methods use; no series without samples."""
    if not samples:
        return {}
    return {
        RATES: Series("/s", tuple(sample.at for sample in samples), tuple(sample.rate for sample in samples))
    }


class Clock(Protocol):
    """The experiment's clock: real, or that of a simulation."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back, stops while the machine is suspended."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""


class RealClock:
    """Seconds that never go back and stop while the machine is suspended, independent of the time of day."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        # CLOCK_MONOTONIC of Linux and mach_absolute_time of macOS both exclude suspension
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            time.sleep(left)


class Driver(Protocol):
    """Makes runs. `simulated` drivers measure no queue manager, and every output states that."""

    @property
    def name(self) -> str:
        """cph, jms, mqldt, manual or simulated."""

    @property
    def simulated(self) -> bool:
        """Whether no queue manager is measured."""

    @property
    def clock(self) -> Clock:
        """The clock of its runs."""

    def version(self) -> str:
        """The version of the driver, for the journal. Raises LabError if it cannot be used at all."""

    def make(self, number: int, order: Order, work: Work, listen: Listener) -> RawRun:
        """Make one run and wait for its end. Failures of the driver are in the outcome, not raised."""

    def stop(self, now: bool) -> None:
        """From another thread: end the current run, by its own length or (with `now`) by SIGINT."""
