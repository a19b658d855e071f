"""Chooses fixes, applies them, and verifies each one before anything is written.

Fixes are applied until nothing changes. A fix passes only if the texts still parse, its finding is gone, no
other finding of the same or a higher severity has appeared, and, for a safe fix, nothing of the estate has
changed except its target. No file is read or written: the session provides the texts and lints the changed
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from typing import Generic, TypeVar

from mqtune.text.editing import ChosenEdits, EditError, Span, apply_edits
from mqtune.text.finding import SAFE, SEVERITIES, Finding, Fix, Key, key_of
from mqtune.text.record import record

ROUNDS = 10
# lints of changed texts in one step: fixes that fail for reasons without an object must not cost a lint each
MOST_TRIALS = 60

# (queue manager, object type, object name, keyword): one effective value of the estate
Fact = tuple[str, str, str, str]

Context = TypeVar("Context")
ObjectKey = tuple[str, str, str]  # queue manager, type and name
Failure = tuple[str, Finding | None]  # the reason, and the finding that it would cause


class Snapshot(Generic[Context]):
    """One state of the texts: its findings, and the number of syntax diagnostics by file.

    The diagnostics count whether their rules are selected or not. `context` is passed through to the
    comparison of two snapshots and to the caller.
    """

    __slots__ = ("context", "diagnostics", "findings")

    def __init__(self, findings: list[Finding], diagnostics: dict[str, int], context: Context) -> None:
        self.findings = findings
        self.diagnostics = diagnostics
        self.context = context


@record
class Choice:
    """A fix chosen for a finding."""

    finding: Finding
    fix: Fix


class DroppedFix:
    """A fix that was chosen and did not pass, with the reason and the finding it would cause, if any."""

    __slots__ = ("caused", "finding", "fix", "reason")

    def __init__(self, choice: Choice, reason: str, caused: Finding | None = None) -> None:
        self.finding = choice.finding
        self.fix = choice.fix
        self.reason = reason
        self.caused = caused


class VerifiedFixes(Generic[Context]):
    """The outcome: changed texts by file, the fixes applied, those dropped, and the last snapshot.

    `settled` is False if fixes still undo each other after the last round.
    """

    __slots__ = ("applied", "dropped", "settled", "snapshot", "texts")

    def __init__(self, snapshot: Snapshot[Context]) -> None:
        self.texts: dict[str, str] = {}
        self.applied: list[Choice] = []
        self.dropped: list[DroppedFix] = []
        self.snapshot = snapshot
        self.settled = True


def choose(
    findings: Iterable[Finding],
    unsafe: bool,
    refused: frozenset[tuple[object, ...]] = frozenset(),
    wanted: Collection[Key] | None = None,
) -> list[Choice]:
    """Fixes that can be applied together, in order of place; the others wait for the next round."""
    candidates = []
    for finding in findings:
        fix = finding.fix(unsafe)
        if fix is None or (wanted is not None and key_of(finding) not in wanted):
            continue
        if _mark(finding, fix) not in refused:
            candidates.append(Choice(finding, fix))
    candidates.sort(key=_order)
    chosen = ChosenEdits()
    return [choice for choice in candidates if chosen.add(choice.fix.edits)]


def apply(texts: Mapping[str, str], choices: Iterable[Choice]) -> dict[str, str]:
    """The texts that change, by file. Raises EditError where an edit does not fit."""
    by_file: dict[str, list[tuple[Span, str]]] = {}
    for choice in choices:
        for edit in choice.fix.edits:
            by_file.setdefault(edit.place.file, []).append((edit.place.span, edit.content))
    changed = {}
    for file, edits in by_file.items():
        if file not in texts:
            raise EditError(f"{file} is not among the files of this run")
        after = apply_edits(texts[file], edits)
        if after != texts[file]:
            changed[file] = after
    return changed


def fix_all(
    texts: Mapping[str, str],
    first: Snapshot[Context],
    lint: Callable[[dict[str, str]], Snapshot[Context]],
    changes: Callable[[Snapshot[Context], Snapshot[Context]], Iterable[Fact]],
    unsafe: bool = False,
    wanted: Collection[Key] | None = None,
) -> VerifiedFixes[Context]:
    """Apply fixes until nothing changes: all of them, or those of the findings with the keys in `wanted`.

    `texts` are the texts of all files of the run and `first` is their snapshot; `lint` makes the snapshot of
    other texts; `changes` lists the effective values in which the estates of two snapshots differ.
    """
    fixed = VerifiedFixes(first)
    now = dict(texts)
    refused: frozenset[tuple[object, ...]] = frozenset()
    changed = False  # since the first of those was refused
    for _ in range(ROUNDS):
        choices = choose(fixed.snapshot.findings, unsafe, refused, wanted)
        if not choices and changed:
            # a fix that failed before others were applied may pass now, and would in the next run
            refused, fixed.dropped, changed = frozenset(), [], False
            choices = choose(fixed.snapshot.findings, unsafe, wanted=wanted)
        if not choices:
            return fixed
        attempt = _Round(now, fixed.snapshot, lint, changes)
        attempt.settle([choice for choice in choices if choice.fix.applicability == SAFE])
        attempt.settle([choice for choice in choices if choice.fix.applicability != SAFE])
        refused |= {_mark(dropped.finding, dropped.fix) for dropped in attempt.dropped}
        changed = bool(refused) and (changed or bool(attempt.accepted))
        fixed.dropped += attempt.dropped
        fixed.applied += attempt.accepted
        fixed.texts.update(attempt.texts)
        fixed.snapshot = attempt.after
        now.update(attempt.texts)
    fixed.settled = not changed and not choose(fixed.snapshot.findings, unsafe, refused, wanted)
    return fixed


def fix_one(
    texts: Mapping[str, str],
    first: Snapshot[Context],
    lint: Callable[[dict[str, str]], Snapshot[Context]],
    changes: Callable[[Snapshot[Context], Snapshot[Context]], Iterable[Fact]],
    choice: Choice,
) -> VerifiedFixes[Context]:
    """Apply one fix alone, if it passes. The other arguments are those of `fix_all`."""
    attempt = _Round(texts, first, lint, changes)
    attempt.settle([choice])
    fixed = VerifiedFixes(attempt.after)
    fixed.texts, fixed.applied, fixed.dropped = attempt.texts, attempt.accepted, attempt.dropped
    return fixed


def _order(choice: Choice) -> tuple[object, str]:
    return (min(edit.place.key() for edit in choice.fix.edits), choice.finding.code)


class _Round(Generic[Context]):
    """One round: which of the chosen fixes pass."""

    def __init__(
        self,
        texts: Mapping[str, str],
        before: Snapshot[Context],
        lint: Callable[[dict[str, str]], Snapshot[Context]],
        changes: Callable[[Snapshot[Context], Snapshot[Context]], Iterable[Fact]],
    ) -> None:
        self.base = texts
        self.before = before
        self.lint = lint
        self.changes = changes
        self.trials_left = MOST_TRIALS
        self.accepted: list[Choice] = []
        self.dropped: list[DroppedFix] = []
        self.texts: dict[str, str] = {}
        self.after = before
        self.reason = ""
        self.failing: dict[ObjectKey, Failure] = {}  # on which the last trial failed, the most relevant first

    def settle(self, candidates: list[Choice]) -> None:
        """Accept the candidates that pass on top of those accepted before, and drop the others."""
        self.trials_left = MOST_TRIALS
        self._settle(candidates)

    def _settle(self, candidates: list[Choice]) -> None:
        """Try all together. Of an object on which a trial fails only the first fix is tried again, and the
        further ones follow one by one: fixes of one command may hide each other, those of two seldom do.
        """
        tried = _by_object(candidates)  # what the next trial adds
        stable: dict[ObjectKey, list[Choice]] = {}  # what did not fail on its objects
        later: dict[ObjectKey, list[Choice]] = {}
        while tried or stable:
            together = [*chain(*stable.values(), *tried.values())]
            if self._accept(together):
                tried, stable = {}, {}
            elif failing := self._failing_among(tried.keys() | stable.keys()):
                again = {}
                for object, failure in failing.items():
                    first, *others = tried.pop(object, None) or stable.pop(object)
                    if others:
                        again[object] = [first]
                        later[object] = others + later.get(object, [])
                    else:
                        self.dropped.append(DroppedFix(first, *failure))
                stable |= {object: stable.get(object, []) + choices for object, choices in tried.items()}
                tried = again
            else:
                self._halve(together)
                tried, stable = {}, {}
            for object in later.keys() - tried.keys():
                tried[object], later[object] = later[object][:1], later[object][1:]
                if not later[object]:
                    del later[object]

    def _halve(self, candidates: list[Choice]) -> None:
        """Settle both halves of candidates that fail for a reason that points to no object."""
        if len(candidates) == 1:
            caused = next((caused for _, caused in self.failing.values()), None)
            self.dropped.append(DroppedFix(candidates[0], self.reason, caused))
            return
        middle = len(candidates) // 2
        self._settle(candidates[:middle])
        self._settle(candidates[middle:])

    def _failing_among(self, objects: Collection[ObjectKey]) -> dict[ObjectKey, Failure]:
        """Those of some objects on which the last trial failed."""
        return {
            object: failure for object, failure in self.failing.items() if object[1] and object in objects
        }

    def _accept(self, candidates: list[Choice]) -> bool:
        self.reason = self._try(candidates)
        if not self.reason:
            self.accepted += candidates
        return not self.reason

    def _try(self, candidates: list[Choice]) -> str:
        """Apply and lint; "" if the fixes pass, else the reason why not."""
        together = self.accepted + candidates
        self.failing = {}
        if self.trials_left <= 0:
            return "not tried: too many other fixes failed in this run"
        try:
            changed = apply(self.base, together)
        except EditError as error:
            return f"its edit cannot be applied: {error}"
        self.trials_left -= 1
        after = self.lint({**self.base, **changed})
        reason = _broken(self.before, after)
        if not reason:
            failures = _still_there(self.before, after, together) or _brought_in(self.before, after, together)
            for key in sorted(failures):
                self.failing.setdefault(_object_in(key), failures[key])
            reason = next((reason for reason, _ in self.failing.values()), "") or self._strayed(
                after, candidates
            )
        if not reason:
            self.texts = changed
            self.after = after
        return reason

    def _strayed(self, after: Snapshot[Context], candidates: list[Choice]) -> str:
        """Why safe fixes changed more than what they aim at; "" if they did not."""
        if any(choice.fix.applicability != SAFE for choice in candidates):
            return ""
        touched: set[tuple[str, str, str]] = set()
        aims = _Aims(choice.finding for choice in candidates)
        for fact in self.changes(self.after, after):
            if not aims.include(fact):
                _, type, name, keyword = fact
                return f"it would change {keyword} of {type}({name})"
            touched.add(fact[:3])
        # a syntax error hides one command, so fixing it can reveal one object
        if len(touched) > len(candidates):
            return "it would change more than one object"
        return ""


class _Aims:
    """The effective values that some findings are about."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.anything = False
        self.facts: set[Fact] = set()
        for finding in findings:
            subject = finding.object
            if subject is None:
                self.anything = True
            else:
                self.facts.add((finding.queue_manager or "", subject.type, subject.name, finding.attribute))

    def include(self, fact: Fact) -> bool:
        """Whether one of the findings is about an effective value, or about its whole object."""
        return self.anything or fact in self.facts or (*fact[:3], "") in self.facts


