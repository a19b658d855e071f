"""How long until everything is back after an outage."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from statistics import fmean

import pytest

from mqtune.lab.core.run import MEASURED, OK, UNDECIDED, Arm, Order, Run, Series
from mqtune.lab.methods.recovery import Recovery, channels_back, fell, throughput_back

HUB = Arm("standard")
BROKEN, RESTORED, SECONDS = 80.0, 140.0, 400.0


def series(of: Callable[[float], float], seconds: float = SECONDS) -> Series:
    moments = tuple(float(at) for at in range(1, int(seconds) + 1))
    return Series("msg/s", moments, tuple(of(at) for at in moments))


def outage(back: float, noise: float = 0.0, seed: int = 1) -> Series:
    rng = Random(seed)
    return series(lambda at: 0.0 if BROKEN < at <= RESTORED + back else 100.0 * (1 + rng.gauss(0, noise)))


def machine(*backs: float) -> Callable[..., Run]:
    """Outages in turn."""

    def run(order: Order, number: int) -> Run:
        back = backs[(number - 1) % len(backs)]
        found = {
            "rate": outage(back),
            "channels": series(lambda at: 0.0 if BROKEN < at <= RESTORED + back - 8 else 1000.0),
        }
        return Run(number, 1, order, OK, 100.0, 100.0, series=found)

    return run


def recovery(**more: object) -> Recovery:
    return Recovery(HUB, SECONDS, BROKEN, RESTORED, **more)  # type: ignore[arg-type]


def test_the_median_of_the_outages_with_its_range(play):
    played = play(recovery(), machine(140, 150, 160, 149, 151, 180))
    verdict = played.verdict
    assert verdict.word == MEASURED
    assert len(played.history) == 6
    back = verdict.figures["throughput"]
    assert (back.low, back.estimate, back.high) == (140, 150.5, 180)
    assert back.kind == "minimum to maximum"
    assert verdict.figures["channels"].estimate < back.estimate
    assert "150 s (140 s to 180 s)" in verdict.answer


def test_a_first_crossing_is_no_recovery():
    def rate(at: float) -> float:
        return 100.0 if at <= BROKEN or at in {200.0, 201.0, 202.0} or at > 260 else 30.0

    assert throughput_back(series(rate), BROKEN, RESTORED) == 260 - RESTORED


def test_readings_every_five_seconds_do_as_well():
    moments = tuple(float(at) for at in range(5, 401, 5))
    slow = Series("msg/s", moments, tuple(0.0 if 80 < at <= 200 else 100.0 for at in moments))
    assert throughput_back(slow, BROKEN, RESTORED) == 60


COURSES: dict[str, Callable[[float], float]] = {
    "at once": lambda at: float(at >= 60),
    "in a line": lambda at: min(1.0, max(0.0, (at - 22) / 40)),
    "exponentially": lambda at: 1 - math.exp(-max(0.0, at - 15) / 15),
    "falls again": lambda at: 1.1 if 20 <= at < 26 else 0.5 if 20 <= at < 60 else float(at >= 60),
    "stalls later": lambda at: float(at >= 60 and at not in {64, 71}),
}


@pytest.mark.parametrize("noise", [0.0, 0.06])
def test_the_moment_is_unbiased_in_any_course(noise: float):
    def error(course: Callable[[float], float], seed: int) -> float:
        rng, deviation = Random(seed), 0.0

        def rate(at: float) -> float:
            nonlocal deviation
            deviation = 0.6 * deviation + rng.gauss(0, 0.8 * noise)
            after = at - RESTORED - 0.5  # the middle of the second
            return 1000 * (1 + deviation) * (course(after) if after > 0 else float(at <= BROKEN))

        return throughput_back(series(rate, 300), BROKEN, RESTORED) - 60

    errors = {
        name: fmean(error(course, seed) for seed in range(3 if noise else 1))
        for name, course in COURSES.items()
    }
    assert all(abs(late) < (3 if noise else 0.5) for late in errors.values()), errors


def test_channels_that_come_and_go_are_not_back():
    def count(at: float) -> float:
        return 0.0 if BROKEN < at <= 180 or 220 < at <= 240 else 1000.0

    assert channels_back(series(count), BROKEN, RESTORED) == 241 - RESTORED


def test_no_recovery_is_said_and_has_no_figure(play):
    verdict = play(recovery(), machine(1000)).verdict
    assert "not back within 260 s in any of 6 outages" in verdict.answer
    assert "throughput" not in verdict.figures
    mixed = play(recovery(), machine(100, 110, 1000)).verdict
    assert "in 2 of 6 outages" in mixed.answer


def test_an_objective_is_held_against_every_outage(play):
    assert (
        "within 155 s in 4 of 6"
        in play(recovery(objective=155.0), machine(140, 150, 160, 149, 151, 180)).verdict.answer
    )


def test_a_network_that_never_broke_is_no_outage(play):
    def run(order: Order, number: int) -> Run:
        return Run(number, 1, order, OK, 100.0, 100.0, series={"rate": series(lambda at: 100.0)})

    verdict = play(recovery(), run).verdict
    assert verdict.word == "cannot be measured"
    assert "did not break" in verdict.reason


def test_a_run_without_traffic_or_rates_does_not_count(play):
    verdict = play(recovery(), lambda order, number: 100.0).verdict
    assert "rate was not watched" in verdict.reason

    def silent(order: Order, number: int) -> Run:
        return Run(number, 1, order, OK, 0.0, 0.0, series={"rate": series(lambda at: 0.0)})

    assert "no traffic before" in play(recovery(), silent).verdict.reason


def test_budget_out_and_going_on(play, goes_on):
    verdict = play(recovery(), machine(140), minutes=15).verdict
    assert verdict.word == UNDECIDED
    assert "2 of 6 outages" in verdict.reason
    assert verdict.minutes_needed == pytest.approx(4 * SECONDS / 60, abs=0.5)
    goes_on(recovery(), play(recovery(), machine(140, 150)).history)
    assert recovery().estimates([])[0].runs == 0


def test_an_outage_lies_inside_its_run():
    with pytest.raises(ValueError, match="outage"):
        Recovery(HUB, 100, 80, 120)


@pytest.mark.parametrize(
    ("during", "visible"),
    [
        ([95.0] * 20, False),
        ([94.9] * 20, True),
        ([100.0] * 9 + [75.0] + [100.0] * 10, False),  # 95 over five seconds
        ([100.0] * 9 + [74.0] + [100.0] * 10, True),
        ([0.0] * 4, True),
        ([], True),
    ],
)
def test_an_outage_is_visible_if_the_rate_of_five_seconds_is_below_95_percent(during, visible):
    rates = (*([100.0] * 60), *during, 100.0)
    series = Series("messages/s", tuple(float(at) for at in range(1, len(rates) + 1)), rates)
    assert fell(series, 60, 60 + len(during)) == visible


@pytest.mark.parametrize(
    ("after", "back"),
    [
        ([9, 10, 10], 2),
        ([10, 10, 10], 1),
        ([10, 9, 10], 3),
        ([9, 9, 9], math.inf),
        ([9, 11, 10], 2),
        ([], math.inf),
    ],
)
def test_channels_are_back_when_as_many_as_before_run_and_stay(after, back):
    running = (*([10.0] * 60), 0.0, 0.0, *map(float, after))
    series = Series("channels", tuple(float(at) for at in range(1, len(running) + 1)), running)
    assert channels_back(series, 60, 62) == back
