"""LOG: the recovery log. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import INI, QUEUE_MANAGER, Rule
from mqtune.rules.log.creation import creation_time_key_in_override, log_file_size_changed_later
from mqtune.rules.log.files import (
    automatic_log_without_images,
    impossible_log_file_count,
    linear_log_without_housekeeping,
    replicated_log_without_three_instances,
    small_log_buffer,
)
from mqtune.rules.log.load import log_file_too_short, log_space_below_load

RULES = (
    Rule("LOG001", INI, impossible_log_file_count, types=("qm.ini",)),
    Rule("LOG003", QUEUE_MANAGER, log_file_size_changed_later),
    Rule("LOG004", QUEUE_MANAGER, creation_time_key_in_override),
    Rule("LOG005", INI, small_log_buffer, types=("qm.ini",)),
    Rule("LOG007", QUEUE_MANAGER, linear_log_without_housekeeping),
    Rule("LOG008", QUEUE_MANAGER, replicated_log_without_three_instances),
    Rule("LOG009", QUEUE_MANAGER, log_file_too_short),
    Rule("LOG011", QUEUE_MANAGER, log_space_below_load),
    Rule("LOG013", QUEUE_MANAGER, automatic_log_without_images),
)
