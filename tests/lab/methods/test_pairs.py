"""Comparing a setting with what was before it, in pairs."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from mqtune.lab.core.run import TIE, UNDECIDED, WINNER, Arm, Order
from mqtune.lab.core.statistics import Spread
from mqtune.lab.methods.pairs import LOOKS, Pairs, judged

A, B, C, D = Arm("one thread"), Arm("five threads"), Arm("four channels"), Arm("both")


def machine(noise: float, seed: int = 1, **gains: float) -> Callable[[Order, int], float]:
    rng = Random(seed)
    return lambda order, number: (
        12_000 * (1 + gains.get(order.arm.name.replace(" ", "_"), 0.0)) * (1 + rng.gauss(0, noise))
    )


def test_a_gain_is_found_after_four_pairs(play):
    played = play(Pairs(A, [B]), machine(0.005, five_threads=0.09))
    assert played.verdict.word == WINNER
    assert played.verdict.chosen == B
    assert len(played.history) == 8
    gain = played.verdict.figures["gain of five threads"]
    assert gain.low < 0.09 < gain.high
    assert gain.level == pytest.approx(LOOKS[0][1])
    assert "five threads is better than one thread" in played.verdict.answer


def test_a_loss_keeps_the_baseline(play):
    played = play(Pairs(A, [B]), machine(0.005, five_threads=-0.09))
    assert played.verdict.word == WINNER
    assert played.verdict.chosen == A
    assert "worse" in played.verdict.answer


def test_no_effect_is_the_same(play):
    played = play(Pairs(A, [B]), machine(0.005))
    assert played.verdict.word == TIE
    assert played.verdict.chosen == A
    assert "the same as" in played.verdict.answer


def test_too_small_a_gain_is_none_even_when_proven(play):
    played = play(Pairs(A, [B]), machine(0.0002, five_threads=0.004))
    assert played.verdict.word == TIE


def test_noise_ends_undecided_after_all_pairs(play):
    played = play(Pairs(A, [B]), machine(0.2))
    assert played.verdict.word == UNDECIDED
    assert len(played.history) == 48
    assert played.verdict.minutes_needed is not None
    assert played.verdict.minutes_needed > 24


def test_pairs_run_there_and_back(play):
    played = play(Pairs(A, [B]), machine(0.005, five_threads=0.09))
    names = "".join(run.order.arm.name[0] for run in played.history)
    assert {names[:4], names[4:]} == {"offo", "foof"}


def test_a_drift_is_no_effect(play):
    """5% less within ten minutes, as a machine that grows warm."""
    steady = machine(0.003)
    played = play(Pairs(A, [B]), lambda order, number: steady(order, number) * (1 - 0.0025 * number))
    assert played.verdict.word == TIE


def test_several_variants_each_get_an_answer(play):
    gains = {"five_threads": 0.09, "both": 0.38}
    played = play(Pairs(A, [B, C, D], seed=3), machine(0.01, **gains))
    assert played.verdict.word == WINNER
    assert played.verdict.chosen == D
    assert set(played.verdict.figures) == {"gain of five threads", "gain of four channels", "gain of both"}
    assert played.verdict.figures["gain of both"].estimate == pytest.approx(0.38, abs=0.03)
    # the clear one is measured no longer than it has to be
    assert played.runs_of("both") <= played.runs_of("four channels")


def test_more_variants_are_judged_more_strictly(play):
    one = play(Pairs(A, [D]), machine(0.01, both=0.38)).verdict.figures["gain of both"].level
    three = play(Pairs(A, [B, C, D]), machine(0.01, both=0.38)).verdict.figures["gain of both"].level
    assert one < three


def test_at_least_so_many_pairs(play):
    assert len(play(Pairs(A, [B], least_blocks=9), machine(0.001, five_threads=0.09)).history) == 18
    assert len(play(Pairs(A, [B], least_blocks=30), machine(0.001, five_threads=0.09)).history) == 60


def test_budget_out_names_what_is_known(play):
    played = play(Pairs(A, [B]), machine(0.1), minutes=9)
    assert played.verdict.word == UNDECIDED
    assert played.seconds <= 9 * 60
    assert "not yet distinguished from" in played.verdict.answer
    assert play(Pairs(A, [B]), machine(0.1), minutes=1).verdict.word == UNDECIDED


def test_estimates_have_the_baseline_for_reference(play):
    played = play(Pairs(A, [B]), machine(0.005, five_threads=0.09))
    first, second = Pairs(A, [B]).estimates(played.history)
    assert first.state == "reference"
    assert second.against_leader is not None
    assert second.against_leader.low > 0
    assert [one.runs for one in Pairs(A, [B]).estimates(played.history[:1])] in ([1, 0], [0, 1])


def test_failed_runs_are_made_again_and_bounded(play, bad):
    rates = machine(0.005, five_threads=0.09)
    played = play(Pairs(A, [B]), lambda order, number: bad(number, order) if number == 3 else rates(order, 0))
    assert played.verdict.word == WINNER
    assert len(played.history) == 9
    played = play(Pairs(A, [B]), lambda order, number: bad(number, order, "no queue"))
    assert played.verdict.word == "cannot be measured"
    assert "no queue" in played.verdict.reason


def test_it_goes_on_wherever_it_was_broken_off(play, goes_on):
    goes_on(Pairs(A, [B]), play(Pairs(A, [B]), machine(0.05, five_threads=0.09)).history)
    many = [B, C, D]
    goes_on(Pairs(A, many, seed=9), play(Pairs(A, many, seed=9), machine(0.03, both=0.3)).history)


def test_a_comparison_needs_a_variant():
    with pytest.raises(ValueError, match="variant"):
        Pairs(A, [])


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (-0.009, 0.009, "same"),
        (0.001, 0.009, "same"),  # within 1% even a significant difference is not relevant
        (-0.009, -0.001, "same"),
        (0.001, 0.011, "better"),
        (-0.011, -0.001, "worse"),
        (-0.001, 0.011, "same"),
        (-0.029, 0.029, "same"),
        (-0.031, 0.029, "open"),
        (-0.029, 0.031, "open"),
        (0.02, 0.05, "better"),
    ],
)
def test_a_difference_of_less_than_3_percent_is_none(low: float, high: float, outcome: str) -> None:
    first, last = math.log1p(low), math.log1p(high)
    assert judged(Spread((first + last) / 2, (last - first) / 2)) == outcome
