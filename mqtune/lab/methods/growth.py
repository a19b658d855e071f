"""How much each of several equal parts carries as their number grows.

For every number of parts two rates are offered: one that they should carry, and one a step higher, which is
too much for them. The throughput at the rate that was too much, divided by the number of parts, is what one
part carries. A row counts only if its load really rose: if the lower rate was met and the higher one gave no
more throughput, the drivers did not deliver the load, and the row shows nothing about the parts (uniform
cluster article, Table 1: the rows of 8 to 11 queue managers whose target was missed repeat the previous
rate).

Parts are started by a person, so the rows run in the order of their numbers and then back, each once or
`repeat` times, until the rate of one is known and whether it stays the same as the number grows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean, median

from mqtune.lab.core.run import (
    DOES_NOT_HOLD,
    INVALID,
    MEASURE,
    MEASURED,
    UNDECIDED,
    Arm,
    Block,
    Estimate,
    Interval,
    Order,
    Run,
    Verdict,
)
from mqtune.lab.core.statistics import Spread, two_sided_t
from mqtune.lab.methods.comparison import by_arm, mean_of, of_runs, spoilt
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps

MET = 0.99  # of what was offered; less is a miss
RISEN = 0.005  # a throughput that is not above the previous one by more than this did not rise
FOUND = "rate of one"
LEVEL = 0.99  # of the intervals that decide, after every pass
WITHIN = 0.05  # half width of the interval of the rate of one
STEADY = 0.1  # from the fewest parts to the most: a rate of one that changes by less stays the same
SATURATED = 0.9  # of the higher rate: both throughputs of a row that are saturated
ALIKE = 2.0  # successive runs are correlated, so a change may vary up to twice as much


@dataclass(frozen=True, slots=True)
class OfferedLoad:
    """A rate that is offered to a number of parts, as an arm whose processes are limited to that rate."""

    arm: Arm
    parts: int
    rate: float


@dataclass(frozen=True, slots=True)
class GrowthRow:
    """A number of parts with the two offered rates, the lower one first, and their throughputs."""

    parts: int
    offered: tuple[float, float]
    through: tuple[float, float]

    @property
    def met(self) -> tuple[bool, bool]:
        """Which of the two rates were met."""
        low, high = (rate >= MET * wanted for rate, wanted in zip(self.through, self.offered, strict=True))
        return low, high

    @property
    def of_one(self) -> float | None:
        """What one part carried if the parts were the limit; None if they were not, or it is unknown."""
        low, high = self.met
        if high:
            return None
        if self.risen:
            return self.through[1] / self.parts
        if low:
            return None
        # both were too much; one that is far lower was disturbed
        less, more = sorted(self.through)
        return (fmean(self.through) if less >= SATURATED * more else more) / self.parts

    @property
    def risen(self) -> bool:
        """Whether the throughput rose with the offered rate."""
        return self.through[1] > self.through[0] * (1 + RISEN)


@dataclass
class Growth(Procedure):
    """The method; `loads` are sorted by their numbers of parts, two for each number, the lower rate first.

    `consequence` returns what follows from the rate of one part, which the verdict has as `rate of one`.
    """

    loads: Sequence[OfferedLoad]
    seconds: float
    cut: float
    repeat: int
    consequence: Callable[[float], str]
    runs: list[Run] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.repeat = max(1, self.repeat)

    def _estimates(self) -> tuple[Estimate, ...]:
        """The throughput of each load."""
        arms = [load.arm for load in self.loads]
        runs_of = by_arm(self.runs, arms, MEASURE)
        state = "settled" if self.runs else "open"
        values = [(arm, runs_of[arm.name]) for arm in arms]
        return tuple(Estimate(arm, len(of), mean_of(of, self.unit), None, state) for arm, of in values)

    def _rule(self) -> str:
        return (
            f"the rate of one part over the rows in which less than {MET:.0%} of the offered rate was "
            f"carried, without rows in which the throughput rose by at most {RISEN:.1%}, until its "
            f"{LEVEL:.0%} interval is within +-{WITHIN:.0%} and its change with the number of parts is "
            f"known to +-{STEADY:.0%}"
        )

    def _steps(self) -> Steps:
        orders = [Order(load.arm, self.seconds, self.cut) for load in self.loads for _ in range(self.repeat)]
        why = "one more part each time: a rate that they carry, and one that is too high"
        while True:
            self.runs += yield Block(tuple(orders), why)
            if verdict := self._decided():
                return verdict
            orders.reverse()
            why = "the same rows again, in reverse order"

    def _rows(self) -> list[GrowthRow]:
        """The rows of each pass."""
        size, rows = len(self.loads) * self.repeat, list[GrowthRow]()
        for start in range(0, len(self.runs), size):
            runs_of = by_arm(self.runs[start : start + size], [load.arm for load in self.loads], MEASURE)
            through = {name: fmean(run.value or 0.0 for run in runs) for name, runs in runs_of.items()}
            rows += (
                GrowthRow(low.parts, (low.rate, high.rate), (through[low.arm.name], through[high.arm.name]))
                for low, high in zip(self.loads[::2], self.loads[1::2], strict=True)
            )
        return rows

    def _decided(self) -> Verdict | None:
        """The verdict if the rows suffice for one; until they ran back, a drift looks like a change."""
        rows = self._rows()
        points, warnings = _points(rows), self._warnings(rows)
        if not points and warnings:
            reason = "the load never rose above a rate that was met: the hosts that offer it are the limit"
            return self._verdict(INVALID, reason, reason=reason, warnings=warnings)
        if not points:
            reason = "every rate was met: one part carries more than a step"
            seconds = sum(run.order.seconds for run in self.runs)
            return self._verdict(UNDECIDED, reason, needed=seconds, reason=f"{reason}; use a larger step")
        rate, change = _rate(points, self.unit), _change(points)
        if rate is None or change is None:
            return None
        changed = f"from the fewest parts to the most it changes by {change.estimate:+.0%}"
        if abs(change.estimate) > STEADY / 2 and change.low * change.high > 0:
            if abs(change.estimate) < ALIKE * change.half or not self._both_ways(rows, change):
                return None
            changed = f"{changed} ({_bounds(change)}), so that no rate of one part holds"
            text = f"the rate of one does not stay the same: {changed}"
            return self._verdict(DOES_NOT_HOLD, text, warnings=warnings)
        if max(abs(change.low), abs(change.high)) > STEADY or rate.half > WITHIN:
            return None
        text = f"one carries {rate.estimate:,.0f} {self.unit}; {self.consequence(rate.estimate)}"
        return self._verdict(MEASURED, text, None, {FOUND: rate}, warnings=warnings)

    def _both_ways(self, rows: Sequence[GrowthRow], overall: Spread) -> bool:
        """Whether the passes forwards show a change in the direction of all of them, and those back too."""
        size = len(self.loads) // 2
        ways = ([row for at, row in enumerate(rows) if at // size % 2 == back] for back in (0, 1))
        sign = math.copysign(1.0, overall.estimate)
        changes = [_change(_points(way)) for way in ways]
        return all(change is not None and sign * change.estimate > STEADY / 2 for change in changes)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        rows = self._rows()
        points = _points(rows)
        rate, change = _rate(points, self.unit), _change(points)
        if not self.runs or rate is None:
            text, reason = "the rows do not fit the time", "the time is too short for all rows"
            return self._verdict(UNDECIDED, text, needed=out.cost, reason=reason)
        known = f"one carries {rate.estimate:,.0f} {self.unit} ({rate.low:,.0f} to {rate.high:,.0f}) so far"
        reason = f"the rate of one is not known within {WITHIN:.0%}"
        halves = [(rate.half, WITHIN)]
        if change is not None:
            reason += f", or its change with their number ({_bounds(change)}) not within {STEADY:.0%}"
            halves.append((change.half, STEADY))
        finite = [(half, wanted) for half, wanted in halves if math.isfinite(half)]
        needed, warnings = out.needed(finite), self._warnings(rows)
        return self._verdict(
            UNDECIDED, known, None, {FOUND: rate}, needed=needed, reason=reason, warnings=warnings
        )

    def _warnings(self, rows: Sequence[GrowthRow]) -> tuple[str, ...]:
        still = dict.fromkeys(row.parts for row in rows if row.met == (True, False) and not row.risen)
        return tuple(
            f"with {parts} the throughput did not rise with the offered rate, so the row does not count; "
            "check the processor use of the hosts that offer the load"
            for parts in still
        )


def _points(rows: Sequence[GrowthRow]) -> list[tuple[float, float]]:
    """Logarithms of the number of parts and of the rate of one, without rows that are too far away.

    Rows at the beginning or the end that are far away together show a step of the machine, and count.
    """
    known = ((row.parts, row.of_one) for row in rows)
    points = [(math.log(parts), math.log(rate)) for parts, rate in known if rate is not None and rate > 0]
    slope = median([(y - v) / (x - u) for (x, y), (u, v) in combinations(points, 2) if x != u] or [0.0])
    middle = median(y - slope * x for x, y in points) if points else 0.0
    bad = spoilt([y - slope * x - middle for x, y in points], 2)
    ends = set(range(len(bad))), set(range(len(points) - len(bad), len(points)))
    if len(bad) > 1 and bad in ends:
        return points
    return [point for at, point in enumerate(points) if at not in bad]


def _rate(points: Sequence[tuple[float, float]], unit: str) -> Interval | None:
    return of_runs([math.exp(rate) for _, rate in points], unit, LEVEL)


def _change(points: Sequence[tuple[float, float]]) -> Spread | None:
    """How much the logarithm of the rate of one changes from the fewest parts to the most.

    By least squares; no change for one number of parts, None for fewer than three points.
    """
    places = [place for place, _ in points]
    if len(set(places)) < 2:
        return Spread(0.0, 0.0) if len(points) > 1 else None
    if len(points) < 3:
        return None
    middle, mean = fmean(places), fmean(rate for _, rate in points)
    width = sum((place - middle) ** 2 for place in places)
    slope = sum((place - middle) * (rate - mean) for place, rate in points) / width
    squares = sum((rate - mean - slope * (place - middle)) ** 2 for place, rate in points)
    freedom = len(points) - 2
    half = two_sided_t(LEVEL, freedom) * math.sqrt(squares / freedom / width)
    reach = max(places) - min(places)
    return Spread(slope * reach, half * reach)


def _bounds(change: Spread) -> str:
    return f"{change.low:+.0%} to {change.high:+.0%}"
