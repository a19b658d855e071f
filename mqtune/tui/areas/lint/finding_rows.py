"""The rows of the findings list: the findings that match a filter, in groups that can be closed.

An `Arrangement` depends only on the findings and on what the user chose, so that it can be made in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from mqtune.findings.finding import SEVERITIES, Finding
from mqtune.report.report import Item
from mqtune.tui.areas.lint.finding_filter import FindingFilter, owner_of
from mqtune.tui.counts import count_words
from mqtune.views.card import model as words
from mqtune.views.card.model import Target
from mqtune.views.card.sources import Sources, manager_target

NONE = -1
RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}
NO_QUEUE_MANAGER = "no queue manager"
NO_ENVIRONMENT = "no environment"


def _file(finding: Finding) -> str:
    return finding.place.file


def _rule(finding: Finding) -> str:
    return f"{finding.code} {finding.name}"


def _queue_manager(finding: Finding) -> str:
    return owner_of(finding) if finding.queue_manager else NO_QUEUE_MANAGER


def _environment(finding: Finding) -> str:
    return finding.environment or NO_ENVIRONMENT


def _severity(finding: Finding) -> str:
    return finding.severity


FILE, RULE, MANAGER = "file", "rule", "queue manager"
NAMED = (FILE, RULE, MANAGER)  # the groupings whose headings are names with a card
GROUPINGS: dict[str, Callable[[Finding], str]] = {
    FILE: _file,
    RULE: _rule,
    MANAGER: _queue_manager,
    "environment": _environment,
    "severity": _severity,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user chose: which findings, grouped by what, and whether the most severe are first."""

    filter: FindingFilter = field(default_factory=FindingFilter)
    grouping: str = FILE
    by_severity: bool = False

    def next_grouping(self) -> Choice:
        """Return the choice with the next grouping."""
        names = list(GROUPINGS)
        return replace(self, grouping=names[(names.index(self.grouping) + 1) % len(names)])

    @property
    def words(self) -> str:
        """What differs from the usual order, as text."""
        parts = [f"by {self.grouping}"] if self.grouping != FILE else []
        return ", ".join([*parts, "most severe first"] if self.by_severity else parts)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The findings below one heading, with their counts."""

    title: str
    items: tuple[Item, ...]
    counts: dict[str, int]

    @property
    def counts_text(self) -> str:
        """The counts as text."""
        return count_words(self.counts)


class FindingRow(NamedTuple):
    """A row: a finding, or the heading of its group, which has no item. A tuple: there are thousands."""

    item: Item | None
    group: Group


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """The groups of a choice, their counts together, and how many of the findings have a fix."""

    choice: Choice
    groups: tuple[Group, ...] = ()
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEVERITIES, 0))
    fixable: int = 0
    line_width: int = 1

    def rows(self, closed: Collection[str]) -> tuple[FindingRow, ...]:
        """Return the rows; the findings of a closed group are left out."""
        rows: list[FindingRow] = []
        for group in self.groups:
            rows.append(FindingRow(None, group))
            if group.title not in closed:
                rows += [FindingRow(item, group) for item in group.items]
        return tuple(rows)


def arrange(items: Iterable[Item], choice: Choice) -> Arrangement:
    """Return the matching findings in groups. Slow for thousands: call it in a thread then."""
    wanted = choice.filter
    chosen = list(items)
    if wanted != FindingFilter():
        chosen = [item for item in chosen if wanted.matches(item.shown)]
    if choice.by_severity:
        chosen.sort(key=lambda item: RANK[item.shown.severity])  # stable: by place within a severity
    title_of = GROUPINGS[choice.grouping]
    by_title: dict[str, list[Item]] = {}
    fixable = last_line = 0
    for item in chosen:
        finding = item.shown
        by_title.setdefault(title_of(finding), []).append(item)
        if finding.fixes and finding.fix(allow_unsafe=True) is not None:
            fixable += 1
        if finding.place.span.line > last_line:
            last_line = finding.place.span.line
    groups = [Group(title, tuple(found), _counted(found)) for title, found in by_title.items()]
    if choice.by_severity:
        groups.sort(key=lambda group: [-count for count in group.counts.values()])
    elif choice.grouping == "severity":
        groups.sort(key=lambda group: RANK[group.title])
    elif choice.grouping != FILE:
        groups.sort(key=lambda group: (group.title in (NO_QUEUE_MANAGER, NO_ENVIRONMENT), group.title))
    counts = {severity: sum(group.counts[severity] for group in groups) for severity in SEVERITIES}
    return Arrangement(choice, tuple(groups), counts, fixable, len(str(last_line)))


def _counted(items: Iterable[Item]) -> dict[str, int]:
    counts = dict.fromkeys(SEVERITIES, 0)
    for item in items:
        counts[item.shown.severity] += 1
    return counts


def group_target(sources: Sources, first: Finding, grouping: str) -> Target | None:
    """Return the name of a group by its first finding; None if it has no card."""
    if grouping == MANAGER:
        owners = sources.owners(owner_of(first)) if first.queue_manager else ()
        return manager_target(owners[0][1]) if owners else None
    names = {FILE: Target(words.FILE, first.place.file), RULE: Target(words.RULE, first.code)}
    return names.get(grouping)


def safe_fixes(items: Iterable[Item]) -> int:
    """Return the number of findings with a safe fix."""
    return sum(1 for item in items if item.shown.fixes and item.shown.fix() is not None)


def index_again(rows: Sequence[FindingRow], known: FindingRow | None, before: int) -> int:
    """Return the row that was marked, else the nearest finding to its former row; -1 without any row."""
    index = NONE
    if known is not None and known.item is not None:
        index = index_of(rows, known.item)
    elif known is not None:
        index = heading_of(rows, known.group.title)
    if index != NONE:
        return index
    return nearest_finding(rows, min(max(before, 0), len(rows) - 1))


def index_of(rows: Sequence[FindingRow], wanted: Item) -> int:
    """Return the row of a finding, which may come from an earlier check of the files; -1 if it is gone."""
    code = wanted.finding.code
    same = NONE
    for index, (item, _) in enumerate(rows):
        if item is wanted:
            return index
        if same == NONE and item is not None and item.finding.code == code and item.is_same(wanted):
            same = index
    return same


def heading_of(rows: Sequence[FindingRow], title: str) -> int:
    """Return the row of the heading of a group; -1 if there is none."""
    return next((at for at, row in enumerate(rows) if row.item is None and row.group.title == title), NONE)


def nearest_finding(rows: Sequence[FindingRow], index: int) -> int:
    """Return the row of a finding at an index, else the next, else the one before, else a heading; or -1."""
    for near in chain(range(index, len(rows)), range(index - 1, -1, -1)):
        if 0 <= near < len(rows) and rows[near].item is not None:
            return near
    return min(max(index, 0), len(rows) - 1)
