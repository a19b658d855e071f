"""Chooses fixes, applies them, and verifies each one before anything is written.

Fixes are applied until nothing changes. A fix passes only if the texts still parse, its finding is gone, no
other finding of the same or a higher severity has appeared, and, for a safe fix, nothing of the estate has
changed except its target. No file is read or written: the session provides the texts and lints the changed
ones.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from mqtune.findings.finding import SAFE, SEVERITIES, Finding, Fix
from mqtune.findings.fingerprint import Key, key_of
from mqtune.text.editing import EditError, apply_edits, clash
from mqtune.text.record import record
from mqtune.text.spans import Edit, Span

ROUNDS = 10
# lints of changed texts for one rule in one round: a rule whose fixes all fail must not cost a lint each
MOST_TRIALS = 60

# (queue manager, object type, object name, keyword): one effective value of the estate
Fact = tuple[str, str, str, str]

Context = TypeVar("Context")


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
    chosen = _ChosenEdits()
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


class _ChosenEdits:
    """The edits chosen so far in a round: in order by file, as a run over a big dump chooses thousands."""

    __slots__ = ("by_file",)

    def __init__(self) -> None:
        self.by_file: dict[str, list[Edit]] = {}

    def add(self, edits: tuple[Edit, ...]) -> bool:
        """Add the edits of a fix if none of them overlaps another one; an equal edit does not overlap."""
        more: list[Edit] = []
        for edit in edits:
            near = list(self._near(edit))
            if any(edit.place == chosen.place and edit.content == chosen.content for chosen in near):
                continue
            if any(clash(edit.place.span, chosen.place.span) for chosen in near):
                return False
            more.append(edit)
        for edit in more:
            insort(self.by_file.setdefault(edit.place.file, []), edit, key=_extent)
        return True

    def _near(self, edit: Edit) -> Iterator[Edit]:
        """The chosen edits that touch the range of an edit. No two overlap, so that all others are beyond."""
        chosen = self.by_file.get(edit.place.file, [])
        extent = _extent(edit)
        at = number = bisect_left(chosen, extent, key=_extent)
        while number < len(chosen) and _extent(chosen[number])[:2] <= extent[2:]:
            yield chosen[number]
            number += 1
        while at > 0 and _extent(chosen[at - 1])[2:] >= extent[:2]:
            at -= 1
            yield chosen[at]


def _extent(edit: Edit) -> tuple[int, int, int, int]:
    return edit.place.span.key()


def _order(choice: Choice) -> tuple[object, str]:
    return (min(edit.place.key() for edit in choice.fix.edits), choice.finding.code)


class _Round(Generic[Context]):
    """One round: which of the chosen fixes pass, found by halving if they do not pass together."""

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
        self.blamed: dict[Key, Finding] = {}  # the findings for which the last trial failed

    def settle(self, candidates: list[Choice]) -> None:
        """Accept the candidates that pass on top of those accepted before."""
        if not candidates or self._accept(candidates):
            return
        by_code: dict[str, list[Choice]] = {}
        for choice in candidates:
            by_code.setdefault(choice.finding.code, []).append(choice)
        for group in by_code.values():
            self.trials_left = MOST_TRIALS
            self._halve(group)

    def _halve(self, candidates: list[Choice]) -> None:
        """Accept what passes, drop what does not. Fixes whose own object has what failed are tried last."""
        if not candidates or self._accept(candidates):
            return
        if len(candidates) == 1:
            caused = self.blamed[min(self.blamed)] if self.blamed else None
            self.dropped.append(DroppedFix(candidates[0], self.reason, caused))
            return
        suspects = self._suspects(candidates)
        if suspects and len(suspects) < len(candidates):
            others = [choice for choice in candidates if choice not in suspects]
            self._halve(others)
            self._halve(list(suspects))
        elif suspects and len({_object_of(choice) for choice in candidates}) == len(candidates):
            # a lint for each of thousands would take too long; the next round tries them again
            self.dropped += [DroppedFix(choice, suspects[choice]) for choice in candidates]
        else:
            middle = len(candidates) // 2
            self._halve(candidates[:middle])
            self._halve(candidates[middle:])

    def _suspects(self, candidates: list[Choice]) -> dict[Choice, str]:
        """The fixes for objects on which the last trial failed, each with the reason."""
        reasons = {key[1:4]: _caused(key) for key in sorted(self.blamed, reverse=True) if key[2]}
        return {choice: reasons[_object_of(choice)] for choice in candidates if _object_of(choice) in reasons}

    def _accept(self, candidates: list[Choice]) -> bool:
        self.reason = self._try(candidates)
        if not self.reason:
            self.accepted += candidates
        return not self.reason

    def _try(self, candidates: list[Choice]) -> str:
        """Apply and lint; "" if the fixes pass, else the reason why not."""
        together = self.accepted + candidates
        if self.trials_left <= 0:
            return "not tried: too many other fixes failed in this run"
        try:
            changed = apply(self.base, together)
        except EditError as error:
            return f"its edit cannot be applied: {error}"
        self.trials_left -= 1
        after = self.lint({**self.base, **changed})
        self.blamed = {}
        reason = _broken(self.before, after) or _still_there(self.before, after, together)
        if not reason:
            self.blamed = _brought_in(self.before, after, together)
            reason = next(map(_caused, sorted(self.blamed)), "") or self._strayed(after, candidates)
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


def _still_there(before: Snapshot[Context], after: Snapshot[Context], choices: list[Choice]) -> str:
    was, now = counted_keys(before.findings), counted_keys(after.findings)
    for key, count in counted_keys(choice.finding for choice in choices).items():
        if now.get(key, 0) > was.get(key, 0) - count:
            return f"{key[0]} would still be reported"
    return ""


def _brought_in(
    before: Snapshot[Context], after: Snapshot[Context], choices: list[Choice]
) -> dict[Key, Finding]:
    """What the changed texts have in addition, unless it is less severe than every finding that is fixed."""
    least = max(SEVERITIES.index(choice.finding.severity) for choice in choices)
    return {key_of(one): one for one in appeared(before, after) if SEVERITIES.index(one.severity) <= least}


def appeared(before: Snapshot[Context], after: Snapshot[Context]) -> list[Finding]:
    """The findings of a snapshot that have no counterpart in an earlier one."""
    left = counted_keys(before.findings)
    found = []
    for one in after.findings:
        key = key_of(one)
        left[key] = left.get(key, 0) - 1
        if left[key] < 0:
            found.append(one)
    return found


def _caused(key: Key) -> str:
    about = f" on {key[2]}({key[3]})" if key[2] else ""
    return f"it would cause {key[0]}{about}"


def _object_of(choice: Choice) -> tuple[str, str, str]:
    """Queue manager, type and name of the object that a fix is about."""
    _, scope, type, name, _ = key_of(choice.finding)
    return (scope, type, name)
