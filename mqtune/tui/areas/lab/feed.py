"""What a live experiment and a replay have in common for a screen: a story, and a signal when it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.signal import Signal

from mqtune.tui.areas.lab.live_result import LiveResult

if TYPE_CHECKING:
    from mqtune.lab.core.prompter import Prompt
    from mqtune.tui.app import MqtuneApp

PULSE_S = 0.1  # between two looks at what is new: no screen shows more than ten pictures a second


class ExperimentFeed:
    """A story that goes on. Screens subscribe to `moved`, and read everything from `story`."""

    def __init__(self, frame: MqtuneApp, name: str) -> None:
        self.frame = frame
        self.name = name
        self.live = LiveResult()
        self.updated: Signal[ExperimentFeed] = Signal(frame, "story")
        self.over = False
        self.error = ""
        self.help = ""

    @property
    def question(self) -> Prompt | None:
        """What a person is asked now."""
        return None

    @property
    def stopping(self) -> str:
        """In which way it was told to stop; empty where it was not."""
        return ""

    @property
    def wish(self) -> str:
        """What was wished and has not happened yet, in words."""
        return f"stopping {self.stopping}" if self.stopping else ""
