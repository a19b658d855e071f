"""SEC: who gets in, as whom, over what, and who sees it. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.rule import ESTATE, OBJECT, QUEUE_MANAGER, STATEMENT, Rule
from mqtune.checks.sec_audit import (
    developer_objects,
    policy_tolerates,
    record_that_only_warns,
    security_events_off,
    service_of_a_shell,
)
from mqtune.checks.sec_authority import (
    administration_granted,
    authority_of_everybody,
    command_queue_opened,
    every_object_granted,
)
from mqtune.checks.sec_ciphers import (
    channel_of_weak_cipherspec,
    cipherspec_without_certification,
    weak_protocol_switched_on,
)
from mqtune.checks.sec_identity import (
    administrators_let_in,
    administrators_let_in_everywhere,
    channel_of_administrator,
    has_administrator,
    identity_believed,
    record_of_administrator,
    template_channel_opened,
)
from mqtune.checks.sec_records import record_that_never_matches
from mqtune.checks.sec_secrets import password_in_file

INBOUND = ("CHANNEL/SVRCONN", "CHANNEL/RCVR", "CHANNEL/RQSTR", "CHANNEL/CLUSRCVR")

SSLCIPH = ("SSLCIPH",)

RULES = (
    Rule(
        "SEC016",
        OBJECT,
        channel_of_administrator,
        types=INBOUND,
        given=("MCAUSER",),
        reads=("MCAUSER",),
        may_find=has_administrator,
    ),
    Rule("SEC017", QUEUE_MANAGER, record_of_administrator),
    Rule("SEC018", QUEUE_MANAGER, administrators_let_in),
    Rule("SEC019", QUEUE_MANAGER, administrators_let_in_everywhere),
    Rule("SEC020", QUEUE_MANAGER, template_channel_opened),
    Rule("SEC021", QUEUE_MANAGER, identity_believed),
    Rule("SEC022", QUEUE_MANAGER, authority_of_everybody),
    Rule("SEC023", QUEUE_MANAGER, administration_granted),
    Rule("SEC024", QUEUE_MANAGER, every_object_granted),
    Rule("SEC025", QUEUE_MANAGER, command_queue_opened),
    Rule("SEC026", QUEUE_MANAGER, weak_protocol_switched_on),
    Rule("SEC027", OBJECT, channel_of_weak_cipherspec, types=("CHANNEL",), given=SSLCIPH, reads=SSLCIPH),
    Rule(
        "SEC028", OBJECT, cipherspec_without_certification, types=("CHANNEL",), given=SSLCIPH, reads=SSLCIPH
    ),
    Rule("SEC029", ESTATE, password_in_file),
    Rule("SEC030", OBJECT, security_events_off, types=("QMGR",)),
    Rule("SEC031", OBJECT, service_of_a_shell, types=("SERVICE",)),
    Rule("SEC032", STATEMENT, policy_tolerates, types=("POLICY",)),
    Rule("SEC033", STATEMENT, record_that_only_warns, types=("CHLAUTH",)),
    Rule("SEC034", QUEUE_MANAGER, developer_objects),
    Rule("SEC036", QUEUE_MANAGER, record_that_never_matches),
)
