"""The range of JMS rates compared with MQI, and calculations that a measured JMS rate must match."""

from __future__ import annotations

from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Answer, Case, shown

PAIRS = (("publications", "subscribers"), ("producers", "rate-per-producer"))


def calculate(case: Case) -> Answer:
    """The model jms."""
    _check(case)
    outputs: dict[str, float | None] = {}
    steps = []
    if case["mqi-rate"] is not None:
        low, high = case.constant("low"), case.constant("high")
        outputs["jms_rate_low_per_s"] = low * case["mqi-rate"]
        outputs["jms_rate_high_per_s"] = high * case["mqi-rate"]
        steps.append(f"JMS between {low:g} and {high:g} of {shown(case['mqi-rate'])} msgs/s")
    if case["publications"] is not None:
        total = case["publications"] * (case["subscribers"] + 1)
        outputs["total_rate_per_s"] = total
        steps.append(f"{shown(case['publications'])} * ({case['subscribers']} + 1) = {shown(total)} msgs/s")
    if case["producers"] is not None:
        attempted = case["producers"] * case["rate-per-producer"] * 2
        outputs["attempted_rate_per_s"] = attempted
        each = shown(case["rate-per-producer"])
        steps.append(f"{case['producers']} * {each} * 2 = {shown(attempted)} msgs/s attempted")
    return Answer(outputs, steps)


def _check(case: Case) -> None:
    """Raise ModelError if there is nothing to compute, or one of a pair of inputs is missing."""
    for one, other in PAIRS:
        if (case[one] is None) != (case[other] is None):
            missing = other if case[other] is None else one
            raise ModelError(f"model jms also needs {missing}", f"specify {one} and {other} together")
    if all(case[name] is None for name in ("mqi-rate", "publications", "producers")):
        raise ModelError(
            "model jms needs at least one rate",
            "specify mqi-rate, or publications and subscribers, or producers and rate-per-producer",
        )
