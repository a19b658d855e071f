"""PUB002: a fan-out that is larger than PubSubCacheSize.

The costs are those of the IBM MQ V8.0 publish/subscribe performance report, 3.3.1 and Chart 15. Declared
subscribers take precedence over administrative subscriptions of the branch.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.reach import MARGIN_HANDLES, cache_handles, has_too_many_topics, mostly_idle, widest_reach
from mqtune.estate.rewriting import qm_ini, set_ini
from mqtune.findings.finding import UNSAFE, Fix, Impact, ObjectName, Related
from mqtune.findings.held_back import TOO_MANY
from mqtune.rules.common.load_places import load_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.capacity.fan_out import FanOut
    from mqtune.estate.model import QueueManager
    from mqtune.estate.reach import Reach
    from mqtune.text.spans import Place

STANZA = "TuningParameters"
KEY = "PubSubCacheSize"


@rule("PUB002")
def cache_below_fan_out(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A publication matches more subscriber queues than `PubSubCacheSize` can cache handles for (48 by
    default).
    """
    cache = cache_handles(queue_manager)
    if cache is None:
        return  # other rules report an invalid value
    widest = widest_reach(queue_manager)
    if has_too_many_topics(queue_manager):
        yield TOO_MANY
    if widest is None or widest.queues <= cache:
        return
    from mqtune.capacity.fan_out import fan_out  # most runs declare no load and need no figures

    now = fan_out(widest.queues, cache, widest.persistent)
    after = fan_out(widest.queues, widest.queues + MARGIN_HANDLES, widest.persistent)
    yield hit(queue_manager, widest, cache, now, after)


def hit(queue_manager: QueueManager, reach: Reach, cache: int, now: FanOut, after: FanOut) -> Hit:
    """The finding, at the entry that sets the cache, otherwise at the origin of the fan-out."""
    gain = round((now.publish_time_us / after.publish_time_us - 1) * 100)
    kind = "persistent" if reach.persistent else "non-persistent"
    held_back = mostly_idle(reach.load, now.publish_time_us) or qm_ini(queue_manager) is None
    warnings = "".join(f"; {warning}" for warning in now.warnings)
    unknown = "" if qm_ini(queue_manager) is not None else "; the files contain no qm.ini"
    return Hit(
        place(queue_manager, reach),
        f"a publication on '{reach.topic}' reaches {reach.queues} subscriber queues, but "
        f"{KEY} is {cache}{unknown}",
        note=f"each queue beyond the cache is looked up, opened and closed for every publication: "
        f"{now.publish_time_us:.0f} us now, {after.publish_time_us:.0f} us with a large enough cache, "
        f"{gain}% more publications/s for one {kind} publisher on IBM MQ V8.0 "
        f"({now.source}{warnings}); {KEY} appears in performance reports only",
        help=f"set {KEY}={reach.queues + MARGIN_HANDLES} in stanza {STANZA} of qm.ini and restart; "
        "each publisher then keeps that many queue handles open",
        object=ObjectName("STANZA", STANZA),
        attribute=KEY,
        severity="info" if held_back else None,
        impact=Impact(
            "publish time",
            "us",
            round(now.publish_time_us, 1),
            round(after.publish_time_us, 1),
            f"fan-out model, local {kind} publisher, {now.source}",
        ),
        related=related(queue_manager, reach),
        fixes=fixes(queue_manager, reach),
    )


def place(queue_manager: QueueManager, reach: Reach) -> Place:
    """The place of the key, otherwise that of the declaration or subscription."""
    found = queue_manager.ini_entry(STANZA, KEY)
    if found is not None:
        ini, entry = found
        return ini.document.place(entry.span)
    return evidence(reach)


def evidence(reach: Reach) -> Place:
    """The place of the declaration or subscription that shows the fan-out."""
    if reach.evident is not None:
        defined = reach.evident.object.place()
        if defined is not None:
            return defined
    assert reach.load is not None  # a reach has a declaration or a subscription
    return load_place(reach.load)


def related(queue_manager: QueueManager, reach: Reach) -> tuple[Related, ...]:
    """The evidence, if the finding is at the key."""
    if queue_manager.ini_entry(STANZA, KEY) is None:
        return ()
    return (Related(evidence(reach), f"{reach.queues} subscriber queues"),)


def fixes(queue_manager: QueueManager, reach: Reach) -> tuple[Fix, ...]:
    """The fix that sets the key to the fan-out plus 2."""
    value = str(reach.queues + MARGIN_HANDLES)
    edits = set_ini(queue_manager, STANZA, {KEY: value})
    return (Fix(UNSAFE, f"set {KEY}={value}", edits, restart=True),) if edits else ()
