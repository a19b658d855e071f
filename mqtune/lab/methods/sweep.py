"""An interval for each of several arms, without a winner.

All arms run once per block in random order, until every interval is narrow enough or the maximum number of
blocks is reached.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

from mqtune.lab.core.order import MEASURE, Arm, Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.statistics import seconds_needed
from mqtune.lab.core.verdict import UNDECIDED, WINNER, Estimate, Interval, Verdict
from mqtune.lab.methods.intervals import SHOWN_LEVEL, by_arm, minutes, of_runs, outliers, shuffled
from mqtune.lab.methods.procedure import OutOfBudgetError, Procedure, Steps

SECONDS = 30.0
CUT = 10.0
LEAST_BLOCKS = 3
MOST_BLOCKS = 10
WITHIN = 0.05  # half width of each interval, as a share of the value


@dataclass
class _Record:
    blocks: int = 0
    values: dict[str, list[float]] = field(default_factory=dict)


@dataclass
class Sweep(Procedure[_Record]):
    """The method. The verdict is `winner` without a chosen arm once every arm is known within `within`."""

    arms: Sequence[Arm]
    seconds: float = SECONDS
    cut: float = CUT
    seed: int = 0
    least_blocks: int = LEAST_BLOCKS
    _: KW_ONLY
    most_blocks: int = MOST_BLOCKS
    within: float = WITHIN
    unit: str = "msg/s"

    def __post_init__(self) -> None:
        self.least_blocks = max(2, self.least_blocks)
        self.most_blocks = max(self.least_blocks, self.most_blocks)

    def _nothing_yet(self) -> _Record:
        return _Record()

    def _so_far(self, record: _Record, history: Sequence[Run]) -> tuple[Estimate, ...]:
        return self._estimates(by_arm(history, self.arms, MEASURE))

    @property
    def rule(self) -> str:
        """The rule in one sentence."""
        return (
            f"blocks in random order, {self.least_blocks} to {self.most_blocks}, until every "
            f"{SHOWN_LEVEL:.0%} interval is within +-{self.within:.0%}"
        )

    def _steps(self, record: _Record) -> Steps:
        try:
            while True:
                record.blocks += 1
                order = shuffled(self.arms, self.seed, record.blocks)
                orders = tuple(Order(arm, self.seconds, self.cut) for arm in order)
                runs = yield Block(orders, f"block {record.blocks}: every arm once, in random order")
                for run in runs:
                    record.values.setdefault(run.order.arm.name, []).append(run.value or math.nan)
                if record.blocks < self.least_blocks:
                    continue
                if not self._wide(record) or record.blocks >= self.most_blocks:
                    return self._known(record)
        except OutOfBudgetError as out:
            return self._undecided(record, out.spent)

    def _wide(self, record: _Record) -> list[str]:
        """The arms whose interval is not narrow enough."""
        return [arm.name for arm in self.arms if _half(self._interval(record.values, arm)) > self.within]

    def _interval(self, values: dict[str, list[float]], arm: Arm) -> Interval | None:
        return of_runs(values.get(arm.name, ()), self.unit)

    def _known(self, record: _Record) -> Verdict:
        wide = self._wide(record)
        warnings = outliers(record.values)
        if wide:
            text = f"{', '.join(wide)} not known within {self.within:.0%} because of variation between runs"
            warnings = (*warnings, text)
        return Verdict(
            WINNER,
            self.rule,
            self._sentence(record),
            None,
            self._estimates(record.values),
            self._found(record),
            warnings=warnings,
        )

    def _sentence(self, record: _Record) -> str:
        parts = []
        for arm in self.arms:
            interval = self._interval(record.values, arm)
            parts.append(f"{arm.name} {interval.estimate:,.4g} {interval.unit}" if interval else arm.name)
        return "; ".join(parts)

    def _undecided(self, record: _Record, spent: float) -> Verdict:
        one_block = len(self.arms) * self.seconds
        # the block that did not fit is already counted
        needed = max(1, self.least_blocks - record.blocks + 1) * one_block
        if record.values:
            widest = max(_half(self._interval(record.values, arm)) for arm in self.arms)
            if math.isfinite(widest):
                needed = max(needed, seconds_needed(spent, widest, self.within))
        return Verdict(
            UNDECIDED,
            self.rule,
            self._sentence(record),
            None,
            self._estimates(record.values),
            self._found(record),
            minutes(needed),
            "the time was spent before every interval was narrow enough",
            outliers(record.values),
        )

    def _found(self, record: _Record) -> dict[str, Interval]:
        intervals = {arm.name: self._interval(record.values, arm) for arm in self.arms}
        return {name: interval for name, interval in intervals.items() if interval}

    def _estimates(self, values: dict[str, list[float]]) -> tuple[Estimate, ...]:
        found = []
        for arm in self.arms:
            rates = values.get(arm.name, [])
            interval = of_runs(rates, self.unit)
            state = "settled" if _half(interval) <= self.within else "open"
            found.append(Estimate(arm, len(rates), interval, None, state))
        return tuple(found)


def _half(interval: Interval | None) -> float:
    """The larger half of a confidence interval as a share of the estimate; infinite if there is none."""
    if interval is None or interval.level is None or interval.estimate <= 0:
        return math.inf
    widest = max(interval.high - interval.estimate, interval.estimate - interval.low)
    return widest / interval.estimate
