"""Patterns of the program over long texts of a stranger: with backtracking these would take hours."""

from __future__ import annotations

import pytest

from mqtune.estate.rejected import ADDRESS
from mqtune.syntax.carriers.jcl import _ASSIGNED
from mqtune.syntax.ccdt.tree import DECIMAL_WORD
from mqtune.syntax.mqsc.lines import SEQUENCE
from mqtune.syntax.mqsc.values import PAIR

LONG = 300_000


@pytest.mark.parametrize(
    ("find", "unit"),
    [
        (PAIR.findall, "a"),
        (PAIR.findall, "a1_"),
        (PAIR.findall, "a(a "),
        (PAIR.findall, "1_"),
        (_ASSIGNED.findall, "A1"),
        (_ASSIGNED.findall, "1"),
        (DECIMAL_WORD.fullmatch, "0"),
        (ADDRESS.match, ":"),
        (SEQUENCE.match, " "),
    ],
)
def test_a_long_text_is_searched_once(find, unit):
    assert not find(unit * LONG + "?")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (
            "MAXDEPTH(5) GET (ENABLED),1abc(x) _b(y)",
            [("MAXDEPTH", "5"), ("GET", "ENABLED"), ("abc", "x"), ("b", "y")],
        ),
        ("A(B(C))", [("B", "C")]),
        ("é1A(B)x(", [("A", "B")]),
    ],
)
def test_pairs_are_found_as_before(text, pairs):
    assert PAIR.findall(text) == pairs
