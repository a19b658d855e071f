"""Environment variables. Generated from `grammars/catalogue/environment.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VARIABLES: tuple[Any, ...] = (
    ('MQ_CHANNEL_SUPPRESS_MSGS', 20),
    ('MQ_CHANNEL_SUPPRESS_INTERVAL', None),
    ('MQMAXERRORLOGSIZE', None),
    ('AMQ_DIAGNOSTIC_MSG_SEVERITY', None),
    ('AMQ_ALLOWED_CIPHERS', None),
    ('AMQ_ALLOW_RECONNECT_WITH_TOKEN', None),
    ('AMQ_APP_INSTANCE_MODE', None),
    ('AMQ_BAD_COMMS_DATA_FDCS', None),
    ('AMQ_NO_BAD_COMMS_DATA_FDCS', None),
    ('AMQ_CONVEBCDICNEWLINE', None),
    ('AMQ_DISABLE_CLIENT_AMS', None),
    ('AMQ_DMPMQCFG_QSGDISP_DEFAULT', None),
    ('AMQ_IODELAY', None),
    ('AMQ_IODELAY_INMS', None),
    ('AMQ_IODELAY_FFST', None),
    ('AMQ_LDAP_TRACE', None),
    ('AMQ_LICENSING_METRIC', None),
    ('AMQ_NO_JWT_SUPPORT', None),
    ('AMQ_MQS_INI_LOCATION', None),
    ('AMQ_NO_IPV6', None),
    ('AMQ_RDQM_NO_PING_CHECKS', None),
    ('AMQ_REVERSE_COMMIT_ORDER', None),
    ('AMQ_RANDOM_NUMBER_TYPE', None),
    ('AMQ_EXTRA_QM_STANZAS', None),
    ('AMQ_SSL_V3_ENABLE', None),
    ('AMQ_SSL_WEAK_CIPHER_ENABLE', None),
    ('MQ_CONNECT_TYPE', None),
    ('MQ_CROSS_QUEUE_ORDER_ALL', None),
    ('MQCCDTURL', None),
    ('MQCHLLIB', None),
    ('MQCHLTAB', None),
    ('MQSERVER', None),
    ('MQCLNTCF', None),
    ('MQCCSID', None),
    ('MQCERTVPOL', None),
    ('MQCCDTCERTVPOL', None),
    ('MQIPADDRV', None),
    ('MQPUT1DEFSYNC', None),
    ('MQSSLFIPS', None),
    ('MQSSLRESET', None),
    ('MQSSLKEYR', None),
    ('MQTCPTIMEOUT', None),
    ('MQSPREFIX', None),
    ('MQSNOAUT', None),
    ('MQNOREMPOOL', None),
    ('MQS_IPC_HOST', None),
    ('MQ_DATA_PATH', None),
    ('MQS_KEYSTORE_CONF', None),
    ('TOKENCERTVPOL', None),
)
