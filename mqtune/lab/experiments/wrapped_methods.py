"""Methods around other methods: verdicts without runs, invalid runs, reworded verdicts, converted runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Block
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, Estimate, Verdict

Objection = Callable[[Run], str]
Warnings = Callable[[Sequence[Run]], tuple[str, ...]]


class InvalidMethod:
    """A method whose verdict is known at once: measuring would show nothing."""

    def __init__(self, rule: str, reason: str) -> None:
        self.verdict = Verdict(INVALID, rule, reason, reason=reason)

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The verdict."""
        return self.verdict

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """No estimates."""
        return ()


@dataclass
class _Wrapper:
    """Another method, with its estimates."""

    method: Method

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Those of the method."""
        return self.method.estimates(history)


@dataclass
class ValidatedMethod(_Wrapper):
    """A method that ends as invalid if a run did not measure what it should.

    `objection` returns why a finished run is meaningless, or is empty; `warnings` are added to the verdict.
    """

    rule: str
    objection: Objection
    warnings: Warnings

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block or the verdict of the method, unless a run is objected to."""
        reason = next(filter(None, (self.objection(run) for run in history if run.counts)), "")
        if reason:
            return Verdict(INVALID, self.rule, reason, estimates=self.estimates(history), reason=reason)
        step = self.method.next(history, spent, budget)
        if isinstance(step, Block):
            return step
        return replace(step, warnings=(*step.warnings, *self.warnings(history)))


@dataclass
class RestatedMethod(_Wrapper):
    """A method whose verdict is reworded by the experiment."""

    restate: Callable[[Verdict], Verdict]

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block, or the reworded verdict."""
        step = self.method.next(history, spent, budget)
        return step if isinstance(step, Block) else self.restate(step)


@dataclass
class MappedMethod(_Wrapper):
    """A method whose runs are first converted by a function, such as one that adds up watched depths."""

    convert: Callable[[Run], Run]

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block or the verdict of the method."""
        return self.method.next(tuple(map(self.convert, history)), spent, budget)

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Those of the method for the converted runs."""
        return self.method.estimates(tuple(map(self.convert, history)))
