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
    ('MQ_CHANNEL_SUPPRESS_MSGS', ('server',), 'message-list', (), None, ('qm.ini QMErrorLog SuppressMessage',), None, None, 20),
    ('MQ_CHANNEL_SUPPRESS_INTERVAL', ('server',), 'interval', (), '60,5', ('qm.ini QMErrorLog SuppressInterval',)),
    ('MQMAXERRORLOGSIZE', ('server',), 'integer', (), None, ('qm.ini QMErrorLog ErrorLogSize', 'qm.ini DiagnosticMessages FileSize'), None, None, None, 'bytes'),
    ('AMQ_DIAGNOSTIC_MSG_SEVERITY', ('server',)),
    ('AMQ_ALLOWED_CIPHERS', ('server',), 'string', (), None, ('qm.ini SSL AllowedCipherSpecs',), (9, 2)),
    ('AMQ_ALLOW_RECONNECT_WITH_TOKEN', ('java-client',), 'string', (), None, (), (9, 3, 5)),
    ('AMQ_APP_INSTANCE_MODE', ('client',), 'string', ('JMSConnection', 'JVM'), None, (), (9, 4, 2)),
    ('AMQ_BAD_COMMS_DATA_FDCS', ('server',), 'any'),
    ('AMQ_NO_BAD_COMMS_DATA_FDCS', ('server',), 'any'),
    ('AMQ_CONVEBCDICNEWLINE', ('server', 'client'), 'string', ('NL_TO_LF', 'TABLE', 'ISO'), None, ('mqs.ini AllQueueManagers ConvEBCDICNewline',)),
    ('AMQ_DISABLE_CLIENT_AMS', ('java-client',), 'string', ('TRUE', 'FALSE'), None, ('mqclient.ini Security DisableClientAMS',)),
    ('AMQ_DMPMQCFG_QSGDISP_DEFAULT', ('server',)),
    ('AMQ_IODELAY', ('server',), 'string', (), None, (), (9, 4)),
    ('AMQ_IODELAY_INMS', ('server',), 'string', (), None, (), (9, 4)),
    ('AMQ_IODELAY_FFST', ('server',), 'string', (), None, (), (9, 4)),
    ('AMQ_LDAP_TRACE', ('server',)),
    ('AMQ_LICENSING_METRIC', ('server',)),
    ('AMQ_NO_JWT_SUPPORT', ('java-client',), 'string', (), None, (), (9, 3, 5)),
    ('AMQ_MQS_INI_LOCATION', ('server',)),
    ('AMQ_NO_IPV6', ('server', 'client'), 'any'),
    ('AMQ_RDQM_NO_PING_CHECKS', ('server',), 'string', (), None, (), (9, 4, 1)),
    ('AMQ_REVERSE_COMMIT_ORDER', ('server',)),
    ('AMQ_RANDOM_NUMBER_TYPE', ('java-client',), 'string', ('STANDARD', 'FAST')),
    ('AMQ_EXTRA_QM_STANZAS', ('container',)),
    ('AMQ_SSL_V3_ENABLE', ('server',), 'string', ('1',), None, ('qm.ini SSL AllowSSLV3',), (8, 0, 0, 2)),
    ('AMQ_SSL_WEAK_CIPHER_ENABLE', ('server',), 'any', (), None, ('qm.ini SSL AllowWeakCipherSpec',), (7, 5, 0, 6)),
    ('MQ_CONNECT_TYPE', ('client',), 'string', ('STANDARD', 'FASTPATH', 'LOCAL', 'CLIENT'), None, (), None, None, None, '', 'low'),
    ('MQ_CROSS_QUEUE_ORDER_ALL', ('server',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQCCDTURL', ('c-client',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQCHLLIB', ('c-client',), 'string', (), None, ('mqclient.ini CHANNELS ChannelDefinitionDirectory',)),
    ('MQCHLTAB', ('c-client',), 'string', (), 'AMQCLCHL.TAB', ('mqclient.ini CHANNELS ChannelDefinitionFile',)),
    ('MQSERVER', ('c-client',), 'string', (), None, ('mqclient.ini CHANNELS ServerConnectionParms',)),
    ('MQCLNTCF', ('client',), 'path'),
    ('MQCCSID', ('client',), 'string', (), None, ('mqclient.ini CHANNELS CCSID',)),
    ('MQCERTVPOL', ('client',), 'string', ('ANY', 'RFC5280', 'NONE'), None, ('mqclient.ini SSL CertificateValPolicy',)),
    ('MQCCDTCERTVPOL', ('java-client',), 'string', ('ANY', 'NONE', 'HOSTNAMECN'), 'HOSTNAMECN', ('mqclient.ini SSL CCDTHttpsCertValPolicy',), (9, 4, 5)),
    ('MQIPADDRV', ('client',), 'string', ('MQIPADDR_IPV4', 'MQIPADDR_IPV6'), None, ('mqclient.ini TCP IPAddressVersion',)),
    ('MQPUT1DEFSYNC', ('client',), 'string', (), None, ('mqclient.ini CHANNELS Put1DefaultAlwaysSync',)),
    ('MQSSLFIPS', ('client',), 'string', ('YES', 'NO'), 'NO'),
    ('MQSSLRESET', ('client',), 'integer', (), None, (), None, 0),
    ('MQSSLKEYR', ('client',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQTCPTIMEOUT', ('client',)),
    ('MQSPREFIX', ('server',)),
    ('MQSNOAUT', ('server',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQNOREMPOOL', ('server',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQS_IPC_HOST', ('server',), 'string', (), None, (), None, None, None, '', 'low'),
    ('MQ_DATA_PATH', ('server', 'client'), 'string', (), '/var/mqm'),
    ('MQS_KEYSTORE_CONF', ('client',), 'string', (), None, (), None, None, None, '', 'low'),
    ('TOKENCERTVPOL', ('java-client',), 'string', ('ANY', 'NONE', 'HOSTNAMECN'), 'HOSTNAMECN', ('mqclient.ini SSL TokenHttpsCertValPolicy',), (9, 4, 5)),
)
