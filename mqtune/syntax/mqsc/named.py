"""Whether the bytes of a file that is not read name a command or a program of IBM MQ, in any usual encoding.

A linear search, not a parser: what is found may be run, although it was not checked.
"""

from __future__ import annotations

import re

from mqtune.language import catalogue
from mqtune.text.escapes import unescaped
from mqtune.text.patterns import lazy_pattern
from mqtune.text.reading import open_regular

# they change a queue manager by what they are given, as does the REST API with runCommandJSON
UNCHECKED = (b"setmqaut", b"grtmqmaut", b"runcommandjson")  # also where MQSC is read
PROGRAMS = (b"runmqsc", b"//csqinp", *UNCHECKED)
ELSEWHERE = (b'[submodule "', b"://git-lfs.github.com/spec")  # of git: the contents are not there
_READING = ("DISPLAY", "PING")  # verbs that change nothing
_ALONE = ("QMGR",)  # types whose command needs no name in parentheses

_CONTINUED = lazy_pattern(rb"[+-][ \t\r]*\n[ \t]*")
_TYPE = lazy_pattern(rb"[^a-z0-9]{1,60}([a-z]{2,12})([^a-z0-9(]{0,60}\()?")
_AT_ONCE, _LONGEST = 1 << 22, 1000  # bytes of a file, and of a command
_FROM_EBCDIC = bytes(range(256)).decode("cp037").encode("ascii", "replace")


def file_names_mq(path: str) -> bool:
    """Whether a file of any size names any. Raises OSError."""
    before = b""
    with open(path, "rb", opener=open_regular) as file:
        while data := file.read(_AT_ONCE):
            if names_mq(before + data):
                return True
            before = data[-_LONGEST:]
    return False


def names_mq(data: bytes) -> bool:
    """Whether the bytes name a program of IBM MQ or an MQSC command that changes something."""
    plain = data.replace(b"\0", b"")  # UTF-16 and UTF-32
    if _names_mq(plain) or (not plain.isascii() and _names_mq(plain.translate(_FROM_EBCDIC))):
        return True
    return b"\\" in plain and _names_mq(unescaped(plain.decode("latin-1")).encode("latin-1", "replace"))


def names_unchecked(data: bytes) -> bool:
    """Whether the bytes of a script or manifest, whose MQSC is read, name a program that is not."""
    text = data.lower()
    return any(word in text for word in UNCHECKED)


def _names_mq(data: bytes) -> bool:
    text = _CONTINUED.sub(b"", data).lower()
    if any(word in text for word in (*PROGRAMS, *ELSEWHERE)):
        return True
    return any(_has_command(text, word) for word in catalogue.verb_words() if _changes(word))


def _changes(word: str) -> bool:
    return catalogue.verb(word) not in _READING


def _has_command(text: bytes, word: str) -> bool:
    """Whether a text contains a verb with a type that it has, and a parenthesis after that."""
    sought = word.lower().encode()
    at = text.find(sought)
    while at >= 0:
        end = at + len(sought)
        if at == 0 or not text[at - 1 : at].isalnum():
            following = _TYPE.match(text, end)
            if following is not None and _is_command(word, following):
                return True
        at = text.find(sought, end)
    return False


def _is_command(word: str, following: re.Match[bytes]) -> bool:
    verb, type = catalogue.verb(word), catalogue.object_type(following[1].decode().upper())
    if verb is None or type is None or catalogue.command(verb, type) is None:
        return False
    return following[2] is not None or type in _ALONE
