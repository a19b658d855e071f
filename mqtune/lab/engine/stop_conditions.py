"""Stop conditions: when the engine gives up although the method would continue."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from mqtune.lab.core.driver_output import FAILED
from mqtune.lab.core.reasons import advice
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import INVALID, Estimate, Verdict

IN_A_ROW = 3
LEAST_DISK_BYTES = 64 * 1024 * 1024
RULE = "stop conditions: the first run must start, 3 runs in a row must not fail, the disk must not be full"


def give_up(history: Sequence[Run], folder: str) -> str:
    """Why measuring must stop; empty if it may continue."""
    return _failing(history) or _disk(folder)


def invalid(why: str, estimates: tuple[Estimate, ...]) -> Verdict:
    """The verdict of an experiment that was given up."""
    return Verdict(INVALID, RULE, f"no answer: {why}", estimates=estimates, reason=why)


def _failing(history: Sequence[Run]) -> str:
    last = list(history[-IN_A_ROW:])
    if not last or last[-1].counts:
        return ""
    if last[-1].outcome == FAILED and not any(run.counts for run in history):
        return f"the driver did not run: {_why(last[-1])}"
    if len(last) == IN_A_ROW and not any(run.counts for run in last):
        return f"{IN_A_ROW} runs in a row did not count, the last one is {last[-1].outcome}: {_why(last[-1])}"
    return ""


def _why(run: Run) -> str:
    help = advice(run.reason_code, run.message)
    return f"{run.message}; {help}" if help else run.message


def _disk(folder: str) -> str:
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return ""
    if free >= LEAST_DISK_BYTES:
        return ""
    return f"the disk of {folder} has {free / 1024 / 1024:.0f} MiB left; free disk space, then resume"
