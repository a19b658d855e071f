"""Results of the past: the steps of the Lab, in the History area."""

from __future__ import annotations

from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.result_screen import ResultScreen


class PastApply(ApplyScreen):
    """What follows from a result of the past."""

    area = "history"


class PastResult(ResultScreen):
    """A result of the past."""

    area = "history"

    def apply_step(self) -> ApplyScreen:
        """The step that shows what follows."""
        return PastApply(self.result)
