"""What a person has changed for a finding: a fix or a silencing, shown first, written if nothing else was.

A `Change` holds the files before and after, so that it can be looked at, written and taken back. Does not
know terminals.
"""

from __future__ import annotations

from mqtune.findings.finding import SAFE, UNSAFE
from mqtune.fixing.fixes import fix_finding, fix_session
from mqtune.report.covered_diff import covered_diff
from mqtune.session.projects import Projects
from mqtune.text.source import decode
from mqtune.text.writing import FileChangedError, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.findings.finding import Finding, Fix
    from mqtune.fixing.fixes import FixOutcome
    from mqtune.session.lint_result import LintResult
    from mqtune.session.session import Session


class FileChange:
    """One file: the path to write, the path as shown, and its bytes before and after."""

    __slots__ = ("after", "before", "path", "shown")

    def __init__(self, path: str, shown: str, before: bytes, after: bytes) -> None:
        self.path = path
        self.shown = shown
        self.before = before
        self.after = after

    def diff(self) -> list[str]:
        """The lines of a unified diff, as they may be shown."""
        return covered_diff(decode(self.before)[0], decode(self.after)[0], self.shown)


class Change:
    """Changes of files that belong together. `refusal` says why it does not stand; then it has no files."""

    __slots__ = ("files", "refusal", "title")

    def __init__(self, title: str, files: Iterable[FileChange], refusal: str = "") -> None:
        self.title = title
        self.files = tuple(files)
        self.refusal = refusal

    def diff(self) -> list[str]:
        """The lines of the diffs of all files."""
        return [line for file in self.files for line in file.diff()]

    def write(self) -> list[tuple[str, str]]:
        """Write every file, each all at once or not at all; gives those refused, each with the reason."""
        refused = []
        for file in self.files:
            try:
                write_file(file.path, file.after, expected=file.before)
            except FileChangedError:
                refused.append((file.shown, "it changed since it was looked at"))
            except OSError as error:
                refused.append((file.shown, (error.strerror or str(error)).lower()))
        return refused

    def taken_back(self) -> Change:
        """The change that makes this one undone."""
        files = [FileChange(file.path, file.shown, file.after, file.before) for file in self.files]
        return Change(f"undo: {self.title}", files)


def best_fix(finding: Finding) -> Fix | None:
    """The fix that can be applied for a finding, a safe one before an unsafe one."""
    for wanted in (SAFE, UNSAFE):
        for fix in finding.fixes:
            if fix.applicability == wanted and fix.edits:
                return fix
    return None


def fix_change(session: Session, result: LintResult, finding: Finding, fix: Fix) -> Change:
    """One fix alone. It is tried on the texts in memory and refused if it does not stand."""
    owner = session_of(session, finding.place.file)
    known = result if owner is session else owner.lint()
    return _change_of(fix_finding(owner, known, finding, fix), fix.message)


def all_fixes_change(session: Session) -> Change:
    """Every safe fix that stands, until nothing changes."""
    done = fix_session(session)
    count = len(done.applied)
    return _change_of(done, f"{count} safe {'fix' if count == 1 else 'fixes'}")


def session_of(session: Session, shown: str) -> Session:
    """The session that has a file, where several projects are open."""
    for one in session.sessions if isinstance(session, Projects) else ():
        if any(taken.shown == shown for taken in one.intake.files) or one.project.file == shown:
            return one
    return session


def _change_of(outcome: FixOutcome, title: str) -> Change:
    files = []
    for shown, text in sorted(outcome.texts.items()):
        source = outcome.sources[shown]
        files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    refusal = ""
    if not files:
        refusal = outcome.dropped[0].reason if outcome.dropped else "there is nothing to fix"
    return Change(title, files, refusal)
