"""The range of JMS rates compared with MQI, and calculations that a measured JMS rate must match."""

from __future__ import annotations

from mqtune.capacity.errors import ModelError, RefusalError
from mqtune.capacity.outcome import Answer, Case, shown

PAIRS = (("publications", "subscribers"), ("producers", "rate-per-producer"))


def calculate_jms(case: Case) -> Answer:
    """The model jms."""
    _check(case)
    outputs: dict[str, float | None] = {}
    steps = []
    if case["mqi-rate"] is not None:
        low, high, kept = case.constant("low"), case.constant("high"), _type(case)
        outputs["jms_rate_low_per_s"] = low * kept * case["mqi-rate"]
        outputs["jms_rate_high_per_s"] = high * kept * case["mqi-rate"]
        other = f", times {kept:g} for {case['message-type']} messages" if kept != 1 else ""
        steps.append(f"JMS between {low:g} and {high:g} of {shown(case['mqi-rate'])} msgs/s{other}")
    if case["local-rate"] is not None:
        _as_clients(case, outputs, steps)
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
    if all(case[name] is None for name in ("mqi-rate", "local-rate", "publications", "producers")):
        raise ModelError(
            "model jms needs at least one rate",
            "specify mqi-rate, or local-rate, or publications and subscribers, or producers and "
            "rate-per-producer",
        )


def _type(case: Case) -> float:
    """The share of the rate that remains with another message type than text."""
    if case["message-type"] == "text":
        return 1.0
    return 1 - case.constant("slower_percent") / 100


def _as_clients(case: Case, outputs: dict[str, float | None], steps: list[str]) -> None:
    """Add the rate of the same applications if they connect as clients from another machine."""
    if not case.has("client_against_local"):
        raise RefusalError(
            f"jms gives no answer here: local and client rates of {case['platform']} were not compared",
            "use platform=linux, windows or aix",
        )
    share = case.constant("client_against_local")
    outputs["client_rate_per_s"] = share * case["local-rate"]
    steps.append(
        f"as clients: {share:g} * {shown(case['local-rate'])} = {shown(share * case['local-rate'])}/s"
    )
