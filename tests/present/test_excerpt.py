"""Excerpts mark the position, whatever the line contains."""

from __future__ import annotations

import pytest

from mqtune.present.excerpt import rows
from mqtune.present.redact import FileText
from mqtune.text.editing import Span
from mqtune.text.messages import wrapped


def marked(text: str, span: Span, width: int = 80) -> str:
    """The text above the marks."""
    row = next(row for row in rows(FileText(text), span, width) if row.marks)
    start = len(row.marks) - len(row.marks.lstrip())
    return row.text[start : len(row.marks)]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("DEFINE QLOCAL(A) MAXDEPTH(5)", "MAXDEPTH(5)"),
        ("\tDEFINE\tQLOCAL(A)", "QLOCAL(A)"),
        ("PASSWORD('a long secret') DESCR(X)", "DESCR(X)"),
        ("A(\x1b[2J) B(1)", "B(1)"),
        ("A(\u202e\udcff) B(1)", "B(1)"),
        ("x" * 300 + " B(1) " + "y" * 300, "B(1)"),
        ("x" * 30000 + " B(1) " + "y" * 30000, "B(1)"),
        ("PASSWORD('a long secret') " * 3000 + " B(1) ", "B(1)"),
    ],
)
def test_the_marks_are_below_the_position(line: str, word: str) -> None:
    column = line.index(word) + 1
    assert marked(f"first\n{line}\nlast\n", Span(2, column, 2, column + len(word))) == word


def test_a_secret_on_a_very_long_line_is_masked_at_the_cut() -> None:
    line = "x" * 5000 + " PASSWORD('" + "Tr0ub4dor" * 200 + "') B(1)"
    for column in (5000, 5010, 5500, len(line) - 3):
        found = rows(FileText(line), Span(1, column, 1, column + 3), 80)
        assert not any("Tr0ub" in row.text for row in found)


def test_a_wide_character_has_two_columns() -> None:
    row = next(row for row in rows(FileText("漢 B(1)"), Span(1, 3, 1, 7), 80) if row.marks)
    assert row.marks == "   ^^^^"


def test_an_empty_span_and_one_after_the_line_get_one_mark() -> None:
    assert [row.marks for row in rows(FileText("ab"), Span(1, 2, 1, 2), 80)] == [" ^"]
    assert [row.marks for row in rows(FileText("ab"), Span(1, 3, 1, 3), 80)] == ["  ^"]


def test_a_position_after_the_file_has_no_excerpt() -> None:
    assert rows(FileText("ab\n"), Span(9, 1, 9, 2), 80) == []


def test_the_middle_of_a_long_span_is_omitted() -> None:
    text = "".join(f"line {number}\n" for number in range(1, 30))
    numbers = [row.number for row in rows(FileText(text), Span(5, 1, 20, 3), 80)]
    assert numbers == [4, 5, 6, 0, 19, 20, 21]


def test_a_span_that_ends_at_the_start_of_a_line_does_not_include_it() -> None:
    assert [row.number for row in rows(FileText("a\nb\nc\n"), Span(1, 1, 2, 1), 80, context=0)] == [1]


@pytest.mark.parametrize("start", [1, 50, 120, 195])
def test_no_row_is_wider_than_the_width(start: int) -> None:
    found = rows(FileText("abcd " * 40), Span(1, start, 1, start + 4), 60)
    assert all(len(row.text) <= 60 for row in found)
    assert all(len(row.marks) <= 60 for row in found)


def test_prose_is_wrapped_at_blanks_and_never_lost() -> None:
    text = "a word and another one, " * 8
    lines = wrapped(text.strip(), 40)
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines) == text.strip()
