"""SEC: who gets in, as whom, over what, and who sees it. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.engine.rule import ESTATE, OBJECT, QUEUE_MANAGER, Rule
from mqtune.rules.sec.ciphers import (
    channel_of_weak_cipherspec,
    cipherspec_without_certification,
    weak_protocol_switched_on,
)
from mqtune.rules.sec.identity import (
    administrators_let_in,
    administrators_let_in_everywhere,
    channel_of_administrator,
    identity_believed,
    record_of_administrator,
    template_channel_opened,
)
from mqtune.rules.sec.secrets import password_in_file

INBOUND = ("CHANNEL/SVRCONN", "CHANNEL/RCVR", "CHANNEL/RQSTR", "CHANNEL/CLUSRCVR")

SSLCIPH = ("SSLCIPH",)

RULES = (
    Rule(
        "SEC016",
        OBJECT,
        channel_of_administrator,
        types=INBOUND,
        given=("MCAUSER",),
    ),
    Rule("SEC017", QUEUE_MANAGER, record_of_administrator),
    Rule("SEC018", QUEUE_MANAGER, administrators_let_in),
    Rule("SEC019", QUEUE_MANAGER, administrators_let_in_everywhere),
    Rule("SEC020", QUEUE_MANAGER, template_channel_opened),
    Rule("SEC021", QUEUE_MANAGER, identity_believed),
    Rule("SEC026", QUEUE_MANAGER, weak_protocol_switched_on),
    Rule("SEC027", OBJECT, channel_of_weak_cipherspec, types=("CHANNEL",), given=SSLCIPH, reads=SSLCIPH),
    Rule(
        "SEC028", OBJECT, cipherspec_without_certification, types=("CHANNEL",), given=SSLCIPH, reads=SSLCIPH
    ),
    Rule("SEC029", ESTATE, password_in_file),
)
