"""PUB: publish/subscribe under the load that was declared or that the definitions show.

Does not know files, formats or suppression.
"""

from __future__ import annotations

from mqtune.checks.pub_cache import cache_below_fan_out
from mqtune.checks.pub_lock import inherited_topic_under_load
from mqtune.checks.rule import QUEUE_MANAGER, Rule

RULES = (
    Rule("PUB001", QUEUE_MANAGER, inherited_topic_under_load),
    Rule("PUB002", QUEUE_MANAGER, cache_below_fan_out),
)
