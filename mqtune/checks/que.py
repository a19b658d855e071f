"""QUE: queues, their events, their buffers. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.que_buffers import buffers_above_memory, buffers_of_existing_queues
from mqtune.checks.que_limits import (
    dead_letter_queue_too_small,
    depth_events_that_cannot_fire,
    message_length_above_queue_manager,
    non_persistent_class_on_replicated_log,
)
from mqtune.checks.que_load import (
    exclusive_queue_of_several_consumers,
    non_persistent_queue_of_persistent_messages,
    queue_nobody_reads,
    read_ahead_of_persistent_messages,
    trigger_for_every_message,
)
from mqtune.checks.rule import OBJECT, QUEUE_MANAGER, Rule

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
    Rule("QUE009", QUEUE_MANAGER, trigger_for_every_message),
    Rule("QUE010", QUEUE_MANAGER, exclusive_queue_of_several_consumers),
    Rule("QUE011", QUEUE_MANAGER, buffers_above_memory),
    Rule("QUE013", QUEUE_MANAGER, buffers_of_existing_queues),
    Rule("QUE014", QUEUE_MANAGER, read_ahead_of_persistent_messages),
    Rule("QUE018", QUEUE_MANAGER, non_persistent_queue_of_persistent_messages),
    Rule("QUE019", QUEUE_MANAGER, queue_nobody_reads),
    Rule("QUE020", QUEUE_MANAGER, dead_letter_queue_too_small),
)
