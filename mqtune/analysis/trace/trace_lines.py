"""A trace as lines, chains below each other and forks indented, and whether it ends as it is expected to."""

from __future__ import annotations

from mqtune.analysis.flow.graph import DELIVERED, OUTCOMES, UNKNOWN
from mqtune.analysis.trace.hops import Branch, Hop
from mqtune.language.access import reason_meaning, reason_name
from mqtune.text.messages import CorrectableError
from mqtune.text.record import record
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.analysis.trace.trace import Trace


FORK, LAST, DOWN, NOTHING = " ├ ", " └ ", " │ ", "   "


@record
class Line:
    """One line: a hop with its columns, or a branch. `head` is what precedes it, `below` what precedes notes;
    `limit` the smallest MAXMSGL on the way to a branch.
    """

    head: str
    below: str
    hop: Hop | None = None
    branch: Branch | None = None
    manager: str = ""
    name: str = ""
    effect: str = ""
    limit: str = ""


def lines_of(trace: Trace, most_branches: int) -> tuple[list[Line], int]:
    """The lines of a trace up to a number of branches, and how many branches are left out."""
    below: dict[int, list[Hop | Branch]] = {}
    for branch in trace.branches:
        below.setdefault(branch.after, []).append(branch)
    for hop in trace.hops:
        below.setdefault(hop.after, []).append(hop)
    lines: list[Line] = []
    count = 0
    waiting = [(entry, "", "") for entry in reversed(below.get(-1, []))]
    while waiting:
        entry, head, rest = waiting.pop()
        if isinstance(entry, Branch):
            count += entry.again < 0
            if count <= most_branches:
                lines.append(branch_line(trace, entry, head, rest))
            continue
        following = below.get(entry.number, [])
        if count < most_branches:
            lines.append(hop_line(entry, head, rest))
        if len(following) == 1 and isinstance(following[0], Hop):
            waiting.append((following[0], rest, rest))
            continue
        for number in reversed(range(len(following))):
            last = number == len(following) - 1
            step = (rest + (LAST if last else FORK), rest + (NOTHING if last else DOWN))
            waiting.append((following[number], *step))
    return lines, max(count - most_branches, 0)


def hop_line(hop: Hop, head: str, rest: str) -> Line:
    """The line of a hop."""
    return Line(head, rest, hop, None, hop.queue_manager.label, hop.name, hop.effect)


def branch_line(trace: Trace, branch: Branch, head: str, rest: str) -> Line:
    """The line of a branch."""
    if branch.again >= 0:
        again = trace.hops[min(branch.again, len(trace.hops) - 1)]
        return Line(head, rest, None, branch, effect=f"{again.name} of {again.queue_manager.label}")
    limit = trace.hops[branch.after].limit if branch.after >= 0 else None
    text = f"smallest MAXMSGL on the way {limit[0]:,}, {limit[1]}" if limit is not None else ""
    return Line(head, rest, None, branch, limit=text)


def branch_text(branch: Branch, limit: str) -> str:
    """The reason code with its name, where the message is, and what decides."""
    text = branch.reason
    if branch.outcome == UNKNOWN:
        if branch.assumed:
            code = f", {branch.code} {reason_name(branch.code)}" if branch.code else ""
            text += f"; otherwise {branch.assumed}{code}"
        return text
    if branch.outcome == DELIVERED and limit:
        text += f"; {limit}"
    if branch.code:
        text = f"{branch.code} {reason_name(branch.code)}: {text or reason_meaning(branch.code)}"
    return text


# What a trace is expected to end with, and whether it does.

NEGATION = "not "


class ExpectationError(CorrectableError):
    """A word that is not an outcome: what is wrong, and what to write."""


@record
class Expectation:
    """Every branch has to end with one of `wanted`, and none with one of `unwanted`.

    `at` is a queue, or `QUEUE@QMGR`, at which a branch with a wanted outcome has to end, and `code` the
    reason code of one; "" and 0 for any.
    """

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    at: str = ""
    code: int = 0

    @classmethod
    def of(cls, words: Sequence[str], at: str = "", code: int = 0) -> Expectation:
        """The expectation that words such as `delivered` and `not loop` state. Raises ExpectationError."""
        wanted: list[str] = []
        unwanted: list[str] = []
        for word in words:
            plain = " ".join(word.lower().replace("-", " ").split())
            outcome = plain.removeprefix(NEGATION)
            if outcome not in OUTCOMES:
                near = nearest(outcome, OUTCOMES)
                help = f"the nearest is '{near}'" if near else f"outcomes are {', '.join(OUTCOMES)}"
                raise ExpectationError(f"unknown outcome '{word}'", help)
            if outcome == UNKNOWN:
                help = "an expectation is only met by what is certain; name another outcome"
                raise ExpectationError(f"'{UNKNOWN}' cannot be expected", help)
            (unwanted if plain.startswith(NEGATION) else wanted).append(outcome)
        return cls(tuple(wanted), tuple(unwanted), at, code)

    @property
    def text(self) -> str:
        """`delivered at ORDERS.IN@HUB.QM`, `not loop`."""
        words = " or ".join(self.wanted)
        words += f" at {self.at}" if self.at else ""
        words += f" with reason code {self.code}" if self.code else ""
        others = " and ".join(f"{NEGATION}{outcome}" for outcome in self.unwanted)
        return f"{words}, {others}" if words and others else words or others

    def failing(self, branches: Sequence[Branch]) -> list[str]:
        """Why the branches of a trace do not meet the expectation; empty if they do."""
        failures = []
        for branch in branches:
            where = f" at {branch.queue}" if branch.queue else ""
            end = f"{branch.outcome}{where} of {branch.queue_manager.label}"
            if branch.outcome == UNKNOWN:
                failures.append(
                    f"a branch ends with '{UNKNOWN}' at {branch.queue_manager.label}: {branch.reason}"
                )
            elif (self.wanted and branch.outcome not in self.wanted) or branch.outcome in self.unwanted:
                failures.append(f"a branch ends with {end}" + (f": {branch.reason}" if branch.reason else ""))
        mine = [branch for branch in branches if not self.wanted or branch.outcome in self.wanted]
        if self.at and not any(is_at(branch, self.at) for branch in mine):
            failures.append(f"no branch ends at {self.at}")
        if self.code and not any(branch.code == self.code for branch in mine):
            failures.append(f"no branch has reason code {self.code}")
        return failures


def is_at(branch: Branch, at: str) -> bool:
    """Whether a branch ends at `QUEUE`, `QUEUE@QMGR` or `@QMGR`."""
    queue, _, manager = at.partition("@")
    if manager and branch.queue_manager.label != manager:
        return False
    name = branch.queue.partition("(")[2].removesuffix(")") or branch.queue
    return not queue or queue in (name, branch.queue)


@record
class Followed:
    """One trace, what was expected of it, and why it is not as expected; no trace for a connection alone.

    `title` is what the test is called that asked for it.
    """

    trace: Trace | None
    expectation: Expectation | None = None
    failing: tuple[str, ...] = ()
    title: str = ""


def followed(trace: Trace, expectation: Expectation | None, title: str = "") -> Followed:
    """A trace with what was expected of it."""
    failing = expectation.failing(trace.ends) if expectation is not None else ()
    return Followed(trace, expectation, tuple(failing), title)
