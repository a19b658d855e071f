"""Whether the declared disk suffices for what deeper queues may contain, together with all other queues."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.expiry_need import Need
from mqtune.flow.resource import Resource
from mqtune.text.numbers import bytes_text
from mqtune.tune.advice import Tuning
from mqtune.tune.expiry_interval import disk_of

KIND = "queue-disk"


def disk_short(
    tuning: Tuning, rows: Sequence[Resource], needs: Sequence[Need], before: float, outage_bytes: float
) -> str:
    """Why deeper queues do not fit the declared disk for queues; empty if they do, or if none is declared.

    `rows` is the budget, which counts every queue on the disk, and `before` what the `needs` are in it:
    another expiry interval makes them smaller. `outage_bytes` is the margin of queues that fill in an outage.
    """
    declared = disk_of(tuning.queue_manager)
    row = next((row for row in rows if row.kind == KIND), None)
    if declared is None or row is None:
        return ""
    after = sum(need.outcome.disk_bytes for need in needs)
    total = max(after, (row.used or 0.0) - before + after) + outage_bytes
    if total > declared:
        return (
            f"the queue files may need {bytes_text(total)} in total, and queue-disk is {bytes_text(declared)}"
        )
    if row.missing:
        return f"{row.missing[0]}, so the files may not fit queue-disk, which is {bytes_text(declared)}"
    return ""
