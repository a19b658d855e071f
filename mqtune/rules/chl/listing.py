"""CHL: channels, alone, in numbers and on their way. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import ESTATE, QUEUE_MANAGER, Rule
from mqtune.rules.chl.clients import (
    instance_limits_above_channel_limit,
    shared_conversations_under_load,
    slow_heartbeat_of_replicated,
)
from mqtune.rules.chl.paths import (
    fastpath_with_exits,
    length_shrinks,
    no_compression_in_common,
    pipelining_at_one_end,
    sender_that_differs_from_receiver,
)
from mqtune.rules.chl.suppression import channel_messages_not_suppressed

RULES = (
    Rule("CHL001", QUEUE_MANAGER, channel_messages_not_suppressed),
    Rule("CHL011", QUEUE_MANAGER, shared_conversations_under_load),
    Rule("CHL012", QUEUE_MANAGER, slow_heartbeat_of_replicated),
    Rule("CHL013", QUEUE_MANAGER, fastpath_with_exits),
    Rule("CHL014", QUEUE_MANAGER, instance_limits_above_channel_limit),
    Rule("CHL019", ESTATE, no_compression_in_common),
    Rule("CHL020", ESTATE, length_shrinks),
    Rule("CHL023", ESTATE, pipelining_at_one_end),
    Rule("CHL024", ESTATE, sender_that_differs_from_receiver),
)
