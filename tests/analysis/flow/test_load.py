"""Loads are added and multiplied; what is unknown of a part is unknown of the sum."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.load import ALL, Load, total
from mqtune.project.settings import QueueLoad, TopicLoad
from tests.analysis.flow.conftest import estate_with

KNOWN = Load((10.0, 20.0, 30.0, 40.0))
HALF = Load((10.0, None, 30.0, None), 0b1010)


@pytest.mark.parametrize(
    ("first", "second", "values", "missing"),
    [
        (KNOWN, KNOWN, (20, 40, 60, 80), 0),
        (KNOWN, HALF, (20, 20, 60, 40), 0b1010),
        (HALF, KNOWN, (20, 20, 60, 40), 0b1010),
        (HALF, HALF, (20, None, 60, None), 0b1010),
    ],
)
def test_both_together(first, second, values, missing):
    assert (first.plus(second).values, first.plus(second).missing) == (values, missing)
    assert (total([first, second]).values, total([first, second]).missing) == (values, missing)


@pytest.mark.parametrize(
    ("load", "factor", "values", "missing"),
    [
        (KNOWN, 1.0, (10, 20, 30, 40), 0),
        (KNOWN, 0.0, (0, 0, 0, 0), 0),
        (KNOWN, 0.5, (5, 10, 15, 20), 0),
        (KNOWN, 2.0, (20, 40, 60, 80), 0),
        (HALF, 3.0, (30, None, 90, None), 0b1010),
        (KNOWN, None, (None,) * 4, ALL),
    ],
)
def test_a_part_or_a_multiple(load, factor, values, missing):
    found = load.times(factor)
    assert (found.values, found.missing) == (values, missing)


def test_a_lower_bound_is_partial_in_all_quantities():
    bound = KNOWN.at_least()
    assert bound.values == KNOWN.values
    assert [bound.is_partial(one) for one in range(4)] == [True] * 4
    assert [HALF.is_partial(one) for one in range(4)] == [False, True, False, True]


@pytest.mark.parametrize(
    ("topics", "queues", "has_load"),
    [
        ([("QA", TopicLoad("t", 1))], [], True),
        ([], [("QA", QueueLoad("Q", 1))], True),
        ([], [], False),
    ],
)
def test_a_load_of_either_kind_is_a_load(topics, queues, has_load):
    (manager,) = estate_with({"QA": "DEFINE QLOCAL(Q)\n"}, topics, queues).queue_managers
    assert manager.has_load == has_load
