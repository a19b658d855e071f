"""Depth of the queues that fill while their consumers and channels are unavailable, as QUE027 reports."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.expiry_need import MOST_DEPTH
from mqtune.estate.model import Estate
from mqtune.flow.outage.filling import Filling, full_in_outage
from mqtune.text.numbers import bytes_text
from mqtune.tune.advice import ALTER, Change, Measure, Setting, Tuning, Why
from mqtune.tune.expiry_interval import MARGIN

OUTAGE_DEPTH = "outage-depth"


def outage_changes(tuning: Tuning, estate: Estate) -> Iterator[tuple[Change, float]]:
    """The changes of MAXDEPTH that accept the messages of the declared outage, each with the bytes that its
    margin may need on disk.
    """
    for filling, outage in full_in_outage(estate):
        if filling.queue_manager is tuning.queue_manager and not filling.queue.placeholder:
            change = deeper(filling, outage)
            if change is not None:
                yield change, (filling.bytes_per_s or 0.0) * outage * (MARGIN - 1)


def deeper(filling: Filling, outage_s: float) -> Change | None:
    """The change for one queue; None if its MAXDEPTH is the largest possible."""
    queue, needed = filling.queue, round(filling.rate_per_s * outage_s)
    wanted = min(needed * 21 // 20, MOST_DEPTH)
    if wanted <= filling.depth:
        return None
    takes = (
        f"the queue file needs {bytes_text(filling.bytes_per_s * outage_s)} or more"
        if filling.bytes_per_s
        else "the disk space is unknown without message-size"
    )
    why = Why(
        f"{filling.rate_per_s:,.6g} messages/s arrive, and outage is {outage_s:,.0f} s: {needed:,} messages; "
        f"MAXDEPTH({filling.depth}) is reached after {filling.full_after_s:,.0f} s",
        "puts do not fail with reason 2053 (MQRC_Q_FULL) during the outage; 5% are added",
        f"{takes}; compare with the file system, mqtune budget shows the sum",
        restart=False,
        measure=Measure(f"CURDEPTH of {queue.name} at the end of an outage"),
        source="IBM MQ documentation, MAXDEPTH (DEFINE queues)",
    )
    origin = "its own" if queue.is_given("MAXDEPTH") else "the default"
    setting = Setting("MAXDEPTH", str(wanted), str(filling.depth), origin)
    return Change(OUTAGE_DEPTH, ALTER, "QLOCAL", queue.name, (setting,), why, queue)
