"""Text from files cannot steer a terminal or a CI runner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.text.messages import printable, shown


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("QLOCAL(DÉPÔT.漢)", "QLOCAL(DÉPÔT.漢)"),
        ("a\tb\nc\rd", "a\\tb\\nc\\rd"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b31m", "\\x9b31m"),
        ("\x00\x7f", "\\x00\\x7f"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("\udcff", "\\xff"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\U000e0100\U000e01ef", "\\U000e0100\\U000e01ef"),
        ("\u180b\u180d\u180f", "\\u180b\\u180d\\u180f"),
        ("##vso[task.setvariable]x", "#\\x23vso[task.setvariable]x"),
        ("##[error]x", "#\\x23[error]x"),
        ("::error::x", "\\x3a:error::x"),
        ("  ::error::x", "  \\x3a:error::x"),
        ("#### a banner ####", "#### a banner ####"),
    ],
)
def test_what_could_steer_becomes_visible(text: str, safe: str) -> None:
    assert printable(text) == safe


ANY = st.text(st.characters(blacklist_categories=[]), max_size=30)


@given(ANY)
def test_nothing_unprintable_is_ever_left(text: str) -> None:
    assert printable(text).isprintable()
    assert shown(text.replace("\n", "")).text.isprintable()


@given(st.text("#[:vsoa]", max_size=20))
def test_no_command_is_ever_left(text: str) -> None:
    for safe in (printable(text), shown(text).text):
        assert "##[" not in safe
        assert "##vso[" not in safe


@given(ANY, st.integers(0, 30), st.integers(0, 30))
def test_every_column_of_a_line_has_its_printed_column(text: str, start: int, end: int) -> None:
    line = text.replace("\n", "")
    row = shown(line, ((min(start, end), max(start, end)),) if start != end else ())
    assert len(row.columns) == len(line) + 1
    assert list(row.columns) == sorted(row.columns)


def test_a_hidden_stretch_is_covered_and_the_rest_is_not() -> None:
    assert shown("PASSWORD('abc') X(1)", ((10, 13),)).text == "PASSWORD('********') X(1)"
