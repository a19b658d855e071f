"""The cost of one publication that matches many subscriptions.

    T(s) = T1 + a * (min(s, B) - 1) + b * max(0, s - B)      microseconds

s subscriptions are matched by one publication, T1 is the time for one, a for each additional one whose
queue handle is in the cache, b for each one beyond it, and B is `PubSubCacheSize`. Measured with one
publisher at full speed, all subscribers draining their queues (IBM MQ V8.0 publish/subscribe performance
report, 3.6, Chart 15).
"""

from __future__ import annotations

from mqtune.capacity.definition import model
from mqtune.capacity.outcome import Answer, Case, shown
from mqtune.capacity.published import Source

DEFAULT_CACHE_HANDLES = 48  # V8 publish/subscribe report, 3.3.1, p. 23
# a remote publisher: the end of the first step, and the range of the second (Chart 14)
FIRST_STEP_TO = 16
WAY_TO, WAY_END_US = 34, 330
SECOND_STEP = range(35, 44)


class FanOut:
    """The outcome: time in microseconds, rate per second, and warnings."""

    __slots__ = ("publish_rate_per_s", "publish_time_us", "source", "warnings")

    def __init__(self, publish_time_us: float, source: Source, warnings: tuple[str, ...]) -> None:
        self.publish_time_us = publish_time_us
        self.publish_rate_per_s = 1e6 / publish_time_us
        self.source = source
        self.warnings = warnings


def fan_out(
    subscribers: int,
    cache: int = DEFAULT_CACHE_HANDLES,
    persistent: bool = False,
    release: str = "8.0",
) -> FanOut:
    """The cost of one publication by a local publisher to `subscribers` subscriptions.

    `release` is "7.5" or "8.0", the two that were measured. Raises ValueError for a number below 1 or
    another release.
    """
    if subscribers < 1 or cache < 1:
        raise ValueError("subscribers and cache must be at least 1")
    case = {"release": release, "persistence": "yes" if persistent else "no", "location": "local"}
    definition = model("fan-out")
    found = {one.name: one for one in definition.constants if one.holds(case)}
    if "time_to_one_us" not in found:
        raise ValueError(f"no fan-out figures were published for release {release}")
    first = found["time_to_one_us"]
    time_us = _local_us(
        subscribers, cache, first.value, found["per_cached_us"].value, found["per_uncached_us"].value
    )
    inputs = {**case, "subscribers": subscribers, "cache": cache}
    warnings = tuple(one.says for one in definition.warnings if one.met(inputs))
    assert first.where is not None  # the constants of this model are cells of published tables
    return FanOut(time_us, first.where, warnings)


def _local_us(subscribers: int, cache: int, first: float, cached: float, uncached: float) -> float:
    return first + cached * (min(subscribers, cache) - 1) + uncached * max(0, subscribers - cache)


def calculate_fan_out(case: Case) -> Answer:
    """The model fan-out."""
    subscribers, cache = case["subscribers"], case["cache"]
    first, cached, uncached = (
        case.constant(name) for name in ("time_to_one_us", "per_cached_us", "per_uncached_us")
    )
    time_us = _local_us(subscribers, cache, first, cached, uncached)
    inside, beyond = min(subscribers, cache) - 1, max(0, subscribers - cache)
    line = (
        f"T({subscribers}) = {first:g} + {cached:g} * {inside} + {uncached:g} * {beyond} "
        f"= {shown(time_us)} us"
    )
    steps = [line]
    if case["location"] == "remote":
        local, time_us = time_us, _remote_us(case, subscribers, time_us)
        steps.append(f"remote: {shown(time_us)} us, from {shown(local)} us and {_network(case)}")
    rate = 1e6 / time_us
    steps.append(f"publish rate = 10^6 / {shown(time_us)} = {shown(rate)} publications/s")
    steps.append(
        f"total rate = ({subscribers} + 1) * {shown(rate)} = {shown((subscribers + 1) * rate)} msgs/s"
    )
    return Answer(
        {
            "publish_time_us": time_us,
            "publish_rate_per_s": rate,
            "total_rate_per_s": (subscribers + 1) * rate,
        },
        steps,
    )


def _network(case: Case) -> str:
    steps = f"{case.constant('first_step_us'):g} and {case.constant('second_step_us'):g} us"
    return f"{case.constant('network_us'):g} us of network, with the steps of {steps}"


def _remote_us(case: Case, subscribers: int, local_us: float) -> float:
    """The time with the network: two steps and the line between them in V8.0, a lower bound otherwise."""
    apart = local_us + case.constant("network_us")
    first, second = case.constant("first_step_us"), case.constant("second_step_us")
    if case["release"] != "8.0" or case["cache"] != DEFAULT_CACHE_HANDLES:
        # the steps were measured with V8.0 and its default cache; elsewhere only the lower bound is certain
        return max(first, apart)
    if subscribers <= FIRST_STEP_TO:
        return first
    if subscribers <= WAY_TO:
        return first + (WAY_END_US - first) * (subscribers - FIRST_STEP_TO) / (WAY_TO - FIRST_STEP_TO)
    if subscribers in SECOND_STEP:
        return second
    return max(second, apart)
