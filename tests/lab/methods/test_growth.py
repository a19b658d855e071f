"""What one of several equal parts carries, from a rate that they should carry and one that is too high."""

from __future__ import annotations

import pytest

from mqtune.lab.core.run import DOES_NOT_HOLD, MEASURED, UNDECIDED, Arm, Order
from mqtune.lab.methods.growth import Growth, GrowthRow, OfferedLoad
from tests.lab.methods.conftest import Machine, Played, play_method


@pytest.mark.parametrize(
    ("through", "of_one"),
    [
        ((100, 200), None),
        ((100, 198), None),
        ((100, 197.9), 98.95),
        ((99, 197), 98.5),
        ((100, 100.4), None),
        ((100, 100.6), 50.3),
        ((98, 98), 49),
        ((90, 81), 42.75),
        ((90, 80.9), 45),
        ((81, 90), 45),
    ],
    ids=[
        *("both were met", "the higher was just met", "the higher was missed", "the lower was just met"),
        *("no more came than before", "hardly more", "both are saturated", "saturated within a tenth"),
        *("one was disturbed", "the throughput rose"),
    ],
)
def test_the_rate_of_one_part(through: tuple[float, float], of_one: float | None) -> None:
    row = GrowthRow(2, (100, 200), through)
    assert row.of_one == (None if of_one is None else pytest.approx(of_one))


def carried(one: dict[int, float], noise: float = 0.001) -> Machine:
    """A machine of which each of some parts carries a rate, with a little noise of either sign."""

    def machine(order: Order, number: int) -> float:
        parts, rate = int(order.arm.levels["parts"]), float(order.arm.levels["rate"])
        return min(rate, parts * one[parts]) * (1 + noise * (-1) ** (number // 2))

    return machine


def drifting(order: Order, number: int) -> float:
    """A machine that slows down with time, whatever the number of its parts."""
    return min(float(order.arm.levels["rate"]), 100 * int(order.arm.levels["parts"])) * 0.98**number


def test_a_drift_of_the_machine_is_no_change_with_the_number_of_parts() -> None:
    loads = loads_of(dict.fromkeys((1, 2, 3, 4), 100.0), 60.0)
    found = play_method(Growth(loads, 60, 10, 1, lambda rate: ""), drifting, minutes=40)
    assert found.verdict.word != DOES_NOT_HOLD
    assert len(found.history) > 8


def loads_of(one: dict[int, float], step: float) -> list[OfferedLoad]:
    return [
        OfferedLoad(Arm(f"{parts} at {rate}", {"parts": parts, "rate": rate}), parts, rate)
        for parts in one
        for rate in (80.0 * parts, (80.0 + step) * parts)
    ]


def played(one: dict[int, float], step: float = 60.0, noise: float = 0.001, minutes: float = 600) -> Played:
    """The method on such a machine; each number of parts is offered 80 for each, and a step more."""
    method = Growth(loads_of(one, step), 60, 10, 1, lambda rate: f"{rate:.0f} each")
    return play_method(method, carried(one, noise), minutes=minutes)


@pytest.mark.parametrize(
    ("one", "outcome"),
    [
        ({1: 100, 2: 100, 3: 100, 4: 100}, MEASURED),
        ({1: 100, 2: 101, 3: 102, 4: 103}, MEASURED),
        ({1: 103, 2: 102, 3: 101, 4: 100}, MEASURED),
        ({1: 100, 2: 101.3, 3: 102.7, 4: 104}, MEASURED),
        ({1: 100, 2: 104, 3: 108, 4: 112}, DOES_NOT_HOLD),
        ({1: 112, 2: 108, 3: 104, 4: 100}, DOES_NOT_HOLD),
        ({1: 200, 2: 200, 3: 200, 4: 200}, UNDECIDED),
    ],
)
def test_whether_the_rate_of_one_stays_the_same(one: dict[int, float], outcome: str) -> None:
    verdict = played(one).verdict
    assert verdict.word == outcome
    if outcome == MEASURED:
        (interval,) = verdict.figures.values()
        assert interval.low <= 101.5 <= interval.high or interval.low <= 100 <= interval.high
        assert f"{interval.estimate:.0f} each" in verdict.answer


def test_a_noisy_rate_takes_more_passes_and_may_not_be_known_in_time() -> None:
    one = dict.fromkeys((1, 2, 3, 4), 100.0)
    assert len(played(one, noise=0.04).history) > len(played(one).history) == 8
    assert played(one, noise=0.04, minutes=9).verdict.word == UNDECIDED
