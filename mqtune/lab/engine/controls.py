"""What other threads may ask of a running engine: stop after this run, stop now, pause, go on, a note.

The engine looks at it between runs; only stopping now reaches into a run. Safe to call from any thread and
from a signal handler: nothing here waits.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator


class Controls:
    """The wishes that are open."""

    def __init__(self, stop_driver: Callable[[bool], None]) -> None:
        self._stop_driver = stop_driver
        self._notes: deque[str] = deque()
        self._going = threading.Event()
        self._going.set()
        self.stopping = ""
        self.at_once = False

    def stop_after_run(self, why: str = "stopped after the run by its user") -> None:
        """Let the present run end, then stop."""
        self.stopping = self.stopping or why
        self._going.set()

    def stop_now(self, why: str = "stopped by its user") -> None:
        """Stop the present run; what it measured so far stays in the journal, the run is made again."""
        self.stopping = why
        self.at_once = True
        self._going.set()
        self._stop_driver(True)

    def pause(self) -> None:
        """Wait after the present run."""
        if not self.stopping:
            self._going.clear()

    def go_on(self) -> None:
        """End the pause."""
        self._going.set()

    @property
    def pausing(self) -> bool:
        """Whether a pause was asked for."""
        return not self._going.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of a pause, so long at most; whether it is over."""
        return self._going.wait(seconds)

    def note(self, text: str) -> None:
        """Something to be remembered in the journal."""
        self._notes.append(text)

    def notes(self) -> Iterator[str]:
        """The notes since the last call."""
        while self._notes:
            yield self._notes.popleft()
