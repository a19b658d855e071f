"""Plays a method against a made-up machine, run by run, as the engine does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from mqtune.lab.core.run import FAILED, OK, Block, CannotMeasureError, Method, Order, Run, Verdict

CANNOT_MEASURE = "cannot be measured"  # in place of a verdict

Machine = Callable[[Order, int], "float | Run"]


@dataclass
class Played:
    """What happened: the verdict, all runs, the blocks as they were asked for, and the clock."""

    verdict: Verdict
    history: list[Run]
    blocks: list[Block] = field(default_factory=list)
    seconds: float = 0.0

    def runs_of(self, name: str) -> int:
        return sum(1 for run in self.history if run.order.arm.name == name)


def made(number: int, order: Order, value: float, block: int = 1) -> Run:
    """A good run."""
    return Run(number, block, order, OK, value, value, 0.0, took=order.seconds)


def failed(number: int, order: Order, message: str = "driver lost", outcome: str = FAILED) -> Run:
    """A run that does not count."""
    return Run(number, 1, order, outcome, None, message=message, reason_code=2009)


def play_method(
    method: Method, machine: Machine, minutes: float = 1e6, history: Sequence[Run] = ()
) -> Played:
    played = Played(Verdict("", "", ""), list(history))
    while True:
        try:
            step = method.next(played.history, played.seconds, minutes * 60)
        except CannotMeasureError as error:
            step = Verdict(CANNOT_MEASURE, "", error.reason, reason=error.reason)
        if isinstance(step, Verdict):
            played.verdict = step
            return played
        assert step.orders
        played.blocks.append(step)
        for order in step.orders:
            number = len(played.history) + 1
            answer = machine(order, number)
            run = answer if isinstance(answer, Run) else made(number, order, answer, len(played.blocks))
            played.history.append(run)
            played.seconds += order.seconds
        assert len(played.history) < 2000


def next_orders(method: Method, history: Sequence[Run]) -> tuple[Order, ...]:
    """What a method asks for after a history; nothing where it has its verdict."""
    step = method.next(history, 0.0, 1e9)
    return step.orders if isinstance(step, Block) else ()


@pytest.fixture
def play() -> Callable[..., Played]:
    return play_method


@pytest.fixture
def good() -> Callable[..., Run]:
    return made


@pytest.fixture
def bad() -> Callable[..., Run]:
    return failed


@pytest.fixture
def goes_on() -> Callable[..., None]:
    """Holds that a method goes on where a finished history went on, wherever it was broken off.

    After a failed run the block is first gone on with, and the run made again at its end: then the order of
    what is left differs.
    """

    def check(method: Method, history: Sequence[Run], in_order: bool = True) -> None:
        for length in range(len(history)):
            asked = next_orders(method, history[:length])
            assert asked, f"a verdict after {length} of {len(history)} runs"
            wanted = history[length].order
            assert asked[0] == wanted if in_order else wanted in asked, f"another order after {length} runs"

    return check
