"""What one publication costs when it matches many subscriptions. Does not know configuration.

    T(s) = T1 + a * (min(s, B) - 1) + b * max(0, s - B)      microseconds

s subscriptions matched by one publication, T1 the time to one, a for each further one whose queue
handle is in the cache, b for each one beyond it, B the `PubSubCacheSize`. Measured with one publisher
at full speed, all subscribers draining (IBM MQ V8.0 publish/subscribe performance report, 3.6, Chart 15).
"""

from __future__ import annotations

from mqtune.capacity.published import Source, figures, source_of

DEFAULT_CACHE_HANDLES = 48  # V8 publish/subscribe report, 3.3.1, p. 23


class FanOut:
    """The outcome: times in microseconds, rates per second, and what to know about them."""

    __slots__ = ("publish_rate_per_s", "publish_time_us", "source", "total_rate_per_s", "warnings")

    def __init__(
        self, publish_time_us: float, subscribers: int, source: Source, warnings: tuple[str, ...]
    ) -> None:
        self.publish_time_us = publish_time_us
        self.publish_rate_per_s = 1e6 / publish_time_us
        self.total_rate_per_s = 1e6 * (subscribers + 1) / publish_time_us
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
    everything = figures()
    persistence = "yes" if persistent else "no"
    for entry in everything["fan-out"]:
        if entry["release"] == release and entry["persistence"] == persistence:
            break
    else:
        raise ValueError(f"no fan-out figures were published for release {release}")
    cached = min(subscribers, cache) - 1
    beyond = max(0, subscribers - cache)
    time_us = entry["time_to_one_us"] + entry["per_cached_us"] * cached + entry["per_uncached_us"] * beyond
    most = entry["most_subscribers_measured"]
    warnings = (f"measured up to {most} subscribers only",) if subscribers > most else ()
    return FanOut(time_us, subscribers, source_of(everything, "publish-subscribe-v8", entry), warnings)
