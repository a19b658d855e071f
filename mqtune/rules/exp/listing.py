"""EXP: expiry and streaming queues. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import OBJECT, QUEUE_MANAGER, Rule
from mqtune.rules.exp.cap import (
    cap_in_wrong_unit,
    cap_on_internal_queue,
    interval_of_another_platform,
)
from mqtune.rules.exp.disk import depth_that_delays_restart, expiry_disk_need, interval_longer_than_cap
from mqtune.rules.exp.streaming import streaming_target_that_refuses, streaming_target_without_end

CAPS = ("CAPEXPRY", "CUSTOM")

RULES = (
    Rule("EXP001", QUEUE_MANAGER, expiry_disk_need),
    Rule("EXP002", QUEUE_MANAGER, streaming_target_without_end),
    Rule(
        "EXP003",
        OBJECT,
        cap_in_wrong_unit,
        types=("QLOCAL",),
        given=CAPS,
    ),
    Rule("EXP004", QUEUE_MANAGER, interval_of_another_platform),
    Rule("EXP005", OBJECT, cap_on_internal_queue, types=("QLOCAL", "QMODEL"), given=CAPS, reads=CAPS),
    Rule("EXP006", OBJECT, streaming_target_that_refuses, types=("QLOCAL", "QMODEL"), given=("STREAMQ",)),
    Rule("EXP007", QUEUE_MANAGER, depth_that_delays_restart),
    Rule("EXP008", QUEUE_MANAGER, interval_longer_than_cap),
)
