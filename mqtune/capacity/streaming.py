"""The put rate that remains for the application if every message is copied."""

from __future__ import annotations

from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Answer, Case, shown

COPIES = {"baseline": 0, "six-copies": 6, "six-pubsub": 6}
MOST_COPIES = 6


def calculate_streaming(case: Case) -> Answer:
    """The model streaming."""
    mode, baseline = case["mode"], case["baseline-rate"]
    if case["copies"] is not None and mode != "six-copies":
        raise ModelError(f"copies is not valid with mode={mode}", "omit copies, or use mode=six-copies")
    factor = case.constant("factor")
    copies = case["copies"] or COPIES.get(mode, 1)
    steps = []
    if mode == "six-copies" and copies < MOST_COPIES:
        each = (1 / factor - 1) / MOST_COPIES
        steps.append(f"each copy adds {each:.4g} of the time of a put: 1 / (1 + {copies} * {each:.4g})")
        factor = 1 / (1 + copies * each)
    rate = factor * baseline
    steps.append(f"rate = {factor:.4g} * {shown(baseline)} = {shown(rate)} puts/s")
    steps.append(
        f"inside the queue manager {shown(rate)} * (1 + {copies}) = {shown(rate * (1 + copies))} puts/s"
    )
    return Answer(
        {
            "application_rate_per_s": rate,
            "internal_put_rate_per_s": rate * (1 + copies),
            "factor": factor,
        },
        steps,
    )
