"""What an experiment found: intervals, estimates for each arm, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from mqtune.lab.core.order import Arm

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

    `answer` is the result in one sentence. `found` has the figures by name, such as `limit` (publications per
    second) or `break` (subscribers). `minutes_needed` is for undecided, `reason` for invalid and undecided.
    Each of the `warnings` states what to do next.
    """

    word: str
    rule: str
    answer: str
    chosen: Arm | None = None
    estimates: tuple[Estimate, ...] = ()
    found: Mapping[str, Interval] = field(default_factory=dict)
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
