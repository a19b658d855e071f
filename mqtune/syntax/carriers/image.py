"""The container image of MQ: what it requires, and which mounted files it applies to its queue manager."""

from __future__ import annotations

import posixpath

from mqtune.syntax.carriers.names import INI_NAMES, without_endings
from mqtune.syntax.document import MQSC, QM_INI
from mqtune.text.patterns import lazy_pattern

LICENSE = "LICENSE"  # without it the image does not start, so the container of a client has none
AUTOMATIC = "/etc/mqm"  # the folder whose files the image passes to crtmqm
DATA = "/mnt/mqm"  # the folder of the queue manager's data
ENDINGS = {MQSC: ".mqsc", QM_INI: ".ini"}
AROUND = ("", "/etc", AUTOMATIC, "/run", "/run/mqm")  # what is unpacked there may be configuration

_IN_AUTOMATIC = lazy_pattern(rf"(?<![\w:.-]){AUTOMATIC}(?![\w.-])")


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


def is_configuration(path: str) -> bool:
    """Whether a file is configuration of a queue manager, by its path in a container or by its name."""
    name, _ = without_endings(posixpath.basename(path.rstrip("/")).lower())
    return names_automatic(path) or name.endswith(ENDINGS[MQSC]) or name in INI_NAMES


def names_automatic(text: str) -> bool:
    """Whether a text names the folder of automatic configuration, or a file in it, and not as a mount."""
    return AUTOMATIC in text and _IN_AUTOMATIC.search(text) is not None
