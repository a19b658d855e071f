"""What a lint gave: findings, figures, faults, and the exit status that follows. Shows nothing."""

from __future__ import annotations

from mqtune.findings.finding import ERROR, INFO, SEVERITIES, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.engine.faults import Fault
    from mqtune.engine.suppression import Held
    from mqtune.findings.finding import Finding

NEVER = "never"

CLEAN, FOUND, WRONG_USE, FAULTY = 0, 1, 2, 3


class Summary:
    """The figures of a run: files checked, commands read, findings by severity and silenced ones.

    `suppressed` counts what directives, exceptions and the baseline hold back.
    """

    __slots__ = ("commands", "error", "files", "info", "suppressed", "warning")

    def __init__(self, files: int, commands: int, findings: Sequence[Finding], suppressed: int) -> None:
        counts = dict.fromkeys(SEVERITIES, 0)
        for finding in findings:
            counts[finding.severity] += 1
        self.files = files
        self.commands = commands
        self.error = counts[ERROR]
        self.warning = counts[WARNING]
        self.info = counts[INFO]
        self.suppressed = suppressed


class LintResult:
    """What a lint gave.

    `findings` are sorted, without the silenced ones and those the baseline knows (`known`). `skipped`
    are files that hold nothing to check, with the reason; `refused` those of them that a person named;
    `missing` the named paths that are not there; `faults` faults of the program itself; `silenced` the
    findings that directives and exceptions hold back.
    """

    __slots__ = ("faults", "findings", "known", "missing", "refused", "silenced", "skipped", "summary")

    def __init__(
        self,
        findings: list[Finding],
        known: list[Finding],
        summary: Summary,
        faults: list[Fault],
        skipped: list[tuple[str, str]],
        refused: list[tuple[str, str]],
        missing: list[str],
        silenced: Sequence[Held] = (),
    ) -> None:
        self.findings = findings
        self.known = known
        self.summary = summary
        self.faults = faults
        self.skipped = skipped
        self.refused = refused
        self.missing = missing
        self.silenced = silenced

    @property
    def nothing_to_check(self) -> bool:
        """Whether no file held anything to check, and none that should was unreadable."""
        return self.summary.files == 0 and not self.findings

    def status(self, fail_on: str = WARNING) -> int:
        """The exit status: 0 clean, 1 findings, 2 wrong use, 3 a fault of the program."""
        if self.faults:
            return FAULTY
        if self.missing or self.refused or self.nothing_to_check:
            return WRONG_USE
        if fail_on == NEVER:
            return CLEAN
        failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        return FOUND if any(finding.severity in failing for finding in self.findings) else CLEAN
