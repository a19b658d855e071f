"""Edits that can be applied together: none overlaps another."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from mqtune.text.editing import clash
from mqtune.text.spans import Edit


class ChosenEdits:
    """The edits chosen so far in a round: in order by file, as a run over a big dump chooses thousands."""

    __slots__ = ("by_file",)

    def __init__(self) -> None:
        self.by_file: dict[str, list[Edit]] = {}

    def add(self, edits: tuple[Edit, ...]) -> bool:
        """Add the edits of a fix if none of them overlaps another one; an equal edit does not overlap."""
        more: list[Edit] = []
        for edit in edits:
            near = list(self._near(edit))
            if any(edit.place == chosen.place and edit.content == chosen.content for chosen in near):
                continue
            if any(clash(edit.place.span, chosen.place.span) for chosen in near):
                return False
            more.append(edit)
        for edit in more:
            insort(self.by_file.setdefault(edit.place.file, []), edit, key=_extent)
        return True

    def _near(self, edit: Edit) -> Iterator[Edit]:
        """The chosen edits that touch the range of an edit. No two overlap, so that all others are beyond."""
        chosen = self.by_file.get(edit.place.file, [])
        extent = _extent(edit)
        at = number = bisect_left(chosen, extent, key=_extent)
        while number < len(chosen) and _extent(chosen[number])[:2] <= extent[2:]:
            yield chosen[number]
            number += 1
        while at > 0 and _extent(chosen[at - 1])[2:] >= extent[:2]:
            at -= 1
            yield chosen[at]


def _extent(edit: Edit) -> tuple[int, int, int, int]:
    return edit.place.span.key()
