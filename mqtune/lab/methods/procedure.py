"""The base of all methods: a procedure that requests blocks of runs and ends with a verdict.

The procedure is a generator that keeps no state between questions. For each question a fresh copy of the
method is executed from the start with the runs of the history, so that the same history gives the same
answer: after a resume, within a block, in a replay. Runs are matched to orders by arm, purpose, rate and
length, in the order in which they were made; runs that the procedure did not order (the pilot's) are skipped.
An order whose run does not count is tried again, `ATTEMPTS` times in all; an interrupted run is not an
attempt.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace

from mqtune.lab.core.run import (
    MADE_AGAIN,
    MEASURE,
    OK,
    Arm,
    Block,
    CannotMeasureError,
    Estimate,
    Interval,
    Order,
    Run,
    Verdict,
)
from mqtune.lab.core.statistics import seconds_needed
from mqtune.lab.methods.comparison import Comparison, by_arm, mean_of, minutes, shuffled

ATTEMPTS = 3  # an order that fails this often will not succeed: its cause has to be found
LEAST_VALUE, MOST_VALUE = 1e-9, 1e18  # plausible values, whatever is measured and in whatever unit

Steps = Generator[Block, list[Run], Verdict]  # a whole procedure
Part = Generator[Block, list[Run], None]  # a part of one, for `yield from`
WhyUnusable = Callable[[Run], str]  # why a run does not count; empty if it does


class OutOfBudgetError(Exception):
    """The next block does not fit: `spent` seconds are used, and it takes `cost` seconds.

    Thrown into a procedure, which concludes. The cost includes starting and ending the drivers, as measured.
    """

    def __init__(self, spent: float, cost: float) -> None:
        super().__init__(f"no time left after {spent:.0f} s")
        self.spent = spent
        self.cost = cost

    def needed(self, open_halves: Iterable[tuple[float, float]] = (), least: float = 0.0) -> float:
        """Seconds until every interval, of a half width, is as narrow as wanted; at least the next block."""
        times = [seconds_needed(self.spent, half, wanted) for half, wanted in open_halves]
        return max(self.cost, least, *times)


@dataclass
class Procedure(ABC):
    """A method whose `_steps` yield blocks, receive their runs, and return the verdict.

    Fields with `init=False` are what the runs have shown: they change in the copy that is made for each
    question. See `mqtune.lab.core.run.Method` for `next` and `estimates`.
    """

    _: KW_ONLY
    unit: str = "msg/s"

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block, or the verdict; `spent` and `budget` are in seconds. Raises CannotMeasureError."""
        return replace(self)._answer(history, spent, budget)

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """What is known of each arm so far."""
        copy = replace(self)  # that has seen no run
        with suppress(CannotMeasureError):
            copy._answer(history, 0.0, math.inf)
        known = copy._estimates()
        runs_of = by_arm(history, [estimate.arm for estimate in known], MEASURE)
        return tuple(self._with_unfinished(estimate, runs_of[estimate.arm.name]) for estimate in known)

    @abstractmethod
    def _rule(self) -> str:
        """The rule by which the method decides, in one sentence."""

    @abstractmethod
    def _steps(self) -> Steps:
        """The procedure itself, up to a decision."""

    @abstractmethod
    def _undecided(self, out: OutOfBudgetError) -> Verdict:
        """The verdict when the next block does not fit: what is proven, what is open."""

    @abstractmethod
    def _estimates(self) -> tuple[Estimate, ...]:
        """What is known of each arm."""

    def _answer(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block or the verdict, of a copy that has seen no run. Raises CannotMeasureError."""
        steps, overhead_seconds = self._concluded(), overhead(history)
        try:
            block, begun = next(steps), 0
            while True:
                try:
                    filled, begun = fill(block.orders, history, begun, self._why_unusable)
                except CannotMeasureError as error:
                    block = steps.throw(error)
                    continue
                missing = [order for order, run in zip(block.orders, filled, strict=True) if run is None]
                cost = sum(order.seconds + overhead_seconds for order in missing)
                if not missing:
                    block = steps.send([run for run in filled if run is not None])
                elif spent + cost <= budget:
                    return Block(tuple(missing), block.why)
                else:
                    block = steps.throw(OutOfBudgetError(spent, cost))
        except StopIteration as ended:
            verdict: Verdict = ended.value
            return verdict

    def _concluded(self) -> Steps:
        try:
            return (yield from self._steps())
        except OutOfBudgetError as out:
            return self._undecided(out)

    def _with_unfinished(self, known: Estimate, runs: Sequence[Run]) -> Estimate:
        """The estimate of an arm that has more `runs` in a block that is not complete."""
        if len(runs) <= known.runs:
            return known
        kept = [run for run in runs if run.number not in known.left_out]
        return replace(known, runs=len(runs), value=mean_of(kept, self.unit))

    def _verdict(
        self,
        word: str,
        text: str,
        chosen: Arm | None = None,
        figures: Mapping[str, Interval] | None = None,
        *,
        needed: float | None = None,
        reason: str = "",
        warnings: Sequence[str] = (),
    ) -> Verdict:
        """A verdict; `needed` is in seconds."""
        more, known = None if needed is None else minutes(needed), self._estimates()
        return Verdict(word, self._rule(), text, chosen, known, figures or {}, more, reason, tuple(warnings))

    def _why_unusable(self, run: Run) -> str:
        """Why a run does not count; empty if it does."""
        return why_unusable(run)


@dataclass
class Blocks(Procedure):
    """A procedure of blocks of runs that are alike.

    Every run lasts `seconds`, of which the first `cut` do not count. `seed` decides the order within blocks,
    of which `least_blocks` are made before anything is decided. The `comparison` has those that were made to
    compare arms.
    """

    _: KW_ONLY
    seconds: float = 30.0
    cut: float = 10.0
    seed: int = 0
    least_blocks: int = 3
    comparison: Comparison = field(init=False, default_factory=Comparison)
    turn: int = field(init=False, default=0)  # of the order within blocks

    def __post_init__(self) -> None:
        self.least_blocks = max(2, self.least_blocks)

    def _missing(self, finished: int, out: OutOfBudgetError) -> float:
        """The seconds of the least number of blocks that were not made."""
        return max(0, self.least_blocks - finished) * out.cost

    def _stop_after(self, most: int, runs: int) -> None:
        """Raises OutOfBudgetError once the most blocks of a number of runs were compared."""
        if len(self.comparison) >= most:
            cost = runs * self.seconds
            raise OutOfBudgetError(most * cost, cost)

    def _random_block(self, arms: Sequence[Arm], why: str) -> Block:
        """The next block, of a run of each arm in random order."""
        self.turn += 1
        orders = [Order(arm, self.seconds, self.cut) for arm in arms]
        return Block(tuple(shuffled(orders, self.seed, self.turn)), f"block {self.turn}: {why}")


def fill(
    orders: Sequence[Order], history: Sequence[Run], begun: int, unusable: WhyUnusable
) -> tuple[list[Run | None], int]:
    """The run of each order, None if it is not made yet, and the index in the history of the next block.

    Raises CannotMeasureError if an order failed in every attempt.
    """
    filled: list[Run | None] = [None] * len(orders)
    failures = [0] * len(orders)
    at, left = begun, len(orders)
    while at < len(history) and left:
        run = history[at]
        at += 1
        slot = next(
            (n for n, order in enumerate(orders) if filled[n] is None and order.same(run.order)), None
        )
        if slot is None:
            continue
        why = unusable(run)
        if not why:
            filled[slot] = run
            left -= 1
        elif run.outcome not in MADE_AGAIN:
            failures[slot] += 1
            if failures[slot] >= ATTEMPTS:
                name = orders[slot].arm.name
                reason = f"{name} could not be measured in {ATTEMPTS} attempts: {why}"
                raise CannotMeasureError(orders[slot], reason)
    return filled, at


def why_unusable(run: Run) -> str:
    """Why a run does not count: its outcome, or an implausible value; empty if it counts."""
    if run.outcome != OK:
        code = "" if run.reason_code is None else f" (reason code {run.reason_code})"
        return (run.message or f"the outcome is {run.outcome}") + code
    if run.value is None:
        return run.message or "too few samples"
    if not LEAST_VALUE <= run.value <= MOST_VALUE:
        return "the rate was 0" if 0 <= run.value < LEAST_VALUE else f"{run.value:g} is not a rate"
    return ""


def overhead(history: Sequence[Run]) -> float:
    """Seconds that a run took beyond its length (start, set-up, clean-up): the mean of those that count."""
    extra = [max(0.0, run.took - run.order.seconds) for run in history if run.counts and run.took > 0]
    return sum(extra) / len(extra) if extra else 0.0
