"""Differences of arms from blocks of any make-up."""

from __future__ import annotations

from random import Random

import pytest

from mqtune.lab.methods.comparison import spoilt_pairs
from mqtune.lab.methods.contrasts import contrasts


def test_what_a_block_has_in_common_drops_out():
    blocks = [{"a": 1.0 + drift, "b": 1.5 + drift} for drift in (0.0, 3.0, -2.0)]
    found = contrasts(blocks, "a").of("b", 0.97)
    assert found is not None
    assert found.estimate == pytest.approx(0.5)
    assert found.half == pytest.approx(0, abs=1e-9)


def test_arms_that_never_met_are_compared_over_a_third():
    found = contrasts([{"a": 1.0, "b": 2.0}, {"b": 5.0, "c": 7.0}, {"a": 0.0, "b": 1.0}], "a").of("c", 0.9)
    assert found is not None
    assert found.estimate == pytest.approx(3.0)


def test_arms_that_nothing_ties_together_are_left_out():
    found = contrasts([{"a": 1.0, "b": 2.0}, {"c": 5.0, "d": 7.0}], "a")
    assert set(found.differences) == {"b"}
    assert found.of("c", 0.9) is None


def test_without_freedom_there_is_no_interval():
    assert contrasts([{"a": 1.0, "b": 2.0}], "a").of("b", 0.9) is None
    assert contrasts([], "a").of("b", 0.9) is None


def test_two_arms_are_a_paired_comparison():
    stats = pytest.importorskip("scipy.stats")
    rng = Random(2)
    pairs = [(rng.gauss(0, 1), rng.gauss(0.3, 1)) for _ in range(9)]
    found = contrasts([{"a": first, "b": second} for first, second in pairs], "a").of("b", 0.95)
    low, high = stats.ttest_rel(*zip(*[(b, a) for a, b in pairs], strict=True)).confidence_interval(0.95)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high))


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = Random(9)
    held = 0
    for _ in range(600):
        blocks = []
        for _ in range(4):
            drift = rng.gauss(0, 1)
            blocks.append(
                {
                    name: drift + shift + rng.gauss(0, 0.2)
                    for name, shift in zip("abc", (0, 0.1, 0.4), strict=True)
                }
            )
        blocks.append({"a": rng.gauss(0, 0.2), "c": 0.4 + rng.gauss(0, 0.2)})
        found = contrasts(blocks, "a").of("c", 0.9)
        assert found is not None
        held += found.low <= 0.4 <= found.high
    assert 0.87 < held / 600 < 0.93


def test_a_bad_run_spoils_its_pair_and_nothing_else():
    ratios = [0.09, 0.08, 0.10, 0.085, 0.095, -0.4, 0.09, 0.1]
    assert spoilt_pairs(ratios) == {5}
    assert spoilt_pairs(ratios[:4]) == set()
    assert spoilt_pairs([0.09] * 8) == set()
