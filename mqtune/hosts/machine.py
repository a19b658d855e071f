"""The processors of a machine: their use, and what other processes, a hypervisor or a quota took of them.

Other hosts run the text of this file as a program of its own, with the standard library and Python from 3.7.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

PROC = "/proc"
IDLE = (3, 4)  # idle, and waiting for a disk
COUNTED = 8  # user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user
OTHERS, STEAL, THROTTLED = "others_share", "steal_share", "throttled_share"
_STEAL_TICKS = 7
_NAMED = 0.3  # of what was used by others, which a process has to have used to be named
_GROUPS = "/sys/fs/cgroup"  # control groups, version 2
_OWN_GROUP = "/proc/self/cgroup"
_SSH = "sshd"  # serves the connections of mqtune; what a driver used is added to it in the end


class Processor:
    """The share in use since the previous call. Raises OSError if the system does not provide it."""

    def __init__(self) -> None:
        self._before: tuple[int, int] | None = None

    def share(self) -> float | None:
        """The share in use, 0 to 1; None in the first call, and if no time has passed."""
        before, self._before = self._before, ticks()
        if before is None:
            return None
        busy, total = (now - then for now, then in zip(self._before, before, strict=True))
        return busy / total if total > 0 else None


def ticks() -> tuple[int, int]:
    """Ticks in use, and all ticks, of all processors since the machine was started."""
    counts = all_ticks()
    total = sum(counts)
    return total - sum(counts[column] for column in IDLE), total


def all_ticks() -> list[int]:
    """Ticks of all processors by their use. Raises OSError if the system does not provide them."""
    with open(f"{PROC}/stat", encoding="ascii") as file:
        counts = [int(word) for word in file.readline().split()[1 : COUNTED + 1]]
    if len(counts) < COUNTED:
        raise OSError(f"{PROC}/stat does not show the use of the processors")
    return counts


def usable_cores() -> int:
    """The processors that this process may use: by affinity, and by the quotas of its control groups."""
    count = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    for folder in control_groups():
        try:
            with open(f"{folder}/cpu.max", encoding="ascii") as file:
                quota, period = file.read().split()
            count = count if quota == "max" else max(1, min(count, int(quota) // int(period)))
        except (OSError, ValueError, ZeroDivisionError):
            continue
    return count


def machine_text() -> str:
    """The processors and the system of this machine: `Intel(R) Xeon(R) Gold 6140 x 24, Linux 5.10`."""
    model = platform.machine()
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        model = next(
            (line.partition(":")[2].strip() for line in file if line.startswith("model name")), model
        )
    release = ".".join(platform.release().split(".")[:2])
    return f"{model} x {os.cpu_count() or 1}, {platform.system()} {release}"


def control_groups() -> Iterator[str]:
    """The folders of this process's control group and of those that contain it, the innermost first."""
    try:
        with open(_OWN_GROUP, encoding="utf-8", errors="surrogateescape") as file:
            group = next((line[3:].strip() for line in file if line.startswith("0::")), "/")
    except OSError:
        return
    while group not in ("", "/"):
        yield f"{_GROUPS}{group}"
        group = os.path.dirname(group)
    yield _GROUPS


class ForeignProcess(NamedTuple):
    """A process by its name, its own ticks, and those of its children that have ended."""

    name: str
    own_ticks: int
    ended: int = 0


class Reading(NamedTuple):
    """One moment: each foreign process, all ticks, ticks stolen, seconds throttled."""

    processes: Mapping[int, ForeignProcess]
    total: int
    stolen: int
    throttled: float
    at: float


class Shares(NamedTuple):
    """The shares of the time between two readings, and the process that used most, as ` (most: …)`."""

    by_cause: dict[str, float]
    who: str = ""


def look(own_programs: tuple[str, ...], mark: str = "") -> Reading | None:
    """The moment as /proc shows it; None on other systems.

    Processes are not foreign if their names begin with one of `own_programs`, if they are or descend from
    this one, or from one whose command line contains `mark`.
    """
    try:
        counts = all_ticks()
        processes = _all_processes()
        roots = {os.getpid()}
        if mark:
            roots |= {pid for pid in processes if mark.encode() in _command_line(pid)}
    except (OSError, ValueError, IndexError):
        return None
    foreign_processes = foreign(processes, roots, own_programs)
    return Reading(foreign_processes, sum(counts), counts[_STEAL_TICKS], _throttled(), time.monotonic())


def shares(before: Reading, after: Reading) -> Shares:
    """The shares between two moments."""
    total = after.total - before.total
    if total <= 0 or after.at <= before.at:
        return Shares({})
    # the ticks of a process that ended are those of its parent now, and were its own before
    used = sum(process.own_ticks + process.ended for process in after.processes.values())
    used -= sum(process.own_ticks + process.ended for process in before.processes.values())
    used_by = {
        pid: process.own_ticks - (before.processes[pid].own_ticks if pid in before.processes else 0)
        for pid, process in after.processes.items()
    }
    most = max(used_by, key=lambda pid: used_by[pid], default=0)
    share, who = max(0, used) / total, ""
    if most and used_by[most] > used * _NAMED:
        who = f" (most: {after.processes[most].name}, process {most})"
    throttled = (after.throttled - before.throttled) / (after.at - before.at)
    by_cause = {
        OTHERS: round(min(1.0, share), 4),
        STEAL: round((after.stolen - before.stolen) / total, 4),
        THROTTLED: round(max(0.0, throttled), 4),
    }
    return Shares(by_cause, who)


def _all_processes() -> dict[int, tuple[int, ForeignProcess]]:
    """Every process with its parent."""
    processes = {}
    for name in filter(str.isdigit, os.listdir(PROC)):
        try:
            with open(f"{PROC}/{name}/stat", encoding="utf-8", errors="replace") as file:
                head, _, rest = file.read().rpartition(")")
        except OSError:
            continue  # it has ended
        words = rest.split()
        own_ticks, ended = sum(map(int, words[11:13])), sum(map(int, words[13:15]))
        processes[int(name)] = int(words[1]), ForeignProcess(head.partition("(")[2], own_ticks, ended)
    return processes


def _command_line(pid: int) -> bytes:
    try:
        with open(f"{PROC}/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def foreign(
    processes: Mapping[int, tuple[int, ForeignProcess]], roots: set[int], own_programs: tuple[str, ...]
) -> dict[int, ForeignProcess]:
    """The processes that are neither of the roots, nor started by one, nor of programs by these names."""
    excluded = set(roots)
    for pid in processes:
        line: list[int] = []
        at = pid
        while at in processes and at not in excluded and at not in line:
            line.append(at)
            at = processes[at][0]
        if at in excluded:
            excluded.update(line)
    return {
        pid: process
        for pid, (_, process) in processes.items()
        if pid not in excluded and not process.name.startswith(own_programs)
    }


def _throttled() -> float:
    """Seconds for which the control group of this process was stopped by its quota."""
    for folder in control_groups():
        try:
            with open(f"{folder}/cpu.stat", encoding="ascii") as file:
                for line in file:
                    if line.startswith("throttled_usec"):
                        return int(line.split()[1]) / 1e6
        except (OSError, ValueError, IndexError):
            continue
    return 0.0


def main(every: float, mark: str, own_programs: Sequence[str]) -> None:
    """Print the shares since the start, periodically, as lines of JSON, until it is ended."""
    programs = (_SSH, *own_programs)
    before = look(programs, mark)
    while before is not None:
        time.sleep(every)
        after = look(programs, mark)
        if after is not None:
            os.write(1, (json.dumps(shares(before, after)) + "\n").encode())


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], sys.argv[3:])
