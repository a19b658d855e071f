"""Past results: the result and apply steps of the Lab, in the History area."""

from __future__ import annotations

from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.result_screen import ResultScreen


class PastApply(ApplyScreen):
    """The apply step of a past result."""

    area = "history"


class PastResult(ResultScreen):
    """A past result."""

    area = "history"

    def apply_step(self) -> ApplyScreen:
        """Return the apply step."""
        return PastApply(self.result)
