"""Stanzas of mqclient.ini. Generated from `grammars/catalogue/mqclient-ini.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STANZAS: tuple[Any, ...] = (
    ('Application', True, 'multiplatforms', (9, 2, 4)),
    ('ApplicationDefaults', False, 'multiplatforms', (9, 2, 4)),
    ('CHANNELS', False, 'multiplatforms', None, False, False, ('Channels',)),
    ('CCSID',),
    ('ClientExitPath',),
    ('DiagnosticSystemMessages', True, 'multiplatforms', (9, 0, 4), True),
    ('JMQI',),
    ('LU62', False, 'windows', None, True),
    ('NETBIOS', False, 'windows', None, True),
    ('SPX', False, 'windows', None, True),
    ('MessageBuffer',),
    ('MessageProperties',),
    ('PreConnect', True),
    ('Security',),
    ('SSL',),
    ('TCP',),
    ('Trace', False, 'multiplatforms', (9, 3, 3), False, True),
)

KEYS: dict[Any, Any] = {
    'Application': (
        ('Name', 'string', (), None, None, None, '', None, 'connect'),
        ('Type', 'enum', ('Simple', 'ReqRep', 'Managed'), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'high', (), 1, True),
        ('BalanceTimeout', 'integer-or-keyword', ('Never', 'Immediate', 'Default'), 0, 999999999, None, 'seconds', 'Default', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, True),
        ('BalanceOptions', 'enum', ('None', 'IgnTrans'), None, None, None, '', 'None', 'connect'),
    ),
    'ApplicationDefaults': (
        ('Type', 'enum', ('Simple', 'ReqRep', 'Managed'), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'high', (), 1, True),
        ('BalanceTimeout', 'integer-or-keyword', ('Never', 'Immediate', 'Default'), 0, 999999999, None, 'seconds', 'Default', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, True),
        ('BalanceOptions', 'enum', ('None', 'IgnTrans'), None, None, None, '', 'None', 'connect'),
    ),
    'CHANNELS': (
        ('CCSID', 'integer', (), 0, None, None, '', None, 'connect'),
        ('ChannelDefinitionDirectory', 'path', (), None, None, None, '', None, 'connect'),
        ('ChannelDefinitionFile', 'string', (), None, None, None, '', 'AMQCLCHL.TAB', 'connect'),
        ('ReconDelay', 'list', (), None, None, None, 'milliseconds', None, 'connect'),
        ('DefRecon', 'enum', ('NO', 'YES', 'QMGR', 'DISABLED'), None, None, None, '', 'NO', 'connect'),
        ('MQReconnectTimeout', 'integer', (), None, None, None, 'seconds', '1800', 'connect'),
        ('ServerConnectionParms', 'string', (), None, None, None, '', None, 'connect'),
        ('Put1DefaultAlwaysSync', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect'),
        ('PasswordProtection', 'enum', ('COMPATIBLE', 'ALWAYS', 'OPTIONAL'), None, None, None, '', 'COMPATIBLE', 'connect', (8,)),
    ),
    'CCSID': (
        ('MapCCSID932ToSJIS', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', False),
        ('MapCCSID1200ToUnicodeBigUnmarked', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', False),
        ('MapUtf16ByteOrderByCCSID', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', False),
        ('MapCcsid1200FamilyToSpecificCharset', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False),
    ),
    'ClientExitPath': (
        ('ExitsDefaultPath', 'path', (), None, None, None, '', '/var/mqm/exits', 'connect'),
        ('ExitsDefaultPath64', 'path', (), None, None, None, '', '/var/mqm/exits64', 'connect'),
        ('JavaExitsClasspath', 'path', (), None, None, None, '', None, 'connect'),
    ),
    'DiagnosticSystemMessages': (),
    'JMQI': (
        ('useMQCSPauthentication', 'boolean', ('YES', 'NO'), None, None, None, '', 'YES', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'default before 9.2.1: NO'),
    ),
    'LU62': (),
    'NETBIOS': (),
    'SPX': (),
    'MessageBuffer': (
        ('MaximumSize', 'integer', (), -1, 999999, None, 'kilobytes', '1', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, '0: no read ahead, -1: the client decides; Java and managed .NET: default 100'),
        ('PurgeTime', 'integer', (), 0, 999999, None, 'seconds', '600', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'Java and managed .NET: default 0'),
        ('UpdatePercentage', 'integer', (), -1, 100, None, 'percent', '-1', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, '-1: the client decides; Java and managed .NET: default 20'),
    ),
    'MessageProperties': (
        ('PropctlToFORCE_RFH2', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', False),
    ),
    'PreConnect': (
        ('Data', 'string', (), None, None, None, '', None, 'connect'),
        ('Function', 'string', (), None, None, None, '', None, 'connect'),
        ('Module', 'path', (), None, None, None, '', None, 'connect'),
        ('Sequence', 'integer', (), 0, None, None, '', None, 'connect'),
    ),
    'Security': (
        ('MQIInitialKeyFile', 'path', (), None, None, None, '', None, 'connect', (9, 3)),
        ('DisableClientAMS', 'boolean', ('YES', 'NO', 'TRUE', 'FALSE', '1', '0'), None, None, None, '', 'NO', 'connect'),
    ),
    'SSL': (
        ('AllowOutboundSNI', 'boolean', ('YES', 'NO'), None, None, None, '', 'YES', 'connect', (9, 1), (9, 2, 1), 'multiplatforms', True, 'high', (), 1, False, None, '', None, 'OutboundSNI'),
        ('AllowTLSV13', 'boolean', ('Y', 'YES', 'T', 'TRUE', 'N', 'NO', 'F', 'FALSE'), None, None, None, '', 'YES', 'connect', (9, 1, 4), None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'before 9.2.0 without the key: the client decides'),
        ('CCDTHttpsCertValPolicy', 'enum', ('ANY', 'NONE', 'HOSTNAMECN'), None, None, None, '', 'HOSTNAMECN', 'connect', (9, 4, 5), None, 'multiplatforms', False),
        ('CDPCheckExtensions', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect'),
        ('CertificateLabel', 'string', (), None, None, None, '', None, 'connect'),
        ('CertificateValPolicy', 'enum', ('ANY', 'RFC5280', 'NONE'), None, None, None, '', 'ANY', 'connect'),
        ('ClientRevocationChecks', 'enum', ('REQUIRED', 'OPTIONAL', 'DISABLED'), None, None, None, '', 'REQUIRED', 'connect', None, None, 'multiplatforms', True, 'low'),
        ('EncryptionPolicySuiteB', 'list', ('NONE', '128_BIT', '192_BIT'), None, None, None, '', 'NONE', 'connect', None, None, 'multiplatforms', True, 'low'),
        ('OCSPAuthentication', 'enum', ('OPTIONAL', 'REQUIRED', 'WARN'), None, None, None, '', 'REQUIRED', 'connect', None, None, 'multiplatforms', True, 'medium'),
        ('OCSPCheckExtensions', 'boolean', ('YES', 'NO'), None, None, None, '', 'YES', 'connect', None, None, 'multiplatforms', True, 'low'),
        ('OutboundSNI', 'enum', ('CHANNEL', 'HOSTNAME'), None, None, None, '', 'CHANNEL', 'connect', (9, 2, 1)),
        ('SSLCryptoHardware', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'low'),
        ('SSLFipsRequired', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', True, 'low'),
        ('SSLHTTPProxyName', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'low'),
        ('SSLKeyRepository', 'path', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'low'),
        ('SSLKeyRepositoryPassword', 'string', (), None, None, None, '', None, 'connect', (9, 3), None, 'multiplatforms', True, 'low'),
        ('SSLKeyResetCount', 'integer', (), 0, 999999999, None, 'bytes', '0', 'connect', None, None, 'multiplatforms', True, 'low'),
        ('HTTPSKeyStore', 'path', (), None, None, None, '', None, 'connect', (9, 4, 1)),
        ('HTTPSCertValidation', 'enum', ('ANY', 'NONE', 'HOSTNAMECN'), None, None, None, '', None, 'connect', (9, 4, 1), None, 'multiplatforms', True, 'low'),
        ('HTTPSCertRevocation', 'enum', ('REQUIRED', 'DISABLED', 'OPTIONAL'), None, None, None, '', None, 'connect', (9, 4, 1), None, 'multiplatforms', True, 'low'),
        ('TokenHttpsCertValPolicy', 'enum', ('ANY', 'NONE', 'HOSTNAMECN'), None, None, None, '', 'HOSTNAMECN', 'connect', (9, 4, 5), None, 'multiplatforms', False),
    ),
    'TCP': (
        ('KeepAlive', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect'),
        ('Linger', 'boolean', ('YES', 'NO'), None, None, None, '', 'NO', 'connect', None, None, 'multiplatforms', False),
        ('Connect_Timeout', 'integer', (), 0, None, None, 'seconds', '0', 'connect'),
        ('ClntSndBuffSize', 'integer', (), 0, None, None, 'bytes', '32768', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'Java from 9.3.0.30: default 0'),
        ('ClntRcvBuffSize', 'integer', (), 0, None, None, 'bytes', '32768', 'connect', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'Java from 9.3.0.30: default 0'),
        ('DNSLookupOnError', 'boolean', ('YES', 'NO'), None, None, None, '', 'YES', 'connect', None, None, 'multiplatforms', False),
        ('StrPort', 'integer', (), 0, None, None, '', '0', 'connect'),
        ('EndPort', 'integer', (), 0, None, None, '', '0', 'connect'),
        ('IPAddressVersion', 'enum', ('MQIPADDR_IPV4', 'MQIPADDR_IPV6'), None, None, None, '', None, 'connect', None, None, 'multiplatforms', True, 'low'),
        ('Library1', 'string', (), None, None, None, '', None, 'connect', None, None, 'windows', True, 'low'),
        ('QmgrNegotiationFlowTimeout', 'integer', (), 0, None, None, '', '0', 'connect', None, None, 'multiplatforms', False),
        ('blockingreceivetimeout', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False),
        ('minblockingreceivetimeout', 'integer', (), 1, None, None, '', None, 'connect', None, None, 'multiplatforms', False),
        ('LocalAddress', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False, 'medium', ('all',)),
        ('Blocking', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False, 'medium', ('all',)),
        ('MaxTranSize', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False, 'medium', ('all',)),
        ('CommsTraceBufferSize', 'string', (), None, None, None, '', None, 'connect', None, None, 'multiplatforms', False, 'medium', ('all',)),
    ),
    'Trace': (
        ('MQDotnetTraceLevel', 'integer', (), 1, 2, None, '', None, 'start', (9, 3, 3)),
        ('MQDotnetTracePath', 'path', (), None, None, None, '', None, 'start', (9, 3, 3)),
        ('XMSDotnetTraceLevel', 'integer', (), 1, 2, None, '', None, 'start', (9, 4)),
        ('XMSDotnetTraceFilePath', 'path', (), None, None, None, '', None, 'start', (9, 4)),
    ),
}
