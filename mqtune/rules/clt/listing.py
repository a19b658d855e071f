"""CLT: clients, their tables and their files. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import CCDT, ESTATE, INI, Rule
from mqtune.rules.clt.files import certificate_checks_off, connection_without_tls, template_channel_used
from mqtune.rules.clt.tables import (
    cipherspec_switched_off,
    mixed_weights,
    plain_entry_among_secured,
    repeated_entry,
    sharing_off,
    slow_heartbeat_of_several_hosts,
)

CLIENT_FILES = ("mqclient.ini",)

RULES = (
    Rule("CLT002", CCDT, sharing_off),
    Rule("CLT004", CCDT, slow_heartbeat_of_several_hosts),
    Rule("CLT005", CCDT, mixed_weights),
    Rule("CLT006", CCDT, repeated_entry),
    Rule("CLT007", CCDT, cipherspec_switched_off),
    Rule("CLT008", CCDT, plain_entry_among_secured),
    Rule("CLT009", ESTATE, template_channel_used),
    Rule("CLT011", INI, certificate_checks_off, types=CLIENT_FILES),
    Rule("CLT013", INI, connection_without_tls, types=CLIENT_FILES),
)
