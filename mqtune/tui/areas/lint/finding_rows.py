"""The rows of the findings list, and its filter: the findings that match it, in groups that can be closed.

An `Arrangement` depends only on the findings and on what the user chose, so that it can be made in a thread.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, compress, count
from operator import is_
from typing import NamedTuple

from mqtune.engine.pages import matches
from mqtune.present.answer import FILE, LIST, MANAGER, RULE, Target
from mqtune.text.finding import SEVERITIES, Finding
from mqtune.tui.cells import brief_paths, count_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.present.report import Item
    from mqtune.questions.card_sources import Sources  # Home filters findings before the engine is loaded

# The filter of findings: by severity, family or rule, file, and words.

KEYS = ("severity", "family", "file", "qmgr", "env")
HINT = "words, or severity:error  family:PUB  file:hub.mqsc  qmgr:HUB.QM  env:prod"

WHOLE = "="


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """The conditions; an empty one matches all findings.

    `qmgr` is a part of a queue manager's name with its environment: `prod`, `HUB.QM`, `prod/HUB.QM`; with `=`
    before it, it is the whole name. `env` is the name of an environment, or its beginning. All `words` must
    be in the message, the object, the rule's code or name, or the queue manager.
    """

    severities: tuple[str, ...] = ()
    family: str = ""
    file: str = ""
    qmgr: str = ""
    env: str = ""
    words: tuple[str, ...] = ()

    def matches(self, finding: Finding) -> bool:
        """Return whether a finding, in the form that may be shown, matches."""
        if self.severities and finding.severity not in self.severities:
            return False
        if self.family and not matches(finding.code, self.family):
            return False
        if self.file and self.file.lower() not in finding.place.file.lower():
            return False
        if self.qmgr and not self._is_of_queue_manager(finding):
            return False
        if self.env and not (finding.environment or "").lower().startswith(self.env.lower()):
            return False
        return not self.words or self._has_words(finding)

    def _is_of_queue_manager(self, finding: Finding) -> bool:
        owner = owner_of(finding).lower()
        wanted = self.qmgr.lower()
        if wanted.startswith(WHOLE):
            return wanted[1:] in (owner, (finding.queue_manager or "").lower())
        return wanted in owner

    def _has_words(self, finding: Finding) -> bool:
        subject = str(finding.object) if finding.object is not None else ""
        parts = (finding.message, subject, finding.code, finding.name, finding.queue_manager or "")
        text = "\n".join(parts).lower()
        return all(word in text for word in self.words)

    @property
    def text(self) -> str:
        """The filter as the user would type it."""
        parts = [f"severity:{','.join(self.severities)}"] if self.severities else []
        parts += [f"{key}:{value}" for key, value in self._named() if value]
        return " ".join([*parts, *self.words])

    def _named(self) -> tuple[tuple[str, str], ...]:
        return (("family", self.family), ("file", self.file), ("qmgr", self.qmgr), ("env", self.env))

    def next_severity(self) -> FindingFilter:
        """Return the filter with the next severities: all, errors, errors and warnings, infos, all again."""
        rounds: tuple[tuple[str, ...], ...] = ((), SEVERITIES[:1], SEVERITIES[:2], SEVERITIES[2:])
        at = rounds.index(self.severities) if self.severities in rounds else -1
        return replace(self, severities=rounds[(at + 1) % len(rounds)])


def read_filter(typed: str) -> FindingFilter:
    """Return the filter for the typed text; a word without one of the KEYS is an ordinary word."""
    wanted = FindingFilter()
    words = []
    for word in typed.split():
        key, colon, value = word.partition(":")
        if not colon or key.lower() not in KEYS:
            words.append(word.lower())
        elif key.lower() == "severity":
            wanted = replace(wanted, severities=_severities(value))
        elif key.lower() == "family":
            wanted = replace(wanted, family=value.upper())
        elif key.lower() == "qmgr":
            wanted = replace(wanted, qmgr=value)
        elif key.lower() == "env":
            wanted = replace(wanted, env=value)
        else:
            wanted = replace(wanted, file=value)
    return replace(wanted, words=tuple(words))


def filter_on(target: Target) -> FindingFilter:
    """The filter for the findings on a rule, file, queue manager or object."""
    if target.kind == RULE:
        return FindingFilter(family=target.name)
    if target.kind == FILE:
        return FindingFilter(file=target.name)
    if target.kind == MANAGER:
        return FindingFilter(qmgr=f"{WHOLE}{target.owner or target.name}")
    name = f"{target.type}(" if target.kind == LIST else target.title
    return FindingFilter(words=(name.lower(),))


def owner_of(finding: Finding) -> str:
    """The queue manager of a finding with its environment: `prod/PAYQM1`."""
    return "/".join(filter(None, (finding.environment, finding.queue_manager)))


def _severities(value: str) -> tuple[str, ...]:
    """Return the severities for names or their beginnings: `error`, `err,warn`, `w`."""
    wanted = [part for part in value.lower().split(",") if part]
    return tuple(name for name in SEVERITIES if any(name.startswith(part) for part in wanted))


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


BY_FILE, BY_RULE, BY_MANAGER = "file", "rule", "queue manager"
NAMED = (BY_FILE, BY_RULE, BY_MANAGER)  # the groupings whose headings are names with a card
GROUPINGS: dict[str, Callable[[Finding], str]] = {
    BY_FILE: _file,
    BY_RULE: _rule,
    BY_MANAGER: _queue_manager,
    "environment": _environment,
    "severity": _severity,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user chose: which findings, grouped by what, and whether the most severe are first."""

    filter: FindingFilter = field(default_factory=FindingFilter)
    grouping: str = BY_FILE
    by_severity: bool = False

    def next_grouping(self) -> Choice:
        """Return the choice with the next grouping."""
        names = list(GROUPINGS)
        return replace(self, grouping=names[(names.index(self.grouping) + 1) % len(names)])

    @property
    def words(self) -> str:
        """What differs from the usual order, as text."""
        parts = [f"by {self.grouping}"] if self.grouping != BY_FILE else []
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


