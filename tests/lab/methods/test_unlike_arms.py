"""Disturbances that are not alike in all arms: what an arm does to itself is part of what is measured."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from mqtune.lab.core.run import DECIDED, WINNER, Arm, Order
from mqtune.lab.methods.best_of import BestOf
from mqtune.lab.methods.pairs import Pairs, Sweep
from mqtune.lab.methods.ramp import Ramp

STEADY, OTHER = Arm("3 publishers"), Arm("4 publishers")
MANY = 16  # blocks: one bad run in five is seen in nearly all sessions
TRIALS = 20


def unstable(seed: int, gain: float, share: float, reaches: float) -> Callable[[Order, int], float]:
    """4 publishers gain a share, apart from some runs that reach less."""
    rng = Random(seed)

    def rate(order: Order, number: int) -> float:
        value = 1000 * rng.gauss(1, 0.01)
        if OTHER.name not in order.arm.name:
            return value
        return value * (1 + gain) * (reaches if rng.random() < share else 1.0)

    return rate


def ramp(seed: int) -> Ramp:
    def at(arm: Arm, level: int) -> Arm:
        return Arm(f"{arm.name}, {level}", {"arm": arm.name})

    arms = [STEADY, OTHER]
    return Ramp(arms, (1, 2, 3), at, lambda arm, level: None, seed=seed, least_blocks=MANY)


METHODS = {
    "pairs": lambda seed: Pairs(STEADY, [OTHER], seed=seed, least_blocks=MANY),
    "best of": lambda seed: BestOf([STEADY, OTHER], seed=seed, least_blocks=MANY),
    "ramp": ramp,
}


@pytest.mark.parametrize(
    ("method", "case"),
    list(product(METHODS, [(0.05, 0.2, 0.6), (0.05, 0.25, 0.7), (0.1, 0.2, 0.5), (0.03, 0.25, 0.6)])),
)
def test_an_arm_that_loses_more_by_its_bad_runs_than_it_gains_is_not_the_winner(play, method, case):
    won = 0
    for seed in range(TRIALS):
        verdict = play(METHODS[method](seed), unstable(seed, *case), minutes=40).verdict
        won += verdict.word == WINNER and verdict.chosen == OTHER
    assert won <= 1


def test_the_verdict_names_the_arm_that_is_unstable_with_its_mean_and_its_worst_run(play):
    def rate(order: Order, number: int) -> float:
        if order.arm == STEADY:
            return 1000.0 + number % 3
        return (630.0 if number in {5, 6, 13, 14} else 1050.0) + number % 3

    verdict = play(BestOf([STEADY, OTHER], seed=1, least_blocks=8), rate, minutes=9).verdict
    assert verdict.chosen == STEADY
    (warning,) = verdict.warnings
    assert "4 publishers is unstable" in warning
    assert "worst run 63" in warning
    by_name = {one.arm.name: one for one in verdict.estimates}
    assert by_name["4 publishers"].value.low < 800
    assert by_name["4 publishers"].left_out == ()


def climb(play, low: dict[str, int], noise: float = 0.01, seed: int = 1):
    """Two arms flat out, the other one 9% better: `low` has the run of an arm at level 3 that reaches 60%."""
    arms, made, rng = [STEADY, OTHER], dict[str, int](), Random(seed)

    def rate(order: Order, number: int) -> float:
        name, level = order.arm.name.split(", ")
        made[order.arm.name] = at = made.get(order.arm.name, 0) + 1
        value = 1000 * min(1.0, int(level) / 2) * (1.09 if name == OTHER.name else 1.0) * rng.gauss(1, noise)
        return value * (0.6 if level == "3" and low.get(name) == at else 1.0)

    def arm_at(arm: Arm, level: int) -> Arm:
        return Arm(f"{arm.name}, {level}", {"arm": arm.name})

    method = Ramp(arms, (1, 2, 3, 4), arm_at, lambda arm, level: None, seed=seed)
    verdict = play(method, rate, minutes=60).verdict
    blocks = min(one.runs for one in verdict.estimates) - 4
    return verdict, blocks, [one for one in verdict.warnings if "may be unstable" in one]


@pytest.mark.parametrize(
    ("low", "names"), [({OTHER.name: 1}, [OTHER]), ({STEADY.name: 1, OTHER.name: 2}, [STEADY, OTHER])]
)
def test_a_ramp_says_which_arm_had_a_run_that_it_made_again_and_measures_more(play, low, names):
    verdict, blocks, warnings = climb(play, low)
    assert (verdict.word, verdict.chosen) == (WINNER, OTHER)
    assert [one.partition(" may be unstable")[0] for one in warnings] == [one.name for one in names]
    assert "of its two runs at 3 triplets one was" in warnings[0]
    assert blocks >= 9


@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_a_ramp_without_such_a_run_measures_no_more_than_before(play, noise):
    for seed in range(5):
        verdict, blocks, warnings = climb(play, {}, noise, seed)
        assert (verdict.word, warnings) == (WINNER, [])
        assert blocks <= 8


def test_the_figures_of_a_warning_have_no_exponent(play):
    def rate(order: Order, number: int) -> float:
        return (612_345.0 if order.arm == OTHER and number in {5, 6, 13, 14} else 912_345.0) + number % 3

    verdict = play(BestOf([STEADY, OTHER], seed=1, least_blocks=8), rate, minutes=9).verdict
    (warning,) = verdict.warnings
    assert "worst run 612,34" in warning
    assert "e+" not in warning


@pytest.mark.parametrize("uneven", [(0.01, 0.08), (0.08, 0.01)])
def test_an_arm_that_is_only_noisier_is_neither_better_nor_worse(play, uneven):
    wrong = 0
    for seed in range(TRIALS):
        rng = Random(seed)

        def rate(order: Order, number: int, rng: Random = rng) -> float:
            return 1000 * rng.gauss(1, uneven[order.arm == OTHER])

        wrong += play(Pairs(STEADY, [OTHER], seed=seed), rate).verdict.word == WINNER
    assert wrong <= 1


@pytest.mark.parametrize("period", [2, 3, 4, 5, 6])
def test_a_load_that_returns_every_few_runs_does_not_decide(play, period):
    wrong = 0
    for seed in range(TRIALS):
        rng = Random(seed)
        phase = rng.randrange(period)

        def rate(order: Order, number: int, phase: int = phase, rng: Random = rng) -> float:
            return 1000 * rng.gauss(1, 0.01) * (0.8 if number % period == phase else 1.0)

        wrong += play(Pairs(STEADY, [OTHER], seed=seed), rate).verdict.word == WINNER
    assert wrong <= 2


@pytest.mark.parametrize("variants", [1, 3])
def test_the_order_of_pairs_has_no_fixed_period_and_is_that_of_the_seed(play, variants):
    others = [Arm(str(number)) for number in range(variants)]

    def orders(seed: int) -> list[list[str]]:
        played = play(Pairs(STEADY, others, seed=seed), lambda order, number: 1000.0 + 90 * (number % 7 % 2))
        names = [order.arm.name for block in played.blocks for order in block.orders]
        size = 2 * (1 + variants)
        return [names[at : at + size] for at in range(0, 3 * size, size)]

    first = orders(7)
    assert first == orders(7)
    assert len({tuple(names) for names in first}) > 1
    assert all(names == names[::-1] for names in first)
    assert len({str(orders(seed)) for seed in range(8)}) > 2


@pytest.mark.parametrize("method", [BestOf, Sweep])
def test_other_methods_have_no_fixed_period_either(play, method):
    played = play(method([STEADY, OTHER], seed=3, least_blocks=20), lambda order, number: 1000.0)
    first = [block.orders[0].arm.name[0] for block in played.blocks]
    units = {"".join(first[at : at + 2]) for at in range(0, len(first), 2)}
    assert units == {"34", "43"}


def test_bad_runs_that_both_arms_have_alike_do_not_hide_a_gain(play):
    made = {STEADY.name: 0, OTHER.name: 0}

    def rate(order: Order, number: int) -> float:
        made[order.arm.name] += 1
        value = (1000 if order.arm == STEADY else 1090) + number % 5
        return value * (0.6 if made[order.arm.name] == (2 if order.arm == STEADY else 5) else 1.0)

    played = play(Pairs(STEADY, [OTHER], seed=2, least_blocks=6), rate)
    assert played.verdict.chosen == OTHER
    assert played.verdict.word in DECIDED
    left_out = {number for one in played.verdict.estimates for number in one.left_out}
    assert left_out == {run.number for run in played.history if (run.value or 0) < 700}
    assert len(left_out) == 2
