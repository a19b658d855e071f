"""The container image of MQ: what it requires, and which mounted files it applies to its queue manager."""

from __future__ import annotations

import posixpath

from mqtune.syntax.document import MQSC, QM_INI

LICENSE = "LICENSE"  # without it the image does not start, so the container of a client has none
AUTOMATIC = "/etc/mqm"  # the folder whose files the image passes to crtmqm
DATA = "/mnt/mqm"  # the folder of the queue manager's data
ENDINGS = {MQSC: ".mqsc", QM_INI: ".ini"}


def kinds_at(target: str) -> list[str]:
    """The kinds of documents that are applied from a file or folder mounted at a path."""
    target = target.rstrip("/")
    if target == AUTOMATIC:
        return list(ENDINGS)
    if posixpath.dirname(target) != AUTOMATIC:
        return []
    return [kind for kind, ending in ENDINGS.items() if target.endswith(ending)]


def is_of_image(target: str) -> bool:
    """Whether only a container of the image has something mounted at a path."""
    return target.startswith((AUTOMATIC, DATA))
