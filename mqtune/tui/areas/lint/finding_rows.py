"""The rows of the findings list: a head for each file, and its findings below. Pure; knows no widget."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from mqtune.tui.counts import count_words, counted

NONE = -1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.report.report import Item
    from mqtune.tui.areas.lint.finding_filter import FindingFilter


class FindingRow(NamedTuple):
    """A row: of a finding, or the head of a file, which has no item. A tuple, for there are thousands."""

    item: Item | None
    file: str = ""
    counts: str = ""


def rows_of(items: Iterable[Item], wish: FindingFilter) -> tuple[FindingRow, ...]:
    """The wanted findings file by file, in the order of every output."""
    by_file: dict[str, list[Item]] = {}
    for item in items:
        if wish.matches(item.shown):
            by_file.setdefault(item.shown.place.file, []).append(item)
    rows: list[FindingRow] = []
    for file, found in by_file.items():
        rows.append(FindingRow(None, file, count_words(counted(item.shown for item in found))))
        rows += [FindingRow(item) for item in found]
    return tuple(rows)


def line_width(rows: Iterable[FindingRow]) -> int:
    """Columns that the longest line number needs."""
    return max((len(str(row.item.shown.place.span.line)) for row in rows if row.item), default=1)


def index_again(rows: Sequence[FindingRow], known: Item | None, before: int) -> int:
    """The row of the finding that was marked, else the nearest to where it was; -1 without any."""
    index = index_of(rows, known) if known is not None else NONE
    if index != NONE:
        return index
    return nearest_finding(rows, min(max(before, 0), len(rows) - 1))


def index_of(rows: Sequence[FindingRow], wanted: Item) -> int:
    """The row of a finding, also where it is of another look at the files; -1 without."""
    code, print = wanted.finding.code, ""
    for index, row in enumerate(rows):
        item = row.item
        if item is wanted:
            return index
        if item is not None and item.finding.code == code:
            print = print or wanted.fingerprint
            if item.fingerprint == print:
                return index
    return NONE


def nearest_finding(rows: Sequence[FindingRow], index: int) -> int:
    """The row of a finding at an index, else behind it, else before it; -1 without any."""
    for near in chain(range(index, len(rows)), range(index - 1, -1, -1)):
        if 0 <= near < len(rows) and rows[near].item is not None:
            return near
    return NONE
