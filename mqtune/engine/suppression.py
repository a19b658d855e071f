"""Suppresses findings, and finds suppressions that are unused, expired or wrong.

Directives in comments suppress by place, `[[exception]]` tables by rule and object. After its last day a
suppression no longer applies, and the finding says so. Independent of formats.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from mqtune.engine.pages import matches
from mqtune.engine.regions import regions_of
from mqtune.estate.words import QUEUE, QUEUE_TYPES
from mqtune.text.editing import Place, Span
from mqtune.text.finding import LOW, Finding, Related, SuppressedFinding
from mqtune.text.not_checked import Overruled
from mqtune.text.pattern_index import PatternIndex
from mqtune.text.patterns import asterisks_match
from mqtune.text.record import field, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import date

    from mqtune.engine.pages import Selection
    from mqtune.engine.regions import Region, Tree
    from mqtune.project.settings import ExceptionEntry, Gate


MOST_NOTES = 3  # suppressions that do not count, of one finding: each of many directives is a finding itself


@record
class Suppression:
    """One directive or exception: the codes it names (none: all), its last day, and the codes it suppressed.

    `what` is its name in messages; exactly one of `region` and `entry` is present. `refusal` is why the gate
    does not accept it, `of_gate` whether the gate itself declares it.
    """

    what: str
    codes: tuple[str, ...]
    until: date | None
    place: Place
    region: Region | None = None
    entry: ExceptionEntry | None = None
    of_gate: bool = False
    refusal: str = field(init=False)
    used: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.used = set()
        self.refusal = ""

    def applies_to(self, finding: Finding) -> bool:
        """Whether it is meant for the finding, expired or not; records which of its codes are used."""
        named = {code for code in self.codes if matches(finding.code, code)}
        if (self.codes and not named) or not self.covers(finding):
            return False
        self.used |= named or {""}
        return True

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is in its part of the file, or about its object."""
        if self.region is not None:
            return self.region.covers(finding.place)
        return self.entry is None or self.entry.object is None or is_object(finding, self.entry.object)

    @property
    def rules(self) -> str:
        """The codes that it names."""
        return " ".join(self.codes) or "all rules"

    @property
    def reason(self) -> str:
        """The reason that its author gave."""
        if self.region is not None:
            return self.region.directive.reason
        return self.entry.reason if self.entry is not None else ""

    @property
    def owner(self) -> str | None:
        """Who is responsible for it."""
        if self.region is not None:
            return self.region.directive.owner
        return self.entry.owner if self.entry is not None else None

    def has_expired(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.until is not None and self.until < today


@record
class Meant:
    """What is meant for a finding: the first suppression that counts, the first few that do not, and how many
    those are; each with its number, in whose order they are.
    """

    valid: tuple[int, Suppression] | None
    invalid: list[tuple[int, Suppression]]
    count: int


class Group:
    """Suppressions of the same part of a file, or of the same objects."""

    __slots__ = ("_by_code", "suppressions")

    def __init__(self) -> None:
        self.suppressions: list[tuple[int, Suppression]] = []
        self._by_code: dict[str, Meant] = {}

    def covers(self, finding: Finding) -> bool:
        """Whether a finding is in that part of the file, or about such an object."""
        return self.suppressions[0][1].covers(finding)

    def meant_for(self, finding: Finding, day: date) -> Meant:
        """Those that are meant for a finding that they cover, which are the same for all of its code."""
        known = self._by_code.get(finding.code)
        if known is None:
            meant = [pair for pair in self.suppressions if pair[1].applies_to(finding)]
            invalid = [pair for pair in meant if pair[1].refusal or pair[1].has_expired(day)]
            valid = next((pair for pair in meant if not (pair[1].refusal or pair[1].has_expired(day))), None)
            known = Meant(valid, invalid[: MOST_NOTES + 1], len(invalid))
            self._by_code[finding.code] = known
        return known


class SuppressionsByPlace:
    """Directives by the parts of a file to which they apply, so that a finding is compared only with those
    around it.

    The beginnings and ends of all of a file's parts divide it into stretches, and each part is put together
    from few blocks of 2 ** size stretches: a finding is in one block of each size, however many parts
    overlap.
    """

    __slots__ = ("_blocks", "_borders", "_sizes")

    def __init__(self, suppressions: Iterable[Suppression]) -> None:
        parts: dict[Place, list[Suppression]] = {}
        for suppression in suppressions:
            place = suppression.region.target if suppression.region is not None else None
            if place is not None:
                parts.setdefault(place, []).append(suppression)
        borders: dict[str, set[tuple[int, int]]] = {}
        for place in parts:
            borders.setdefault(place.file, set()).update(borders_of(place.span))
        self._borders = {file: sorted(positions) for file, positions in borders.items()}
        self._blocks: dict[tuple[str, int, int], Group] = {}
        number = 0
        for place, members in parts.items():
            numbered = [*enumerate(members, number)]
            first, end = (bisect_right(self._borders[place.file], at) for at in borders_of(place.span))
            for block in blocks_of(first, end):
                self._blocks.setdefault((place.file, *block), Group()).suppressions += numbered
            number += len(members)
        self._sizes = sorted({size for _, size, _ in self._blocks})

    def around(self, finding: Finding) -> list[Group]:
        """The groups whose part of the file has the finding."""
        file, span = finding.place.file, finding.place.span
        at = bisect_right(self._borders.get(file, ()), (span.line, span.column))
        blocks = (self._blocks.get((file, size, at >> size)) for size in self._sizes)
        return [group for group in blocks if group is not None]


def borders_of(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first position in a span, and the first one behind its end, which belongs to it."""
    line, column, end_line, end_column = span.key()
    return (line, column), (end_line, end_column + 1)


def blocks_of(first: int, end: int) -> Iterator[tuple[int, int]]:
    """The fewest blocks of which the stretches from `first` to before `end` consist: the size of each, and
    its number among those of its size.
    """
    size = 0
    while first < end:
        if first & 1:
            yield size, first
            first += 1
        if end & 1:
            end -= 1
            yield size, end
        first, end, size = first >> 1, end >> 1, size + 1


class SuppressionsByObject:
    """Exceptions by the objects that they name, so that a finding is compared only with few of them."""

    __slots__ = ("_groups", "_index")

    def __init__(self, entries: Iterable[tuple[int, Suppression]]) -> None:
        groups: dict[str | None, Group] = {}
        for number, suppression in entries:
            if suppression.entry is not None:
                groups.setdefault(suppression.entry.object, Group()).suppressions.append(
                    (number, suppression)
                )
        self._groups = [*groups.values()]
        self._index = PatternIndex(None if object is None else name_in(object) for object in groups)

    def around(self, finding: Finding) -> list[Group]:
        """The groups about the object of the finding."""
        name = finding.object.name if finding.object is not None else None
        around = (self._groups[number] for number in self._index.around(name))
        return [group for group in around if group.covers(finding)]


@record
class SuppressionResult:
    """The remaining findings, the suppressed ones, every directive, and every suppression."""

    findings: list[Finding]
    suppressed: list[SuppressedFinding]
    regions: list[Region]
    suppressions: list[Suppression]
    today: date

    @property
    def overruled(self) -> list[Overruled]:
        """The suppressions that the gate does not accept."""
        return [
            Overruled(
                suppression.place.file,
                suppression.place.span.line,
                suppression.what,
                f"{suppression.what} for {suppression.rules}",
                suppression.refusal,
            )
            for suppression in self.suppressions
            if suppression.refusal
        ]


def suppress(
    findings: list[Finding],
    trees: Iterable[Tree],
    exceptions: Sequence[ExceptionEntry],
    today: Callable[[], date],
    gate: Gate | None = None,
) -> SuppressionResult | None:
    """Separate the suppressed findings; None if there is neither a directive nor an exception.

    With a `gate`, its exceptions count, and of the others those that it accepts.
    """
    regions = regions_of(trees)
    directives = [
        Suppression(
            "ignore directive", region.directive.codes, region.directive.until, region.place, region=region
        )
        for region in regions
        if region.ignores
    ]
    entries = _of_entries(exceptions)
    accepted = _of_entries(gate.exceptions, of_gate=True) if gate is not None else []
    entries += accepted
    if not regions and not entries:
        return None
    by_place = SuppressionsByPlace(directives)
    by_object = SuppressionsByObject(enumerate(entries, len(directives)))
    day = today()
    if gate is not None:
        refuse(gate, (*directives, *entries), day)
    kept: list[Finding] = []
    suppressed: list[SuppressedFinding] = []
    for finding in findings:
        groups = by_place.around(finding) + by_object.around(finding)
        meant = [group.meant_for(finding, day) for group in groups]
        valid = min(
            (intent.valid for intent in meant if intent.valid is not None), key=itemgetter(0), default=None
        )
        if valid is None:
            kept.append(_with_invalid(finding, meant))
        else:
            suppressed.append(SuppressedFinding(finding, valid[1].region is not None, valid[1].reason))
    return SuppressionResult(kept, suppressed, regions, directives + entries, day)


def _of_entries(exceptions: Iterable[ExceptionEntry], of_gate: bool = False) -> list[Suppression]:
    return [
        Suppression(
            "exception", (entry.rule.upper(),), entry.until, entry_place(entry), entry=entry, of_gate=of_gate
        )
        for entry in exceptions
    ]


def refuse(gate: Gate, suppressions: Iterable[Suppression], day: date) -> None:
    """Set the refusal of each suppression of the repository that a gate does not accept."""
    for suppression in suppressions:
        if not suppression.of_gate:
            what = "directives" if suppression.region is not None else "exceptions"
            suppression.refusal = gate.refusal(
                what, suppression.reason, suppression.owner, suppression.until, day
            )


def _with_invalid(finding: Finding, meant: list[Meant]) -> Finding:
    """The finding, with the places of the suppressions that do not or no longer apply."""
    invalid = [
        suppression
        for _, suppression in sorted((pair for intent in meant for pair in intent.invalid), key=itemgetter(0))
    ]
    if not invalid:
        return finding
    from copy import copy  # only if something has expired or is refused

    notes = [
        Related(
            suppression.place,
            f"the {suppression.what} for this finding does not count: {suppression.refusal}",
        )
        if suppression.refusal
        else Related(
            suppression.place, f"the {suppression.what} for this finding expired on {suppression.until}"
        )
        for suppression in invalid[:MOST_NOTES]
    ]
    more = sum(intent.count for intent in meant) - len(notes)
    if more:
        ends = "does not count or has expired" if more == 1 else "do not count or have expired"
        notes.append(Related(invalid[len(notes)].place, f"{more} more for this finding {ends}"))
    changed = copy(finding)
    changed.related += tuple(notes)
    return changed


def entry_place(entry: ExceptionEntry) -> Place:
    """The place of an exception in `mqtune.toml`: its line."""
    line = max(entry.line, 1)
    return Place(entry.file, Span(line, 1, line, 1))


def is_object(finding: Finding, pattern: str) -> bool:
    """Whether a finding is about an object such as `CHANNEL(DEV.*)`; `QUEUE` is any kind of queue."""
    subject = finding.object
    if subject is None:
        return False
    type, parenthesis, _ = pattern.partition("(")
    if parenthesis:
        type = type.strip().upper()
        if not (asterisks_match(type, subject.type) or (type == QUEUE and subject.type in QUEUE_TYPES)):
            return False
    return asterisks_match(name_in(pattern), subject.name)


def unused_codes(suppression: Suppression, selection: Selection, broken: Iterable[str]) -> tuple[str, ...]:
    """The codes that suppress nothing although their rules ran; `("",)` if the suppression names none."""
    if selection.min_confidence != LOW:
        return ()  # it may suppress a finding below that confidence
    ran = set(selection.severities).difference(broken)
    if not suppression.codes:
        every = all(code in ran for code, page in selection.pages.items() if page.runs_in(selection.profile))
        return ("",) if every and not suppression.used else ()
    return tuple(
        code
        for code in suppression.codes
        if code not in suppression.used and any(matches(ran_code, code) for ran_code in ran)
    )


def name_in(pattern: str) -> str:
    """The name in the object of an exception: `DEV.*` in `CHANNEL(DEV.*)`; all of it without a type."""
    type, parenthesis, name = pattern.strip().partition("(")
    return name.removesuffix(")").strip().strip("'") if parenthesis else type
