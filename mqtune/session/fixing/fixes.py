"""Applies fixes to the texts of a session, lints after each step, and writes those that pass.

`proof.py` decides which fixes pass; this module lints for it and compares estates.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import zip_longest

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.present.excerpt import covered_diff
from mqtune.session.fixing.blame import Choice
from mqtune.session.fixing.proof import DroppedFix, Fact, Snapshot, appeared, fix_all, fix_one
from mqtune.session.lint_result import LintResult
from mqtune.session.loaded_file import parts_of_carrier
from mqtune.session.session import CollectorOff, Session
from mqtune.session.workspace import Workspace, joined
from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.finding import Finding, Fix, Key, key_of
from mqtune.text.messages import plural, reason_of
from mqtune.text.record import record
from mqtune.text.source import FileChangedError, Source, decode, write_file


class Linted:
    """A session over one state of the texts, and its lint."""

    __slots__ = ("result", "session")

    def __init__(self, session: Session, result: LintResult | None = None) -> None:
        self.session = session
        self.result = session.lint() if result is None else result

    def snapshot(self) -> Snapshot[Linted]:
        """The same for the verification of fixes."""
        diagnostics: dict[str, list[int]] = {}
        for file in self.session.inputs.files:
            lines = diagnostics.setdefault(file.shown, [])
            lines += [place.span.line for _, place in file.diagnostics]
            for tree in file.trees:
                lines += [tree.document.place(wrong.span).span.line for wrong in tree.diagnostics]
        # a rule that crashes on the new text must not count as a fixed finding
        diagnostics["internal errors"] = [0] * len(self.result.crashes)
        return Snapshot(self.result.findings, diagnostics, self)


class FixOutcome:
    """The texts before and after by shown path, the fixes applied, and those that were not.

    `result` is the lint of the texts as they are now; `brings` are the less severe findings that it has in
    addition; `refused` lists the files that could not be written, each with the reason.
    """

    __slots__ = (
        "applied",
        "brings",
        "dropped",
        "refused",
        "result",
        "sources",
        "texts",
        "workspace",
    )

    def __init__(
        self,
        after: list[Linted],
        sources: dict[str, Source],
        texts: dict[str, str],
        applied: list[Choice],
        dropped: list[DroppedFix],
    ) -> None:
        self.workspace = Workspace([linted.session for linted in after])
        self.result = joined([linted.result for linted in after])
        self.sources = sources
        self.texts = texts
        self.applied = applied
        self.dropped = dropped
        self.refused: list[tuple[str, str]] = []
        self.brings: list[Finding] = []

    def write(self) -> list[str]:
        """Write the changed files, each atomically or not at all; return the shown paths written."""
        written = []
        for shown, text in sorted(self.texts.items()):
            source = self.sources[shown]
            try:
                write_file(source.path, source.encode(text), expected=source.data)
            except FileChangedError:
                self.refused.append((shown, "it changed while it was checked"))
            except (OSError, UnicodeError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                self.refused.append((shown, reason.lower()))
            else:
                written.append(shown)
        return written


def fix_workspace(
    workspace: Workspace,
    unsafe: bool = False,
    results: Sequence[LintResult] = (),
    wanted: Collection[Key] | None = None,
) -> FixOutcome:
    """The texts of all projects with their fixes applied until nothing changes; nothing is written yet.

    `results` are those of the lint of each project, if it has been linted. With `wanted` only the findings
    with these keys are fixed.
    """
    after: list[Linted] = []
    sources: dict[str, Source] = {}
    texts: dict[str, str] = {}
    applied: list[Choice] = []
    dropped: list[DroppedFix] = []
    brings: list[Finding] = []
    with _TrialsCollected():
        for session, result in zip_longest(workspace.sessions, results):
            before = Linted(session, result).snapshot()
            fixed = fix_all(session.changeable_texts, before, _relint(session), changes, unsafe, wanted)
            after.append(fixed.snapshot.context)
            sources.update(session.sources)
            texts.update(fixed.texts)
            applied += fixed.applied
            dropped += fixed.dropped
            brings += appeared(before, fixed.snapshot)
    outcome = FixOutcome(after, sources, texts, applied, dropped)
    outcome.brings = brings
    return outcome


def fix_finding(session: Session, result: LintResult, finding: Finding, fix: Fix) -> FixOutcome:
    """Apply one fix alone, if it passes; `result` is the lint of the session in which the finding is."""
    before = Linted(session, result).snapshot()
    fixed = fix_one(session.texts, before, _relint(session), changes, Choice(finding, fix))
    after = [fixed.snapshot.context]
    outcome = FixOutcome(after, session.sources, fixed.texts, fixed.applied, fixed.dropped)
    outcome.brings = appeared(before, fixed.snapshot)
    return outcome


class _TrialsCollected(CollectorOff):
    """Disables the garbage collector, and lets `gc.collect` search only what is made meanwhile."""

    __slots__ = ("_thaws",)

    def __enter__(self) -> None:
        super().__enter__()
        self._thaws = gc.get_freeze_count() == 0  # else the process decides when
        gc.freeze()

    def __exit__(self, *_: object) -> None:
        if self._thaws:
            gc.unfreeze()
        super().__exit__()


def _relint(session: Session) -> Callable[[dict[str, str]], Snapshot[Linted]]:
    """A lint of the session with other texts."""
    is_first = True

    def lint(texts: dict[str, str]) -> Snapshot[Linted]:
        nonlocal is_first
        if not is_first:
            gc.collect()  # the estates of a trial that failed are cycles
        is_first = False
        return Linted(session.with_texts(texts)).snapshot()

    return lint


def changes(before: Snapshot[Linted], after: Snapshot[Linted]) -> Iterator[Fact]:
    """The effective values in which the estates of two snapshots differ."""
    old, new = (state.context.session.queue_managers for state in (before, after))
    for earlier, later in zip_longest(old, new):
        if earlier is None or later is None or earlier.title != later.title:
            yield ((earlier or later).title, "QMGR", "", "")
            continue
        yield from _object_changes(earlier, later)
        yield from _ini_changes(earlier, later)


def _object_changes(earlier: QueueManager, later: QueueManager) -> Iterator[Fact]:
    name = earlier.title
    for key in sorted(earlier.objects.keys() | later.objects.keys()):
        old, new = earlier.objects.get(key), later.objects.get(key)
        if old is None or new is None:
            object = old or new
            yield (name, object.type if object else "", key[1], "")
        elif not _same_lines(old, new):
            for keyword in sorted(_may_differ(old, new)):
                if old.value(keyword) != new.value(keyword):
                    yield (name, new.type, new.name, keyword)


def _may_differ(old: MqObject, new: MqObject) -> set[str]:
    """The attributes in which two objects may differ: without layers and with equal defaults, those set."""
    if old.base is new.base is old.carried is new.carried is None and old.defaults == new.defaults:
        return {*old.given, *new.given}
    return old.keywords() | new.keywords()


def _same_lines(old: MqObject, new: MqObject) -> bool:
    """Whether two objects come from the same interned lines and nothing else."""
    if old.base is not None or new.base is not None or len(old.statements) != len(new.statements):
        return False
    if old.carried is not None or new.carried is not None:
        return False
    for earlier, later in zip(old.statements, new.statements, strict=True):
        mine = [line for _, line in earlier.command.lines]
        if mine != [line for _, line in later.command.lines]:
            return False
    return True


def _ini_changes(earlier: QueueManager, later: QueueManager) -> Iterator[Fact]:
    left, right = _ini_values(earlier), _ini_values(later)
    for stanza, key in sorted(left.keys() | right.keys()):
        if left.get((stanza, key)) != right.get((stanza, key)):
            yield (earlier.title, "STANZA", stanza, key)


def _ini_values(queue_manager: QueueManager) -> dict[tuple[str, str], str]:
    # a byte order mark hides the name of the first stanza; without the mark it is the same stanza
    return {
        (stanza.name.removeprefix("\ufeff"), entry.key): entry.value
        for ini in queue_manager.inis
        for stanza in ini.stanzas
        for entry in stanza.entries
    }


def diff_of(before: Source, after: str) -> list[str]:
    """The lines of a unified diff of a file, safe to show."""
    if before.text == after:
        return []
    parts = parts_of_carrier(before, documents_of(before).documents)
    return covered_diff(before.text, after, before.shown, parts)


# Changes of files that the user requests: previewed first, written on consent, and undone.


@record
class FileChange:
    """One file: the path to write, the displayed path, and its bytes before and after."""

    path: str
    shown: str
    before: bytes
    after: bytes

    def diff(self) -> list[str]:
        """The lines of a unified diff, safe to show."""
        return diff_of(Source(self.path, self.shown, self.before), decode(self.after)[0])


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
    changes.left = [(fix.finding, fix.reason) for fix in outcome.dropped]
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
    left = [(fix.finding, fix.reason) for fix in outcome.dropped]
    left += [
        (finding, "it has no fix that can be applied") for finding in findings if finding.fix(True) is None
    ]
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
