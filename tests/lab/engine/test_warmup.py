"""What is cut off the start of a run, why, and what a person is warned of."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.lab.drivers.base import Sample
from mqtune.lab.engine.measurement import count, find_cut
from mqtune.lab.simulation import NoiseModel


def steady(seconds: int = 30, rate: float = 1000.0, threads: int = 4) -> list[Sample]:
    rng = Random(1)
    return [Sample(float(at), rate * rng.gauss(1, 0.01), threads) for at in range(1, seconds + 1)]


def test_a_steady_run_loses_its_first_ten_seconds():
    found = count(steady(), 4, 30)
    assert found.cut.seconds == 10
    assert found.cut.samples == 10
    assert "first 10 s" in found.cut.why
    assert found.samples == 20
    assert found.enough
    assert found.warnings == ()
    assert found.rate == pytest.approx(1000, rel=0.01)


def test_a_slow_warm_up_is_cut_with_a_margin():
    samples = [Sample(float(at), 400.0 if at <= 9 else 1000.0 + at % 3, 4) for at in range(1, 41)]
    found = count(samples, 4, 40)
    assert found.cut.seconds == 9 + 4
    assert "settled after 9 s" in found.cut.why
    assert found.rate == pytest.approx(1001)


def test_threads_that_start_late_are_waited_for():
    samples = [Sample(float(at), 250.0 * min(4, at // 6), min(4, at // 6)) for at in range(1, 61)]
    found = find_cut(samples, 4, 60)
    assert found.seconds >= 24
    samples = [Sample(at, 1000.0, 4 if at > 14 else 3) for at in map(float, range(1, 31))]
    assert find_cut(samples, 4, 30).seconds == 15
    assert "all 4 threads" in find_cut(samples, 4, 30).why


def test_never_more_than_half_the_run_is_cut():
    samples = [Sample(float(at), 1000.0, 3) for at in range(1, 31)]
    found = count(samples, 4, 30)
    assert found.cut.seconds == 15
    assert "half of the run" in found.cut.why
    assert any("only 3 of 4 threads" in text for text in found.warnings)


def test_a_run_that_still_rises_says_so():
    samples = [Sample(float(at), 1000.0 + 5 * at, 4) for at in range(1, 31)]
    assert any("still rising" in text and "longer" in text for text in count(samples, 4, 30).warnings)


@pytest.mark.parametrize("share", [0.01, 0.05, 0.15])
def test_noise_alone_is_rarely_called_a_rise(share: float):
    rng = Random(3)
    noise = NoiseModel(share, 0, 0, 900, 0)
    told = 0
    for _ in range(300):
        found = count(noise.samples(1000, 4, 30, 0, rng), 4, 30)
        told += any("rises" in text for text in found.warnings)
    assert told / 300 < 0.05


def test_stalls_set_mean_and_median_apart():
    samples = [Sample(float(at), 10.0 if at % 5 == 0 else 1000.0, 4) for at in range(1, 31)]
    found = count(samples, 4, 30)
    assert found.rate is not None
    assert found.rate < 900
    assert any("mean and median differ" in text for text in found.warnings)


def test_too_few_samples_do_not_count():
    assert not count(steady(20), 4, 30).enough
    assert count(steady(21), 4, 30).enough
    assert not count([], 4, 30).enough
    assert count([], 4, 30).rate is None


def test_samples_every_few_seconds_are_no_lack():
    samples = [Sample(float(at), 1000.0, 4) for at in range(5, 121, 5)]
    assert count(samples, 4, 120, 30).enough
    assert count(samples, 4, 120, 30).cut.seconds == 30


def test_rates_that_are_no_numbers_do_not_count():
    samples = [*steady(), Sample(31.0, math.inf, 4), Sample(32.0, math.nan, 4)]
    assert count(samples, 4, 30).rate == pytest.approx(1000, rel=0.01)


def test_ten_second_cut_keeps_the_start_of_threads_out():
    """Threads a second apart: ten seconds without a cut are far off, thirty with it are not."""
    rng = Random(5)
    noise = NoiseModel(0.01, 0, 0, 900, 0, 1.0)
    off = [abs((count(noise.samples(1000, 5, 30, 0, rng), 5, 30).rate or 0) / 1000 - 1) for _ in range(50)]
    assert max(off) < 0.05


rates = st.lists(st.floats(0, 1e9), max_size=80)


@given(rates, st.integers(1, 8), st.floats(1, 90))
def test_any_run_is_cut_by_half_at_most(values: list[float], threads: int, seconds: float):
    samples = [Sample(float(at), value, at % 9) for at, value in enumerate(values, 1)]
    found = count(samples, threads, seconds)
    assert 0 <= found.cut.seconds <= seconds / 2
    assert found.cut.samples + found.samples == len(samples)
    if found.rate is not None:
        assert min(values) * (1 - 1e-9) <= found.rate <= max(values) * (1 + 1e-9)


def test_low_rates_keep_their_fraction():
    """28.49/s is counted as 28 or 29 in each second; the median would be 28."""
    total = [int(28.49 * at) for at in range(31)]
    samples = [Sample(float(at), float(total[at] - total[at - 1]), 1) for at in range(1, 31)]
    found = count(samples, 1, 30)
    assert found.rate == pytest.approx(28.49, abs=0.05)
    assert found.warnings == ()


def test_each_second_counts_by_its_length():
    samples = [
        Sample(float(at), 500.0 if at == 20 else 1000.0, 1, 2.0 if at == 20 else 1.0) for at in range(1, 31)
    ]
    assert count(samples, 1, 30).rate == pytest.approx(20_000 / 21)
