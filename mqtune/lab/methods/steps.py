"""Lets a method be written as a procedure: ask for a block, get its runs, ask on, end with a verdict.

The procedure is a generator without memory of its own. For every question it is gone through again from the
start with the runs of the history, so that the same history gives the same answer: after a resume, in the
middle of a block, in a replay. Runs are matched to what was ordered by arm, purpose, rate and length, in the
order in which they were made; runs that nobody ordered (the pilot's) are passed over. A run that does not
count is made again, `ATTEMPTS` times at most; one that was only interrupted is no attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from mqtune.lab.core.order import Block, Order
from mqtune.lab.core.reading import CANCELLED, OK
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, Verdict

ATTEMPTS = 3  # a run that failed so often in a row will not succeed: the cause has to be found
LEAST_VALUE, MOST_VALUE = 1e-9, 1e18  # whatever is measured, in whatever unit
INTERRUPTED = "interrupted"  # how the journal calls a run that has a start and no end
NOBODYS_FAULT = (CANCELLED, INTERRUPTED)

Steps = Generator[Block, list[Run], Verdict]  # a whole procedure
Part = Generator[Block, list[Run], None]  # a piece of one, for `yield from`
Fault = Callable[[Run], str]  # why a run does not count, in words; empty where it does


class OutOfBudgetError(Exception):
    """The next block does not fit, `spent` seconds are gone. Thrown into a procedure, which concludes."""

    def __init__(self, spent: float) -> None:
        super().__init__(f"no time left after {spent:.0f} s")
        self.spent = spent


class CannotMeasureError(Exception):
    """An order failed again and again. Thrown into a procedure, which concludes or lets it pass."""

    def __init__(self, order: Order, fault: str) -> None:
        self.reason = f"{order.arm.name} could not be measured in {ATTEMPTS} attempts: {fault}"
        super().__init__(self.reason)
        self.order = order


@dataclass(frozen=True, slots=True)
class Spending:
    """Seconds spent so far, and how many there are."""

    spent: float
    budget: float
    overhead: float  # seconds that a run takes beyond its length

    def fits(self, orders: Sequence[Order]) -> bool:
        """Whether the orders can be made in the time that is left."""
        return self.spent + sum(order.seconds + self.overhead for order in orders) <= self.budget


def answer(
    steps: Steps, history: Sequence[Run], spent: float, budget: float, fault: Fault | None = None
) -> Block | Verdict:
    """The next block of a procedure, or its verdict.

    `fault` says why a run does not count, where that is more than `fault_of`.
    """
    spending = Spending(spent, budget, overhead(history))
    try:
        return _walk(steps, history, spending, fault or fault_of)
    except StopIteration as ended:
        verdict: Verdict = ended.value
        return verdict
    except CannotMeasureError as fault:
        return Verdict(
            INVALID, f"a run that fails {ATTEMPTS} times ends it", fault.reason, reason=fault.reason
        )


def _walk(steps: Steps, history: Sequence[Run], spending: Spending, fault: Fault) -> Block:
    """Goes through the procedure as far as the history leads; its end comes as StopIteration."""
    block, begun = next(steps), 0
    while True:
        try:
            filled, begun = fill(block.orders, history, begun, fault)
        except CannotMeasureError as error:
            block = steps.throw(error)
            continue
        runs = [run for run in filled if run is not None]
        if len(runs) == len(filled):
            block = steps.send(runs)
            continue
        missing = tuple(order for order, run in zip(block.orders, filled, strict=True) if run is None)
        if spending.fits(missing):
            return Block(missing, block.why)
        block = steps.throw(OutOfBudgetError(spending.spent))


def fill(
    orders: Sequence[Order], history: Sequence[Run], begun: int, fault: Fault
) -> tuple[list[Run | None], int]:
    """The run for each order, None where it was not made yet, and where in the history the next block begins.

    Raises CannotMeasureError where an order failed too often.
    """
    filled: list[Run | None] = [None] * len(orders)
    failures = [0] * len(orders)
    at, left = begun, len(orders)
    while at < len(history) and left:
        run = history[at]
        at += 1
        slot = next((n for n, one in enumerate(orders) if filled[n] is None and matches(run, one)), None)
        if slot is None:
            continue
        why = fault(run)
        if not why:
            filled[slot] = run
            left -= 1
        elif run.outcome not in NOBODYS_FAULT:
            failures[slot] += 1
            if failures[slot] >= ATTEMPTS:
                raise CannotMeasureError(orders[slot], why)
    return filled, at


def matches(run: Run, order: Order) -> bool:
    """Whether the run was made for such an order."""
    made = run.order
    return (
        made.arm.name == order.arm.name
        and made.purpose == order.purpose
        and made.seconds == order.seconds
        and _same_rate(made.rate, order.rate)
    )


def _same_rate(made: float | None, wanted: float | None) -> bool:
    """Rates that went through a file may differ in the last digits."""
    if made is None or wanted is None:
        return made is wanted
    return abs(made - wanted) <= 1e-6 * max(abs(made), abs(wanted))


def fault_of(run: Run) -> str:
    """Why a run does not count: its outcome, or a rate that is none."""
    if run.outcome != OK:
        code = "" if run.reason_code is None else f" (reason code {run.reason_code})"
        return (run.message or f"it ended as {run.outcome}") + code
    if run.value is None:
        return run.message or "too few samples"
    if not LEAST_VALUE <= run.value <= MOST_VALUE:
        return "the rate was 0" if 0 <= run.value < LEAST_VALUE else f"{run.value:g} is no rate"
    return ""


def overhead(history: Sequence[Run]) -> float:
    """Seconds that a run took beyond its length, on average of those that count: start, set-up, clean-up."""
    extra = [max(0.0, run.took - run.order.seconds) for run in history if run.counts and run.took > 0]
    return sum(extra) / len(extra) if extra else 0.0
