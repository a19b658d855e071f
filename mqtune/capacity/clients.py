"""Models of clients: jms, triplets, and uniform-cluster.

jms is the range of JMS rates compared with MQI, with the calculations that a measured JMS rate must match.
triplets are the rates and the CPU of publisher, topic and subscriber, or the same with a queue.
uniform-cluster is the number of queue managers that sustain a rate.
"""

from __future__ import annotations

from math import ceil

from mqtune.capacity.definition import CALIBRATED, ModelError, RefusalError
from mqtune.capacity.inputs import Answer, Case, shown

# The model jms.

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
        factor = f", times {kept:g} for {case['message-type']} messages" if kept != 1 else ""
        steps.append(f"JMS between {low:g} and {high:g} of {shown(case['mqi-rate'])} msgs/s{factor}")
    if case["local-rate"] is not None:
        _as_clients(case, outputs, steps)
    if case["publications"] is not None:
        total = case["publications"] * (case["subscribers"] + 1)
        outputs["total_rate_per_s"] = total
        steps.append(f"{shown(case['publications'])} * ({case['subscribers']} + 1) = {shown(total)} msgs/s")
    if case["producers"] is not None:
        attempted = case["producers"] * case["rate-per-producer"] * 2
        outputs["attempted_rate_per_s"] = attempted
        rate = shown(case["rate-per-producer"])
        steps.append(f"{case['producers']} * {rate} * 2 = {shown(attempted)} msgs/s attempted")
    return Answer(outputs, steps)


def _check(case: Case) -> None:
    """Raise ModelError if there is nothing to compute, or one of a pair of inputs is missing."""
    for first, second in PAIRS:
        if (case[first] is None) != (case[second] is None):
            missing = second if case[second] is None else first
            raise ModelError(f"model jms also needs {missing}", f"specify {first} and {second} together")
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


# The model triplets.

CORES = 24  # of the report's machine, to which CPU and peaks apply


def calculate_triplets(case: Case) -> Answer:
    """The model triplets."""
    persistent = case["persistence"] == "yes"
    cpu_each = case.constant("cpu_percent_per_1000") * _cores(case, "cpu_percent_per_1000") / case["cores"]
    capacity = 1000 * 100 / cpu_each
    wanted = (case["rate-per-triplet"] or case.constant("target_per_triplet_per_s")) * case["triplets"]
    steps, warnings = [f"attempted {shown(wanted)} msgs/s"], list[str]()
    peak = _peak(case, capacity, cpu_each, steps, warnings)
    rate = min(wanted, peak)
    if wanted > peak:
        rate = _after_peak(case, peak, steps, warnings)
    # publishers spin on the lock: the rate falls and CPU remains exhausted (Chart 18)
    cpu = 100.0 if rate < min(wanted, peak) else min(100.0, rate / 1000 * cpu_each)
    steps.append(f"rate = {shown(rate)} msgs/s")
    steps.append(f"CPU = min(100%, {shown(min(wanted, peak))} / 1000 * {cpu_each:g}%) = {shown(cpu)}%")
    if not persistent:
        steps.append(
            f"capacity = 1000 * 100% / {cpu_each:g}% = {shown(capacity)} msgs/s, within 6%, because CPU is "
            "printed with two digits"
        )
    return Answer(
        {
            "total_rate_per_s": rate,
            "peak_rate_per_s": peak,
            "cpu_percent": cpu,
            "capacity_from_cpu_per_s": None if persistent else capacity,
            "rate_per_core_per_s": None if persistent else peak / case["cores"],
        },
        steps,
        warnings,
    )


def _peak(case: Case, capacity: float, cpu_each: float, steps: list[str], warnings: list[str]) -> float:
    """The highest rate: that of the log or of the CPU, whichever is smaller, and never more than was measured
    with topics that share a lock.
    """
    measured = case.constant("peak_per_s")
    ratio: float = case["cores"] / _cores(case, "peak_per_s")
    if case["persistence"] == "yes":  # the log does not scale with the cores
        steps.append(
            f"peak = min(log {shown(measured)}, CPU 1000 * 100% / {cpu_each:g}% = {shown(capacity)})"
        )
        if capacity < measured:
            warnings.append(
                f"cores={case['cores']}: the CPU is the limit of persistent messages here, before the log"
            )
        else:
            warnings.append("the log limits persistent messages: the peak applies to the disks of the report")
        return min(measured, capacity)
    peak = measured * ratio
    steps.append(f"peak = {shown(measured)} * {ratio:g} = {shown(peak)} msgs/s")
    if case["messaging"] == "point-to-point" or case["topics"] == "isolated":
        return peak
    if case.constants["peak_per_s"].origin == CALIBRATED:
        most = measured  # on the user's machine; what its lock allows with more cores is unknown
    else:
        most = case.constant("most_on_one_lock_per_s")
    if peak > most:
        steps.append(f"a topic lock does not scale with cores: at most the measured {shown(most)} msgs/s")
        warnings.append(
            "topics that inherit share a lock, which does not scale with cores: isolate the topics"
        )
    return min(peak, most)


def _cores(case: Case, name: str) -> int:
    """The cores to which a constant applies: those of the report, unless it was measured elsewhere."""
    return case.cores_of(name) or CORES


def _after_peak(case: Case, peak: float, steps: list[str], warnings: list[str]) -> float:
    """The rate if more than the peak is attempted: the peak, except on topics that share a lock."""
    if not case.has("share_after_fall"):
        return peak
    before = case.constant("triplets_before_fall")
    if case["triplets"] <= before and not case["rate-per-triplet"]:
        warnings.append(
            f"with more than {before:g} triplets the rate fell: isolate the topics, or attempt less"
        )
        return peak
    share = case.constant("share_after_fall")
    steps.append(f"above the peak on topics that inherit: {share:g} * {shown(peak)} = {shown(share * peak)}")
    warnings.append(
        f"topic lock: above the peak the rate fell to {share:.0%} of it; the exact point is unknown"
    )
    return share * peak


# The model uniform-cluster.

MOST_MEASURED = 12
MOST_SUPPORTED = 10  # "about ten", IBM MQ documentation, limitations of uniform clusters


def calculate_uniform_cluster(case: Case) -> Answer:
    """The model uniform-cluster."""
    target, given = case["target-rate"], case["queue-managers"]
    calibrated = case["rate-per-qm"] or _calibrated(case)
    planned = calibrated or case.constant("planned_rate_per_s")
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
        saturated = calibrated or case.constant("saturated_rate_per_s")
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


def _least(target: float, rate: float) -> int:
    """The smallest number whose rates add up to the target, not increased by rounding errors."""
    return max(1, ceil(target / rate - 1e-9))
