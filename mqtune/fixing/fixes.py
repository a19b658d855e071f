"""Applies fixes to the texts of a session, looks again after each step, and writes what stands.

The proof that a fix stands is in `findings/fixing.py`; this module gives it the looks and compares
estates. Does not know terminals.
"""

from __future__ import annotations

from mqtune.fixing.proof import Choice, Fixed, Look, fix_all, fix_one
from mqtune.session.projects import Projects, joined
from mqtune.session.session import CollectorOff
from mqtune.text.writing import FileChangedError, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.estate.model import Estate, MqObject, QueueManager
    from mqtune.findings.finding import Finding, Fix
    from mqtune.fixing.proof import Dropped, Fact
    from mqtune.session.lint_result import LintResult
    from mqtune.session.session import Session
    from mqtune.text.source import Source


class FixOutcome:
    """The outcome: the texts before and after by shown path, what was applied and what was not.

    `result` is the lint of the texts as they are now; `refused` the files that could not be written,
    each with the reason.
    """

    __slots__ = ("applied", "dropped", "refused", "result", "session", "settled", "sources", "texts")

    def __init__(
        self, session: Session, fixed: Fixed, result: LintResult, sources: dict[str, Source]
    ) -> None:
        self.session = session
        self.result = result
        self.sources = sources
        self.texts = fixed.texts
        self.applied: list[Choice] = fixed.applied
        self.dropped: list[Dropped] = fixed.dropped
        self.settled = fixed.settled
        self.refused: list[tuple[str, str]] = []

    def before(self, shown: str) -> str:
        """The text of a file as it was read."""
        return self.sources[shown].text

    def write(self) -> list[str]:
        """Write the changed files, each all at once or not at all; gives the shown paths written."""
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


class Looked:
    """A session over one state of the texts, with its lint: what a `Look` carries along."""

    __slots__ = ("result", "session")

    def __init__(self, session: Session, result: LintResult | None = None) -> None:
        self.session = session
        self.result = session.lint() if result is None else result

    def look(self) -> Look:
        """What `findings/fixing.py` wants to know."""
        problems: dict[str, int] = {}
        for taken in self.session.intake.files:
            problems[taken.shown] = len(taken.problems) + sum(len(tree.problems) for tree in taken.trees)
        # a rule that breaks on the new text must not pass for a cure
        problems["internal faults"] = len(self.result.faults)
        return Look(self.result.findings, problems, self)


def fix_session(session: Session, unsafe: bool = False) -> FixOutcome:
    """The texts of a session with their fixes applied until nothing changes; nothing is written yet."""
    with CollectorOff():
        if isinstance(session, Projects):
            return _joined(session, [fix_session(one, unsafe) for one in session.sessions])
        sources, texts = _sources(session), session.texts
        fixed = fix_all(texts, Looked(session).look(), _looker(session), changes, unsafe)
        return _outcome(fixed, sources)


def _joined(session: Projects, repairs: list[FixOutcome]) -> FixOutcome:
    """The outcomes of several projects as one."""
    fixed = Fixed(Look([], {}, None))
    for one in repairs:
        fixed.texts.update(one.texts)
        fixed.applied += one.applied
        fixed.dropped += one.dropped
        fixed.settled = fixed.settled and one.settled
    sources = {shown: source for one in repairs for shown, source in one.sources.items()}
    after = Projects(session.options, [one.session for one in repairs])
    return FixOutcome(after, fixed, joined([one.result for one in repairs]), sources)


def fix_finding(session: Session, result: LintResult, finding: Finding, fix: Fix) -> FixOutcome:
    """Apply one fix alone, if it stands; `result` is the lint of the session in which the finding is."""
    sources, texts = _sources(session), session.texts
    first = Looked(session, result).look()
    return _outcome(fix_one(texts, first, _looker(session), changes, Choice(finding, fix)), sources)


def _sources(session: Session) -> dict[str, Source]:
    return {taken.shown: taken.source for taken in session.intake.files if taken.source is not None}


def _looker(session: Session) -> Callable[[dict[str, str]], Look]:
    return lambda changed: Looked(session.with_texts(changed)).look()


def _outcome(fixed: Fixed, sources: dict[str, Source]) -> FixOutcome:
    last: Looked = fixed.look.estate  # type: ignore[assignment]
    return FixOutcome(last.session, fixed, last.result, sources)


def changes(before: Look, after: Look) -> Iterator[Fact]:
    """The effective values in which the estates of two looks differ."""
    old, new = _estate(before), _estate(after)
    for number in range(max(len(old.queue_managers), len(new.queue_managers))):
        one = old.queue_managers[number] if number < len(old.queue_managers) else None
        other = new.queue_managers[number] if number < len(new.queue_managers) else None
        if one is None or other is None or one.name != other.name:
            yield ((one or other).name or "", "QMGR", "", "")  # type: ignore[union-attr]
            continue
        yield from _object_changes(one, other)
        yield from _ini_changes(one, other)


def _estate(look: Look) -> Estate:
    looked: Looked = look.estate  # type: ignore[assignment]
    return looked.session.estate


def _object_changes(one: QueueManager, other: QueueManager) -> Iterator[Fact]:
    name = one.name or ""
    for key in sorted(one.objects.keys() | other.objects.keys()):
        old, new = one.objects.get(key), other.objects.get(key)
        if old is None or new is None:
            there = old or new
            yield (name, there.type if there else "", key[1], "")
        elif not _same_lines(old, new):
            left = {keyword: value for keyword, value, _ in old.items()}
            right = {keyword: value for keyword, value, _ in new.items()}
            for keyword in sorted(left.keys() | right.keys()):
                if left.get(keyword) != right.get(keyword):
                    yield (name, new.type, new.name, keyword)


def _same_lines(old: MqObject, new: MqObject) -> bool:
    """Whether two objects come from the very same green lines and nothing else."""
    if old.base is not None or new.base is not None or len(old.statements) != len(new.statements):
        return False
    if old.carried is not None or new.carried is not None:
        return False
    for one, other in zip(old.statements, new.statements, strict=True):
        mine = [line for _, line in one.command.lines]
        if mine != [line for _, line in other.command.lines]:
            return False
    return True


def _ini_changes(one: QueueManager, other: QueueManager) -> Iterator[Fact]:
    left, right = _ini_values(one), _ini_values(other)
    for stanza, key in sorted(left.keys() | right.keys()):
        if left.get((stanza, key)) != right.get((stanza, key)):
            yield (one.name or "", "STANZA", stanza, key)


def _ini_values(queue_manager: QueueManager) -> dict[tuple[str, str], str]:
    # a byte order mark hides the name of the first stanza; without it the stanza is the same one
    return {
        (stanza.name.removeprefix("\ufeff"), entry.key): entry.value
        for ini in queue_manager.inis
        for stanza in ini.stanzas
        for entry in stanza.entries
    }
