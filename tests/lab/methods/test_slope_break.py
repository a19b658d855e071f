"""Is there a break in the line, and where?"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mqtune.lab.core.run import TIE, UNDECIDED, WINNER, Arm, Order
from mqtune.lab.methods.bent_line import bent_line, excess
from mqtune.lab.methods.slope_break import SlopeBreak


def subscribers(number: int) -> Arm:
    return Arm(f"{number} subscribers", {"subscribers": number})


def slope_break(**more: object) -> SlopeBreak:
    return SlopeBreak(48, subscribers, seed=2, **more)  # type: ignore[arg-type]


def time(number: float, at: float = 48, above: float = 9.5) -> float:
    return 21.4 + 4.7 * (number - 1) + (above - 4.7) * max(0.0, number - at)


def machine(noise: float, seed: int = 1, **line: float) -> Callable[[Order, int], float]:
    rng = Random(seed)
    return lambda order, number: (
        1e6 / time(float(order.arm.levels["subscribers"]), **line) * (1 + rng.gauss(0, noise))
    )


def test_the_break_of_the_report_is_found(play):
    played = play(slope_break(), machine(0.01, seed=3))
    found = played.verdict.figures
    assert played.verdict.word == WINNER
    assert abs(found["break"].estimate - 48) <= 2
    assert found["break"].low <= 48 <= found["break"].high
    assert found["break"].high - found["break"].low <= 6
    assert found["break"].unit == "subscribers"
    assert found["first"].estimate == pytest.approx(21.4, rel=0.05)
    assert found["below"].estimate == pytest.approx(4.7, rel=0.05)
    assert found["above"].estimate == pytest.approx(9.5, rel=0.05)
    assert "break near" in played.verdict.answer
    assert played.verdict.warnings == ()


def test_four_counts_come_first(play):
    played = play(slope_break(), machine(0.01))
    for block in played.blocks[:3]:
        assert sorted(order.arm.levels["subscribers"] for order in block.orders) == [1, 24, 48, 96]
    assert [len(block.orders) for block in played.blocks[3:5]] == [5, 5]


def test_without_a_break_it_ends_after_the_four_counts(play):
    played = play(slope_break(), machine(0.01, above=4.7))
    assert played.verdict.word == TIE
    assert "no break" in played.verdict.answer
    assert len(played.history) == 12
    assert "break" not in played.verdict.figures


def test_a_break_elsewhere_is_found_there_and_questioned(play):
    played = play(slope_break(), machine(0.005, at=30))
    assert abs(played.verdict.figures["break"].estimate - 30) <= 3
    assert any("check whether the setting" in text for text in played.verdict.warnings)


def test_counts_crowd_around_the_break(play):
    played = play(slope_break(), machine(0.05))
    rounds = [block for block in played.blocks if "around the break" in block.why]
    assert rounds
    last = sorted(int(order.arm.levels["subscribers"]) for order in rounds[-1].orders)
    assert (last[0], last[-1]) == (1, 96)
    assert all(24 <= count <= 72 for count in last[1:-1])


def test_budget_out_tells_what_is_known(play):
    played = play(slope_break(), machine(0.06), minutes=14)
    verdict = played.verdict
    assert verdict.word == UNDECIDED
    assert verdict.minutes_needed is not None
    assert verdict.figures["break"].low < 48 < verdict.figures["break"].high
    early = play(slope_break(), machine(0.06), minutes=3).verdict
    assert early.word == UNDECIDED
    assert "not known yet" in early.answer
    assert early.minutes_needed is not None


def test_noise_that_hides_the_bend_is_undecided(play):
    played = play(slope_break(), machine(0.5))
    assert played.verdict.word in {UNDECIDED, TIE}


def test_failed_runs(play, bad):
    rates = machine(0.01)
    played = play(slope_break(), lambda order, number: bad(number, order) if number == 4 else rates(order, 0))
    assert played.verdict.word == WINNER
    played = play(slope_break(), lambda order, number: bad(number, order))
    assert played.verdict.word == "cannot be measured"


def test_it_goes_on_wherever_it_was_broken_off(play, goes_on):
    goes_on(slope_break(), play(slope_break(), machine(0.02)).history)


def test_estimates_list_the_counts(play):
    played = play(slope_break(), machine(0.01))
    found = slope_break().estimates(played.history)
    assert int(found[0].arm.levels["subscribers"]) == 1
    assert sum(one.runs for one in found) == len(played.history)
    assert len(slope_break().estimates([])) == 4


def test_a_break_close_to_the_start_is_refused():
    with pytest.raises(ValueError, match="below 4"):
        SlopeBreak(3, subscribers)


def test_the_bent_line_agrees_with_scipy():
    optimize = pytest.importorskip("scipy.optimize")
    rng = Random(4)
    points = [(float(x), time(x) * (1 + rng.gauss(0, 0.02))) for x in range(1, 97, 3)]
    fit = bent_line(points)
    assert fit is not None

    def left(parameters: list[float]) -> list[float]:
        start, below, bend, at = parameters
        return [
            (y - start - below * (x - 1) - bend * max(0.0, x - at)) / fit.time(x)  # type: ignore[union-attr]
            for x, y in points
        ]

    best = optimize.least_squares(left, [20, 5, 5, fit.at + 0.3]).x
    assert fit.at == pytest.approx(best[3], abs=0.6)
    assert fit.below == pytest.approx(best[1], rel=0.02)
    assert fit.above - fit.below == pytest.approx(best[2], rel=0.03)


def test_the_interval_of_the_break_holds_it():
    rng = Random(6)
    counts = [1, 24, 48, 96] * 3 + [5, 14, 24, 34, 43, 53, 62, 72, 82, 91]
    held = 0
    for _ in range(200):
        fit = bent_line([(float(x), time(x) * (1 + rng.gauss(0, 0.03))) for x in counts])
        assert fit is not None
        held += fit.low <= 48 <= fit.high
    assert held >= 180


def test_a_straight_line_is_rarely_called_bent():
    rng = Random(8)
    counts = [1, 24, 48, 96] * 3 + [5, 14, 24, 34, 43, 53, 62, 72, 82, 91]
    strong = 0
    for _ in range(200):
        fit = bent_line([(float(x), time(x, above=4.7) * (1 + rng.gauss(0, 0.03))) for x in counts])
        assert fit is not None
        strong += fit.strength > 7
    assert strong <= 6


def test_too_few_points_make_no_line():
    assert bent_line([(1.0, 20.0), (10.0, 60.0), (20.0, 110.0), (30.0, 160.0)]) is None
    assert bent_line([(1.0, 20.0)] * 9) is None
    three, four = ([(float(x), time(x)) for x in places] * 3 for places in ((1, 48, 96), (1, 30, 60, 96)))
    assert bent_line(three) is None
    assert bent_line(four) is not None
    assert excess([(1.0, 20.0), (10.0, 60.0)], 10, 0.95) is None


def test_times_without_noise_are_fitted_exactly():
    fit = bent_line([(float(x), time(x)) for x in range(1, 97, 5)])
    assert fit is not None
    assert fit.at == pytest.approx(48, abs=0.5)
    assert fit.half <= 1
