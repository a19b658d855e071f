"""The edits of a round are those that a comparison with each chosen one would choose."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from mqtune.text.editing import ChosenEdits, Edit, Place, Span, clash

POSITIONS = some.tuples(some.integers(1, 3), some.integers(1, 6))


def edit_of(ends: list[tuple[int, int]], content: str) -> Edit:
    start, end = sorted(ends)
    return Edit(Place("a.mqsc", Span(*start, *end)), content)


EDITS = some.builds(edit_of, some.lists(POSITIONS, min_size=2, max_size=2), some.sampled_from("ab"))


@given(some.lists(EDITS, max_size=20))
def test_each_edit_is_compared_with_all_that_it_may_touch(edits: list[Edit]) -> None:
    chosen, compared = ChosenEdits(), list[Edit]()
    for edit in edits:
        fits = not any(
            clash(edit.place.span, before.place.span)
            for before in compared
            if (edit.place, edit.content) != (before.place, before.content)
        )
        assert chosen.add((edit,)) is fits
        compared += [edit] * fits
