"""The published limit of one topic lock.

Every publication holds the lock of each topic that supplies one of its properties. On the report's
machine (IBM MQ V8.0, 24 cores of 2.7 GHz) one lock allowed 888,744 null publishes a second; trying to
exceed that lowered the rate to about half of it (IBM MQ V8.0 publish/subscribe performance report,
2.1.3 and Chart 6). Nothing was published for later releases and other machines: the limit is an estimate.
"""

from __future__ import annotations

from mqtune.capacity.definition import model
from mqtune.capacity.published import Source
from mqtune.text.record import record

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
    """The limit of one topic lock as published."""
    limit = next(one for one in model("topic-limit").constants if one.holds({"release": RELEASE}))
    assert limit.where is not None  # it is a cell of a published table
    return TopicLockLimit(limit.value, RELEASE, limit.where)
