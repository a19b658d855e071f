"""Checks on the first bytes of a file whose name does not decide."""

from __future__ import annotations

from mqtune.syntax.carriers import names
from mqtune.text.patterns import lazy_pattern
from mqtune.text.reading import read_head

HEAD_BYTES = 4096

# sh, bash, ksh93, mksh and their like
_SHELL = lazy_pattern(rb"(?:[abdz]|ba|da|ya|r|[mr]?k|pdk|rba)?sh\d*")
# what dmpmqcfg writes into the comment lines at the head of a dump
_DUMP_WORDS = (b"dmpmqcfg", b"Queue manager name:", b"Script generated")


def may_carry(path: str, shape: str) -> bool:
    """Whether a file with this head may contain MQ text."""
    try:
        head = read_head(path, HEAD_BYTES)
    except OSError:
        return False
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    if shape == names.JSON:
        return b"clientconnection" in head.lower() or b'"channel"' in head or b'"apiVersion"' in head
    return is_shell_script(head) or is_dump(head)


def holds_script(path: str) -> bool:
    """Whether a file begins as MQSC does, whatever its name; also if only comments are near its beginning."""
    from mqtune.syntax.carriers import recognise  # only under a gate
    from mqtune.text.source import Source

    try:
        head = read_head(path, recognise.HEAD)
    except OSError:
        return False
    text = Source(path, path, head).text
    is_cut = len(head) == recognise.HEAD
    return recognise.is_script(text) or (is_cut and recognise.first_line(text, "*") is None)


def is_shell_script(head: bytes) -> bool:
    """Whether the first line names a shell: `#!/bin/sh`, `#!/usr/bin/env bash`."""
    if not head.startswith(b"#!"):
        return False
    words = head[2:].split(b"\n", 1)[0].split()
    return any(_SHELL.fullmatch(word.rpartition(b"/")[2]) for word in words[:3])


def is_dump(head: bytes) -> bool:
    """Whether comment lines at the head state that dmpmqcfg wrote the file."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"*") and any(word in head for word in _DUMP_WORDS)
