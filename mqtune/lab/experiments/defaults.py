"""The defaults of all experiments."""

from __future__ import annotations

from mqtune.lab.core.definition import Definition
from mqtune.lab.core.experiment import Settings, Target
from mqtune.lab.core.order import Arm
from mqtune.lab.core.run import Run
from mqtune.lab.core.work import Step
from mqtune.lab.definitions import definition


class Defaults:
    """Defaults: no set-up, nothing between runs, and runs are compared by their median rate."""

    def __init__(self, name: str) -> None:
        self.definition: Definition = definition(name)

    def say(self, sentence: str, **values: str) -> str:
        """A sentence of the definition with its placeholders filled."""
        return self.definition.says[sentence].format(**values)

    def setup(self, settings: Settings, target: Target) -> tuple[Step, ...]:
        """Nothing."""
        return ()

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """Nothing."""
        return ()

    def value(self, run: Run) -> float | None:
        """The median of the run's samples."""
        return run.value
