"""Does the depth of an expiring queue follow the formula?"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.lab.core.run import HOLDS, OK, TRIAL, UNDECIDED, Arm, Order, Run, Series
from mqtune.lab.methods.depth import ExpiryDepth

ARM = Arm("5 queues")
EXPIRY, INTERVAL, RATE = 60.0, 30.0, 2000.0


def saw_tooth(seconds: float, expiry: float, interval: float, left: float = 0.0) -> Series:
    """Depth with a sweep every interval, the first one 7 s after the start."""
    moments = [float(second) for second in range(1, int(seconds) + 1)]
    swept = 0.0
    values = []
    for second in moments:
        values.append(left + RATE * second - swept)
        if second % interval == 7 % interval:
            swept = max(swept, RATE * (second - expiry))
    return Series("messages", tuple(moments), tuple(values))


def machine(expiry: float = EXPIRY, left: float = 0.0, short: float = 1.0) -> Callable[..., Run]:
    def run(order: Order, number: int) -> Run:
        series = {}
        if order.purpose == TRIAL:
            depth = saw_tooth(order.seconds * short, expiry, INTERVAL, left)
            size = Series("bytes", depth.at, tuple(2200 * value for value in depth.values))
            series = {"depth": depth, "file size": size}
        return Run(number, 1, order, OK, RATE, RATE, series=series)

    return run


def test_the_formula_holds(play):
    played = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine())
    verdict = played.verdict
    assert verdict.word == HOLDS
    assert "the formula is confirmed" in verdict.answer
    assert verdict.figures["predicted"].estimate == pytest.approx(RATE * 90)
    assert verdict.figures["ratio"].estimate == pytest.approx(1, abs=0.03)
    assert verdict.figures["depth"].unit == "messages"
    assert verdict.figures["file size"].estimate == pytest.approx(2200 * RATE * 90, rel=0.03)
    assert verdict.warnings == ()


def test_it_is_watched_until_the_whole_saw_tooth_was_seen(play):
    played = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine())
    assert played.history[-1].order.seconds == EXPIRY + 2 * INTERVAL
    assert [run.order.seconds for run in played.history[:-1]] == [60.0] * 3


def test_a_lifetime_that_is_not_set_is_seen(play):
    verdict = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine(expiry=1e9)).verdict
    assert "not confirmed" in verdict.answer
    assert any("deeper than expected" in text for text in verdict.warnings)


def test_somebody_who_reads_is_seen(play):
    verdict = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine(expiry=20)).verdict
    assert "not confirmed" in verdict.answer
    assert any("less deep" in text for text in verdict.warnings)


def test_leftovers_are_seen(play):
    verdict = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine(left=50_000)).verdict
    assert any("empty them" in text for text in verdict.warnings)


def test_a_depth_that_was_not_watched_to_the_end_does_not_count(play):
    verdict = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine(short=0.6)).verdict
    assert verdict.word == "cannot be measured"
    assert "watched for only 72 s" in verdict.reason


def test_only_verifying_runs(play):
    played = play(ExpiryDepth(ARM, EXPIRY, INTERVAL, rate_runs=0, checks=2), machine())
    assert len(played.history) == 2
    assert played.verdict.word == HOLDS
    assert "predicted" not in played.verdict.figures


def test_budget_out_gives_the_prediction(play):
    verdict = play(ExpiryDepth(ARM, EXPIRY, INTERVAL), machine(), minutes=4).verdict
    assert verdict.word == UNDECIDED
    assert verdict.figures["predicted"].estimate == pytest.approx(RATE * 90)
    assert verdict.minutes_needed == 2.0


def test_it_goes_on_wherever_it_was_broken_off(play, goes_on):
    method = ExpiryDepth(ARM, EXPIRY, INTERVAL, checks=2)
    goes_on(method, play(method, machine()).history)
    assert method.estimates([])[0].runs == 0
