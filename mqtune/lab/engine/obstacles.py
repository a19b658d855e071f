"""Obstacles: why measuring cannot continue now, and how long to wait for that to change.

An obstacle is never a verdict: after the last pause the experiment stops unfinished, and can be resumed.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from mqtune.lab.core.driver_output import DISTURBED, FAILED, UNAVAILABLE
from mqtune.lab.core.reasons import advice
from mqtune.lab.core.run import Run

# seconds; together 10 minutes, in which a queue manager restarts or fails over
PAUSES = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
FAILING_PAUSES = (5.0, 20.0)  # a driver that fails in a third run in a row will not succeed by itself
DISTURBED_PAUSES = (2.0, 10.0, 20.0, 40.0, 80.0)  # a job that runs every minute leaves gaps
LEAST_DISK_BYTES = 8 * 1024 * 1024  # the journal of a long experiment needs less


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why measuring cannot continue, and the seconds to wait before the next attempt; None: it stops."""

    why: str
    pause: float | None


class Obstacles:
    """The obstacles of one session; `folder` is that of the journal."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._seen = 0
        self._looks = 0

    def next(self, history: Sequence[Run]) -> Obstacle | None:
        """The obstacle to wait for now; a failed run is one only once."""
        if history and history[-1].number > self._seen:
            self._seen = history[-1].number
            if (found := failing(history)) is not None:
                return found
        self._looks += 1
        if (found := low_disk(self._folder, self._looks)) is None:
            self._looks = 0
        return found


def failing(history: Sequence[Run]) -> Obstacle | None:
    """The obstacle that the runs of this session show: the last one did not count.

    A driver that cannot make the first run will not make the second one, so that nothing is waited for.
    """
    if not history or history[-1].counts:
        return None
    last = history[-1]
    if last.outcome in (FAILED, UNAVAILABLE) and not any(run.counts for run in history):
        return Obstacle(f"the driver did not run: {_why(last)}", None)
    bad = next((n for n, run in enumerate(reversed(history)) if run.counts), len(history))
    if last.outcome == UNAVAILABLE:
        return Obstacle(f"the queue manager is not available: {_why(last)}", _pause(PAUSES, bad))
    if last.outcome == DISTURBED:
        return Obstacle(f"the run was disturbed: {last.message}", _pause(DISTURBED_PAUSES, bad))
    many = f"{bad} runs in a row did not count, the last one is" if bad > 1 else "the last run is"
    return Obstacle(f"{many} {last.outcome}: {_why(last)}", _pause(FAILING_PAUSES, bad))


def low_disk(folder: str, looks: int) -> Obstacle | None:
    """The obstacle of a disk without space for the journal, at the given number of checks in a row."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return None
    if free >= LEAST_DISK_BYTES:
        return None
    why = f"the disk of {folder} has {free / 1024 / 1024:.1f} MiB left; free disk space, then resume"
    return Obstacle(why, _pause(PAUSES, looks))


def _pause(pauses: Sequence[float], times: int) -> float | None:
    return pauses[times - 1] if times <= len(pauses) else None


def _why(run: Run) -> str:
    help = advice(run.reason_code, run.message)
    return f"{run.message}; {help}" if help else run.message
