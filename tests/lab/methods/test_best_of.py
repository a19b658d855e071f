"""Finding the number of threads with the highest rate, on machines that are made up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from mqtune.lab.core.run import PILOT, TIE, UNDECIDED, WINNER, Arm, Order, Run
from mqtune.lab.methods.best_of import BestOf

REPORT = {1: 0.4, 2: 0.7, 3: 0.96, 4: 1.0, 5: 0.75, 6: 0.64, 7: 0.6}
PEAK6 = {3: 0.75, 4: 0.85, 5: 0.96, 6: 1.0, 7: 0.75}
PEAK2 = {1: 0.6, 2: 1.0, 3: 0.75, 4: 0.64, 5: 0.6}
FLAT = {1: 0.6, 2: 0.8, 3: 0.995, 4: 1.0, 5: 0.995, 6: 0.9, 7: 0.8}


def threads(number: int) -> Arm:
    return Arm(f"{number} threads", {"threads": number})


def beyond(arm: Arm) -> Arm | None:
    number = int(arm.levels["threads"])
    number += -1 if number <= 3 else 1
    return threads(number) if 1 <= number <= 7 else None


def best_of(**more: object) -> BestOf:
    return BestOf([threads(3), threads(4), threads(5)], seed=4, neighbour=beyond, **more)  # type: ignore[arg-type]


def machine(rates: Mapping[int, float], noise: float, seed: int = 1) -> Callable[[Order, int], float]:
    rng = Random(seed)
    return lambda order, number: 889_000 * rates[int(order.arm.levels["threads"])] * (1 + rng.gauss(0, noise))


def test_the_peak_of_the_report_is_found_in_three_blocks(play):
    played = play(best_of(), machine(REPORT, 0.004))
    verdict = played.verdict
    assert verdict.word == WINNER
    assert verdict.chosen == threads(4)
    assert len(played.history) == 9
    limit = verdict.figures["limit"]
    assert limit.low < 889_000 < limit.high
    assert limit.high / limit.low < 1.05
    assert limit.unit == "msg/s"
    assert "4 threads" in verdict.answer


def test_every_block_holds_every_arm_once_and_the_order_changes(play):
    played = play(best_of(least_blocks=6), machine(REPORT, 0.004))
    orders = [[order.arm.name for order in block.orders] for block in played.blocks[:3]]
    assert all(sorted(names) == ["3 threads", "4 threads", "5 threads"] for names in orders)
    assert len({tuple(names) for names in orders}) > 1


def test_a_peak_beyond_the_edge_is_opened(play):
    played = play(best_of(), machine(PEAK6, 0.01))
    assert played.verdict.chosen == threads(6)
    assert played.runs_of("7 threads") == 2
    assert played.runs_of("2 threads") == 0


def test_a_peak_below_the_edge_is_opened(play):
    played = play(best_of(), machine(PEAK2, 0.01))
    assert played.verdict.chosen == threads(2)
    assert played.runs_of("1 threads") == 2


def test_an_edge_without_a_neighbour_is_the_answer(play):
    arms = [threads(3), threads(4), threads(5)]
    played = play(BestOf(arms, neighbour=lambda arm: None), machine(PEAK6, 0.005))
    assert played.verdict.chosen == threads(5)


def test_of_equal_arms_the_fewest_threads_win(play):
    played = play(best_of(), machine(FLAT, 0.002))
    assert played.verdict.word == TIE
    assert played.verdict.chosen == threads(3)
    assert "as good as" in played.verdict.answer


def test_noise_without_time_is_undecided_and_says_how_long(play):
    played = play(best_of(), machine(FLAT, 0.1), minutes=8)
    verdict = played.verdict
    assert verdict.word == UNDECIDED
    assert played.seconds <= 8 * 60
    assert verdict.minutes_needed is not None
    assert verdict.minutes_needed > 8
    assert verdict.chosen is not None
    assert verdict.estimates


def test_more_noise_needs_more_minutes(play):
    needed = [
        play(best_of(), machine(FLAT, noise), minutes=8).verdict.minutes_needed for noise in (0.08, 0.2)
    ]
    assert needed[0] < needed[1]


def test_no_time_for_a_block_is_undecided_without_a_run(play):
    played = play(best_of(), machine(FLAT, 0.1), minutes=1)
    assert played.history == []
    assert played.verdict.word == UNDECIDED
    assert played.verdict.minutes_needed == 4.5


def test_a_clearly_worse_arm_is_measured_no_more(play):
    played = play(best_of(), machine(REPORT, 0.03, seed=3))
    states = {estimate.arm.name: estimate.state for estimate in played.verdict.estimates}
    assert states["5 threads"] == "dropped"
    assert played.runs_of("5 threads") < played.runs_of("4 threads")


def test_estimates_tell_of_the_leader_and_its_rivals(play):
    played = play(best_of(), machine(REPORT, 0.004))
    by_name = {one.arm.name: one for one in best_of().estimates(played.history)}
    assert by_name["4 threads"].state == "leader"
    assert by_name["4 threads"].against_leader is None
    fewer = by_name["3 threads"].against_leader
    assert fewer is not None
    assert fewer.low < -0.04 < fewer.high < 0
    assert by_name["5 threads"].runs == 3


def test_estimates_before_the_first_block(good):
    found = best_of().estimates([good(1, Order(threads(4), 30.0), 870_000.0)])
    assert [one.runs for one in found] == [0, 1, 0]
    assert best_of().estimates([])[0].value is None


def test_pilot_runs_are_no_runs_of_the_comparison(play, good):
    pilot = [good(number, Order(threads(4), 30.0, purpose=PILOT), 5.0) for number in (1, 2, 3)]
    played = play(best_of(), machine(REPORT, 0.004), history=pilot)
    assert played.verdict.chosen == threads(4)
    assert played.runs_of("4 threads") == 3 + 3


def test_a_failed_run_is_made_again(play, bad):
    rates = machine(REPORT, 0.004)
    played = play(
        best_of(), lambda order, number: bad(number, order) if number in {2, 5} else rates(order, 0)
    )
    assert played.verdict.word == WINNER
    assert len(played.history) == 11
    assert sum(run.counts for run in played.history) == 9


def test_an_arm_that_always_fails_is_invalid_with_the_reason(play, bad):
    rates = machine(REPORT, 0.004)

    def broken(order: Order, number: int) -> float | Run:
        if order.arm == threads(5):
            return bad(number, order, "connection broken")
        return rates(order, number)

    played = play(best_of(), broken)
    assert played.verdict.word == "cannot be measured"
    assert "5 threads" in played.verdict.reason
    assert "connection broken" in played.verdict.reason
    assert "2009" in played.verdict.reason
    assert played.runs_of("5 threads") == 3


def test_a_neighbour_that_fails_leaves_the_answer_of_the_others(play, bad):
    rates = machine(PEAK6, 0.005)
    played = play(
        best_of(),
        lambda order, number: bad(number, order) if order.arm == threads(6) else rates(order, number),
    )
    assert played.verdict.chosen == threads(5)
    assert any("6 threads" in text and "could not be measured" in text for text in played.verdict.warnings)


def test_interrupted_runs_are_no_failures(play, bad):
    rates = machine(REPORT, 0.004)
    played = play(
        best_of(),
        lambda order, number: bad(number, order, outcome="interrupted") if number <= 12 else rates(order, 0),
    )
    assert played.verdict.word == WINNER


@pytest.mark.parametrize("noise", [0.004, 0.03])
def test_it_goes_on_wherever_it_was_broken_off(play, goes_on, bad, noise):
    rates = machine(PEAK6, noise)
    goes_on(best_of(), play(best_of(), rates).history)
    played = play(best_of(), lambda order, number: bad(number, order) if number % 7 == 0 else rates(order, 0))
    goes_on(best_of(), played.history, in_order=False)


def test_a_wild_run_is_shown_and_kept(play):
    rates = machine(REPORT, 0.002)
    played = play(
        best_of(least_blocks=6),
        lambda order, number: rates(order, 0) * (0.5 if number == 8 else 1),
    )
    assert any("from the median of its runs" in text for text in played.verdict.warnings)


def test_runs_take_the_time_they_took(play):
    """With a minute of set-up for each run, as many minutes hold fewer of them."""
    slow = best_of()
    history = [
        Run(number, 1, Order(threads(count), 30.0), "ok", 889_000.0 * REPORT[count], took=90.0)
        for number, count in enumerate((3, 4), 1)
    ]
    assert slow.next(history, 180.0, 180.0 + 89.0).word == UNDECIDED  # type: ignore[union-attr]
    assert slow.next(history, 180.0, 180.0 + 91.0).orders[0].arm == threads(5)  # type: ignore[union-attr]
