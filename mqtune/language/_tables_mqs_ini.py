"""Stanzas of mqs.ini. Generated from `grammars/catalogue/mqs-ini.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STANZAS: tuple[Any, ...] = (
    ('AllQueueManagers',),
    ('ApiExitCommon', True),
    ('ApiExitTemplate', True),
    ('DefaultQueueManager',),
    ('DiagnosticSystemMessages', True, 'multiplatforms', (9, 0, 4), True),
    ('DiagnosticMessagesTemplate', True, 'multiplatforms', (9, 0, 4), True),
    ('ExitProperties',),
    ('LogDefaults',),
    ('QueueManager', True),
)

KEYS: dict[Any, Any] = {
    'AllQueueManagers': (
        ('DefaultPrefix', 'path', (), None, None, None, '', '/var/mqm', 'start', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'the default is that of AIX and Linux; IBM i: /QIBM/UserData/mqm, Windows: the data folder'),
        ('DefaultEphemeralPrefix', 'path', (), None, None, None, '', None, 'next-crtmqm', (9, 2), None, 'aix-linux', True, 'high', ('introduced',), 1, False, None, '', None, '', None, 'folder for short-lived data of queue managers created later'),
        ('ConvEBCDICNewline', 'enum', ('NL_TO_LF', 'TABLE', 'ISO'), None, None, None, '', 'NL_TO_LF', 'start'),
    ),
    'ApiExitCommon': (
        ('Name', 'string', (), None, None, None, '', None, 'start'),
        ('Function', 'string', (), None, None, None, '', None, 'start'),
        ('Module', 'path', (), None, None, None, '', None, 'start'),
        ('Data', 'string', (), None, None, None, '', None, 'start'),
        ('Sequence', 'integer', (), 0, None, None, '', None, 'start'),
    ),
    'ApiExitTemplate': (
        ('Name', 'string', (), None, None, None, '', None, 'start'),
        ('Function', 'string', (), None, None, None, '', None, 'start'),
        ('Module', 'path', (), None, None, None, '', None, 'start'),
        ('Data', 'string', (), None, None, None, '', None, 'start'),
        ('Sequence', 'integer', (), 0, None, None, '', None, 'start'),
    ),
    'DefaultQueueManager': (('Name', 'string', (), None, None, None, '', None, 'start'),),
    'DiagnosticSystemMessages': (),
    'DiagnosticMessagesTemplate': (),
    'ExitProperties': (('CLWLMode', 'enum', ('SAFE', 'FAST'), None, None, None, '', 'SAFE', 'start'),),
    'LogDefaults': (
        ('LogPrimaryFiles', 'integer', (), 2, 510, None, '', '3', 'next-crtmqm', None, None, 'multiplatforms', True, 'high', (), 1, False, (2, 254)),
        ('LogSecondaryFiles', 'integer', (), 1, 509, None, '', '2', 'next-crtmqm', None, None, 'multiplatforms', True, 'high', (), 1, False, (1, 253)),
        ('LogFilePages', 'integer', (), 64, 65535, None, 'pages of 4 KiB', '4096', 'next-crtmqm', None, None, 'multiplatforms', True, 'high', (), 1, False, (32, 65535)),
        ('LogType', 'enum', ('CIRCULAR', 'LINEAR', 'REPLICATED'), None, None, None, '', 'CIRCULAR', 'next-crtmqm'),
        ('LogBufferPages', 'integer', (), 0, 4096, None, 'pages of 4 KiB', '0', 'next-crtmqm'),
        ('LogDefaultPath', 'path', (), None, None, None, '', '/var/mqm/log', 'next-crtmqm', None, None, 'multiplatforms', True, 'high', (), 1, False, None, '', None, '', None, 'the default is that of AIX and Linux'),
        ('LogWriteIntegrity', 'enum', ('SingleWrite', 'DoubleWrite', 'TripleWrite'), None, None, None, '', 'TripleWrite', 'next-crtmqm'),
    ),
    'QueueManager': (
        ('Name', 'string', (), None, None, None, '', None, 'start'),
        ('Prefix', 'path', (), None, None, None, '', None, 'start', None, None, 'multiplatforms', True, 'high', (), 1, False, None, 'DefaultPrefix'),
        ('Directory', 'string', (), None, None, None, '', None, 'start'),
        ('DataPath', 'path', (), None, None, None, '', None, 'start'),
        ('InstallationName', 'string', (), None, None, None, '', None, 'start'),
        ('Library', 'string', (), None, None, None, '', None, 'start', None, None, 'ibmi'),
        ('EphemeralPrefix', 'path', (), None, None, None, '', None, '', (9, 2), None, 'aix-linux', True, 'high', ('introduced',)),
    ),
}
