"""What a trace is expected to end with, and whether it does."""

from __future__ import annotations

from mqtune.flow.graph import OUTCOMES, UNKNOWN
from mqtune.text.errors import CorrectableError
from mqtune.text.record import record
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.flow.hops import Branch
    from mqtune.flow.trace import Trace

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
        others = " and ".join(f"{NEGATION}{one}" for one in self.unwanted)
        return f"{words}, {others}" if words and others else words or others

    def failing(self, branches: Sequence[Branch]) -> list[str]:
        """Why the branches of a trace do not meet the expectation; empty if they do."""
        found = []
        for one in branches:
            where = f" at {one.queue}" if one.queue else ""
            end = f"{one.outcome}{where} of {one.queue_manager.label}"
            if one.outcome == UNKNOWN:
                found.append(f"a branch ends with '{UNKNOWN}' at {one.queue_manager.label}: {one.reason}")
            elif (self.wanted and one.outcome not in self.wanted) or one.outcome in self.unwanted:
                found.append(f"a branch ends with {end}" + (f": {one.reason}" if one.reason else ""))
        mine = [one for one in branches if not self.wanted or one.outcome in self.wanted]
        if self.at and not any(is_at(one, self.at) for one in mine):
            found.append(f"no branch ends at {self.at}")
        if self.code and not any(one.code == self.code for one in mine):
            found.append(f"no branch has reason code {self.code}")
        return found


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
