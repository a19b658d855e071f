"""The experiment's own time: that of its driver's clock, without pauses and without waiting for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mqtune.lab.drivers.base import Clock

STEP_SECONDS = 0.2


def wait_in_steps(clock: Clock, seconds: float, between: Callable[[], None]) -> None:
    """Wait by a driver's clock, and call `between` several times a second; it may raise to end the wait."""
    until = clock.now() + seconds
    while (left := until - clock.now()) > 0:
        clock.wait(min(STEP_SECONDS, left))
        between()


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