def _mark(finding: Finding, fix: Fix) -> tuple[object, ...]:
    """Identifies a refused fix in later rounds, when its place has moved."""
    return (key_of(finding), fix.message, tuple(edit.content for edit in fix.edits))


def counted_keys(findings: Iterable[Finding]) -> dict[Key, int]:
    """How many findings there are of each key."""
    counts: dict[Key, int] = {}
    for finding in findings:
        key = key_of(finding)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _broken(before: Snapshot[Context], after: Snapshot[Context]) -> str:
    for file, count in after.diagnostics.items():
        if count > before.diagnostics.get(file, 0):
            return f"{file} would no longer parse"
    return ""


def _still_there(
    before: Snapshot[Context], after: Snapshot[Context], choices: list[Choice]
) -> dict[Key, Failure]:
    """The findings that fixes should remove and do not."""
    was, now = counted_keys(before.findings), counted_keys(after.findings)
    fixed = counted_keys(choice.finding for choice in choices)
    return {
        key: (f"{key[0]} would still be reported", None)
        for key, count in fixed.items()
        if now.get(key, 0) > was.get(key, 0) - count
    }


def _brought_in(
    before: Snapshot[Context], after: Snapshot[Context], choices: list[Choice]
) -> dict[Key, Failure]:
    """What the changed texts have in addition, unless it is less severe than every finding that is fixed."""
    least = max(SEVERITIES.index(choice.finding.severity) for choice in choices)
    return {
        (key := key_of(finding)): (_caused(key), finding)
        for finding in appeared(before, after)
        if SEVERITIES.index(finding.severity) <= least
    }


def appeared(before: Snapshot[Context], after: Snapshot[Context]) -> list[Finding]:
    """The findings of a snapshot that have no counterpart in an earlier one."""
    left = counted_keys(before.findings)
    more = []
    for finding in after.findings:
        key = key_of(finding)
        left[key] = left.get(key, 0) - 1
        if left[key] < 0:
            more.append(finding)
    return more


def _caused(key: Key) -> str:
    about = f" on {key[2]}({key[3]})" if key[2] else ""
    return f"it would cause {key[0]}{about}"


def _by_object(choices: Iterable[Choice]) -> dict[ObjectKey, list[Choice]]:
    by_object: dict[ObjectKey, list[Choice]] = {}
    for choice in choices:
        by_object.setdefault(_object_of(choice), []).append(choice)
    return by_object


def _object_of(choice: Choice) -> ObjectKey:
    """The object that a fix is about."""
    return _object_in(key_of(choice.finding))


def _object_in(key: Key) -> ObjectKey:
    _, scope, type, name, _ = key
    return (scope, type, name)
