"""Changes of files that the user requests: a fix or a suppression, previewed first and written on consent.

`FileChanges` contains the files before and after, so that they can be previewed, written and undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.findings.finding import Finding, Fix
from mqtune.findings.fingerprint import key_of
from mqtune.fixing.fixes import FixOutcome, fix_finding, fix_workspace
from mqtune.report.covered_diff import covered_diff
from mqtune.session.lint_result import LintResult
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.errors import reason_of
from mqtune.text.record import record
from mqtune.text.source import decode
from mqtune.text.wording import plural
from mqtune.text.writing import FileChangedError, write_file


@record
class FileChange:
    """One file: the path to write, the displayed path, and its bytes before and after."""

    path: str
    shown: str
    before: bytes
    after: bytes

    def diff(self) -> list[str]:
        """The lines of a unified diff, safe to show."""
        return covered_diff(decode(self.before)[0], decode(self.after)[0], self.shown)


class FileChanges:
    """Changes of files that belong together. `refusal` is the reason why there are none, else empty; `caused`
    is the finding that they would cause, if that is the reason.

    `count` is the number of findings that they remove, if that is known, else 0. `brings` are findings that
    appear with the changes, all less severe than those that they fix. `left` are findings that were wanted
    and stay, each with the reason.
    """

    __slots__ = ("brings", "caused", "count", "files", "left", "refusal", "title")

    def __init__(
        self,
        title: str,
        files: Iterable[FileChange],
        refusal: str = "",
        brings: Sequence[Finding] = (),
        count: int = 0,
        left: Sequence[tuple[Finding, str]] = (),
    ) -> None:
        self.brings = brings
        self.caused: Finding | None = None
        self.count = count
        self.left = left
        self.title = title
        self.files = tuple(files)
        self.refusal = refusal

    def diff(self) -> list[str]:
        """The lines of the diffs of all files."""
        return [line for file in self.files for line in file.diff()]

    def write(self) -> list[tuple[str, str]]:
        """Write every file, each atomically or not at all; return those refused, each with the reason."""
        refused = []
        for file in self.files:
            try:
                write_file(file.path, file.after, expected=file.before)
            except FileChangedError:
                refused.append((file.shown, "it changed since the preview"))
            except OSError as error:
                refused.append((file.shown, reason_of(error)))
        return refused

    def undone(self) -> FileChanges:
        """The changes that undo these."""
        files = [FileChange(file.path, file.shown, file.after, file.before) for file in self.files]
        return FileChanges(f"undo: {self.title}", files)


def fix_change(workspace: Workspace, result: LintResult, finding: Finding, fix: Fix) -> FileChanges:
    """One fix alone. It is verified on the texts in memory and refused if it does not pass."""
    session = workspace.session_of(finding.place.file)
    known = result if len(workspace.sessions) == 1 else session.lint()
    return _changes_of(fix_finding(session, known, finding, fix), fix.message)


def all_fixes_change(workspace: Workspace) -> FileChanges:
    """Every safe fix that passes, until nothing changes."""
    outcome = fix_workspace(workspace)
    changes = _changes_of(outcome, plural(len(outcome.applied), "safe fix"))
    changes.left = [(one.finding, one.reason) for one in outcome.dropped]
    return changes


def fixes_change(workspace: Workspace, result: LintResult, findings: Sequence[Finding]) -> FileChanges:
    """The fixes of some findings as one change, unsafe ones included; those that do not pass are `left`."""
    sessions = sessions_of(workspace, findings)
    results = [result] if len(workspace.sessions) == 1 else []
    wanted = {key_of(finding) for finding in findings}
    outcome = fix_workspace(Workspace(sessions), True, results, wanted)
    codes = {finding.code for finding in findings}
    about = f" of {codes.pop()}" if len(codes) == 1 else ""
    changes = _changes_of(outcome, plural(len(outcome.applied), "fix") + about)
    left = [(one.finding, one.reason) for one in outcome.dropped]
    left += [(one, "it has no fix that can be applied") for one in findings if one.fix(True) is None]
    changes.left = left
    return changes


def sessions_of(workspace: Workspace, findings: Iterable[Finding]) -> list[Session]:
    """The sessions of the files of some findings, each once."""
    files = dict.fromkeys(finding.place.file for finding in findings)
    return list(dict.fromkeys(workspace.session_of(file) for file in files))


def _changes_of(outcome: FixOutcome, title: str) -> FileChanges:
    files = []
    for shown, text in sorted(outcome.texts.items()):
        source = outcome.sources[shown]
        files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    refusal = ""
    if not files:
        refusal = outcome.dropped[0].reason if outcome.dropped else "there is nothing to fix"
    changes = FileChanges(title, files, refusal, outcome.brings, len(outcome.applied))
    if refusal and outcome.dropped:
        changes.caused = outcome.dropped[0].caused
    return changes
