"""Looks before anything is touched: role, driver, cores, disk, queue manager. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.lab.check import FAILED, OK, Check
from mqtune.lab.job import NOTICE, Job


def preflight(job: Job) -> tuple[Check, ...]:
    """All checks of a job, each with its state."""
    return tuple(_checks(job))


def blocking(checks: tuple[Check, ...]) -> Check | None:
    """The first check that keeps the experiment from being started."""
    return next((one for one in checks if one.state == FAILED), None)


def _checks(job: Job) -> Iterator[Check]:
    if job.simulated:
        yield Check("driver", OK, NOTICE)
