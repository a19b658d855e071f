"""Build-up: more than 1% of the offered rate in the last two thirds of a run, still growing at its end."""

from __future__ import annotations

import pytest

from mqtune.lab.core.run import Series
from mqtune.lab.methods.depth import builds_up, growth

SECONDS = range(0, 61, 5)


def series(depth) -> Series:
    return Series("messages", tuple(float(at) for at in SECONDS), tuple(float(depth(at)) for at in SECONDS))


@pytest.mark.parametrize(
    ("depth", "per_s"),
    [
        (lambda at: 7 * at, 7),
        (lambda at: 100, 0),
        (lambda at: 0 if at < 20 else 7 * at, 7),  # the first third does not count
        (lambda at: 9000 if at < 20 else 0, 0),
        (lambda at: 900 - 7 * at, -7),
    ],
)
def test_the_slope_of_the_last_two_thirds(depth, per_s):
    assert growth(series(depth), 60) == pytest.approx(per_s)


@pytest.mark.parametrize(
    ("depth", "offered", "built"),
    [
        (lambda at: 10 * at, 1000, False),
        (lambda at: 10 * at, 999, True),
        (lambda at: 1000 - 10 * at, 100, False),
        (lambda at: 0, 0, False),
    ],
)
def test_build_up_is_more_than_a_hundredth_of_the_offered_rate(depth, offered, built):
    assert builds_up(series(depth), 60, offered) == built


def test_two_readings_show_no_build_up():
    assert not builds_up(Series("messages", (50.0, 60.0), (0.0, 900.0)), 60, 1)
    assert growth(Series("messages", (60.0,), (900.0,)), 60) == 0
    assert growth(Series("messages", (60.0, 60.0), (0.0, 900.0)), 60) == 0
