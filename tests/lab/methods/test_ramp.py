"""Loading arms up to saturation, and comparing their peaks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mqtune.lab.core.run import MEASURE, OK, TIE, TRIAL, UNDECIDED, WINNER, Arm, Order, Run
from mqtune.lab.methods.ramp import Ramp, _Climb

TOPICS, QUEUES = Arm("topics", {"kind": "topics"}), Arm("queues", {"kind": "queues"})
LEVELS = tuple(range(1, 184, 14))


def at(arm: Arm, triplets: int) -> Arm:
    return Arm(f"{triplets} triplets, {arm.name}", {**arm.levels, "triplets": triplets})


def ramp(**more: object) -> Ramp:
    return Ramp(
        [TOPICS, QUEUES],
        LEVELS,
        at,
        lambda arm, triplets: 4000.0 * triplets,
        expected=lambda arm, triplets: 8000.0 * triplets,
        seed=5,
        **more,  # type: ignore[arg-type]
    )


def machine(topics: float, queues: float, noise: float = 0.01, cpu: bool = False) -> Callable[..., Run]:
    """Both directions count; topics fall off beyond their peak, as inherited ones do."""
    rng = Random(2)
    capacity = {"topics": topics, "queues": queues}

    def run(order: Order, number: int) -> Run:
        most = capacity[str(order.arm.levels["kind"])] * (1 + rng.gauss(0, noise))
        offered = 2 * (order.rate or 0.0)
        rate = offered if offered <= most else most * (0.65 if offered > 1.3 * most else 1.0)
        figures = {"cpu": 0.97} if cpu else {}
        return Run(number, 1, order, OK, rate, rate, figures=figures)

    return run


def test_peaks_are_found_and_compared(play):
    played = play(ramp(), machine(792_000, 1_190_000))
    verdict = played.verdict
    assert verdict.word == WINNER
    assert verdict.chosen == QUEUES
    assert 750_000 < verdict.figures["capacity of topics"].estimate < 830_000
    kept = verdict.figures["last level of topics"]
    assert kept.estimate <= 99 <= kept.high  # 99 triplets offer 792,000
    assert kept.high - kept.estimate <= 4
    assert verdict.figures["last level of queues"].estimate == pytest.approx(148, abs=4)
    assert verdict.figures["last level of topics"].unit == "triplets"
    assert f"keeps up to {kept.estimate} triplets" in verdict.answer


def test_a_saturated_arm_rises_no_more(play):
    played = play(ramp(), machine(792_000, 1_190_000))
    topics = [run for run in played.history if run.order.arm.levels["kind"] == "topics"]
    assert max(int(run.order.arm.levels["triplets"]) for run in topics) in (113, 127)
    assert {run.order.purpose for run in topics} == {TRIAL, MEASURE}


def test_the_capacity_comes_from_fresh_runs_at_the_peak(play):
    played = play(ramp(), machine(792_000, 1_190_000))
    fresh = [run.value for run in played.history if run.order.purpose == MEASURE]
    assert len(fresh) >= 6
    capacity = played.verdict.figures["capacity of topics"].estimate
    assert min(rate for rate in fresh if rate) <= capacity <= max(rate for rate in fresh if rate)


def test_a_peak_at_which_all_went_through_is_a_lower_bound(play):
    """Beyond 85 triplets everything falls to a third, so that the highest rate is one that was offered."""

    def run(order: Order, number: int) -> Run:
        rate = 2 * (order.rate or 0.0) * (1.0 if int(order.arm.levels["triplets"]) <= 85 else 0.33)
        return Run(number, 1, order, OK, rate, rate)

    verdict = play(ramp(), run).verdict
    assert verdict.figures["capacity of topics"].estimate == pytest.approx(85 * 8000)
    assert "at least" in verdict.figures["capacity of topics"].kind
    assert any("its peak is in between" in text for text in verdict.warnings)


def test_equal_arms_tie(play):
    assert play(ramp(), machine(800_000, 800_000, 0.005)).verdict.word == TIE


def test_a_ramp_that_never_saturates_warns(play):
    played = play(ramp(), machine(5e6, 792_000))
    assert any("topics was not saturated" in text for text in played.verdict.warnings)


def test_processor_use_is_told_where_known(play):
    assert play(ramp(), machine(792_000, 1_190_000, cpu=True)).verdict.figures["cpu of topics"].high == 0.97
    assert "cpu of topics" not in play(ramp(), machine(792_000, 1_190_000)).verdict.figures


def test_one_arm_alone(play):
    alone = Ramp(
        [TOPICS], LEVELS, at, lambda arm, triplets: 4000.0 * triplets, expected=lambda a, n: 8000.0 * n
    )
    played = play(alone, machine(792_000, 0))
    assert played.verdict.word == WINNER
    assert played.verdict.chosen == TOPICS


def test_budget_out(play):
    early = play(ramp(), machine(792_000, 1_190_000), minutes=5)
    assert early.verdict.word == UNDECIDED
    assert early.verdict.minutes_needed is not None
    late = play(ramp(), machine(800_000, 815_000, 0.1), minutes=18)
    assert late.verdict.word == UNDECIDED
    assert late.verdict.figures["capacity of topics"].estimate > 0


def test_it_goes_on_wherever_it_was_broken_off(play, goes_on):
    goes_on(ramp(), play(ramp(), machine(792_000, 1_190_000, 0.03)).history)


def test_estimates(play):
    played = play(ramp(), machine(792_000, 1_190_000))
    found = {one.arm.name: one for one in ramp().estimates(played.history)}
    assert found["queues"].state == "leader"
    assert found["topics"].against_leader is not None
    assert found["topics"].against_leader.high < 0
    assert ramp().estimates([])[0].value is None


@pytest.mark.parametrize(
    ("kept", "missed", "between"),
    [(None, 3, None), (2, None, None), (2, 3, None), (2, 4, 3), (2, 7, 4), (0, 2, 1)],
)
def test_the_level_in_the_middle_of_the_gap_is_tried(
    kept: int | None, missed: int | None, between: int | None
):
    assert _Climb(kept=kept, missed=missed).between == between
