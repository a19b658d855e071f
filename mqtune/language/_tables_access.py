"""Checks, refusals and authorities. Generated from `grammars/catalogue/access.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STEPS: dict[Any, Any] = {
    'listener': ('listener', 'documented'),
    'address': ('blocked addresses', 'documented'),
    'channel': ('channel definition', 'documented'),
    'limits': ('instances', 'documented'),
    'tls': ('TLS', 'documented'),
    'early-adoption': ('early adoption', 'documented'),
    'mapping': ('mapping record', 'documented'),
    'exit': ('security exit', 'documented'),
    'password': ('password', 'documented'),
    'user': ('user', 'documented'),
    'block-user': ('blocked users', 'documented'),
    'record-password': ('password by record', 'documented'),
    'connect': ('authority to connect', 'documented'),
    'name': ('name that is checked', 'documented'),
    'authority': ('authority', 'documented'),
}

REFUSALS: dict[Any, Any] = {
    'blocked-address': ((2009,), ('AMQ9782E',), 'observed'),
    'unknown-channel': ((2540,), ('AMQ9519E',), 'documented'),
    'other-channel-type': ((2540, 2539), ('AMQ9519E', 'AMQ9503E'), 'recalled'),
    'instances': ((2537,), ('AMQ9513E', 'AMQ9489E', 'AMQ9490E'), 'documented'),
    'no-certificate': ((2393, 2397), ('AMQ9637E',), 'recalled'),
    'peer-name': ((2393, 2397), ('AMQ9636E',), 'recalled'),
    'no-access': ((2035,), ('AMQ9777E',), 'documented'),
    'no-password': ((2035,), ('AMQ5540E', 'AMQ5541I'), 'documented'),
    'wrong-password': ((2035,), ('AMQ5534E', 'AMQ5542I'), 'documented'),
    'no-password-for-record': ((2035, 2063), ('AMQ9791E',), 'observed'),
    'record-without-connauth': ((2035, 2063), (), 'documented'),
    'blocked-user': ((2035,), ('AMQ9776E',), 'documented'),
    'connect': ((2035,), ('AMQ9557E', 'AMQ8077W'), 'documented'),
    'local-connect': ((2035,), ('AMQ8077W',), 'documented'),
    'authority': ((2035,), ('AMQ8077W',), 'documented'),
    'unknown-object': ((2085,), (), 'documented'),
    'unknown-queue-manager': ((2087,), (), 'documented'),
    'message-channel-authority': ((2035,), ('AMQ8077W',), 'documented'),
    'message-channel': ((), ('AMQ9777E',), 'documented'),
}

PURPOSES: dict[Any, Any] = {
    'connect': ('connect', (('QMGR', ('CONNECT',)),), (), False, False, 'documented'),
    'inquire': ('inquire attributes (MQOO_INQUIRE)', (('QUEUE', ('INQ',)), ('QMGR', ('INQ',)), ('PROCESS', ('INQ',)), ('NAMELIST', ('INQ',)), ('AUTHINFO', ('INQ',))), (), False, False, 'documented'),
    'browse': ('browse (MQOO_BROWSE)', (('QUEUE', ('BROWSE',)),), (), False, False, 'documented'),
    'get': ('get (MQOO_INPUT_*)', (('QUEUE', ('GET',)),), (), False, False, 'documented'),
    'put': ('put (MQOO_OUTPUT, MQPUT1)', (('QUEUE', ('PUT',)), ('RQMNAME', ('PUT',))), (), False, False, 'documented'),
    'pass-identity': ('put and pass the identity context (MQOO_PASS_IDENTITY_CONTEXT)', (('QUEUE', ('PUT', 'PASSID')), ('RQMNAME', ('PUT', 'PASSID'))), (), False, False, 'documented'),
    'pass-all': ('put and pass all context (MQOO_PASS_ALL_CONTEXT)', (('QUEUE', ('PUT', 'PASSALL')), ('RQMNAME', ('PUT', 'PASSALL'))), (), False, False, 'documented'),
    'set-identity': ('put and set the identity context (MQOO_SET_IDENTITY_CONTEXT)', (('QUEUE', ('PUT', 'SETID')), ('RQMNAME', ('PUT', 'SETID'))), ('SETID',), False, False, 'documented'),
    'set-all': ('put and set all context (MQOO_SET_ALL_CONTEXT)', (('QUEUE', ('PUT', 'SETALL')), ('RQMNAME', ('PUT', 'SETALL'))), ('SETALL',), False, False, 'documented'),
    'set': ('set attributes (MQOO_SET)', (('QUEUE', ('SET',)),), (), False, False, 'documented'),
    'publish': ('publish (MQOO_OUTPUT on a topic)', (('TOPIC', ('PUB',)),), (), False, False, 'documented'),
    'subscribe': ('subscribe (MQSUB, MQSO_CREATE or MQSO_ALTER)', (('TOPIC', ('SUB',)),), (), False, False, 'documented'),
    'resume': ('resume a subscription (MQSUB, MQSO_RESUME)', (('TOPIC', ('RESUME', 'SUB')),), (), True, False, 'documented'),
    'alternate-user': ("use another user's authority (MQOO_ALTERNATE_USER_AUTHORITY)", (('QMGR', ('ALTUSR',)),), (), False, False, 'documented'),
    'system': ('connect with system authority', (('QMGR', ('SYSTEM',)),), (), False, False, 'documented'),
    'display': ('display with commands (DISPLAY)', (('QUEUE', ('DSP',)), ('TOPIC', ('DSP',)), ('PROCESS', ('DSP',)), ('NAMELIST', ('DSP',)), ('AUTHINFO', ('DSP',)), ('CHANNEL', ('DSP',)), ('CLNTCONN', ('DSP',)), ('LISTENER', ('DSP',)), ('SERVICE', ('DSP',)), ('COMMINFO', ('DSP',)), ('QMGR', ('DSP',))), (), False, True, 'documented'),
    'change': ('change with commands (ALTER)', (('QUEUE', ('CHG',)), ('TOPIC', ('CHG',)), ('PROCESS', ('CHG',)), ('NAMELIST', ('CHG',)), ('AUTHINFO', ('CHG',)), ('CHANNEL', ('CHG',)), ('CLNTCONN', ('CHG',)), ('LISTENER', ('CHG',)), ('SERVICE', ('CHG',)), ('COMMINFO', ('CHG',)), ('QMGR', ('CHG',))), (), False, True, 'documented'),
    'delete': ('delete with commands (DELETE)', (('QUEUE', ('DLT',)), ('TOPIC', ('DLT',)), ('PROCESS', ('DLT',)), ('NAMELIST', ('DLT',)), ('AUTHINFO', ('DLT',)), ('CHANNEL', ('DLT',)), ('CLNTCONN', ('DLT',)), ('LISTENER', ('DLT',)), ('SERVICE', ('DLT',)), ('COMMINFO', ('DLT',))), (), False, True, 'documented'),
    'clear': ('clear with commands (CLEAR QLOCAL, CLEAR TOPICSTR)', (('QUEUE', ('CLR',)), ('TOPIC', ('CLR',))), (), False, True, 'documented'),
    'control': ('start and stop with commands', (('CHANNEL', ('CTRL',)), ('LISTENER', ('CTRL',)), ('SERVICE', ('CTRL',))), (), False, True, 'documented'),
    'reset': ('reset and resolve with commands (RESET CHANNEL, RESOLVE CHANNEL)', (('CHANNEL', ('CTRLX',)),), (), False, True, 'documented'),
}

COMMAND: tuple[Any, ...] = (('CONNECT', 'DSP'), 'SYSTEM.ADMIN.COMMAND.QUEUE', ('PUT',), 'inferred')

WORDS: dict[Any, Any] = {
    ('ALLMQI', 'AUTHINFO'): ('INQ',),
    ('ALLMQI', 'CHANNEL'): (),
    ('ALLMQI', 'CLNTCONN'): (),
    ('ALLMQI', 'COMMINFO'): (),
    ('ALLMQI', 'LISTENER'): (),
    ('ALLMQI', 'NAMELIST'): ('INQ',),
    ('ALLMQI', 'PROCESS'): ('INQ', 'SET'),
    ('ALLMQI', 'QMGR'): ('ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID'),
    ('ALLMQI', 'QUEUE'): ('BROWSE', 'GET', 'INQ', 'PUT', 'PASSALL', 'PASSID', 'SET', 'SETALL', 'SETID'),
    ('ALLMQI', 'RQMNAME'): ('PUT', 'PASSALL', 'PASSID', 'SETALL', 'SETID'),
    ('ALLMQI', 'SERVICE'): (),
    ('ALLMQI', 'TOPIC'): ('PASSALL', 'PASSID', 'SETALL', 'SETID', 'PUB', 'SUB', 'RESUME'),
    ('ALLADM', 'AUTHINFO'): ('CHG', 'DLT', 'DSP'),
    ('ALLADM', 'CHANNEL'): ('CHG', 'DLT', 'DSP', 'CTRL', 'CTRLX'),
    ('ALLADM', 'CLNTCONN'): ('CHG', 'DLT', 'DSP'),
    ('ALLADM', 'COMMINFO'): ('CHG', 'DLT', 'DSP'),
    ('ALLADM', 'LISTENER'): ('CHG', 'DLT', 'DSP', 'CTRL'),
    ('ALLADM', 'NAMELIST'): ('CHG', 'DLT', 'DSP'),
    ('ALLADM', 'PROCESS'): ('CHG', 'DLT', 'DSP'),
    ('ALLADM', 'QMGR'): ('CHG', 'DLT', 'DSP', 'CTRL'),
    ('ALLADM', 'QUEUE'): ('CHG', 'CLR', 'DLT', 'DSP'),
    ('ALLADM', 'RQMNAME'): (),
    ('ALLADM', 'SERVICE'): ('CHG', 'DLT', 'DSP', 'CTRL'),
    ('ALLADM', 'TOPIC'): ('CHG', 'CLR', 'DLT', 'DSP', 'CTRL'),
    ('ALL', 'AUTHINFO'): ('INQ', 'CHG', 'DLT', 'DSP'),
    ('ALL', 'CHANNEL'): ('CHG', 'DLT', 'DSP', 'CTRL', 'CTRLX'),
    ('ALL', 'CLNTCONN'): ('CHG', 'DLT', 'DSP'),
    ('ALL', 'COMMINFO'): ('CHG', 'DLT', 'DSP'),
    ('ALL', 'LISTENER'): ('CHG', 'DLT', 'DSP', 'CTRL'),
    ('ALL', 'NAMELIST'): ('INQ', 'CHG', 'DLT', 'DSP'),
    ('ALL', 'PROCESS'): ('INQ', 'SET', 'CHG', 'DLT', 'DSP'),
    ('ALL', 'QMGR'): ('ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID', 'CHG', 'DLT', 'DSP', 'CTRL', 'SYSTEM'),
    ('ALL', 'QUEUE'): ('BROWSE', 'GET', 'INQ', 'PUT', 'PASSALL', 'PASSID', 'SET', 'SETALL', 'SETID', 'CHG', 'CLR', 'DLT', 'DSP'),
    ('ALL', 'RQMNAME'): ('PUT', 'PASSALL', 'PASSID', 'SETALL', 'SETID'),
    ('ALL', 'SERVICE'): ('CHG', 'DLT', 'DSP', 'CTRL'),
    ('ALL', 'TOPIC'): ('PASSALL', 'PASSID', 'SETALL', 'SETID', 'PUB', 'SUB', 'RESUME', 'CHG', 'CLR', 'DLT', 'DSP', 'CTRL'),
}

SETMQAUT_TYPES: dict[Any, Any] = {
    'authinfo': 'AUTHINFO',
    'channel': 'CHANNEL',
    'chl': 'CHANNEL',
    'clntcn': 'CLNTCONN',
    'clcn': 'CLNTCONN',
    'comminfo': 'COMMINFO',
    'lstr': 'LISTENER',
    'listener': 'LISTENER',
    'namelist': 'NAMELIST',
    'nl': 'NAMELIST',
    'process': 'PROCESS',
    'prcs': 'PROCESS',
    'queue': 'QUEUE',
    'q': 'QUEUE',
    'qmgr': 'QMGR',
    'rqmname': 'RQMNAME',
    'rqmn': 'RQMNAME',
    'service': 'SERVICE',
    'srvc': 'SERVICE',
    'topic': 'TOPIC',
    'top': 'TOPIC',
}
