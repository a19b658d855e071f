"""Differences of arms from blocks of any make-up."""

from __future__ import annotations

import math
from random import Random

import pytest

from mqtune.lab.core.run import Arm, Order
from mqtune.lab.methods.comparison import Comparison, contrasts


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


def test_bad_runs_are_left_out_and_fast_ones_are_not(good):
    rng = Random(4)
    comparison = Comparison()
    for block in range(8):
        values = {name: 100 * math.exp(shift + rng.gauss(0, 0.01)) for name, shift in (("a", 0), ("b", 0.09))}
        values["a"] *= {2: 0.7, 5: 1.4}.get(block, 1.0)
        values["b"] *= {6: 0.6}.get(block, 1.0)
        comparison.add(
            good(2 * block + (name == "b"), Order(Arm(name), 30), of) for name, of in values.items()
        )
    assert comparison.spoilt == {(2, "a"), (6, "b")}
    assert len(comparison.values("a")) == 7
    assert comparison.left_out("b") == (13,)
    first, second = comparison.warnings("msg/s")
    assert "a run of a differs by -29%" in first
    assert "left out" in second


@pytest.mark.parametrize("bad", [{2: 0.6}, {2: 0.7, 5: 0.6}, {1: 0.7, 4: 0.6, 6: 0.7}])
def test_bad_runs_of_one_arm_only_are_part_of_its_mean(good, bad):
    rng = Random(4)
    comparison = Comparison()
    for block in range(10):
        values = {name: 1000 * math.exp(rng.gauss(0, 0.01)) for name in "ab"}
        values["b"] *= 1.05 * bad.get(block, 1.0)
        comparison.add(good(1, Order(Arm(name), 30), value) for name, value in values.items())
    assert comparison.spoilt == frozenset()
    assert len(comparison.values("b")) == 10
    (warning,) = comparison.warnings("msg/s")
    state = "is unstable" if len(bad) > 1 else "may be unstable"
    assert f"b {state}: {len(bad)} of its 10 runs" in warning
    worst = min(comparison.values("b"))
    assert f"worst run {worst:,.4g} msg/s" in warning
    assert f"mean {comparison.value('b', 'msg/s').estimate:,.4g}" in warning


def test_of_several_arms_one_with_most_of_the_bad_runs_is_unstable(good):
    comparison = Comparison()
    for block in range(12):
        values = {name: 1000.0 + 7 * (block * number % 3) for number, name in enumerate("abc", 1)}
        values["a"] *= 0.7 if block in {1, 4, 8, 10} else 1.0
        values["c"] *= 0.7 if block == 5 else 1.0
        comparison.add(good(1, Order(Arm(name), 30), value) for name, value in values.items())
    assert len(comparison.bad) == 5
    assert comparison.spoilt == frozenset()


def test_of_durations_the_long_ones_are_left_out(good):
    comparison = Comparison(durations=True)
    for at, value in enumerate((100.0, 101.0, 99.0, 100.5, 140.0, 60.0, 100.2, 99.5)):
        pair = (("a", value), ("b", 130.0 if at == 1 else 100.0 + 0.3 * (at % 3)))
        comparison.add(good(1, Order(Arm(name), 30), of) for name, of in pair)
    assert comparison.spoilt == {(4, "a"), (1, "b")}
