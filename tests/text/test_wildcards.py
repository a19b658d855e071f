"""Names with asterisks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.estate.topic_strings import profile_matches
from mqtune.text import patterns as wildcards
from mqtune.text.patterns import SortedNames, asterisks_match


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
PATTERNS = st.text("AB.*?", max_size=6).filter(lambda text: "*" in text or "?" in text)


@given(NAMES, st.lists(PATTERNS, max_size=9), st.sampled_from([0, 1, 16]))
@pytest.mark.parametrize("matches", [asterisks_match, profile_matches])
def test_the_names_that_match_are_among_the_candidates(
    matches: Callable[[str, str], bool], names: list[str], patterns: list[str], unindexed: int
) -> None:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(wildcards, "UNINDEXED", unindexed)
        index = SortedNames(names)
        for pattern in patterns:
            matching = {name for name in names if matches(pattern, name)}
            assert matching <= set(index.candidates(pattern)) <= set(names)


@pytest.mark.parametrize("pattern", ["ORDERS.*.SHOP{}.*", "ORD*P{}.*", "O*SHOP{}?IN", "ORDERS.**.SHOP{}.**"])
def test_patterns_that_differ_in_their_middle_are_compared_with_few_names(pattern: str) -> None:
    names = [f"ORDERS.A.SHOP{number}.IN" for number in range(1000)]
    index = SortedNames(names)
    compared = sum(len([*index.candidates(pattern.format(number))]) for number in range(1000))
    assert compared <= 40 * len(names)
