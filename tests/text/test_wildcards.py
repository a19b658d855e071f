"""Names with asterisks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.estate.patterns import profile_matches
from mqtune.text.wildcards import SortedNames, asterisks_match


@pytest.mark.parametrize(
    ("text", "pattern", "matching"),
    [
        ("DEV.APP.SVRCONN", "*.APP*", True),
        ("DEV.APP.SVRCONN", "APP*", False),
        ("DEV.ADMIN", "DEV.*", True),
        ("DEV", "DEV.*", False),
        ("A.TO.B", "*.TO.*", True),
        ("A.B", "*", True),
        ("AB", "A*B*", True),
        ("ABA", "AB*BA", False),
        ("AXBYC", "A*B*C", True),
        ("A", "A", True),
        ("a", "A", False),
    ],
)
def test_an_asterisk_stands_for_any_characters(text: str, pattern: str, matching: bool) -> None:
    assert asterisks_match(pattern, text) is matching


NAMES = st.lists(st.text("AB.", max_size=6), max_size=12)
PATTERNS = st.text("AB.*", max_size=6).filter(lambda text: "*" in text)


@given(NAMES, PATTERNS)
@pytest.mark.parametrize("matches", [asterisks_match, profile_matches])
def test_the_names_that_match_are_among_the_candidates(
    matches: Callable[[str, str], bool], names: list[str], pattern: str
) -> None:
    matching = {name for name in names if matches(pattern, name)}
    assert matching <= set(SortedNames(names).candidates(pattern)) <= set(names)


def test_a_part_tells_names_apart_that_begin_and_end_alike() -> None:
    names = [f"ORDERS.A.SHOP{number}.IN" for number in range(20)]
    assert list(SortedNames(names).candidates("ORDERS.*.SHOP7.*")) == ["ORDERS.A.SHOP7.IN"]
