"""The depth of a queue with an expiry cap and without consumers.

    depth = N * (cap / 10 + interval)        disk = 1.5 * max(size, 2048) * depth      per queue

N puts a second to the queue, cap `CAPEXPRY` in tenths of a second, interval `ExpiryInterval` in
seconds (streaming queues report, 7.5.2 and 7.5.3, p. 21 and 22). The depth is an estimate that was
met within 1%; the disk figure is a safe upper estimate, 23 to 49% above the measured one (Table 1).
"""

from __future__ import annotations

from mqtune.capacity.definition import model
from mqtune.capacity.outcome import Answer, Case, shown
from mqtune.capacity.published import Source
from mqtune.text.record import record

DEFAULT_INTERVAL_S = 300  # streaming queues report, 7.5.1, p. 21
MOST_DEPTH = 999_999_999  # the largest MAXDEPTH


@record
class Expiry:
    """The outcome for one queue. `depth_with_margin` is the smallest MAXDEPTH that should be set."""

    depth: float
    depth_with_margin: int
    disk_bytes: float
    source: Source


def expiry(
    put_rate_per_s: float,
    cap_tenths_of_s: int,
    interval_s: int = DEFAULT_INTERVAL_S,
    message_size_bytes: int | None = None,
) -> Expiry:
    """Depth and disk space of one queue that is emptied by expiry alone.

    `disk_bytes` is 0 if the message size is not given. Raises ValueError for a negative number.
    """
    if put_rate_per_s < 0 or cap_tenths_of_s < 0 or interval_s < 0:
        raise ValueError("rate, cap and interval must not be negative")
    constants = {one.name: one for one in model("expiry").constants}
    depth = put_rate_per_s * (cap_tenths_of_s / 10 + interval_s)
    size = max(message_size_bytes, constants["smallest_message_bytes"].value) if message_size_bytes else 0
    margin = round(depth * (1 + constants["depth_margin"].value))
    source = constants["disk_factor"].where
    assert source is not None  # the factor is in a published table
    return Expiry(depth, margin, constants["disk_factor"].value * size * depth, source)


def calculate_expiry(case: Case) -> Answer:
    """The model expiry."""
    rate, cap, interval, queues = (
        case[name] for name in ("put-rate", "cap-expiry", "expiry-interval", "queues")
    )
    depth = rate * (cap / 10 + interval)
    size = max(case["message-size"], case.constant("smallest_message_bytes"))
    factor = case.constant("disk_factor")
    disk = factor * size * depth * queues
    margin = case.constant("depth_margin")
    steps = [
        f"depth = {shown(rate)}/s * ({cap} / 10 s + {interval} s) = {shown(depth)} messages in each queue",
        f"with {margin:.0%} margin for MAXDEPTH: {shown(round(depth * (1 + margin)))} messages",
        f"disk = {factor:g} * {shown(size)} bytes * {shown(depth)} * {queues} = {disk / 1e9:,.3g} GB",
    ]
    warnings = []
    if depth > MOST_DEPTH:
        warnings.append(f"MAXDEPTH cannot exceed {MOST_DEPTH:,}: the queue is full before messages expire")
    return Answer(
        {
            "depth_per_queue": depth,
            "depth_with_margin_per_queue": round(depth * (1 + margin)),
            "disk_bytes": disk,
        },
        steps,
        warnings,
    )
