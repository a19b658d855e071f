"""Chooses fixes, applies them, and proves each one before anything is written.

Fixes are applied until nothing changes. A fix stands only if the texts still parse, its finding is
gone, no other finding came up, and, for a safe one, nothing of the estate changed but what it aims
at. Does not read or write files: the session gives the texts and looks at the changed ones.
"""

from __future__ import annotations

from mqtune.findings.finding import SAFE, UNSAFE, Finding, Fix
from mqtune.findings.fingerprint import Key, key_of
from mqtune.text.editing import EditError, apply_edits, clash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mqtune.text.spans import Edit, Span

ROUNDS = 10
# looks at changed texts for one rule in one round: a rule whose fixes all fail must not cost a run each
LOOKS = 60

# (queue manager, object type, object name, keyword): one effective value of the estate
Fact = tuple[str, str, str, str]


class Look:
    """What one run over given texts saw. Made by the session.

    `problems` counts the faults of form by file, whether their rules are selected or not. `estate` is
    the session's own and comes back to it in the comparison of two looks.
    """

    __slots__ = ("estate", "findings", "problems")

    def __init__(self, findings: list[Finding], problems: dict[str, int], estate: object = None) -> None:
        self.findings = findings
        self.problems = problems
        self.estate = estate


class Choice:
    """A fix picked for a finding."""

    __slots__ = ("finding", "fix")

    def __init__(self, finding: Finding, fix: Fix) -> None:
        self.finding = finding
        self.fix = fix


class Dropped:
    """A fix that was picked and did not stand, with the reason."""

    __slots__ = ("finding", "fix", "reason")

    def __init__(self, choice: Choice, reason: str) -> None:
        self.finding = choice.finding
        self.fix = choice.fix
        self.reason = reason


class Fixed:
    """The outcome: changed texts by file, what was applied, what was dropped, the last look."""

    __slots__ = ("applied", "dropped", "look", "settled", "texts")

    def __init__(self, look: Look) -> None:
        self.texts: dict[str, str] = {}
        self.applied: list[Choice] = []
        self.dropped: list[Dropped] = []
        self.look = look
        self.settled = True


def usable(finding: Finding, unsafe: bool) -> Fix | None:
    """The fix that would be applied for a finding: a safe one, else an unsafe one where allowed."""
    for wanted in (SAFE, UNSAFE) if unsafe else (SAFE,):
        for fix in finding.fixes:
            if fix.applicability == wanted and fix.edits:
                return fix
    return None


def choose(
    findings: Iterable[Finding], unsafe: bool, refused: frozenset[tuple[object, ...]] = frozenset()
) -> list[Choice]:
    """Fixes that can be applied together, by place; the rest wait for the next round."""
    candidates = []
    for finding in findings:
        fix = usable(finding, unsafe)
        if fix is not None and _mark(finding, fix) not in refused:
            candidates.append(Choice(finding, fix))
    candidates.sort(key=_order)
    taken = _Taken()
    return [choice for choice in candidates if taken.take(choice.fix.edits)]


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
    first: Look,
    look: Callable[[dict[str, str]], Look],
    changes: Callable[[Look, Look], Iterable[Fact]],
    unsafe: bool = False,
) -> Fixed:
    """Apply fixes until nothing changes.

    `texts` are the texts of all files of the run, `first` the look at them; `look` runs over all texts
    again; `changes` names the effective values in which the estates of two looks differ.
    """
    fixed = Fixed(first)
    now = dict(texts)
    refused: frozenset[tuple[object, ...]] = frozenset()
    changed = False  # since the first of those was refused
    for _ in range(ROUNDS):
        choices = choose(fixed.look.findings, unsafe, refused)
        if not choices and changed:
            # what could not stand before others were applied may stand now, and would in the next run
            refused, fixed.dropped, changed = frozenset(), [], False
            choices = choose(fixed.look.findings, unsafe)
        if not choices:
            return fixed
        proof = _Round(now, fixed.look, look, changes)
        proof.settle([choice for choice in choices if choice.fix.applicability == SAFE])
        proof.settle([choice for choice in choices if choice.fix.applicability != SAFE])
        refused |= {_mark(dropped.finding, dropped.fix) for dropped in proof.dropped}
        changed = bool(refused) and (changed or bool(proof.accepted))
        fixed.dropped += proof.dropped
        fixed.applied += proof.accepted
        fixed.texts.update(proof.texts)
        fixed.look = proof.after
        now.update(proof.texts)
    fixed.settled = not changed and not choose(fixed.look.findings, unsafe, refused)
    return fixed


def fix_one(
    texts: Mapping[str, str],
    first: Look,
    look: Callable[[dict[str, str]], Look],
    changes: Callable[[Look, Look], Iterable[Fact]],
    choice: Choice,
) -> Fixed:
    """Apply one fix alone, if it stands. The arguments are those of `fix_all`."""
    proof = _Round(texts, first, look, changes)
    proof.settle([choice])
    fixed = Fixed(proof.after)
    fixed.texts, fixed.applied, fixed.dropped = proof.texts, proof.accepted, proof.dropped
    return fixed


