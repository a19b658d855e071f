"""What one of several equal parts carries, from a rate that they should carry and one that is too high."""

from __future__ import annotations

import pytest

from mqtune.lab.methods.growth import GrowthRow


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
