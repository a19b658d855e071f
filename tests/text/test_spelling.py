"""Edit distance, the nearest keyword and slips in names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.text import spelling
from mqtune.text.spelling import distance, is_slip, nearest


@pytest.mark.parametrize(
    ("left", "right", "changes"),
    [
        ("MAXDEPTH", "MAXDEPTH", 0),
        ("MAXDPTH", "MAXDEPTH", 1),
        ("DESRC", "DESCR", 1),
        ("CAEXPY", "CAPEXPRY", 2),
    ],
)
def test_a_swap_of_neighbours_counts_one(left, right, changes):
    assert distance(left, right) == changes


def test_distance_stops_when_it_is_too_far():
    assert distance("AAAAAAAA", "BBBBBBBB") == 3


def test_the_closest_word_is_found():
    assert nearest("MAXDPTH", ["MAXDEPTH", "MAXMSGL", "CURDEPTH"]) == "MAXDEPTH"


def test_two_equally_close_words_give_none():
    assert nearest("QDEPTHXO", ["QDEPTHLO", "QDEPTHHO"]) is None


def test_a_short_word_is_not_bent_far():
    assert nearest("GET", ["PUT"]) is None
    assert nearest("GETT", ["GET"]) == "GET"


def test_a_longer_or_shorter_form_of_one_word_finds_it():
    assert nearest("DESCRIPTION", ["DESCR", "DEFPSIST"]) == "DESCR"
    assert nearest("CHAN", ["CHANNEL", "CHLTYPE"]) == "CHANNEL"
    assert nearest("DEFPSISTENCE", ["DEFP", "DEFPSIST"]) is None
    assert nearest("PUTAUTHORITY", ["PUT"]) is None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("app.orders", "APP.ORDERS"),
        ("APP.ORDRES", "APP.ORDERS"),
        ("APP.ORDER", "APP.ORDERS"),
        ("APP_ORDERS", "APP.ORDERS"),
        ("APP.ORDEERS.IN", "APP.ORDERS.IN"),
        ("DEV.QUEUE1", "DEV.QUEUE.1"),
        ("APP.SVRCOM", "APP.SVRCON"),
    ],
)
def test_one_slip_in_a_long_part_is_slip(left, right):
    assert is_slip(left, right)
    assert is_slip(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("CLR.INN", "CLR.IN"),
        ("ORDERS.DLQX", "ORDERS.DLQ"),
        ("ORDERS.DLWQ", "ORDERS.DLQ"),
        ("APP.OUTT", "APP.OUT"),
    ],
)
def test_a_letter_too_many_in_a_short_part_is_a_slip(left, right):
    assert is_slip(left, right)
    assert is_slip(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("A.INN", "A.IN"),
        ("INN", "IN"),
        ("PAY.PHASE.II", "PAY.PHASE.III"),
        ("PAY.REQ", "PAY.REQA"),
        ("PAY.REQ", "PAY.REQS"),
        ("PAY.IN", "PAY.PIN"),
        ("EUR.USD", "EUR.USDX"),
        ("QM1", "QM2"),
        ("TO.QMA", "TO.QMB"),
        ("QM1.TO.QM2", "QM2.TO.QM1"),
        ("APP.QUEUE.1", "APP.QUEUE.2"),
        ("APP.IN", "APP.ON"),
        ("APP.REQ", "APP.RSP"),
        ("ORDERS10", "ORDERS1"),
        ("APP.ORDERS", "APP.ORDERS.REPLY"),
        ("PAY.IN", "BUY.IN"),
    ],
)
def test_names_of_a_family_are_not_slips(left, right):
    assert not is_slip(left, right)


def plain_distance(left: str, right: str) -> int:
    """The edit distance by its definition, with a swap of neighbours as one change."""
    rows = [list(range(len(right) + 1))]
    for row in range(1, len(left) + 1):
        rows.append([row])
        for column in range(1, len(right) + 1):
            costs = [
                rows[row - 1][column] + 1,
                rows[row][column - 1] + 1,
                rows[row - 1][column - 1] + (left[row - 1] != right[column - 1]),
            ]
            if row > 1 and column > 1 and left[row - 2 : row] == right[column - 2 : column][::-1]:
                costs.append(rows[row - 2][column - 2] + 1)
            rows[row].append(min(costs))
    return rows[-1][-1]


WORDS = st.text(alphabet="ABC", max_size=8)


@given(WORDS, WORDS, st.integers(min_value=1, max_value=3))
def test_the_distance_is_the_number_of_changes_up_to_the_most(left: str, right: str, most: int) -> None:
    assert distance(left, right, most) == min(plain_distance(left, right), most + 1)


def test_words_of_a_hundred_thousand_letters_have_a_distance() -> None:
    middle = "AB" * 50_000
    assert distance(f"X{middle}Y", f"Z{middle}Z") == 2
    assert distance(f"X{middle}", f"{middle}Y") == 2
    assert distance(f"XX{middle}", f"{middle}YY") == 3


def test_only_the_first_words_are_compared_with_all_of_many_names(monkeypatch):
    asked = []
    monkeypatch.setattr(spelling, "nearest", lambda word, names: asked.append(word) or names[0])
    suggestions = spelling.Suggestions(["a"])
    found = [suggestions.nearest(str(number)) for number in range(500)]
    assert found == ["a"] * spelling.MOST_SUGGESTED + [None] * (500 - spelling.MOST_SUGGESTED)
    assert len(asked) == spelling.MOST_SUGGESTED
