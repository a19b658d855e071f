"""Edits by line and column."""

from __future__ import annotations

import pytest

from mqtune.text.editing import EditError, LineIndex, Span, apply_edits, clash


def test_edits_are_done_at_once_in_any_order() -> None:
    text = "one two\r\nthree\n"
    edits = [(Span(2, 1, 2, 6), "3"), (Span(1, 1, 1, 4), "1"), (Span(1, 8, 1, 8), "!")]
    assert apply_edits(text, edits) == "1 two!\r\n3\n"


def test_the_same_edit_twice_is_done_once() -> None:
    assert apply_edits("ab", [(Span(1, 2, 1, 2), "-"), (Span(1, 2, 1, 2), "-")]) == "a-b"


def test_an_edit_can_take_out_a_whole_line() -> None:
    assert apply_edits("a\nb\nc\n", [(Span(2, 1, 3, 1), "")]) == "a\nc\n"


def test_an_edit_can_add_behind_the_last_line() -> None:
    assert apply_edits("a\n", [(Span(2, 1, 2, 1), "b\n")]) == "a\nb\n"


@pytest.mark.parametrize("span", [Span(3, 1, 3, 1), Span(1, 4, 1, 4), Span(1, 3, 1, 2), Span(0, 1, 1, 1)])
def test_an_edit_outside_the_text_is_refused(span: Span) -> None:
    with pytest.raises(EditError):
        apply_edits("ab\nc", [(span, "x")])


def test_two_edits_of_the_same_stretch_are_refused() -> None:
    with pytest.raises(EditError):
        apply_edits("abcd", [(Span(1, 1, 1, 3), "x"), (Span(1, 2, 1, 4), "y")])


def test_neighbours_do_not_clash_and_an_insertion_at_an_edge_does() -> None:
    assert not clash(Span(1, 1, 1, 3), Span(1, 3, 1, 5))
    assert clash(Span(1, 1, 1, 3), Span(1, 3, 1, 3))
    assert clash(Span(1, 3, 1, 3), Span(1, 3, 1, 3))
    assert not clash(Span(1, 4, 1, 4), Span(1, 1, 1, 3))


def test_a_line_is_given_without_its_line_end() -> None:
    index = LineIndex("a\r\nb\n")
    assert [index.line(number) for number in (0, 1, 2, 3, 4)] == ["", "a", "b", "", ""]
