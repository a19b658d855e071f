"""QUE: queues, their events, their buffers. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import OBJECT, QUEUE_MANAGER, Rule
from mqtune.rules.que.limits import (
    dead_letter_queue_too_small,
    depth_events_that_cannot_fire,
    message_length_above_queue_manager,
    non_persistent_class_on_replicated_log,
)

LOCAL = ("QLOCAL", "QMODEL")

RULES = (
    Rule("QUE002", QUEUE_MANAGER, depth_events_that_cannot_fire),
    Rule(
        "QUE004",
        OBJECT,
        non_persistent_class_on_replicated_log,
        types=LOCAL,
        given=("NPMCLASS",),
        reads=("NPMCLASS",),
    ),
    Rule(
        "QUE005",
        OBJECT,
        message_length_above_queue_manager,
        types=LOCAL,
        given=("MAXMSGL",),
        reads=("MAXMSGL",),
    ),
    Rule("QUE020", QUEUE_MANAGER, dead_letter_queue_too_small),
)