class Kinds:
    """The findings of a check by kind: those of one kind differ only in place, message and object.

    There are few kinds, so that what is asked about thousands of findings is asked once for each kind.
    """

    def __init__(self, items: Sequence[Item] = ()) -> None:
        self.items = items
        numbers: dict[Hashable, int] = {}
        self.numbers = [numbers.setdefault(_kind(item.shown), len(numbers)) for item in items]
        self.lines = [item.shown.place.span.line for item in items]
        examples = dict(zip(reversed(self.numbers), reversed(items), strict=True))
        self.examples = [examples[number].shown for number in range(len(numbers))]
        self.fixable = [example.fix(allow_unsafe=True) is not None for example in self.examples]


def _kind(finding: Finding) -> Hashable:
    fix = finding.fix(allow_unsafe=True) if finding.fixes else None
    manager, environment = finding.queue_manager, finding.environment
    return finding.code, finding.severity, finding.place.file, manager, environment, fix is None


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """The groups of a choice, their counts together, how many of the findings have a fix, and the files with
    their brief names.
    """

    choice: Choice
    groups: tuple[Group, ...] = ()
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEVERITIES, 0))
    fixable: int = 0
    line_width: int = 1
    files: Mapping[str, str] = field(default_factory=dict)


class Rows:
    """The rows of groups, each made when it is needed, so that no key waits for thousands of them.

    The findings of the groups whose titles are `closed` are left out.
    """

    def __init__(self, groups: Sequence[Group] = (), closed: Collection[str] = ()) -> None:
        self._groups = groups
        self._closed = frozenset(closed)
        self._starts: list[int] = []  # the row of each heading
        self._count = 0
        for group in groups:
            self._starts.append(self._count)
            self._count += 1 + len(self._items_of(group))

    def _items_of(self, group: Group) -> tuple[Item, ...]:
        return () if group.title in self._closed else group.items

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> FindingRow:
        at = bisect_right(self._starts, index) - 1
        group, offset = self._groups[at], index - self._starts[at]
        return FindingRow(group.items[offset - 1] if offset else None, group)

    def __iter__(self) -> Iterator[FindingRow]:
        return map(self.__getitem__, range(self._count))

    def index_again(self, known: FindingRow | None, before: int) -> int:
        """Return the row that was marked, else the nearest finding to its former row; -1 without any row."""
        index = NONE
        if known is not None:
            item = known.item
            index = self.heading_of(known.group.title) if item is None else self.index_of(item)
        return self._nearest_finding(min(max(before, 0), self._count - 1)) if index == NONE else index

    def index_of(self, wanted: Item) -> int:
        """Return the row of a finding, also of one from an earlier check of the files; -1 if it is gone."""
        for is_wanted in (partial(is_, wanted), wanted.is_same):
            for start, group in zip(self._starts, self._groups, strict=True):
                matches = map(is_wanted, self._items_of(group))
                index = next(compress(count(start + 1), matches), NONE)
                if index != NONE:
                    return index
        return NONE

    def heading_of(self, title: str) -> int:
        """Return the row of the heading of a group; -1 if there is none."""
        rows = zip(self._starts, self._groups, strict=True)
        return next((start for start, group in rows if group.title == title), NONE)

    def _nearest_finding(self, index: int) -> int:
        """Return the row of the finding at an index, else of the next, the one before, a heading; or -1."""
        for near in chain(range(index, self._count), range(index - 1, -1, -1)):
            if near >= 0 and self[near].item is not None:
                return near
        return min(max(index, 0), self._count - 1)


