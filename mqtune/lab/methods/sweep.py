"""An interval for each of several arms, without a winner.

All arms run once per block in random order, until every interval is narrow enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from mqtune.lab.core.order import Arm
from mqtune.lab.core.verdict import MEASURED, UNDECIDED, Estimate, Interval, Verdict
from mqtune.lab.methods.comparison import Comparison
from mqtune.lab.methods.intervals import figure_text
from mqtune.lab.methods.procedure import Blocks, OutOfBudgetError, Steps

MOST_BLOCKS = 60  # more noise than this averages out hides every difference
ERROR = 0.04  # share of sweeps in which an interval misses, in every evaluation
WITHIN = 0.05  # half width of each interval, as a share of the value


@dataclass
class Sweep(Blocks):
    """The verdict is `measured`, without a chosen arm, once all arms are known within 5%.

    Values are rates, or `durations`.
    """

    arms: Sequence[Arm]
    _: KW_ONLY
    durations: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.comparison = Comparison(self.durations)

    def _rule(self) -> str:
        return (
            f"at least {self.least_blocks} blocks in random order, until every {self._level:.0%} interval is "
            f"within +-{WITHIN:.0%}"
        )

    def _steps(self) -> Steps:
        while len(self.comparison) < self.least_blocks or self._wide():
            self._stop_after(max(self.least_blocks, MOST_BLOCKS), len(self.arms))
            self.comparison.add((yield self._random_block(self.arms, "every arm once, in random order")))
        return self._answered(MEASURED)

    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        halves = [(half, WITHIN) for half in self._halves() if math.isfinite(half)]
        return self._answered(UNDECIDED, out.needed(halves, self._missing(len(self.comparison), out)))

    @property
    def _level(self) -> float:
        """That of each interval such that all of them hold together."""
        return 1 - ERROR / len(self.arms)

    def _known(self) -> dict[str, Interval | None]:
        """What is known of each arm."""
        return {arm.name: self.comparison.value(arm.name, self.unit, self._level) for arm in self.arms}

    def _halves(self) -> list[float]:
        return [known.half if known else math.inf for known in self._known().values()]

    def _wide(self) -> list[str]:
        """The arms whose interval is not narrow enough."""
        halves = zip(self.arms, self._halves(), strict=True)
        return [arm.name for arm, half in halves if half > WITHIN]

    def _answered(self, word: str, needed: float | None = None) -> Verdict:
        found = {name: interval for name, interval in self._known().items() if interval}
        parts = [f"{name} {figure_text(one.estimate)} {one.unit}" for name, one in found.items()]
        text = "; ".join(parts) or "no block of runs fits the time"
        reason = f"not known within {WITHIN:.0%} yet: {', '.join(self._wide())}" if word == UNDECIDED else ""
        warnings = self.comparison.warnings(self.unit)
        return self._verdict(word, text, None, found, needed=needed, reason=reason, warnings=warnings)

    def _estimates(self) -> tuple[Estimate, ...]:
        found = []
        for arm, known in zip(self.arms, self._known().values(), strict=True):
            state = "settled" if known and known.half <= WITHIN else "open"
            runs, left_out = self.comparison.runs(arm.name), self.comparison.left_out(arm.name)
            found.append(Estimate(arm, runs, known, None, state, left_out))
        return tuple(found)
