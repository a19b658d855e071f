"""Which names are slips of others."""

from __future__ import annotations

import pytest

from mqtune.estate.near import FEW, MOST_IN_TEXT, NearNames, is_near, near_name


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
def test_one_slip_in_a_long_part_is_near(left, right):
    assert is_near(left, right)
    assert is_near(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
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
def test_names_of_a_family_are_not_near(left, right):
    assert not is_near(left, right)


def test_a_name_that_could_be_two_others_is_none_of_them():
    assert near_name("APP.ORDER", ["APP.ORDERS", "APP.ORDERX"]) is None
    assert near_name("app.orders", ["APP.ORDERS", "APP.ORDER"]) == "APP.ORDERS"


@pytest.mark.parametrize("family", [0, MOST_IN_TEXT + 1])
def test_one_name_is_looked_for_as_many_are(family):
    known = ["APP.ORDERS", "Stock.Level", "DEV.QUEUE.1", *(f"SHOP.TILL.{number}" for number in range(family))]
    asked = ["APP.ORDRES", "STOCK.LEVEL", "DEV_QUEUE1", "APP.OTHER", "SHOP.TILLS.7", "QM"] * FEW
    at_once = NearNames(known)
    assert [at_once.near(name) for name in asked] == [near_name(name, known) for name in asked]
    assert [near_name(name, known) for name in asked[:4]] == [*known[:3], None]
