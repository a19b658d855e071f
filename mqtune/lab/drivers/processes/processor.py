"""The use of this machine's processors."""

from __future__ import annotations

import contextlib
import os
import platform
from collections.abc import Iterator

PLACE = "/proc/stat"
IDLE = (3, 4)  # idle, and waiting for a disk
COUNTED = 8  # user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user
_GROUPS = "/sys/fs/cgroup"  # control groups, version 2
_OWN_GROUP = "/proc/self/cgroup"


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
    return total - sum(counts[one] for one in IDLE), total


def all_ticks() -> list[int]:
    """Ticks of all processors by their use. Raises OSError if the system does not provide them."""
    with open(PLACE, encoding="ascii") as file:
        counts = [int(word) for word in file.readline().split()[1 : COUNTED + 1]]
    if len(counts) < COUNTED:
        raise OSError(f"{PLACE} does not show the use of the processors")
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
            own = next((line[3:].strip() for line in file if line.startswith("0::")), "/")
    except OSError:
        return
    while own not in ("", "/"):
        yield f"{_GROUPS}{own}"
        own = os.path.dirname(own)
    yield _GROUPS
