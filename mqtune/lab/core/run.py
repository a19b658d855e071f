"""The data of measuring: the output of a driver, the orders of a method, finished runs, and the verdict."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mqtune.lab.core.encoding import KEY

# Output of one driver process as read; the same for all drivers.

OK = "ok"
INCOMPLETE = "incomplete"
FAILED = "failed"
CANCELLED = "cancelled"
NO_DATA = "no-data"
UNAVAILABLE = "unavailable"  # the queue manager was not available: the run is made again
DISTURBED = "disturbed"  # something else loaded the machine or the queue manager: the run is made again
INTERRUPTED = "interrupted"  # in a journal: the run started and did not end
MADE_AGAIN = (CANCELLED, DISTURBED, INTERRUPTED, UNAVAILABLE)


class Samples:
    """Rates and running threads in the order in which they were printed; 16 bytes per sample."""

    __slots__ = ("any_work", "most_threads", "rates", "threads")

    def __init__(self) -> None:
        self.rates = array("d")
        self.threads = array("q")
        self.any_work = False
        self.most_threads = 0

    def add(self, rate: float, threads: int) -> None:
        """Add a rate line."""
        self.rates.append(rate)
        self.threads.append(threads)
        self.any_work = self.any_work or rate > 0
        self.most_threads = max(self.most_threads, threads)

    def __len__(self) -> int:
        return len(self.rates)

    def __iter__(self) -> Iterator[tuple[float, int]]:
        return zip(self.rates, self.threads, strict=True)


@dataclass(frozen=True, slots=True)
class DriverSummary:
    """The totals that a driver prints at the end; a rate or length that is not a number is None."""

    iterations: int
    seconds: float | None
    average_rate: float | None


@dataclass(slots=True)
class BlockSizeResult:
    """What MQLDT measured with one block size."""

    size: int | None = None
    writes: int | None = None
    iops: float | None = None
    seconds: float | None = None
    average_bytes: int | None = None
    average_ns: int | None = None
    worst_ns: int | None = None
    qmgrs: int = 1


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended: a word of this module or of `drivers.processes.outcomes`, a sentence, reason code."""

    word: str
    message: str
    reason_code: int | None = None


@dataclass(frozen=True, slots=True)
class DriverOutput:
    """Everything that was read from one output; `command` has the options of its own command line, if any."""

    samples: Samples
    summary: DriverSummary | None
    outcome: RunOutcome
    blocks: list[BlockSizeResult] = field(default_factory=list)
    command: Mapping[str, str] = field(default_factory=dict)


# Requests of a method: arms, orders and blocks.

Level = int | float | str

PILOT = "pilot"  # measures the noise of the machine before anything is compared
MEASURE = "measure"
TRIAL = "trial"  # shows only whether a rate can be sustained
CONFIRM = "confirm"  # follows a verdict, which does not depend on it


@dataclass(frozen=True, slots=True)
class Arm:
    """One combination of levels of the factors, such as 4 publisher threads; `name` is shown to users."""

    name: str
    levels: Mapping[str, Level] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """One run that is to be made: an arm, and its length in seconds, of which the first `cut` do not count.

    `rate` is the offered rate of all threads together in messages per second; None means flat out.
    """

    arm: Arm
    seconds: float
    cut: float = 10.0
    purpose: str = MEASURE
    rate: float | None = None

    def same(self, earlier: Order) -> bool:
        """Whether a run was made for such an order, apart from last digits that a file may have changed."""
        wanted, run = ((order.arm.name, order.purpose, order.seconds) for order in (self, earlier))
        if self.rate is None or earlier.rate is None:
            return wanted == run and self.rate is earlier.rate
        return wanted == run and math.isclose(self.rate, earlier.rate, rel_tol=1e-6)


def unmade(orders: Sequence[Order], finished: Sequence[Order]) -> list[Order]:
    """The orders without those for which a run was made."""
    left = list(orders)
    for earlier in finished:
        slot = next((n for n, order in enumerate(left) if order.same(earlier)), None)
        if slot is not None:
            del left[slot]
    return left


@dataclass(frozen=True, slots=True)
class Block:
    """Runs that belong together, in the order in which they are to be made, and their purpose."""

    orders: tuple[Order, ...]
    why: str


# Finished runs as methods and results use them.

# figures: shares of the time of all processors, of processes that are not of the run and of other machines
OTHERS_SHARE, STEAL_SHARE = "others_share", "steal_share"
RATES = "rate"  # the series of a run that contains its samples, including the warm-up


@dataclass(frozen=True, slots=True)
class Cut:
    """What was discarded as warm-up: seconds from the start of the run, number of samples, and why."""

    seconds: float
    samples: int
    why: str


