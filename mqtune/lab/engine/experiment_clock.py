"""The experiment's own time: that of its driver's clock, without pauses and without waiting for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mqtune.lab.drivers.base import Clock


class ExperimentClock:
    """Seconds that count towards the budget, including those of earlier sessions."""

    def __init__(self, clock: Clock, before: float = 0.0) -> None:
        self._clock = clock
        self._before = before
        self._since = clock.now()
        self._held = 0

    def now(self) -> float:
        """Seconds of the experiment so far."""
        if self._held:
            return self._before
        return self._before + self._clock.now() - self._since

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop the clock while this is open."""
        self._before = self.now()
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self._since = self._clock.now()
