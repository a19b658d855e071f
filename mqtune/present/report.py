"""The input of every format: sorted findings, made safe to show, with their fingerprints, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.text.finding import SEVERITIES, Finding, counted, fingerprint
from mqtune.text.messages import printable
from mqtune.text.not_checked import NotChecked
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mqtune.present.redact import Parts, Redactor
    from mqtune.text.finding import Key, SuppressedFinding
    from mqtune.text.not_checked import HeldChecks


MANY = 1000  # findings that are made safe to show together


@record
class Totals:
    """The numbers of files and commands read, of all suppressed findings, the checks held back, and what was
    not checked.
    """

    files: int
    commands: int
    suppressed: int = 0
    held_back: Sequence[HeldChecks] = ()
    not_checked: NotChecked = NotChecked()


@record
class RuleFacts:
    """What a report shows of a rule apart from its findings.

    `summary` is the first sentence of its page, `family` the subject of its family, `severity` the one that
    the profile gives it, `path` the page in the repository, "" for a policy of the project. `read` reads the
    page and returns what it finds, why that matters, and how to fix it.
    """

    summary: str
    family: str
    severity: str
    path: str
    read: Callable[[], tuple[str, str, str]]


@record
class Item:
    """One finding for a format: `shown` may be printed; `finding` is the original, for its positions."""

    finding: Finding
    shown: Finding
    _key: Key
    _number: int
    suppression: SuppressedFinding | None = None

    @property
    def reason(self) -> str:
        """The reason for a suppression, in a form that may be shown."""
        if self.suppression is None:
            return ""
        from mqtune.present.safe import safe  # few findings are suppressed

        return safe(self.suppression.reason)

    @property
    def identity(self) -> tuple[Key, int]:
        """What the finding is about, distinct from all others of the run; quicker than the fingerprint."""
        return self._key, self._number

    def is_same(self, item: Item) -> bool:
        """Whether both are about the same, also in different runs."""
        return self._number == item._number and self._key == item._key

    @property
    def fingerprint(self) -> str:
        """What the finding is about, distinct from all others of the run."""
        return fingerprint(self._key, self._number)


class Report:
    """The result of a run, as input of the formats.

    `text_of` returns the current text of a file, for excerpts. `crashes` are internal errors, one line each.
    `fail_on` is the lowest severity that makes the run fail, or "never". `rule_facts` returns
    the facts of a rule, None for an unknown code. `suppressed` are the suppressed findings that can be shown,
    which may be fewer than were suppressed. `others_of` returns texts whose secrets may appear in findings
    on a file: those of the values of its placeholders. With `names_environments` every line names the
    environment, because a file may belong to several. With `verbose` the text formats list every rule of
    which checks were held back. `lines_of` returns the different lines of a file, if they are known,
    `parts_of` those of its parts that MQ reads, None for all.
    """

    def __init__(
        self,
        findings: Iterable[Finding],
        totals: Totals,
        text_of: Callable[[str], str | None],
        suppressed: Iterable[SuppressedFinding] = (),
        crashes: Iterable[str] = (),
        fail_on: str = "warning",
        rule_facts: Callable[[str], RuleFacts | None] = lambda code: None,
        verbose: bool = False,
        others_of: Callable[[str], Iterable[str]] = lambda file: (),
        names_environments: bool = False,
        lines_of: Callable[[str], Sequence[str] | None] = lambda file: None,
        parts_of: Callable[[str], Parts] = lambda file: None,
    ) -> None:
        self.findings = sorted(findings, key=Finding.sort_key)
        self.suppressed = sorted(suppressed, key=lambda entry: entry.finding.sort_key())
        self.totals = totals
        self.crashes = [printable(crash) for crash in crashes]
        self.fail_on = fail_on
        self.rule_facts = rule_facts
        self.verbose = verbose
        self._text_of = text_of
        self.names_environments = names_environments
        self._others_of = others_of
        self._lines_of = lines_of
        self._parts_of = parts_of
        self._redactor: Redactor | None = None
        self._together: Report | None = None

    def describe(self, code: str) -> str:
        """The one-sentence summary of a rule, empty for an unknown code."""
        facts = self.rule_facts(code)
        return facts.summary if facts is not None else ""

    @property
    def redactor(self) -> Redactor:
        """The redactor of this run, created on first use."""
        if self._redactor is None:
            from mqtune.present.redact import Redactor  # a run without findings does not need it

            every = [*self.findings, *(entry.finding for entry in self.suppressed)]
            names = [finding.place.file for finding in every]
            self._redactor = Redactor(self._text_of, self._others_of, names, self._lines_of, self._parts_of)
        return self._redactor

    def together(self) -> Report:
        """The same report with equal findings of several environments as one."""
        if self._together is None:
            self._together = self
            if any(finding.environment is not None for finding in self.findings):
                from copy import copy  # few runs have environments

                self._together = copy(self)
                self._together.findings = merged(self.findings)
                self._together._together = self._together
        return self._together

    def items(self) -> Iterator[Item]:
        """The findings in order, with their fingerprints."""
        for shown, (finding, key, number) in zip(self.shown(), counted(self.findings), strict=True):
            yield Item(finding, shown, key, number)

    def shown(self) -> Iterator[Finding]:
        """The findings in order, safe to show; created one at a time to save memory."""
        redactor = self.redactor
        for start in range(0, len(self.findings), MANY):
            stretch = self.findings[start : start + MANY]
            by_code: dict[str, list[Finding]] = {}
            for finding in stretch:
                by_code.setdefault(finding.code, []).append(finding)
            plain = {code for code, alike in by_code.items() if redactor.are_plain(alike)}
            for finding in stretch:
                yield finding if finding.code in plain else redactor.finding(finding)

    def suppressed_items(self) -> Iterator[Item]:
        """The suppressed findings in order; their fingerprints are numbered after those of the findings."""
        both = [*self.findings, *(entry.finding for entry in self.suppressed)]
        for index, (finding, key, number) in enumerate(counted(both)):
            at = index - len(self.findings)
            if at >= 0:
                yield Item(finding, self.redactor.finding(finding), key, number, self.suppressed[at])

    def counts(self) -> dict[str, int]:
        """The number of findings of each severity."""
        counts = dict.fromkeys(SEVERITIES, 0)
        for finding in self.findings:
            counts[finding.severity] += 1
        return counts

    def fails(self, finding: Finding) -> bool:
        """Whether a finding makes the run fail."""
        return fails(finding.severity, self.fail_on)


def fails(severity: str, fail_on: str) -> bool:
    """Whether a severity is at or above the lowest one that fails."""
    return fail_on in SEVERITIES and SEVERITIES.index(severity) <= SEVERITIES.index(fail_on)


# Templates that several environments share: one finding for all that differ in nothing else.


def merged(findings: Sequence[Finding]) -> list[Finding]:
    """The findings in their order, equal ones of several environments as one that names all of these."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_key(finding), []).append(finding)
    return [group[0] if len(group) == 1 else _joined(group) for group in groups.values()]


def _key(finding: Finding) -> tuple[object, ...]:
    """What equal findings have in common; alone without an environment."""
    if finding.environment is None:
        return (id(finding),)
    related = tuple((item.place.file, item.place.span.key(), item.message) for item in finding.related)
    where = (finding.place.file, finding.place.span.key())
    return (finding.code, finding.severity, where, finding.message, finding.note, finding.help, related)


def _joined(findings: list[Finding]) -> Finding:
    """One finding for several environments; what it is about is left out if they differ in it."""
    first = findings[0]
    values = {name: getattr(first, name) for name in Finding.__fields__}  # type: ignore[attr-defined]
    values["environment"] = _listed([finding.environment for finding in findings])
    values["queue_manager"] = _listed([finding.queue_manager for finding in findings])
    if any(str(finding.object) != str(first.object) for finding in findings):
        values["object"] = None
    values["fixes"] = next((finding.fixes for finding in findings if finding.fixes), ())
    return Finding(**values)


def _listed(names: Sequence[str | None]) -> str | None:
    return ", ".join(dict.fromkeys(name for name in names if name)) or None
