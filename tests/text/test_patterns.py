"""A pattern that is compiled when it is first used is used like any other."""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern


def test_what_is_asked_of_it_is_answered_by_the_pattern() -> None:
    word = lazy_pattern(r"[a-z]+", re.IGNORECASE)
    for _ in range(2):
        found = word.match("1 Ab", 2)
        assert found is not None
        assert found.group() == "Ab"
        assert word.fullmatch("1") is None
        assert word.pattern == r"[a-z]+"


def test_bytes_are_searched_too() -> None:
    assert lazy_pattern(rb"\d").findall(b"1a2") == [b"1", b"2"]
