"""How much of this machine's processors is in use. Knows no run and no driver."""

from __future__ import annotations

PLACE = "/proc/stat"
IDLE = (3, 4)  # idle, and waiting for a disk
COUNTED = 8  # user, nice, system, idle, iowait, irq, softirq, steal; guests are counted as users already


class Processor:
    """Tells the share in use since it was asked before. Raises OSError where the system does not say it."""

    def __init__(self) -> None:
        self._before: tuple[int, int] | None = None

    def share(self) -> float | None:
        """The share in use, 0 to 1; None at first, and where no time has passed."""
        before, self._before = self._before, ticks()
        if before is None:
            return None
        busy, total = (now - then for now, then in zip(self._before, before, strict=True))
        return busy / total if total > 0 else None


def ticks() -> tuple[int, int]:
    """Ticks in use and ticks in all of all processors since the machine was started."""
    with open(PLACE, encoding="ascii") as file:
        counts = [int(word) for word in file.readline().split()[1 : COUNTED + 1]]
    if len(counts) < COUNTED:
        raise OSError(f"{PLACE} does not tell the use of the processors")
    total = sum(counts)
    return total - sum(counts[one] for one in IDLE), total