@dataclass(frozen=True, slots=True)
class Series:
    """Something that was watched during a run: seconds since its start, and values in `unit`."""

    unit: str
    at: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One finished run.

    `value` is what methods compare: what was counted after the cut, divided by the seconds, in the unit of
    the experiment's measure (usually publications or messages per second); None if the run does not count.
    `outcome` is a word of `core.driver_output` or of `drivers.processes.outcomes`; a run counts only if it is
    `ok`.
    `series` contains what was watched, by name (depth, file size, running channels), and the samples as
    `RATES`.
    """

    number: int
    block: int
    order: Order
    outcome: str
    value: float | None
    mean: float | None = None
    deviation: float | None = None  # standard deviation of the samples after the cut, in the unit of value
    cut: Cut | None = None
    message: str = ""
    reason_code: int | None = None
    took: float = 0.0  # seconds from start to end, set-up of the run included
    counted: float = 0.0  # seconds after the cut; 0 if the value is not a count divided by seconds
    figures: Mapping[str, float] = field(
        default_factory=dict
    )  # single figures, such as the deliveries per second
    series: Mapping[str, Series] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def resolution(self) -> float:
        """One count as a share of those of the run: its value cannot be known more closely."""
        return 1 / (self.value * self.counted) if self.value and self.value * self.counted > 0 else 0.0

    @property
    def counts(self) -> bool:
        """Whether a method may use its value."""
        return self.outcome == OK and self.value is not None


# Verdicts: intervals, estimates for each arm, and what was found.

WINNER = "winner"
TIE = "tie"
MEASURED = "measured"  # what was asked for is known; nothing was compared
HOLDS = "holds"
DOES_NOT_HOLD = "does not hold"
NOT_RECOVERED = "not recovered"
UNDECIDED = "undecided"
INVALID = "invalid"
DECIDED = (WINNER, TIE, MEASURED, HOLDS)
DECIDED_AGAINST = (DOES_NOT_HOLD, NOT_RECOVERED)


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval, in `unit`, at a confidence `level` between 0 and 1.

    `kind` names an interval that was not computed from a spread (minimum to maximum, a bound).
    """

    estimate: float
    low: float
    high: float
    unit: str
    level: float | None = 0.95
    kind: str = "confidence interval"

    @property
    def half(self) -> float:
        """The larger half of a confidence interval as a share of the estimate; infinite if there is none."""
        if self.level is None or self.estimate <= 0:
            return math.inf
        return max(self.high - self.estimate, self.estimate - self.low) / self.estimate


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of one arm so far; `state` is leader, open, settled, dropped or reference.

    `value` is without the runs that are `left_out`, by number.
    """

    arm: Arm
    runs: int
    value: Interval | None
    against_leader: Interval | None = None  # ratio minus 1, unit "1"
    state: str = "open"
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Noise:
    """Variation found by the pilot run, as shares of the rate: from second to second, and from run to run."""

    within: float
    between: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict: its word (one of those above), the rule by which it was reached, and what was found.

    `answer` is the result in one sentence. `figures` are those found, by name, such as `limit` (publications
    per second) or `break` (subscribers). `minutes_needed` is for undecided, `reason` for invalid and
    undecided. Each of the `warnings` states what to do next.
    """

    word: str
    rule: str
    answer: str
    chosen: Arm | None = None
    estimates: tuple[Estimate, ...] = ()
    figures: Mapping[str, Interval] = field(default_factory=dict, metadata={KEY: "found"})
    minutes_needed: float | None = None
    reason: str = ""
    warnings: tuple[str, ...] = ()


def number_text(value: float | None) -> str:
    """A figure with as many digits as it can bear: 888,962, 21.4, 0.052."""
    if value is None or not math.isfinite(value):
        return "-"
    size = abs(value)
    if size >= 999.5 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.1f}" if size >= 10 else f"{value:,.3g}"


def interval_text(interval: Interval) -> str:
    """An estimate with its interval, its unit, and how it was made."""
    level = f"{100 * interval.level:.3g}% " if interval.level is not None else ""
    if interval.unit == "1":
        estimate, low, high = (f"{end:.1%}" for end in (interval.estimate, interval.low, interval.high))
        return f"{estimate}, {low} to {high} ({level}{interval.kind})"
    low, high = number_text(interval.low), number_text(interval.high)
    unit = f" {interval.unit}" if interval.unit else ""
    return f"{number_text(interval.estimate)}{unit}, {low} to {high} ({level}{interval.kind})"


# The interface of every method of measurement.


class CannotMeasureError(Exception):
    """An order failed in every attempt, and the method cannot continue without it; the `reason` says why."""

    def __init__(self, order: Order, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.order = order


class Method(Protocol):
    """Decides how an experiment continues and ends.

    A method is a function of the finished runs and of a seed: the same history gives the same answer, so that
    resuming and replaying need no saved state.
    """

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block, or the verdict; `spent` and `budget` are seconds of the experiment's clock.

        `history` contains all finished runs in order, including those that do not count. If the next block
        would not fit the budget, the verdict is undecided, with the minutes that are still needed.
        Raises CannotMeasureError.
        """

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """What is known of each arm so far, for the live table."""
