"""PubSubCacheSize for the widest fan-out."""

from __future__ import annotations

from mqtune.estate.reach import MARGIN_HANDLES, Reach, cache_handles, mostly_idle, widest_reach
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why
from mqtune.tune.figures import Figures, basis_of, source_of, spread

PARAMETERS = "TuningParameters"
KEY = "PubSubCacheSize"
CACHE = "cache-size"


def tune_fan_out(tuning: Tuning, figures: Figures) -> None:
    """Recommend a cache that is large enough for the queue handles of the widest publication."""
    queue_manager = tuning.queue_manager
    reach = widest_reach(queue_manager)
    if reach is None:
        return
    written = queue_manager.ini_value(PARAMETERS, KEY)
    cache = cache_handles(queue_manager)
    if cache is None or reach.queues <= cache:
        return  # the value is unknown, or sufficient
    persistence = "yes" if reach.persistent else "no"
    now = figures.run("fan-out", subscribers=reach.queues, cache=cache, persistence=persistence)
    if now is None:
        return
    time_us = now.outputs["publish_time_us"]
    if mostly_idle(reach.load, time_us):
        tuning.hint(
            f"leave {KEY} at {cache}: a publication on '{reach.topic}' reaches {reach.queues} queues, but "
            "its publishers are idle nearly all of the time",
            f"one publication takes {time_us:,.0f} us at the declared rate",
            source_of(now),
        )
        return
    value = str(reach.queues + MARGIN_HANDLES)
    settings = (Setting(KEY, value, str(cache), "qm.ini" if written else "the default"),)
    reasons = why(figures, reach, cache, persistence)
    causes = (reach.evident.object,) if reach.evident is not None else ()
    tuning.change(Change(CACHE, ALTER, STANZA, PARAMETERS, settings, reasons, causes=causes))


def why(figures: Figures, reach: Reach, cache: int, persistence: str) -> Why:
    """The rationale for the size."""
    wide = {"subscribers": reach.queues, "persistence": persistence}
    before = figures.range("fan-out", "publish_time_us", cache=cache, **wide)
    after = figures.range("fan-out", "publish_time_us", cache=reach.queues + MARGIN_HANDLES, **wide)
    gains = [(old / new - 1) * 100 for (old, _), (new, _) in zip(before, after, strict=True)]
    outcome = figures.run("fan-out", cache=cache, **wide)
    assert outcome is not None  # the need was found with it
    kind = "persistent" if reach.persistent else "non-persistent"
    whose = " and ".join(whose for _, whose in before)
    warned = "".join(f"; {warning}" for warning in outcome.warnings)
    return Why(
        f"a publication on '{reach.topic}' reaches {reach.queues} subscriber queues, and a publisher keeps "
        f"{cache} open; each additional queue is opened and closed for every publication",
        f"a publication takes {spread([time for time, _ in after])} us instead of "
        f"{spread([time for time, _ in before])} us, {spread(gains, '%')} more publications/s for one local "
        f"{kind} publisher at full speed ({whose}){warned}",
        "each publisher keeps this many queue handles; the key appears in performance reports only, so check "
        "that the error log does not report it",
        restart=True,
        measure=Measure(
            f"the rate of one publisher at full speed with {reach.queues} subscribers that drain their "
            f"queues, with {KEY}={cache} and with the new value",
            "fan-out",
        ),
        source=f"{source_of(outcome)}; plus {MARGIN_HANDLES} handles, because the break was found 1.3 below "
        "the setting (Chart 10)",
        basis=basis_of(outcome),
    )
