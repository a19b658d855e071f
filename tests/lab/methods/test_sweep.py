"""An interval for each arm, without a winner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mqtune.lab.core.run import MEASURED, UNDECIDED, Arm, Order
from mqtune.lab.methods.pairs import Sweep

SIZES = tuple(Arm(f"{size} KiB", {"block": size * 1024}) for size in (4, 16, 64))


def machine(noise: float) -> Callable[[Order, int], float]:
    rng = Random(3)
    return lambda order, number: 50 + int(order.arm.levels["block"]) / 100 * (1 + rng.gauss(0, noise))


def test_every_size_gets_its_interval(play):
    played = play(Sweep(SIZES, seconds=40.0, cut=0.0, unit="us"), machine(0.005))
    assert played.verdict.word == MEASURED
    assert played.verdict.chosen is None
    assert len(played.history) == 9
    assert played.verdict.figures["16 KiB"].unit == "us"
    assert played.verdict.figures["4 KiB"].high < played.verdict.figures["16 KiB"].low
    assert "4 KiB 9" in played.verdict.answer


def test_noise_takes_more_blocks_but_not_for_ever(play):
    few = play(Sweep(SIZES), machine(0.005))
    more = play(Sweep(SIZES), machine(0.05))
    most = play(Sweep(SIZES), machine(0.4), minutes=60)
    assert len(few.history) < len(more.history) <= len(most.history) <= 120
    assert most.verdict.word == UNDECIDED
    assert "not known within 5% yet: 4 KiB, 16 KiB, 64 KiB" in most.verdict.reason


def test_at_least_so_many_blocks(play):
    assert len(play(Sweep(SIZES, least_blocks=5), machine(0.001)).history) == 15
    assert len(play(Sweep(SIZES, least_blocks=12), machine(0.01)).history) == 36


def test_budget_out(play):
    verdict = play(Sweep(SIZES), machine(0.3), minutes=5).verdict
    assert verdict.word == UNDECIDED
    assert verdict.minutes_needed is not None
    assert verdict.minutes_needed > 5
    assert play(Sweep(SIZES), machine(0.3), minutes=1).verdict.word == UNDECIDED


def test_failures(play, bad):
    rates = machine(0.005)
    played = play(Sweep(SIZES), lambda order, number: bad(number, order) if number == 2 else rates(order, 0))
    assert len(played.history) == 10
    verdict = play(Sweep(SIZES), lambda order, number: bad(number, order, "disk full")).verdict
    assert verdict.word == "cannot be measured"
    assert "disk full" in verdict.reason


def test_going_on_and_estimates(play, goes_on):
    played = play(Sweep(SIZES, seed=8), machine(0.05))
    goes_on(Sweep(SIZES, seed=8), played.history)
    assert [one.runs for one in Sweep(SIZES).estimates(played.history[:4])] != [0, 0, 0]
    assert all(one.value is None for one in Sweep(SIZES).estimates([]))
