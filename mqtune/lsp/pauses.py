"""Work for pauses of typing: garbage is collected, and the texts of earlier edits are forgotten.

The collector of Python would start at any time, also while the editor waits for an answer, and would examine
the objects of the whole workspace each time.
"""

from __future__ import annotations

import gc
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE_S = 2.0
MOST_RUNS = 40  # without a pause, after which the garbage of these runs is collected nevertheless


class Pauses:
    """Calls `work` in the first pause after a run. `later` calls a function after a number of seconds."""

    def __init__(
        self,
        work: Callable[[], None],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self._work = work
        self._later = later
        self._last = 0.0
        self._runs = 0
        self._waiting = False
        gc.disable()

    def ran(self) -> None:
        """Note the end of a run."""
        self._last = time.monotonic()
        self._runs += 1
        if self._runs % MOST_RUNS == 0:
            gc.collect()
        elif self._runs == 1:
            gc.freeze()  # until the next pause only what is new is looked at
        if not self._waiting:
            self._waiting = True
            self._later(PAUSE_S, self._due)

    def _due(self) -> None:
        rest = self._last + PAUSE_S - time.monotonic()
        if rest > 0:
            self._later(rest, self._due)
            return
        self._waiting = False
        self._runs = 0
        self._work()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
