"""Which known names another name is a slip of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.estate.indexes import FEW, NearNames, near_name
from mqtune.text.spelling import is_slip

WORDS = st.sampled_from(
    ["ORDERS", "ORDRES", "Orders", "ORDER", "STOCK", "STOCKS", "STOK", "QM", "IN", "1", "12"]
)
NAMES = st.lists(WORDS, min_size=1, max_size=3).flatmap(
    lambda words: st.sampled_from("._-").map(lambda separator: separator.join(words))
)


def test_a_name_that_could_be_two_others_is_none_of_them():
    assert near_name("APP.ORDER", ["APP.ORDERS", "APP.ORDERX"]) is None
    assert near_name("app.orders", ["APP.ORDERS", "APP.ORDER"]) == "APP.ORDERS"


def test_a_difference_in_separators_precedes_one_in_letters():
    assert near_name("APP_ORDERS", ["APP.ORDERS", "APP_ORDER"]) == "APP.ORDERS"


@pytest.mark.parametrize("family", [0, FEW, 100])
def test_a_name_is_found_in_few_names_and_in_many(family: int):
    others = [f"SHOP.TILL{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(family)]
    names = NearNames(["APP.ORDERS", "Stock.Level", "DEV.QUEUE.1", "TWO\nLINES", *others])
    asked = ["APP.ORDRES", "STOCK.LEVEL", "DEV_QUEUE1", "TWO\nLINE", "APP.OTHER", "DEV.QUEUE.2", "QM", ""]
    assert [names[name] for name in asked] == [
        "APP.ORDERS",
        "Stock.Level",
        "DEV.QUEUE.1",
        "TWO\nLINES",
        *[None] * 4,
    ]


@given(st.lists(NAMES, min_size=1, max_size=30), NAMES)
def test_what_is_found_is_what_comparing_all_names_finds(known: list[str], asked: str):
    slips = {name for name in known if name != asked and is_slip(asked, name)}
    found = NearNames(known)[asked]
    assert found in slips or found is None
    if len(slips) < 2:
        assert found == next(iter(slips), None)


def test_names_of_thousands_of_letters_are_compared_without_their_remainders():
    names = ["A" * 20_000 + letter for letter in "BCDEFGHIJKLMNOP"]
    near = NearNames(names)
    assert [near["A" * 20_000 + "X" + letter] for letter in "QRSTUV"] == [None] * 6
