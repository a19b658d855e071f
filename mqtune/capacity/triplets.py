"""Rates and CPU of triplets: publisher, topic, subscriber; or the same with a queue."""

from __future__ import annotations

from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.outcome import Answer, Case, shown

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