class _Taken:
    """The edits picked so far in a round."""

    __slots__ = ("by_line",)

    def __init__(self) -> None:
        # by line, because a run over a big dump picks thousands
        self.by_line: dict[tuple[str, int], list[Edit]] = {}

    def take(self, edits: tuple[Edit, ...]) -> bool:
        """Take a fix's edits if none of them touches one taken before; the same edit is no clash."""
        for edit in edits:
            for line in _lines(edit):
                for other in self.by_line.get(line, ()):
                    same = edit.place == other.place and edit.content == other.content
                    if not same and clash(edit.place.span, other.place.span):
                        return False
        for edit in edits:
            for line in _lines(edit):
                self.by_line.setdefault(line, []).append(edit)
        return True


def _order(choice: Choice) -> tuple[object, str]:
    return (min(edit.place.key() for edit in choice.fix.edits), choice.finding.code)


def _lines(edit: Edit) -> list[tuple[str, int]]:
    span = edit.place.span
    return [(edit.place.file, line) for line in range(span.line, span.end_line + 1)]


class _Round:
    """One round: which of the picked fixes stand, found by halving where all together do not."""

    def __init__(
        self,
        texts: Mapping[str, str],
        before: Look,
        look: Callable[[dict[str, str]], Look],
        changes: Callable[[Look, Look], Iterable[Fact]],
    ) -> None:
        self.base = texts
        self.before = before
        self.look = look
        self.changes = changes
        self.left = LOOKS
        self.accepted: list[Choice] = []
        self.dropped: list[Dropped] = []
        self.texts: dict[str, str] = {}
        self.after = before
        self.reason = ""

    def settle(self, candidates: list[Choice]) -> None:
        """Accept the candidates that stand on top of those accepted before."""
        if not candidates or self._accept(candidates):
            return
        by_code: dict[str, list[Choice]] = {}
        for choice in candidates:
            by_code.setdefault(choice.finding.code, []).append(choice)
        for group in by_code.values():
            self.left = LOOKS
            self._halve(group)

    def _halve(self, candidates: list[Choice]) -> None:
        if self._accept(candidates):
            return
        if len(candidates) == 1:
            self.dropped.append(Dropped(candidates[0], self.reason))
            return
        middle = len(candidates) // 2
        self._halve(candidates[:middle])
        self._halve(candidates[middle:])

    def _accept(self, candidates: list[Choice]) -> bool:
        self.reason = self._try(candidates)
        if not self.reason:
            self.accepted += candidates
        return not self.reason

    def _try(self, candidates: list[Choice]) -> str:
        """Apply and look; "" where the fixes stand, else the reason why not."""
        together = self.accepted + candidates
        if self.left <= 0:
            return "not tried: too many other fixes failed in this run"
        try:
            changed = apply(self.base, together)
        except EditError as error:
            return f"its edit does not fit: {error}"
        self.left -= 1
        after = self.look({**self.base, **changed})
        reason = (
            _broken(self.before, after)
            or _still_there(self.before, after, together)
            or _brought_in(self.before, after)
            or self._strayed(after, candidates)
        )
        if not reason:
            self.texts = changed
            self.after = after
        return reason

    def _strayed(self, after: Look, candidates: list[Choice]) -> str:
        """What safe fixes changed besides their aims."""
        if any(choice.fix.applicability != SAFE for choice in candidates):
            return ""
        touched: set[tuple[str, str, str]] = set()
        for fact in self.changes(self.after, after):
            if not any(_aims_at(choice.finding, fact) for choice in candidates):
                _, type, name, keyword = fact
                return f"it would change {keyword} of {type}({name})"
            touched.add(fact[:3])
        # a fault of form hides one command, so mending it can bring to light one object
        if len(touched) > len(candidates):
            return "it would change more than one object"
        return ""


def _aims_at(finding: Finding, fact: Fact) -> bool:
    """Whether an effective value is what the finding is about."""
    queue_manager, type, name, keyword = fact
    if finding.object is None:
        return True
    if (finding.queue_manager or "") != queue_manager:
        return False
    if (finding.object.type, finding.object.name) != (type, name):
        return False
    return finding.attribute in ("", keyword)


def _mark(finding: Finding, fix: Fix) -> tuple[object, ...]:
    """What a refused fix is known by in later rounds, when its place has moved."""
    return (key_of(finding), fix.message, tuple(edit.content for edit in fix.edits))


def _counts(findings: Iterable[Finding]) -> dict[Key, int]:
    counts: dict[Key, int] = {}
    for finding in findings:
        key = key_of(finding)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _broken(before: Look, after: Look) -> str:
    for file, count in after.problems.items():
        if count > before.problems.get(file, 0):
            return f"{file} would no longer parse"
    return ""


def _still_there(before: Look, after: Look, choices: list[Choice]) -> str:
    was, now = _counts(before.findings), _counts(after.findings)
    for key, count in _counts(choice.finding for choice in choices).items():
        if now.get(key, 0) > was.get(key, 0) - count:
            return f"{key[0]} would still be there"
    return ""


def _brought_in(before: Look, after: Look) -> str:
    was = _counts(before.findings)
    for key, count in _counts(after.findings).items():
        if count > was.get(key, 0):
            about = f" on {key[2]}({key[3]})" if key[2] else ""
            return f"it would bring in {key[0]}{about}"
    return ""
