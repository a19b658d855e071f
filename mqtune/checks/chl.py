"""CHL: channels. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.chl_suppression import channel_messages_not_suppressed
from mqtune.checks.rule import QUEUE_MANAGER, Rule

RULES = (Rule("CHL001", QUEUE_MANAGER, channel_messages_not_suppressed),)
