"""Changes of files that the user requests: a fix or a suppression, previewed first and written on consent.

`FileChanges` contains the files before and after, so that they can be previewed, written and undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.findings.finding import Finding, Fix
from mqtune.fixing.fixes import FixOutcome, fix_finding, fix_workspace
from mqtune.report.covered_diff import covered_diff
from mqtune.report.summary import plural
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.text.record import record
from mqtune.text.source import decode
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
    """Changes of files that belong together. `refusal` is the reason why there are none, else empty.

    `brings` are findings that appear with the changes, all less severe than those that they fix.
    """

    __slots__ = ("brings", "files", "refusal", "title")

    def __init__(
        self, title: str, files: Iterable[FileChange], refusal: str = "", brings: Sequence[Finding] = ()
    ) -> None:
        self.brings = brings
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
                refused.append((file.shown, (error.strerror or str(error)).lower()))
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
    return _changes_of(outcome, plural(len(outcome.applied), "safe fix"))


def _changes_of(outcome: FixOutcome, title: str) -> FileChanges:
    files = []
    for shown, text in sorted(outcome.texts.items()):
        source = outcome.sources[shown]
        files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    refusal = ""
    if not files:
        refusal = outcome.dropped[0].reason if outcome.dropped else "there is nothing to fix"
    return FileChanges(title, files, refusal, outcome.brings)
