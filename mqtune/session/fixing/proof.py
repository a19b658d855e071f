"""Chooses fixes, applies them, and verifies each one before anything is written.

Fixes are applied until nothing changes. A fix passes only if the texts still parse, its finding is gone, no
other finding of the same or a higher severity has appeared, and, for a safe fix, nothing of the estate has
changed except its target. No file is read or written: the session provides the texts and lints the changed
ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from typing import Generic, TypeVar

from mqtune.session.fixing.blame import (
    Choice,
    Failure,
    Mark,
    marks_of_finding,
    origins,
    suspected,
    wide_marks,
    within,
)
from mqtune.text.editing import ChosenEdits, EditError, Place, Span, apply_edits
from mqtune.text.finding import SAFE, SEVERITIES, Finding, Fix, Key, key_of

# lints of changed texts in one run: with the first lint and the comparisons 8 times a lint at most
MOST_TRIALS = 6
NOT_TRIED = "not tried: too many other fixes failed in this run"

# (queue manager, object type, object name, keyword): one effective value of the estate
Fact = tuple[str, str, str, str]

Context = TypeVar("Context")


class Snapshot(Generic[Context]):
    """One state of the texts: its findings, and the lines of syntax diagnostics by file.

    The diagnostics count whether their rules are selected or not. `context` is passed through to the
    comparison of two snapshots and to the caller.
    """

    __slots__ = ("context", "diagnostics", "findings")

    def __init__(self, findings: list[Finding], diagnostics: dict[str, list[int]], context: Context) -> None:
        self.findings = findings
        self.diagnostics = diagnostics
        self.context = context


class DroppedFix:
    """A fix that was chosen and did not pass, with the reason and the finding it would cause, if any."""

    __slots__ = ("caused", "finding", "fix", "reason")

    def __init__(self, choice: Choice, failure: Failure) -> None:
        self.finding = choice.finding
        self.fix = choice.fix
        self.reason = failure.reason
        self.caused = failure.caused

    @property
    def is_tried(self) -> bool:
        """Whether the fix failed, and not only the others of the run."""
        return self.reason != NOT_TRIED


class VerifiedFixes(Generic[Context]):
    """The outcome: changed texts by file, the fixes applied, those dropped, and the last snapshot."""

    __slots__ = ("applied", "dropped", "snapshot", "texts")

    def __init__(self, snapshot: Snapshot[Context]) -> None:
        self.texts: dict[str, str] = {}
        self.applied: list[Choice] = []
        self.dropped: list[DroppedFix] = []
        self.snapshot = snapshot


def choose(
    findings: Iterable[Finding],
    unsafe: bool,
    refused: Container[Mark] = (),
    wanted: Collection[Key] | None = None,
) -> list[Choice]:
    """Fixes that can be applied together, in order of place; the others wait for the next round."""
    chosen = ChosenEdits()
    candidates = _candidates(findings, unsafe, wanted)
    return [
        choice
        for choice in candidates
        if _mark(choice.finding, choice.fix) not in refused and chosen.add(choice.fix.edits)
    ]


def _candidates(findings: Iterable[Finding], unsafe: bool, wanted: Collection[Key] | None) -> list[Choice]:
    """The fixes of findings, in order of place."""
    candidates = []
    for finding in findings:
        fix = finding.fix(unsafe)
        if fix is not None and (wanted is None or key_of(finding) in wanted):
            candidates.append(Choice(finding, fix))
    return sorted(candidates, key=_order)


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
    trials = Trials()
    refused: dict[Mark, Failure] = {}
    reasons: dict[Mark, Failure] = {}
    changed = False  # since the first of those was refused
    while trials.left > 0:
        choices = choose(fixed.snapshot.findings, unsafe, refused, wanted)
        if not choices and changed:
            # a fix that failed before others were applied may pass now, and would in the next run
            refused, changed = {}, False
            choices = choose(fixed.snapshot.findings, unsafe, wanted=wanted)
        if not choices:
            break
        attempt = _Round(now, fixed.snapshot, lint, changes, trials)
        attempt.settle([choice for choice in choices if choice.fix.applicability == SAFE])
        attempt.settle([choice for choice in choices if choice.fix.applicability != SAFE])
        failed = {_mark(choice.finding, choice.fix): failure for choice, failure in attempt.failed}
        refused |= failed
        reasons |= failed
        changed = bool(refused) and (changed or bool(attempt.accepted))
        fixed.applied += attempt.accepted
        fixed.texts.update(attempt.texts)
        fixed.snapshot = attempt.after
        now.update(attempt.texts)
    untried = Failure(NOT_TRIED)
    fixed.dropped = [
        DroppedFix(choice, reasons.get(_mark(choice.finding, choice.fix), untried))
        for choice in _candidates(fixed.snapshot.findings, unsafe, wanted)
    ]
    return fixed


def fix_one(
    texts: Mapping[str, str],
    first: Snapshot[Context],
    lint: Callable[[dict[str, str]], Snapshot[Context]],
    changes: Callable[[Snapshot[Context], Snapshot[Context]], Iterable[Fact]],
    choice: Choice,
) -> VerifiedFixes[Context]:
    """Apply one fix alone, if it passes. The other arguments are those of `fix_all`."""
    attempt = _Round(texts, first, lint, changes, Trials())
    attempt.settle([choice])
    fixed = VerifiedFixes(attempt.after)
    fixed.texts, fixed.applied = attempt.texts, attempt.accepted
    fixed.dropped = [DroppedFix(*failed) for failed in attempt.failed]
    return fixed


def _order(choice: Choice) -> tuple[object, str]:
    return (min(edit.place.key() for edit in choice.fix.edits), choice.finding.code)


class Trials:
    """The lints that a run may still do, and of how many fixes with a mark a trial may consist."""

    __slots__ = ("left", "limits")

    def __init__(self) -> None:
        self.left = MOST_TRIALS
        self.limits: dict[Mark, int] = {}


class _Round(Generic[Context]):
    """One round: which of the chosen fixes pass. `failed` are those that do not; the others are not tried."""

    def __init__(
        self,
        texts: Mapping[str, str],
        before: Snapshot[Context],
        lint: Callable[[dict[str, str]], Snapshot[Context]],
        changes: Callable[[Snapshot[Context], Snapshot[Context]], Iterable[Fact]],
        trials: Trials,
    ) -> None:
        self.base = texts
        self.before = before
        self.lint = lint
        self.changes = changes
        self.trials = trials
        self.accepted: list[Choice] = []
        self.failed: list[tuple[Choice, Failure]] = []
        self.texts: dict[str, str] = {}
        self.after = before

    def settle(self, candidates: list[Choice]) -> None:
        """Accept those candidates that pass together on top of those accepted before.

        After a failure the next trial omits a fix that alone is near to it, and takes only the first of
        several that are. After a second one it takes none of these, so that the others pass.
        """
        candidates = self._fitting(candidates)
        tried = within(candidates, self.trials.limits)
        late: set[int] = set()  # tried and failed after the first trial
        while tried and self.trials.left > 0:
            failures = self._try(tried)
            if not failures:
                self.accepted += tried
                for mark, limit in self.trials.limits.items():  # the next as many would fail again
                    self.trials.limits[mark] = max(1, limit // 2)
                return
            aside = self._blame(tried, failures)
            failed = {id(choice) for choice, _ in self.failed}
            rest = _without(tried, failed)
            calm = _without(rest, aside) if late or self.trials.left == 1 else rest
            untried = _without(candidates, failed.union(late, map(id, tried)))
            late.update(map(id, tried))
            limits = self.trials.limits
            tried = within(calm, limits) or within(untried, limits) or within(rest, limits)

    def _blame(self, tried: list[Choice], failures: list[Failure]) -> set[int]:
        """Let fixes fail that are the only suspects, and limit how many of several are tried again; return
        the identities of the latter.
        """
        limits = self.trials.limits
        aside: set[int] = set()
        for suspects in suspected(tried, failures):
            if len(suspects.choices) == 1:
                self.failed.append((suspects.choices[0], suspects.failure))
                for mark in wide_marks(suspects.choices[0]):
                    limits.pop(mark, None)
            else:
                limits[suspects.mark] = 1 if suspects.is_narrow else len(suspects.choices) // 2
                aside.update(map(id, suspects.choices))
        return aside

    def _fitting(self, candidates: list[Choice]) -> list[Choice]:
        """The candidates that can be applied; the others fail."""
        try:
            apply(self.base, self.accepted + candidates)
        except EditError as error:
            if len(candidates) > 1:
                middle = len(candidates) // 2
                return self._fitting(candidates[:middle]) + self._fitting(candidates[middle:])
            self.failed += [
                (choice, Failure(f"its edit cannot be applied: {error}")) for choice in candidates
            ]
            return []
        return candidates

    def _try(self, candidates: list[Choice]) -> list[Failure]:
        """Apply and lint; why the fixes do not pass, nothing if they do."""
        together = self.accepted + candidates
        changed = apply(self.base, together)
        self.trials.left -= 1
        after = self.lint({**self.base, **changed})
        origin = origins(together)
        failures = (
            _broken(self.before, after, origin)
            or [
                *_still_there(self.before, after, together, origin),
                *_brought_in(self.before, after, together, origin),
            ]
            or self._strayed(after, candidates)
        )
        if not failures:
            self.texts = changed
            self.after = after
        return failures

    def _strayed(self, after: Snapshot[Context], candidates: list[Choice]) -> list[Failure]:
        """Why safe fixes changed more than what they aim at."""
        if any(choice.fix.applicability != SAFE for choice in candidates):
            return []
        touched: set[Mark] = set()
        failures: dict[Mark, Failure] = {}
        aims = _Aims(choice.finding for choice in candidates)
        for fact in self.changes(self.after, after):
            touched.add(fact[:3])
            if not aims.include(fact):
                manager, type, name, keyword = fact
                marks = ((), [(*fact[:3], "")], (), [("queue manager", manager)])
                reason = f"it would change {keyword} of {type}({name})"
                failures.setdefault(fact[:3], Failure(reason, None, marks))
        # a syntax error hides one command, so fixing it can reveal one object
        if not failures and len(touched) > len(candidates):
            return [Failure("it would change more than one object")]
        return list(failures.values())


def _without(choices: Iterable[Choice], identities: Container[int]) -> list[Choice]:
    return [choice for choice in choices if id(choice) not in identities]


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


def _mark(finding: Finding, fix: Fix) -> Mark:
    """Identifies a refused fix in later rounds, when its place has moved, and equal fixes of its object."""
    line = finding.place.span.line if finding.object is None else 0
    return (key_of(finding), finding.place.file, line, fix.message, *(edit.content for edit in fix.edits))


def counted_keys(findings: Iterable[Finding]) -> dict[Key, int]:
    """How many findings there are of each key."""
    counts: dict[Key, int] = {}
    for finding in findings:
        key = key_of(finding)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _broken(
    before: Snapshot[Context], after: Snapshot[Context], origin: Callable[[Place], tuple[str, int]]
) -> list[Failure]:
    """The files that would no longer parse, once for each line on which more is wrong."""
    failures = []
    for file, lines in after.diagnostics.items():
        was = before.diagnostics.get(file, [])
        if len(lines) > len(was):
            now = Counter(origin(Place(file, Span(line, 1, line, 1))) for line in lines)
            more = now - Counter((file, line) for line in was)
            reason = f"{file} would no longer parse"
            failures += [Failure(reason, None, ([line], (), [(file,)])) for line in more]
    return failures


def _still_there(
    before: Snapshot[Context],
    after: Snapshot[Context],
    choices: list[Choice],
    origin: Callable[[Place], tuple[str, int]],
) -> list[Failure]:
    """The findings that fixes should remove and do not."""
    was, now = counted_keys(before.findings), counted_keys(after.findings)
    fixed = counted_keys(choice.finding for choice in choices)
    keys = {key for key, count in fixed.items() if now.get(key, 0) > was.get(key, 0) - count}
    places = _places(keys, after.findings, origin)
    # that of each line where the finding is, of fixes for it
    return [
        Failure(f"{key[0]} would still be reported", None, ([(key, *place)], [key]))
        for key in sorted(keys)
        for place in places[key]
    ]


def _brought_in(
    before: Snapshot[Context],
    after: Snapshot[Context],
    choices: list[Choice],
    origin: Callable[[Place], tuple[str, int]],
) -> list[Failure]:
    """What the changed texts have in addition, unless it is less severe than every finding that is fixed."""
    least = max(SEVERITIES.index(choice.finding.severity) for choice in choices)
    more = {
        key_of(finding): finding
        for finding in appeared(before, after)
        if SEVERITIES.index(finding.severity) <= least
    }
    was = _places(more, before.findings, lambda place: (place.file, place.span.line))
    now = _places(more, after.findings, origin)
    # of equal findings those on lines that had fewer before
    return [
        Failure(_caused(key), more[key], marks_of_finding(key, more[key], line))
        for key in sorted(more)
        for line in now[key] - was[key] or now[key]
    ]


def _places(
    keys: Collection[Key], findings: Iterable[Finding], origin: Callable[[Place], tuple[str, int]]
) -> dict[Key, Counter[tuple[str, int]]]:
    """How many findings with some keys there are on which lines, in their order."""
    places: dict[Key, Counter[tuple[str, int]]] = {key: Counter() for key in keys}
    for finding in findings if keys else ():
        if (key := key_of(finding)) in places:
            places[key][origin(finding.place)] += 1
    return places


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
