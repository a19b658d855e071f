"""What every method of measuring offers: the next block of runs, or the verdict.

A method is a function of the finished runs and of a seed: asked again with the same history it answers the
same, so that resuming and replaying need no state of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mqtune.lab.core.order import Block
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import Estimate, Verdict


class Method(Protocol):
    """How an experiment goes on and ends."""

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block, or the verdict; `spent` and `budget` are seconds of the experiment's clock.

        `history` holds all finished runs in order, those that do not count too. When the next block would not
        fit the budget the verdict is undecided, with the minutes still needed.
        """

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """What is known of each arm so far, for the live table."""
