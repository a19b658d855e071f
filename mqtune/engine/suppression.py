"""Holds back the findings that somebody answers for, and tells of ignores that are idle, late or wrong.

Directives in comments silence by place, `[[exception]]` tables by rule and object. One that is past
its day lets the finding through, and the finding says so. Does not know formats.
"""

from __future__ import annotations

from mqtune.engine.regions import regions_of
from mqtune.engine.selection import matches
from mqtune.findings.finding import LOW, Finding, Related
from mqtune.text.spans import Place, Span
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import date

    from mqtune.engine.regions import Region, Tree
    from mqtune.engine.selection import Selection
    from mqtune.project.settings import ExceptionEntry

QUEUE = "QUEUE"  # in the object of an exception: a queue of any kind
QUEUE_TYPES = ("QLOCAL", "QREMOTE", "QALIAS", "QMODEL")


class Silencer:
    """One ignore or exception: the codes it names (none: all), its last day, and what it silenced.

    `what` is how a message calls it; exactly one of `region` and `entry` is there.
    """

    __slots__ = ("codes", "entry", "place", "region", "until", "used", "what")

    def __init__(
        self,
        what: str,
        codes: tuple[str, ...],
        until: date | None,
        place: Place,
        region: Region | None = None,
        entry: ExceptionEntry | None = None,
    ) -> None:
        self.what = what
        self.codes = codes
        self.until = until
        self.place = place
        self.region = region
        self.entry = entry
        self.used: set[str] = set()

    def takes(self, finding: Finding) -> bool:
        """Whether it aims at the finding; remembers for which of its codes."""
        named = {code for code in self.codes if matches(finding.code, code)}
        if (self.codes and not named) or not self._covers(finding):
            return False
        self.used |= named or {""}
        return True

    def _covers(self, finding: Finding) -> bool:
        if self.region is not None:
            return self.region.covers(finding.place)
        return self.entry is None or self.entry.object is None or is_object(finding, self.entry.object)

    @property
    def reason(self) -> str:
        """Why, in the words of whoever answers for it."""
        if self.region is not None:
            return self.region.directive.reason
        return self.entry.reason if self.entry is not None else ""

    def is_late(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.until is not None and self.until < today


class Aims:
    """Ignores by the lines they aim at, so that a finding meets only those around it."""

    __slots__ = ("_by_line",)

    def __init__(self, ignores: Iterable[Silencer]) -> None:
        self._by_line: dict[tuple[str, int], list[list[Silencer]]] = {}
        same_aim: dict[Place, list[Silencer]] = {}
        for ignore in ignores:
            aim = ignore.region.aim if ignore.region is not None else None
            if aim is None:
                continue
            if aim not in same_aim:
                same_aim[aim] = []
                for line in range(aim.span.line, aim.span.end_line + 1):
                    self._by_line.setdefault((aim.file, line), []).append(same_aim[aim])
            same_aim[aim].append(ignore)

    def at(self, place: Place) -> Iterator[Silencer]:
        """The ignores that aim at the line on which a place begins."""
        for together in self._by_line.get((place.file, place.span.line), ()):
            yield from together


class Held:
    """A finding that is held back: whether its file says so itself, and the reason given."""

    __slots__ = ("finding", "in_source", "reason")

    def __init__(self, finding: Finding, silencer: Silencer) -> None:
        self.finding = finding
        self.in_source = silencer.region is not None
        self.reason = silencer.reason


class Silenced:
    """The outcome: the findings that stay, those that do not, every directive, and what could silence."""

    __slots__ = ("findings", "held", "regions", "silencers", "today")

    def __init__(
        self,
        findings: list[Finding],
        held: list[Held],
        regions: list[Region],
        silencers: list[Silencer],
        today: date,
    ) -> None:
        self.findings = findings
        self.held = held
        self.regions = regions
        self.silencers = silencers
        self.today = today


def silence(
    findings: list[Finding],
    trees: Iterable[Tree],
    exceptions: Sequence[ExceptionEntry],
    today: Callable[[], date],
) -> Silenced | None:
    """The findings without the silenced ones; None where there is neither directive nor exception."""
    regions = regions_of(trees)
    ignores = [
        Silencer("ignore", region.directive.codes, region.directive.until, region.place, region=region)
        for region in regions
        if region.ignores
    ]
    entries = [
        Silencer("exception", (entry.rule.upper(),), entry.until, entry_place(entry), entry=entry)
        for entry in exceptions
    ]
    if not regions and not entries:
        return None
    aims = Aims(ignores)
    day = today()
    kept: list[Finding] = []
    held: list[Held] = []
    for finding in findings:
        aiming = [one for one in (*aims.at(finding.place), *entries) if one.takes(finding)]
        if all(one.is_late(day) for one in aiming):
            kept.append(_with_reasons(finding, aiming))
        else:
            held.append(Held(finding, next(one for one in aiming if not one.is_late(day))))
    return Silenced(kept, held, regions, ignores + entries, day)


def _with_reasons(finding: Finding, late: list[Silencer]) -> Finding:
    """The finding, with the places of the ignores that no longer hold it back."""
    if not late:
        return finding
    from copy import copy  # only where something has expired

    changed = copy(finding)
    changed.related += tuple(
        Related(one.place, f"the {one.what} of this finding ended on {one.until}") for one in late
    )
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
    type, parenthesis, name = pattern.strip().partition("(")
    if not parenthesis:
        return asterisks_match(type, subject.name)
    type = type.strip().upper()
    right_type = asterisks_match(type, subject.type) or (type == QUEUE and subject.type in QUEUE_TYPES)
    return right_type and asterisks_match(name.removesuffix(")").strip().strip("'"), subject.name)


def idle_codes(silencer: Silencer, selection: Selection, broken: Iterable[str]) -> tuple[str, ...]:
    """The codes that silence nothing although their rules ran; `("",)` where all are meant."""
    if selection.min_confidence != LOW:
        return ()  # what was not shown may be what it silences
    ran = set(selection.severities).difference(broken)
    if not silencer.codes:
        every = all(code in ran for code, page in selection.pages.items() if page.runs_in(selection.profile))
        return ("",) if every and not silencer.used else ()
    return tuple(
        code
        for code in silencer.codes
        if code not in silencer.used and any(matches(one, code) for one in ran)
    )
