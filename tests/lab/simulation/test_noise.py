"""The noise of the simulation is as large as it says."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import fmean, stdev

import pytest

from mqtune.lab.simulation import NoiseModel


def test_the_same_seed_gives_the_same_run():
    noise = NoiseModel.within(0.05, Random(1))
    assert noise.samples(1000, 4, 30, 0, Random(2)) == noise.samples(1000, 4, 30, 0, Random(2))
    assert NoiseModel.within(0.05, Random(1)) == noise


@pytest.mark.parametrize("share", [0.01, 0.05])
def test_seconds_vary_by_the_share_and_are_alike(share: float):
    noise = NoiseModel(share, 0.0, 0.0, 900.0, 0.0)
    rates = [sample.rate for sample in noise.samples(1000, 1, 20_000, 0, Random(4)) if sample.rate > 500][50:]
    assert stdev(rates) / fmean(rates) == pytest.approx(share, rel=0.1)
    mean = fmean(rates)
    alike = fmean((a - mean) * (b - mean) for a, b in pairwise(rates)) / stdev(rates) ** 2
    assert alike == pytest.approx(0.6, abs=0.05)


def test_runs_vary_by_a_third_or_all_of_it():
    rng = Random(5)
    for make, wanted in ((NoiseModel.within, 0.02), (NoiseModel.between, 0.06)):
        noise = make(0.06, rng)
        means = [fmean(one.rate for one in noise.samples(1000, 1, 400, 0, rng)[50:]) for _ in range(300)]
        assert stdev(means) / fmean(means) == pytest.approx(wanted, rel=0.2)


def test_a_slow_wave_goes_through_the_session():
    noise = NoiseModel(0.0, 0.0, 0.05, 1000.0, 0.0)
    high = fmean(sample.rate for sample in noise.samples(1000, 1, 60, 220, Random(1))[30:])
    low = fmean(sample.rate for sample in noise.samples(1000, 1, 60, 720, Random(1))[30:])
    assert high / low == pytest.approx(1.05 / 0.95, rel=0.01)


def test_threads_start_one_after_the_other():
    noise = NoiseModel(0.0, 0.0, 0.0, 1000.0, 0.0, 1.0)
    samples = noise.samples(1000, 5, 30, 0, Random(1))
    assert [sample.threads for sample in samples[:5]] == [2, 3, 4, 5, 5]
    assert samples[0].rate < 300
    assert samples[-1].rate == pytest.approx(1000, rel=0.01)
    quick = NoiseModel(0.0, 0.0, 0.0, 1000.0, 0.0).samples(1000, 5, 30, 0, Random(1))
    assert quick[0].threads == 5


def test_a_driver_that_is_told_its_rate_does_no_more():
    noise = NoiseModel.within(0.15, Random(1))
    rates = [sample.rate for sample in noise.samples(1000, 4, 200, 0, Random(2), offered=800.0)]
    assert max(rates) == 800
    assert fmean(rates[20:]) > 700


def test_one_second_in_a_hundred_stalls():
    noise = NoiseModel(0.0, 0.0, 0.0, 1000.0, 0.0)
    samples = noise.samples(1000, 1, 20_000, 0, Random(3))
    assert 120 < sum(sample.rate < 200 for sample in samples) < 280
