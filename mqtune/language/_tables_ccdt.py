"""Keys of a CCDT. Generated from `grammars/catalogue/ccdt.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEYS: tuple[Any, ...] = (
    ('channel', 'objects', True, (), None, None, None, (), None, None, None, True),
    ('channel[].name', 'string', True, (), None, None, 20, ('CHANNEL',), None, None, 20, False, None, {}, False, (), {}, 'refused'),
    ('channel[].type', 'string', True, ('clientConnection',), None, None, None, ('CHLTYPE',), None, None, None, False, None, {}, False, (), {}, 'refused'),
    ('channel[].clientConnection', 'object', True, (), None, None, None, (), None, None, None, False, None, {}, False, (), {}, 'fails'),
    ('channel[].clientConnection.queueManager', 'string', 'with-parent', (), None, None, 48, ('QMNAME',), '', None, 48, False, None, {}, False, (), {}, 'refused'),
    ('channel[].clientConnection.connection', 'objects', 'with-parent', (), None, None, None, ('CONNAME',), None, None, None, False, None, {}, False, (), {}, 'refused'),
    ('channel[].clientConnection.connection[].host', 'string', False, (), None, None, None, ('CONNAME',)),
    ('channel[].clientConnection.connection[].port', 'integer', False, (), 1, 65535, None, ('CONNAME',), '1414'),
    ('channel[].compression', 'object'),
    ('channel[].compression.header', 'strings', False, ('none', 'system'), None, None, None, ('COMPHDR',), 'NONE', 'none', None, True),
    ('channel[].compression.message', 'strings', False, ('none', 'rle', 'zlibfast', 'zlibhigh', 'lz4fast', 'lz4high', 'any'), None, None, None, ('COMPMSG',), 'NONE', 'none', None, True, None, {'lz4fast': (9, 4), 'lz4high': (9, 4)}, False, (), {'runlengthencoding': 'rle'}),
    ('channel[].connectionManagement', 'object'),
    ('channel[].connectionManagement.affinity', 'string', False, ('preferred', 'none'), None, None, None, ('AFFINITY',), 'PREFERRED', 'preferred'),
    ('channel[].connectionManagement.clientWeight', 'integer', False, (), 0, 99, None, ('CLNTWGHT',), '0', '0'),
    ('channel[].connectionManagement.defaultReconnect', 'string', False, ('no', 'yes', 'queueManager', 'disabled'), None, None, None, ('DEFRECON',), 'NO', 'no', None, False, None, {}, False, (), {'qmgr': 'queueManager', 'true': 'yes', 'false': 'no'}),
    ('channel[].connectionManagement.disconnectInterval', 'integer', False, (), 0, 999999, None, ('DISCINT',), None, '6000'),
    ('channel[].connectionManagement.heartbeatInterval', 'integer', False, (), 0, 999999, None, ('HBINT',), '300', '1', None, False, None, {}, False, ('heartInterval',)),
    ('channel[].connectionManagement.keepAliveInterval', 'integer', False, (), 0, 99999, None, ('KAINT',), 'AUTO', '-1'),
    ('channel[].connectionManagement.sharingConversations', 'integer', False, (), 0, 999999999, None, ('SHARECNV',), '10', '999999999', None, False, None, {}, False, ('sharedConversations', 'shareConversations')),
    ('channel[].connectionManagement.localAddress', 'objects', False, (), None, None, None, ('LOCLADDR',)),
    ('channel[].connectionManagement.localAddress[].host', 'string', False, (), None, None, None, ('LOCLADDR',)),
    ('channel[].connectionManagement.localAddress[].port', 'integer', False, (), 0, 65535, None, ('LOCLADDR',)),
    ('channel[].connectionManagement.localAddress[].portRange', 'object', False, (), None, None, None, ('LOCLADDR',)),
    ('channel[].connectionManagement.localAddress[].portRange.low', 'integer', 'with-parent', (), 0, 65535, None, ('LOCLADDR',), None, None, None, False, None, {}, False, (), {}, 'dropped'),
    ('channel[].connectionManagement.localAddress[].portRange.high', 'integer', 'with-parent', (), 0, 65535, None, ('LOCLADDR',), None, None, None, False, None, {}, False, (), {}, 'dropped'),
    ('channel[].exits', 'object'),
    ('channel[].exits.receive', 'objects', False, (), None, None, None, ('RCVEXIT',)),
    ('channel[].exits.receive[].name', 'string', False, (), None, None, 999, ('RCVEXIT',), None, None, 999, False, None, {}, True),
    ('channel[].exits.receive[].userData', 'string', False, (), None, None, 32, ('RCVDATA',), None, None, 999, False, None, {}, True, ('data',)),
    ('channel[].exits.send', 'objects', False, (), None, None, None, ('SENDEXIT',)),
    ('channel[].exits.send[].name', 'string', False, (), None, None, 999, ('SENDEXIT',), None, None, 999, False, None, {}, True),
    ('channel[].exits.send[].userData', 'string', False, (), None, None, 32, ('SENDDATA',), None, None, 999, False, None, {}, True, ('data',)),
    ('channel[].exits.security', 'object', False, (), None, None, None, ('SCYEXIT',)),
    ('channel[].exits.security.name', 'string', False, (), None, None, 128, ('SCYEXIT',), None, None, 128),
    ('channel[].exits.security.userData', 'string', False, (), None, None, 32, ('SCYDATA',), None, None, 32, False, None, {}, False, ('data',)),
    ('channel[].general', 'object'),
    ('channel[].general.description', 'string', False, (), None, None, 64, ('DESCR',), None, None, 64),
    ('channel[].general.maximumMessageLength', 'integer', False, (), 0, 104857600, None, ('MAXMSGL',), '4194304', '4194304'),
    ('channel[].timestamps', 'object'),
    ('channel[].timestamps.altered', 'any', False, (), None, None, None, ('ALTDATE', 'ALTTIME')),
    ('channel[].transmissionSecurity', 'object'),
    ('channel[].transmissionSecurity.cipherSpecification', 'string', False, (), None, None, None, ('SSLCIPH',), '', None, 32, False, None, {}, False, ('cipherSpec', 'cipherSuite')),
    ('channel[].transmissionSecurity.certificateLabel', 'string', False, (), None, None, 64, ('CERTLABL',), None, None, 64, False, None, {}, False, ('label',)),
    ('channel[].transmissionSecurity.certificatePeerName', 'string', False, (), None, None, 1024, ('SSLPEER',), None, None, 1024, False, None, {}, False, ('peerName',)),
    ('channel[].transmissionSecurity.quantumSafeAlgorithm', 'string', False, ('none', 'hybmlkem', 'mlkem'), None, None, None, ('SSLQS',), None, 'none', None, False, (10,)),
    ('channel[].transmissionSecurity.quantumSafeRequired', 'string', False, ('optional', 'required'), None, None, None, ('SSLQSR',), None, 'optional', None, False, (10,)),
)

NOT_IN_JSON: tuple[Any, ...] = ('TRPTYPE', 'MODENAME', 'TPNAME', 'USERID', 'PASSWORD')
