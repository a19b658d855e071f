"""Models of publish/subscribe: cluster-publish, fan-out, isolated-topics, topic-limit, and one topic lock.

The limit of a topic lock is published for one machine only, so for others it is an estimate; topic-limit
derives it from a probe with a few threads.
"""

from __future__ import annotations

from mqtune.capacity.definition import CALIBRATED, RefusalError, model
from mqtune.capacity.inputs import Answer, Case, shown
from mqtune.capacity.published import Source
from mqtune.text.record import record

# The model cluster-publish: the share of one queue manager's rate that remains in a cluster.

# the measured settings on machines of 4 cores; about as many threads as cores are best (6.2.2)
THREADS = (4, 5)
CHANNELS = 4
MEASURED_CORES = 4
ORDER_LOST = "more than one thread or channel does not preserve the order of publications"
NEAR_LIMIT = 70


def recommended(cores: int) -> tuple[int, int]:
    """The publish threads and receiver channels if order does not matter, for rules, tuning and experiment.

    The report expects the best number of threads near the number of cores, and measured 5 on 4 cores; no more
    than 4 channels were measured.
    """
    return (THREADS[1] if cores == MEASURED_CORES else cores), min(cores, CHANNELS)


def calculate_cluster_publish(case: Case) -> Answer:
    """The model cluster-publish."""
    threads, channels = case["publish-threads"], case["receiver-channels"]
    warnings: list[str] = []
    if case["topology"] == "one-queue-manager":
        factor = case.constant("factor")
    else:
        factor = case.constant(_cell(threads, channels))
        if threads != 1:
            warnings.append(ORDER_LOST)
        if threads == THREADS[0]:
            warnings.append("5 threads on 4 cores were measured; 4 threads are assumed to be equivalent")
        if threads > 1 and channels == 1:
            warnings.append(
                "with one channel the channel becomes the bottleneck: several threads alone gain little"
            )
    steps = [f"factor = {factor:g} of one queue manager with remote publishers"]
    base, arrival = case["base-rate"], case["arrival-rate"]
    total = share = None
    if base is not None:
        total = factor * base
        steps.append(f"rate = {factor:g} * {shown(base)} = {shown(total)} msgs/s")
    if arrival is not None:
        thread_rate = case.constant("one_thread_per_s")
        share = arrival / thread_rate * 100
        steps.append(f"one thread: {shown(arrival)} / {shown(thread_rate)} publications/s = {shown(share)}%")
        if share > NEAR_LIMIT and threads == 1:
            warnings.append("near the limit of one republishing thread: SYSTEM.INTER.QMGR.PUBS may build up")
    return Answer(
        {"factor": factor, "total_rate_per_s": total, "share_of_one_thread_percent": share}, steps, warnings
    )


def _cell(threads: int, channels: int) -> str:
    """The constant of the measured cell. Raises RefusalError for combinations that were not measured."""
    if (threads, channels) == (1, 1):
        return "factor_default"
    if threads in THREADS and channels == 1:
        return "factor_threads"
    if threads in THREADS and channels == CHANNELS:
        return "factor_threads_and_channels"
    raise RefusalError(
        f"cluster-publish gives no answer for {threads} thread{'s' * (threads > 1)} and "
        f"{channels} channel{'s' * (channels > 1)}: "
        "1 and 1, 5 and 1, 5 and 4 were measured, on machines of 4 cores",
        "use one of these, or measure yours with the experiment cluster-publish",
    )


# The model fan-out.

DEFAULT_CACHE_HANDLES = 48  # V8 publish/subscribe report, 3.3.1, p. 23
# a remote publisher: the end of the first step, and of the way to the second, which ends at 43 (Chart 14)
FIRST_STEP_TO = 16
WAY_TO, WAY_END_US = 34, 330


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

        T(s) = T1 + a * (min(s, B) - 1) + b * max(0, s - B)      microseconds

    s subscriptions are matched by one publication, T1 is the time for one, a for each additional one whose
    queue handle is in the cache, b for each one beyond it, and B is `PubSubCacheSize`. Measured with one
    publisher at full speed, all subscribers draining their queues (IBM MQ V8.0 publish/subscribe performance
    report, 3.6, Chart 15).

    `release` is "7.5" or "8.0", the two that were measured. Raises ValueError for a number below 1 or
    another release.
    """
    if subscribers < 1 or cache < 1:
        raise ValueError("subscribers and cache must be at least 1")
    case = {"release": release, "persistence": "yes" if persistent else "no", "location": "local"}
    definition = model("fan-out")
    constants = {constant.name: constant for constant in definition.constants if constant.holds(case)}
    if "time_to_one_us" not in constants:
        raise ValueError(f"no fan-out figures were published for release {release}")
    first = constants["time_to_one_us"]
    time_us = _local_us(
        subscribers, cache, first.value, constants["per_cached_us"].value, constants["per_uncached_us"].value
    )
    inputs = {**case, "subscribers": subscribers, "cache": cache}
    warnings = tuple(warning.says for warning in definition.warnings if warning.met(inputs))
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
    return max(second, apart)


# The model isolated-topics: each topic has one publisher.


def calculate_isolated_topics(case: Case) -> Answer:
    """The model isolated-topics."""
    publishers, cores = case["publishers"], case["cores"]
    base = case.constant("rate_per_core_per_s")
    rate = base * min(publishers, cores)
    warnings = []
    if publishers > cores:
        warnings.append(
            f"more publishers than cores were never measured: {shown(rate)}/s is the maximum for {cores} "
            "cores"
        )
    return Answer(
        {"publish_rate_per_s": rate, "rate_per_publisher_per_s": rate / publishers},
        [f"R({publishers}) = {shown(base)}/s * min({publishers}, {cores}) = {shown(rate)} publications/s"],
        warnings,
    )


# The model topic-limit.

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
    is_measured = case.constants["limit_per_s"].origin == CALIBRATED
    warnings = (
        []
        if is_measured
        else ["this is the limit of the report's machine, 24 cores of 2.7 GHz; probe your own"]
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


# The published limit of one topic lock.

RELEASE = "8.0"  # the newest that was measured
# mqtune's own choice: the report only says not to exceed the limit (2.3.2)
PLANNED_SHARE = 0.7
# Chart 16: the rate fell between 113 and 127 publishers on one lock, at 452,000 to 508,000 publications/s, 51
# to 57% of the limit that a probe with few publishers finds, when the processors were exhausted
MANY_PUBLISHERS = 113
MANY_PUBLISHERS_SHARE = 0.51


def planned_share(publishers: int) -> float:
    """The share of a lock's limit to stay below with this many publishers: a choice, no measured bound."""
    return MANY_PUBLISHERS_SHARE if publishers > MANY_PUBLISHERS else PLANNED_SHARE


@record
class TopicLockLimit:
    """The published limit in publications per second, and its source."""

    limit_per_s: float
    release: str
    source: Source


def topic_lock_limit() -> TopicLockLimit:
    """The limit of one topic lock as published: an estimate for later releases and other machines.

    Every publication holds the lock of each topic that supplies one of its properties. On the report's
    machine (IBM MQ V8.0, 24 cores of 2.7 GHz) one lock allowed 888,744 null publishes a second; trying to
    exceed that lowered the rate to about half of it (IBM MQ V8.0 publish/subscribe performance report, 2.1.3
    and Chart 6).
    """
    limit = next(
        constant for constant in model("topic-limit").constants if constant.holds({"release": RELEASE})
    )
    assert limit.where is not None  # it is a cell of a published table
    return TopicLockLimit(limit.value, RELEASE, limit.where)
