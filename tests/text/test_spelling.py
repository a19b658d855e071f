"""Edit distance, the nearest keyword and slips in names."""

from __future__ import annotations

import pytest

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
