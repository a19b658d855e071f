"""Names with asterisks."""

from __future__ import annotations

import pytest

from mqtune.text.wildcards import asterisks_match


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
