"""Keywords whose values no output shows. Generated from `grammars/catalogue/secrets.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MQSC: tuple[Any, ...] = ('initkey', 'keyrpwd', 'ldappwd', 'password', 'sslcryp', 'sslkeyp')

KEYS: tuple[Any, ...] = ('sslcryptohardware',)

ENDINGS: tuple[Any, ...] = ('initialkey', 'passphras', 'passphrase', 'passwd', 'passwor', 'password', 'passwort', 'passwrd', 'passwrod', 'paswd', 'pasword', 'pssword', 'pwd')
