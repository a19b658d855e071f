"""Requests of other threads to a running engine: stop after this run, stop now, pause, continue, a note.

The engine reads them between runs; only stopping now interrupts a run. Safe to call from any thread:
nothing here blocks except `wait`. Not from a signal handler, which may interrupt a call of its own thread.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator


class Controls:
    """The requests that are pending."""

    def __init__(self, stop_driver: Callable[[bool], None]) -> None:
        self._stop_driver = stop_driver
        self._notes: deque[str] = deque()
        self._going = threading.Event()
        self._going.set()
        self.stopping = ""

    def stop_after_run(self, why: str = "stopped after a run by the user") -> None:
        """Let the current run end, then stop."""
        self.stopping = self.stopping or why
        self._going.set()

    def stop_now(self, why: str = "stopped by the user") -> None:
        """Stop the current run; its samples stay in the journal, and resuming repeats the run."""
        self.stopping = why
        self._going.set()
        self._stop_driver(True)

    def pause(self) -> None:
        """Pause after the current run."""
        if not self.stopping:
            self._going.clear()

    def go_on(self) -> None:
        """End the pause."""
        self._going.set()

    @property
    def pausing(self) -> bool:
        """Whether a pause was requested."""
        return not self._going.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for the end of a pause; whether it is over."""
        return self._going.wait(seconds)

    def note(self, text: str) -> None:
        """Add a note to the journal."""
        self._notes.append(text)

    def notes(self) -> Iterator[str]:
        """The notes since the last call."""
        while self._notes:
            yield self._notes.popleft()
