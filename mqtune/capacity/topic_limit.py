"""The limit of one topic lock from a probe with a few threads."""

from __future__ import annotations

from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.outcome import Answer, Case, shown

PROBE = (3, 4, 5)  # V8 publish/subscribe report, 2.3.2, p. 19
SAME = 0.05  # two measurements of one configuration differ by 4.3%


def calculate_topic_limit(case: Case) -> Answer:
    """The model topic-limit."""
    rates: dict[int, float] | None = case["rates"]
    if rates is None:
        return _known(case)
    best = max(rates, key=lambda threads: rates[threads])
    steps = ["limit = max(" + ", ".join(f"{shown(rate)} with {n}" for n, rate in rates.items()) + ")"]
    steps.append(f"      = {shown(rates[best])} publications/s, with {best} threads")
    return Answer({"limit_per_s": rates[best], "best_threads": best}, steps, _warnings(rates, best))


def _known(case: Case) -> Answer:
    """The limit without a probe: an estimate, unless it was measured on the user's machine."""
    limit = case.constant("limit_per_s")
    own = case.constants["limit_per_s"].origin == CALIBRATED
    warnings = (
        [] if own else ["this is the limit of the report's machine, 24 cores of 2.7 GHz; probe your own"]
    )
    return Answer({"limit_per_s": limit}, [f"limit = {shown(limit)} publications/s"], warnings)


def _warnings(rates: dict[int, float], best: int) -> list[str]:
    warnings = []
    missing = [str(threads) for threads in PROBE if threads not in rates]
    if missing:
        warnings.append(f"the probe uses 3, 4 and 5 threads; the rate for {' and '.join(missing)} is missing")
    if best == max(rates) and len(rates) > 1:
        more = f"{best + 1} and {best + 2}"
        warnings.append(f"{best} threads are still the best: try {more} too, the limit may be higher")
    elif best == min(rates) and best > 1:
        warnings.append(f"{best} threads, the fewest, are the best: try fewer too, the limit may be higher")
    spread = 1 - min(rates.values()) / rates[best]
    if len(rates) > 1 and spread < SAME:
        warnings.append("all rates are within 5%: they may be limited by something other than the lock")
    return warnings