def arrange(kinds: Kinds, choice: Choice) -> Arrangement:
    """Return the matching findings in groups. Slow for thousands: call it in a thread then."""
    chosen = _chosen(kinds, choice)
    numbers = [kinds.numbers[at] for at in chosen]
    title_of = GROUPINGS[choice.grouping]
    counted = Counter(numbers)  # in the order in which they first occur
    by_title: dict[str, list[Item]] = {}
    counts_of: dict[str, dict[str, int]] = {}
    group_of: dict[int, list[Item]] = {}
    for number, often in counted.items():
        example = kinds.examples[number]
        title = title_of(example)
        group_of[number] = by_title.setdefault(title, [])
        counts_of.setdefault(title, dict.fromkeys(SEVERITIES, 0))[example.severity] += often
    for at, number in zip(chosen, numbers, strict=True):
        group_of[number].append(kinds.items[at])
    groups = [Group(title, tuple(items), counts_of[title]) for title, items in by_title.items()]
    if choice.by_severity:
        groups.sort(key=lambda group: [-count for count in group.counts.values()])
    elif choice.grouping == "severity":
        groups.sort(key=lambda group: RANK[group.title])
    elif choice.grouping != BY_FILE:
        groups.sort(key=lambda group: (group.title in (NO_QUEUE_MANAGER, NO_ENVIRONMENT), group.title))
    counts = {severity: sum(group.counts[severity] for group in groups) for severity in SEVERITIES}
    fixable = sum(often for number, often in counted.items() if kinds.fixable[number])
    last_line = max((kinds.lines[at] for at in chosen), default=0)
    files = brief_paths(kinds.examples[number].place.file for number in counted)
    return Arrangement(choice, tuple(groups), counts, fixable, len(str(last_line)), files)


def _chosen(kinds: Kinds, choice: Choice) -> list[int]:
    """Return the indexes of the matching findings, in their order."""
    wanted, any_words = choice.filter, replace(choice.filter, words=())
    numbers = [number for number, example in enumerate(kinds.examples) if any_words.matches(example)]
    severities = SEVERITIES if choice.by_severity else (None,)
    indexes: list[int] = []
    for severity in severities:
        these = {number for number in numbers if severity in (None, kinds.examples[number].severity)}
        indexes += compress(count(), map(these.__contains__, kinds.numbers))
    return [at for at in indexes if wanted.matches(kinds.items[at].shown)] if wanted.words else indexes


def group_target(sources: Sources, first: Finding, grouping: str) -> Target | None:
    """Return the name of a group by its first finding; None if it has no card."""
    from mqtune.questions.card_sources import manager_target  # first frame

    if grouping == BY_MANAGER:
        owners = sources.owners(owner_of(first)) if first.queue_manager else ()
        return manager_target(owners[0][1]) if owners else None
    names = {BY_FILE: Target(FILE, first.place.file), BY_RULE: Target(RULE, first.code)}
    return names.get(grouping)


def safe_fixes(items: Iterable[Item]) -> int:
    """Return the number of findings with a safe fix."""
    return sum(1 for item in items if item.shown.fixes and item.shown.fix() is not None)
