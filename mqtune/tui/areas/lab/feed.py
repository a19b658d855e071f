"""The base class of a running experiment and a replay: a live result, and a signal for its updates."""

from __future__ import annotations

from textual.signal import Signal

from mqtune.lab.core.prompter import Prompt
from mqtune.tui.areas.lab.live_result import LiveResult
from mqtune.tui.frame.application import Application

PULSE_S = 0.1  # between two updates: a screen is redrawn at most ten times a second


class ExperimentFeed:
    """An experiment with progress. Screens subscribe to `updated`, and read everything from `live`."""

    def __init__(self, frame: Application, name: str) -> None:
        self.frame = frame
        self.name = name
        self.live = LiveResult()
        self.updated: Signal[ExperimentFeed] = Signal(frame, "progress")
        self.over = False
        self.error = ""
        self.help = ""

    @property
    def question(self) -> Prompt | None:
        """The question that waits for the user."""
        return None

    @property
    def stopping(self) -> str:
        """How the experiment was asked to stop; empty if it was not."""
        return ""

    @property
    def pending(self) -> str:
        """The request that has not taken effect yet, as text."""
        return f"stopping {self.stopping}" if self.stopping else ""
