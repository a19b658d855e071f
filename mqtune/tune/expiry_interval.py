"""The largest ExpiryInterval with which queues that are emptied by expiry fit the declared disk."""

from __future__ import annotations

from math import floor

from mqtune.estate.expiry_need import MOST_DEPTH, Need
from mqtune.estate.model import QueueManager
from mqtune.text.numbers import bytes_text
from mqtune.text.wording import listed
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why

INTERVAL = "expiry-interval"
PARAMETERS, KEY = "TuningParameters", "ExpiryInterval"
MARGIN = 1.05  # of MAXDEPTH
SOURCE = "Streaming queues in IBM MQ 9.2.3, performance report (2021), 7.5.3 and Table 2, p. 22, 24"


def tune_interval(tuning: Tuning, needs: list[Need], seconds: int) -> int:
    """Recommend a shorter interval if the files do not fit the disk; returns the one to use."""
    queue_manager = tuning.queue_manager
    disk = disk_of(queue_manager)
    written = queue_manager.ini_value(PARAMETERS, KEY)
    if written is not None and queue_manager.ini_number(PARAMETERS, KEY) is None:
        return seconds
    wanted = largest(needs, seconds, disk)
    if wanted is None or wanted >= seconds:
        return seconds
    setting = Setting(KEY, str(wanted), str(seconds), "qm.ini" if written else "the default")
    change = Change(INTERVAL, ALTER, STANZA, PARAMETERS, (setting,), why(needs, seconds, wanted, disk))
    return wanted if tuning.change(change) else seconds


def disk_of(queue_manager: QueueManager) -> int | None:
    """The declared size of the file system for queues, in bytes."""
    return queue_manager.declaration.queue_disk_bytes if queue_manager.declaration is not None else None


def fits(needs: list[Need], seconds: int, interval: int, disk: int | None) -> bool:
    """Whether disk and depths suffice with another interval than the one the needs were computed with."""
    if disk is not None and disk_bytes(needs, seconds, interval) > disk:
        return False
    return all(
        (need.load.put_rate_per_s or 0) * (need.cap / 10 + interval) * MARGIN <= MOST_DEPTH for need in needs
    )


def disk_bytes(needs: list[Need], seconds: int, interval: float) -> float:
    """The disk space of all queues with another interval: it is proportional to the depth."""
    return sum(
        need.outcome.disk_bytes * (need.cap / 10 + interval) / (need.cap / 10 + seconds)
        for need in needs
        if need.cap / 10 + seconds
    )


def largest(needs: list[Need], seconds: int, disk: int | None) -> int | None:
    """The largest interval that fits, in seconds; None if not even one second does."""
    if not fits(needs, seconds, 1, disk):
        return None
    low, high = 1, max(seconds, 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(needs, seconds, middle, disk) else (low, middle - 1)
    return low


def largest_cap(need: Need, disk: int) -> int:
    """The largest cap of a single queue that fits the disk with an interval of one second."""
    depth = need.outcome.depth * disk / need.outcome.disk_bytes
    return max(0, floor((depth / (need.load.put_rate_per_s or 1) - 1) * 10))


def why(needs: list[Need], seconds: int, wanted: int, disk: int | None) -> Why:
    """The rationale for the interval."""
    names = listed([need.queue.name for need in needs])
    before, after = (disk_bytes(needs, seconds, interval) for interval in (seconds, wanted))
    room = f"queue-disk is {bytes_text(disk)}" if disk is not None else f"MAXDEPTH is {MOST_DEPTH:,} at most"
    return Why(
        f"expired messages of {names} are removed every {seconds} s only: their files may need "
        f"{bytes_text(before)}, and {room}; {wanted} s is the largest interval that fits",
        f"the files may need {bytes_text(after)} (23 to 49% above what was measured); between 300 s and 1 s "
        "the CPU differed by no more than its noise, 65 to 67%",
        "the interval applies to all queues of the queue manager; the key appears in performance reports "
        "only, so "
        "check that the error log does not report it",
        restart=True,
        measure=Measure("CURDEPTH of the queues and the size of their files with both values", "expiry"),
        source=SOURCE,
        basis="published",
    )
