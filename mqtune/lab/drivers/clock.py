"""The clock of experiments that measure something real."""

from __future__ import annotations

import time


class RealClock:
    """Seconds that never go back and stand still while the machine sleeps, whatever its time of day does."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        # CLOCK_MONOTONIC of Linux and mach_absolute_time of macOS both leave sleep out
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            time.sleep(left)
