"""The number of queue managers of a uniform cluster that sustain a rate."""

from __future__ import annotations

from math import ceil

from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.errors import RefusalError
from mqtune.capacity.outcome import Answer, Case, shown

MOST_MEASURED = 12
MOST_SUPPORTED = 10  # "about ten", IBM MQ documentation, limitations of uniform clusters


def calculate_uniform_cluster(case: Case) -> Answer:
    """The model uniform-cluster."""
    target, given = case["target-rate"], case["queue-managers"]
    own = case["rate-per-qm"] or _calibrated(case)
    planned = own or case.constant("planned_rate_per_s")
    needed = _least(target, planned)
    share = case.constant("planned_load")
    spare = _least(target, planned * share)
    steps = [
        f"n = ceil({shown(target)} / {shown(planned)}) = {needed}",
        f"with each at {share:.0%} of its rate: {spare}",
    ]
    warnings: list[str] = []
    achieved = None
    if given is not None:
        saturated = own or case.constant("saturated_rate_per_s")
        achieved = min(target, given * saturated)
        steps.append(
            f"achieved({given}) = min({shown(target)}, {given} * {shown(saturated)}) = {shown(achieved)}/s"
        )
    elif needed > MOST_MEASURED:
        raise RefusalError(
            f"uniform-cluster gives no answer here: {needed} queue managers would be needed, "
            f"{MOST_MEASURED} were measured and about ten are supported",
            "split the load over several clusters, or specify rate-per-qm of a larger queue manager",
        )
    if given is None and needed > MOST_SUPPORTED:
        warnings.append(
            "a uniform cluster of more than about ten queue managers is outside the supported size"
        )
    return Answer(
        {
            "queue_managers": needed,
            "queue_managers_with_headroom": spare,
            "achieved_rate_per_s": achieved,
        },
        steps,
        warnings,
    )


def _calibrated(case: Case) -> float | None:
    """The calibrated saturated rate, which must not be combined with the article's planned rate."""
    saturated, planned = (case.constants[f"{name}_rate_per_s"] for name in ("saturated", "planned"))
    if saturated.origin != CALIBRATED or planned.origin == CALIBRATED:
        return None
    return case.constant("saturated_rate_per_s")


def _least(target: float, each: float) -> int:
    """The smallest number whose rates add up to the target, not increased by rounding errors."""
    return max(1, ceil(target / each - 1e-9))
