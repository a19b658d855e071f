"""How much each of several equal parts carries as their number grows.

For every number of parts two rates are offered: one that they should carry, and one a step higher, which is
too much for them. The throughput at the rate that was too much, divided by the number of parts, is what one
part carries. A row counts only if its load really rose: if the lower rate was met and the higher one gave no
more throughput, the drivers did not deliver the load, and the row shows nothing about the parts (uniform
cluster article, Table 1: the rows of 8 to 11 queue managers whose target was missed repeat the previous
rate).

Parts are started by a person, so the rows run in the order of their numbers, each once or `repeat` times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from mqtune.lab.core.order import MEASURE, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, MEASURED, UNDECIDED, Estimate, Verdict
from mqtune.lab.methods.intervals import by_arm, of_runs, spanned
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps

MET = 0.99  # of what was offered; less is a miss
RISEN = 0.005  # a throughput that is not above the previous one by more than this did not rise
FOUND = "rate of one"


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
        if not low:
            return fmean(self.through) / self.parts
        return self.through[1] / self.parts if self.risen else None

    @property
    def risen(self) -> bool:
        """Whether the throughput rose with the offered rate."""
        return self.through[1] > self.through[0] * (1 + RISEN)


@dataclass
class Growth(Procedure[list[Run]]):
    """The method; `loads` are sorted by their numbers of parts, two for each number, the lower rate first.

    `consequence` returns what follows from the rate of one part, which the verdict has as `rate of one`.
    """

    loads: Sequence[OfferedLoad]
    seconds: float
    cut: float
    repeat: int
    consequence: Callable[[float], str]
    unit: str

    def __post_init__(self) -> None:
        self.repeat = max(1, self.repeat)

    def _nothing_yet(self) -> list[Run]:
        return []

    def _estimates(self, found: list[Run]) -> tuple[Estimate, ...]:
        """The throughput of each load."""
        arms = [load.arm for load in self.loads]
        made = by_arm(found, arms, MEASURE)
        return tuple(
            Estimate(
                arm,
                len(made[arm.name]),
                of_runs(made[arm.name], self.unit),
                state="settled" if found else "open",
            )
            for arm in arms
        )

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        return (
            f"the median rate of one part over the rows in which less than {MET:.0%} of the offered rate was "
            f"carried, without rows in which the throughput rose by at most {RISEN:.1%}"
        )

    def _steps(self, found: list[Run]) -> Steps:
        orders = tuple(
            Order(load.arm, self.seconds, self.cut) for load in self.loads for _ in range(self.repeat)
        )
        try:
            found += yield Block(
                orders, "one more part each time: a rate that they carry, and one that is too high"
            )
        except OutOfBudgetError as out:
            return self._verdict(
                UNDECIDED,
                found,
                "the rows do not fit the time",
                needed=out.cost,
                reason="the time is too short for all rows",
            )
        return self._answered(self._rows(found), found)

    def _rows(self, runs: Sequence[Run]) -> list[GrowthRow]:
        through = {
            arm: fmean(run.value or math.nan for run in runs if run.order.arm.name == arm)
            for arm in {run.order.arm.name for run in runs}
        }
        return [
            GrowthRow(low.parts, (low.rate, high.rate), (through[low.arm.name], through[high.arm.name]))
            for low, high in zip(self.loads[::2], self.loads[1::2], strict=True)
        ]

    def _answered(self, rows: Sequence[GrowthRow], runs: list[Run]) -> Verdict:
        carried = [one for row in rows if (one := row.of_one) is not None]
        rate = spanned(carried, self.unit) if carried else None  # a bad run spoils its row
        warnings = tuple(
            f"with {row.parts} the throughput did not rise with the offered rate, so the row does not count; "
            "check the processor use of the hosts that offer the load"
            for row in rows
            if row.met == (True, False) and not row.risen
        )
        if rate is None and warnings:
            reason = "the load never rose above a rate that was met: the hosts that offer it are the limit"
            return self._verdict(INVALID, runs, reason, reason=reason, warnings=warnings)
        if rate is None:
            reason = "every rate was met: one part carries more than a step"
            seconds = sum(run.order.seconds for run in runs)
            return self._verdict(
                UNDECIDED, runs, reason, needed=seconds, reason=f"{reason}; use a larger step"
            )
        text = f"one carries {rate.estimate:,.0f} {self.unit}; {self.consequence(rate.estimate)}"
        return self._verdict(MEASURED, runs, text, None, {FOUND: rate}, warnings=warnings)
