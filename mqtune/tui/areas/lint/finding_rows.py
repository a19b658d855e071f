"""The rows of the findings list: a heading for each file, and its findings below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from mqtune.report.report import Item
from mqtune.tui.areas.lint.finding_filter import FindingFilter
from mqtune.tui.counts import count_words, counted

NONE = -1


class FindingRow(NamedTuple):
    """A row: a finding, or the heading of a file, which has no item. A tuple, because there are thousands."""

    item: Item | None
    file: str = ""
    counts: str = ""


def rows_of(items: Iterable[Item], wanted: FindingFilter) -> tuple[FindingRow, ...]:
    """Return the matching findings file by file, in the order of all outputs."""
    by_file: dict[str, list[Item]] = {}
    for item in items:
        if wanted.matches(item.shown):
            by_file.setdefault(item.shown.place.file, []).append(item)
    rows: list[FindingRow] = []
    for file, found in by_file.items():
        rows.append(FindingRow(None, file, count_words(counted(item.shown for item in found))))
        rows += [FindingRow(item) for item in found]
    return tuple(rows)


def line_width(rows: Iterable[FindingRow]) -> int:
    """Return the columns that the longest line number needs."""
    return max((len(str(row.item.shown.place.span.line)) for row in rows if row.item), default=1)


def index_again(rows: Sequence[FindingRow], known: Item | None, before: int) -> int:
    """Return the row of the finding that was marked, else the nearest to its former row; -1 without any."""
    index = index_of(rows, known) if known is not None else NONE
    if index != NONE:
        return index
    return nearest_finding(rows, min(max(before, 0), len(rows) - 1))


def index_of(rows: Sequence[FindingRow], wanted: Item) -> int:
    """Return the row of a finding, which may come from an earlier check of the files; -1 if it is gone."""
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
    """Return the row of a finding at an index, else after it, else before it; -1 without any."""
    for near in chain(range(index, len(rows)), range(index - 1, -1, -1)):
        if 0 <= near < len(rows) and rows[near].item is not None:
            return near
    return NONE
