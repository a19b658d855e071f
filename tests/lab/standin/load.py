"""What the stand-ins of drivers share: time that passes faster, signals, noise, destinations.

For tests only. Standard library only.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time

from pretended import speed

STOPPING = (signal.SIGINT, signal.SIGTERM)


class Clock:
    """Seconds of the driver since its start; STANDIN_SPEED of them pass in one of the clock.

    Its time is that of the moments it has waited for: a busy machine makes a driver late, and does not change
    what it counts.
    """

    def __init__(self) -> None:
        self.speed = speed()
        self.start = time.monotonic()
        self.signal = 0
        self._now = 0.0
        self._reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer)

    def trap(self) -> None:
        """Remember SIGINT and SIGTERM instead of ending."""
        for one in STOPPING:
            signal.signal(one, self._take)

    def ignore(self) -> None:
        """Leave SIGINT and SIGTERM unheard."""
        for one in STOPPING:
            signal.signal(one, signal.SIG_IGN)

    def _take(self, number: int, frame: object) -> None:
        self.signal = self.signal or number

    def now(self) -> float:
        return self._now

    def until(self, moment: float) -> bool:
        """Wait for a moment; False where a signal came before it."""
        while not self.signal:
            left = min(self.start + moment / self.speed - time.monotonic(), 3600.0)
            if left <= 0:
                self._now = max(self._now, moment)
                return True
            self._sleep(left)
        passed = (time.monotonic() - self.start) * self.speed
        self._now = max(self._now, min(moment, passed))
        return False

    def until_there(self, path: str) -> None:
        """Stand still until a file is there or a signal comes; no time of the driver passes."""
        began = time.monotonic()
        while not self.signal and not os.path.exists(path):
            self._sleep(0.01)
        self.start += time.monotonic() - began

    def _sleep(self, seconds: float) -> None:
        if select.select([self._reader], [], [], seconds)[0]:
            os.read(self._reader, 100)


class Noise:
    """Variation from second to second."""

    def __init__(self) -> None:
        seed = os.environ.get("STANDIN_SEED")
        self.random = random.Random(f"{seed} {sys.argv}" if seed else None)
        self.share = float(os.environ.get("STANDIN_NOISE", "0.01"))

    def factor(self) -> float:
        return max(0.05, self.random.gauss(1.0, self.share))


def destinations(
    name: str, first: str | None, last: str | None, count: str | None, threads: int
) -> list[str]:
    """The destination of each thread, by -d, -db, -dx and -dn."""
    if first is None and last is None and count is None:
        return [name] * threads
    many = int(count) if count else None
    if first is not None:
        begin = int(first)
    elif last is not None and many is not None:
        begin = int(last) - many + 1
    else:
        begin = 1
    end = int(last) if last is not None else begin + (threads if many is None else many) - 1
    numbers = list(range(begin, end + 1)) or [begin]
    return [f"{name}{numbers[index % len(numbers)]}" for index in range(threads)]


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def die_by(number: int) -> None:
    """End by a signal, as a crash does, without leaving a core."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    signal.pause()
