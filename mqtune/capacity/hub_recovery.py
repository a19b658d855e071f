"""Bounds of a hub's recovery after the loss of its network; no time is predicted."""

from __future__ import annotations

from math import ceil

from mqtune.capacity.outcome import Answer, Case, shown

PREDICTED = (
    "a lower bound, not a prediction: three recoveries were published, each of a different configuration"
)


def calculate_hub_recovery(case: Case) -> Answer:
    """The model hub-recovery."""
    pairs, retry = case["channel-pairs"], case["short-retry"]
    detection = 0 if case["adopt-new-mca"] == "yes" else case["heartbeat-interval"]
    bound = max(retry, detection)
    channels = 2 * pairs
    most = ceil(channels * case.constant("overlap"))
    warnings = [PREDICTED]
    if case["heartbeat-interval"] == 0:
        warnings.append("HBINT(0) sends no heartbeats: a receiver notices the loss only when TCP does")
    return Answer(
        {
            "detection_s": detection,
            "recovery_at_least_s": bound,
            "throughput_follows_within_s": case.constant("throughput_lag_s"),
            "channels": channels,
            "max_channels_at_least": most,
        },
        [
            f"recovery >= max(SHORTTMR {retry} s, detection {detection} s) = {bound} s after the loss",
            f"channels = 2 * {shown(pairs)} = {shown(channels)}, plus 50% for overlap = {shown(most)}",
        ],
        warnings,
    )
