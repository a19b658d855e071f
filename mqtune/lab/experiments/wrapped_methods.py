"""A method with what an experiment adds: other values of runs, invalid runs, warnings, another wording."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace

from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Block
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, Estimate, Verdict


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
class WrappedMethod:
    """Another method, with what is given of the following.

    `convert` changes each run first, such as one that adds up watched depths. `objection` returns why a
    finished run did not measure what it should, or is empty: then the verdict is invalid by the `rule`.
    `warnings` are added to the verdict, and `restate` rewords it.
    """

    method: Method
    _: KW_ONLY
    convert: Callable[[Run], Run] | None = None
    rule: str = ""
    objection: Callable[[Run], str] | None = None
    warnings: Callable[[Sequence[Run]], tuple[str, ...]] | None = None
    restate: Callable[[Verdict], Verdict] | None = None

    def next(self, history: Sequence[Run], spent: float, budget: float) -> Block | Verdict:
        """The next block or the verdict of the method."""
        history = self._converted(history)
        reasons = (self.objection(run) for run in history if run.counts) if self.objection else ()
        if reason := next(filter(None, reasons), ""):
            return Verdict(INVALID, self.rule, reason, estimates=self.estimates(history), reason=reason)
        step = self.method.next(history, spent, budget)
        if isinstance(step, Block):
            return step
        if self.warnings:
            step = replace(step, warnings=(*step.warnings, *self.warnings(history)))
        return self.restate(step) if self.restate else step

    def estimates(self, history: Sequence[Run]) -> tuple[Estimate, ...]:
        """Those of the method."""
        return self.method.estimates(self._converted(history))

    def _converted(self, history: Sequence[Run]) -> Sequence[Run]:
        return tuple(map(self.convert, history)) if self.convert else history
