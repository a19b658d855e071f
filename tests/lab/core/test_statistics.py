"""Quantiles as printed in tables, and intervals as a statistician would compute them."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.lab.core.statistics import (
    deviation_by_median,
    f_quantile,
    incomplete_beta,
    interval,
    log_interval,
    seconds_needed,
    share,
    t_quantile,
    two_sided_t,
)

DEGREES = (1, 2, 3, 4, 7.5, 12, 30, 200, 5000)
PROBABILITIES = (0.005, 0.3, 0.5, 0.6, 0.9, 0.95, 0.975, 0.9925, 0.9999)


@pytest.mark.parametrize(
    ("probability", "freedom", "printed"),
    [(0.975, 1, 12.706), (0.975, 2, 4.303), (0.95, 5, 2.015), (0.995, 10, 3.169), (0.975, 120, 1.980)],
)
def test_t_of_the_tables(probability: float, freedom: float, printed: float):
    assert t_quantile(probability, freedom) == pytest.approx(printed, abs=0.0006)


@pytest.mark.parametrize(
    ("probability", "above", "below", "printed"),
    [(0.95, 1, 1, 161.45), (0.95, 1, 10, 4.965), (0.95, 2, 20, 3.493), (0.99, 3, 12, 5.953)],
)
def test_f_of_the_tables(probability: float, above: float, below: float, printed: float):
    assert f_quantile(probability, above, below) == pytest.approx(printed, rel=2e-4)


def test_quantiles_agree_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    for freedom in DEGREES:
        for probability in PROBABILITIES:
            expected = stats.t.ppf(probability, freedom)
            assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-9)
            for above in (1, 2, 5):
                expected = stats.f.ppf(probability, above, freedom)
                assert f_quantile(probability, above, freedom) == pytest.approx(expected, rel=1e-8)


def test_intervals_agree_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    values = [101.0, 99.5, 103.2, 98.7, 100.4]
    low, high = stats.t.interval(0.97, 4, sum(values) / 5, stats.sem(values))
    found = interval(values, 0.97)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high))


@given(st.floats(0.001, 0.999), st.floats(0.5, 1000))
def test_a_quantile_leads_back_to_its_probability(probability: float, freedom: float):
    t = t_quantile(probability, freedom)
    tail = incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    assert (tail if t < 0 else 1 - tail) == pytest.approx(probability, abs=1e-7)


@given(st.floats(0.5, 0.999), st.floats(1, 200))
def test_t_is_symmetric(probability: float, freedom: float):
    assert t_quantile(1 - probability, freedom) == pytest.approx(-t_quantile(probability, freedom), abs=1e-7)


@pytest.mark.parametrize(("probability", "freedom"), [(0.0, 3), (1.0, 3), (0.5, 0), (0.9, -1)])
def test_there_is_no_quantile_without_freedom_or_probability(probability: float, freedom: float):
    with pytest.raises(ValueError, match="quantile"):
        t_quantile(probability, freedom)
    with pytest.raises(ValueError, match="quantile"):
        f_quantile(probability, freedom, 1)


def test_an_interval_holds_the_mean_in_as_many_cases_as_it_says():
    rng = Random(7)
    held = 0
    for _ in range(2000):
        found = interval([rng.gauss(5, 1) for _ in range(4)], 0.9)
        assert found is not None
        held += found.low <= 5 <= found.high
    assert 0.88 < held / 2000 < 0.92


def test_one_run_has_no_interval():
    assert interval([3.0]) is None
    assert log_interval([3.0]) is None
    assert log_interval([3.0, 0.0]) is None


def test_equal_runs_have_an_interval_of_no_width():
    found = log_interval([200.0, 200.0, 200.0])
    assert found == pytest.approx((200.0, 200.0, 200.0))


def test_one_wild_run_moves_the_deviation_by_the_median_little():
    calm = [100.0, 101.0, 99.0, 100.5, 99.5]
    assert deviation_by_median([*calm, 10.0]) < 3 * deviation_by_median(calm)
    assert deviation_by_median([]) == 0.0


def test_half_the_width_takes_four_times_as_long():
    assert seconds_needed(600, 0.06, 0.03) == pytest.approx(1800)
    assert seconds_needed(600, 0.02, 0.03) == 0


def test_a_ratio_beyond_all_numbers_stays_a_number():
    assert math.isfinite(share(1e6))
    wide = log_interval([1.0, 1e9])
    assert wide is not None
    assert all(math.isfinite(end) for end in wide)
    assert two_sided_t(0.95, 1e6) == pytest.approx(1.96, abs=0.001)
