"""Watches depth, channels and file sizes during a run. Changes nothing."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress

from mqtune.hosts.machine import Processor
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.work import Watch
from mqtune.lab.drivers.base import Clock, LogLine, WatchReading
from mqtune.lab.drivers.queue_managers import QueueManagers

# how late a reading may be, in seconds of real time
_TICK = 0.1


class Watcher(threading.Thread):
    """Reads one watch periodically, in a thread of its own since an answer may take a while."""

    def __init__(
        self,
        watch: Watch,
        clock: Clock,
        began: float,
        queue_managers: QueueManagers,
        emit: Callable[[WatchReading | LogLine], None],
    ) -> None:
        super().__init__(name=f"watch {watch.name}", daemon=True)
        self._watch = watch
        self._clock = clock
        self._began = began
        self._queue_managers = queue_managers
        self._emit = emit
        self._over = threading.Event()
        self._complained = False
        self._processor = Processor()

    def stop(self) -> None:
        """Stop reading."""
        self._over.set()

    def run(self) -> None:
        """Read at the start and then periodically by the clock."""
        due = self._began
        while not self._over.is_set():
            left = due - self._clock.now()
            if left > 0:
                self._over.wait(min(left, _TICK))
                continue
            self._look()
            # missed readings are not repeated
            while due <= self._clock.now():
                due += max(self._watch.every, 0.01)

    def _look(self) -> None:
        try:
            value = self._value()
        except LabError as error:
            self._complain(error.together)
            return
        except OSError as error:
            self._complain(f"{self._watch.path}: {error.strerror}; choose a folder that this user can read")
            return
        at = self._clock.now() - self._began
        if value is None and self._watch.processor:
            return  # a share needs two readings
        if value is None:
            self._complain(f"{self._watch.mqsc} shows no {self._watch.keyword}")
        elif not self._over.is_set():
            self._emit(WatchReading(self._watch.name, round(at, 3), value, self._watch.unit))

    def _value(self) -> float | None:
        watch = self._watch
        if watch.path:
            return float(size_of(watch.path))
        if watch.processor:
            return self._processor.share()
        return self._queue_managers.value(watch.qmgr, watch.mqsc, watch.keyword)

    def _complain(self, words: str) -> None:
        """Report once that there is nothing to read; the run continues without it."""
        if not self._complained and not self._over.is_set():
            self._complained = True
            self._emit(LogLine(self._watch.name, f"cannot be watched: {words}"))


def size_of(path: str) -> int:
    """Bytes of a file, or of all files in a folder. Raises OSError if neither exists."""
    if not os.path.isdir(path):
        return os.stat(path).st_size
    total = 0
    for file in (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names):
        with suppress(OSError):  # deleted in the meantime
            total += os.lstat(file).st_size
    return total
