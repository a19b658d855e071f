"""When to lint: at once if idle, else after one short timer that further typing does not restart."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BUSY_S = 0.008  # a change this soon after a lint is one of a series
WAIT_S = 0.012


class Schedule:
    """Calls `work` after changes. `later` calls a function after a number of seconds."""

    def __init__(
        self,
        work: Callable[[], None],
        later: Callable[[float, Callable[[], None]], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._later = later
        self._now = now
        self._ended = float("-inf")
        self._waiting = False
        self._working = False

    def changed(self) -> None:
        """Work now, or soon together with the changes that follow; not during the work itself."""
        if self._waiting:
            return
        if self._working or self._now() - self._ended < BUSY_S:
            self._waiting = True
            self._later(WAIT_S, self._due)
        else:
            self.run()

    def _due(self) -> None:
        self._waiting = False
        self.run()

    def run(self) -> None:
        """Work now."""
        self._working = True
        try:
            self._work()
        finally:
            self._working = False
            self._ended = self._now()
