"""Pieces of messages."""

from __future__ import annotations

from mqtune.text.messages import allowed_list


def test_allowed_values_are_listed_and_cut_at_eight():
    assert allowed_list(["YES", "NO"]) == "YES or NO"
    assert allowed_list(["A"]) == "A"
    assert allowed_list(str(n) for n in range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
