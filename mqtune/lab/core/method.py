"""The interface of every method of measurement: the next block of runs, or the verdict.

A method is a function of the finished runs and of a seed: the same history gives the same answer, so that
resuming and replaying need no saved state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mqtune.lab.core.order import Block, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import Estimate, Verdict


class CannotMeasureError(Exception):
    """An order failed in every attempt, and the method cannot continue without it; the `reason` says why."""

    def __init__(self, order: Order, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.order = order


class Method(Protocol):
    """Decides how an experiment continues and ends."""

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block, or the verdict; `spent` and `budget` are seconds of the experiment's clock.

        `history` contains all finished runs in order, including those that do not count. If the next block
        would not fit the budget, the verdict is undecided, with the minutes that are still needed.
        Raises CannotMeasureError.
        """

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """What is known of each arm so far, for the live table."""
