"""The result of a lint: findings, counts, internal errors, and the exit status. Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.text.finding import ERROR, INFO, SEVERITIES, WARNING, Finding, SuppressedFinding
from mqtune.text.not_checked import HeldChecks, NotChecked
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.engine.runner import Crash

NEVER = "never"

CLEAN, FOUND, WRONG_USE, FAULTY = 0, 1, 2, 3


class LintSummary:
    """The counts of a run: files checked, commands read, findings by severity.

    `suppressed` counts the findings suppressed by directives and exceptions, and those in the baseline.
    `held_back` are the checks that did not run because something is unknown, `not_checked` is what was left
    out.
    """

    __slots__ = ("commands", "error", "files", "held_back", "info", "not_checked", "suppressed", "warning")

    def __init__(
        self,
        files: int,
        commands: int,
        findings: Sequence[Finding],
        suppressed: int,
        held_back: Sequence[HeldChecks] = (),
        not_checked: NotChecked | None = None,
    ) -> None:
        counts = dict.fromkeys(SEVERITIES, 0)
        for finding in findings:
            counts[finding.severity] += 1
        self.files = files
        self.commands = commands
        self.error = counts[ERROR]
        self.warning = counts[WARNING]
        self.info = counts[INFO]
        self.suppressed = suppressed
        self.held_back = held_back
        self.not_checked = not_checked or NotChecked()


@record
class LintResult:
    """The result of a lint.

    `findings` are sorted, without those in `known`, which the baseline lists, and in `suppressed`, which
    directives and exceptions suppress. `skipped` are files that contain nothing to check, with the reason;
    `refused` those of them that were named on the command line; `missing` named paths that do not exist;
    `crashes` internal errors. `may_be_empty` means that the project file declares nothing that must be there.
    """

    findings: list[Finding]
    known: list[Finding]
    summary: LintSummary
    crashes: list[Crash]
    skipped: list[tuple[str, str]]
    refused: list[tuple[str, str]]
    missing: list[str]
    suppressed: Sequence[SuppressedFinding] = ()
    may_be_empty: bool = False

    @property
    def nothing_to_check(self) -> bool:
        """Whether no file contained anything to check, and no file that should was unreadable."""
        return self.summary.files == 0 and not self.findings

    def status(self, fail_on: str = WARNING) -> int:
        """The exit status: 0 clean, 1 findings, 2 invalid use, 3 an internal error."""
        if self.crashes:
            return FAULTY
        if self.missing or self.refused or self.nothing_to_check:
            return WRONG_USE
        if fail_on == NEVER:
            return CLEAN
        failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        return FOUND if any(finding.severity in failing for finding in self.findings) else CLEAN
