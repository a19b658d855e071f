"""The clock of experiments that measure a real queue manager."""

from __future__ import annotations

import time


class RealClock:
    """Seconds that never go back and stop while the machine is suspended, independent of the time of day."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        # CLOCK_MONOTONIC of Linux and mach_absolute_time of macOS both exclude suspension
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            time.sleep(left)
