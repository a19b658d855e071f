"""Finding the rate that a queue does not build up at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mqtune.lab.core.run import FAILED, MEASURE, OK, TIE, TRIAL, UNDECIDED, WINNER, Arm, Order, Run, Series
from mqtune.lab.methods.depth import Sustainable, builds_up, growth

ONE, BOTH = Arm("one thread, one channel"), Arm("five threads, four channels")


def depths(values: list[float]) -> Series:
    return Series("messages", tuple(float(at) for at in range(1, len(values) + 1)), tuple(values))


def machine(
    noise: float = 0.01, seed: int = 1, flat_out: float = 1.0, **capacity: float
) -> Callable[..., Run]:
    """A queue that is drained at the capacity of the arm; flat out the putters may be faster than that."""
    rng = Random(seed)

    def run(order: Order, number: int) -> Run:
        drained = capacity.get("both" if order.arm == BOTH else "one", 10_000) * (1 + rng.gauss(0, noise))
        if order.rate is None:
            rate = drained * flat_out
            return Run(number, 1, order, OK, rate, rate)
        depth, seen = 0.0, []
        for _ in range(int(order.seconds)):
            depth = max(0.0, depth + order.rate - drained * (1 + rng.gauss(0, noise)))
            seen.append(depth)
        return Run(number, 1, order, OK, order.rate, order.rate, series={"depth": depths(seen)})

    return run


def test_a_rate_a_little_below_the_capacity_is_found(play):
    played = play(Sustainable([ONE]), machine(one=10_000))
    verdict = played.verdict
    assert verdict.word == WINNER
    assert verdict.chosen == ONE
    found = verdict.figures["sustainable"]
    assert 9_000 < found.estimate <= 10_000
    assert found.kind == "passed to failed"
    assert verdict.figures["planned"].estimate == pytest.approx(0.9 * found.estimate)
    assert "plan with" in verdict.answer


def test_first_five_flat_out_then_trials_until_three_pass(play):
    played = play(Sustainable([ONE]), machine(0.0001))
    assert [order.seconds for order in played.blocks[0].orders] == [15.0] * 5
    assert all(order.purpose == MEASURE and order.rate is None for order in played.blocks[0].orders)
    trials = [block.orders[0] for block in played.blocks[1:]]
    assert [order.purpose for order in trials] == [TRIAL] * 3
    assert len({order.rate for order in trials}) == 1
    assert "1 of 3" in played.blocks[1].why


def test_putters_much_faster_than_what_is_carried_cost_few_trials(play):
    """The growth of the depth says what was carried: no walk down in steps of 3%."""
    played = play(Sustainable([ONE]), machine(flat_out=3.0))
    assert 8_500 < played.verdict.figures["sustainable"].estimate <= 10_000
    assert len(played.blocks) < 12


def test_cells_are_compared(play):
    played = play(Sustainable([ONE, BOTH]), machine(one=11_600, both=16_000))
    assert played.verdict.word == WINNER
    assert played.verdict.chosen == BOTH
    assert played.verdict.figures["sustainable by one thread, one channel"].estimate < 11_600
    # one cell is done before the next begins, since it may need a restart
    names = [run.order.arm.name for run in played.history]
    assert names == sorted(names, key=lambda name: name == BOTH.name)


def test_cells_that_differ_by_less_than_the_search_can_tell_are_the_same(play):
    played = play(Sustainable([ONE, BOTH]), machine(0.001, one=10_000, both=10_100))
    assert played.verdict.word == TIE
    assert played.verdict.chosen == ONE


def test_a_full_queue_is_build_up_and_no_failure(play):
    drained = machine(one=10_000)

    def run(order: Order, number: int) -> Run:
        if order.rate is not None and order.rate > 9_000:
            return Run(number, 1, order, FAILED, None, message="queue full", reason_code=2053)
        return drained(order, number)

    played = play(Sustainable([ONE]), run)
    assert played.verdict.word == WINNER
    assert played.verdict.figures["sustainable"].estimate <= 9_000


def test_nobody_reads(play):
    def run(order: Order, number: int) -> Run:
        if order.rate is None:
            return Run(number, 1, order, OK, 10_000.0, 10_000.0)
        series = depths([order.rate * at for at in range(1, 61)])
        return Run(number, 1, order, OK, order.rate, order.rate, series={"depth": series})

    played = play(Sustainable([ONE]), run)
    assert played.verdict.word == "invalid"
    assert "check that the queue is read" in played.verdict.reason


def test_a_depth_that_was_not_watched_is_said(play):
    played = play(Sustainable([ONE]), lambda order, number: 10_000.0)
    assert played.verdict.word == "cannot be measured"
    assert "depth was not watched" in played.verdict.reason


def test_budget_out(play):
    played = play(Sustainable([ONE, BOTH]), machine(), minutes=6)
    assert played.verdict.word == UNDECIDED
    assert BOTH.name in played.verdict.answer
    assert played.verdict.minutes_needed is not None
    assert "sustainable" not in played.verdict.figures


def test_it_goes_on_wherever_it_was_broken_off(play, goes_on):
    goes_on(Sustainable([ONE, BOTH]), play(Sustainable([ONE, BOTH]), machine(0.05)).history)


def test_estimates(play):
    played = play(Sustainable([ONE, BOTH]), machine())
    states = [one.state for one in Sustainable([ONE, BOTH]).estimates(played.history[:4])]
    assert states == ["open", "open"]
    assert all(one.state == "settled" for one in Sustainable([ONE, BOTH]).estimates(played.history))


@pytest.mark.parametrize(
    ("values", "grows"),
    [
        ([0.0] * 60, False),
        ([20.0 * at for at in range(60)], True),
        ([5.0 * at for at in range(60)], False),  # half a percent of the rate
        ([0.0] * 20 + [30.0 * at for at in range(40)], True),
        ([3000.0] * 20 + [0.0] * 40, False),
    ],
)
def test_what_build_up_is(values: list[float], grows: bool):
    assert builds_up(depths(values), 60, 1000) is grows


def test_growth_is_in_messages_a_second():
    assert growth(depths([50.0 * at for at in range(60)]), 60) == pytest.approx(50)
    assert growth(Series("messages", (), ()), 60) == 0
