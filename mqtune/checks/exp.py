"""EXP: expiry and streaming queues. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.exp_disk import expiry_disk_need
from mqtune.checks.rule import QUEUE_MANAGER, Rule

RULES = (Rule("EXP001", QUEUE_MANAGER, expiry_disk_need),)
