"""Reads MQSC for the stand-in of runmqsc: commands, their objects and attributes. For tests only.

Knows just enough: continuation by + and -, comments, quoted values, synonyms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

VERBS = {"DEF": "DEFINE", "DIS": "DISPLAY", "ALT": "ALTER", "DEL": "DELETE", "DELETE": "DELETE"}
TYPES = {"QL": "QLOCAL", "QA": "QALIAS", "QR": "QREMOTE", "CHL": "CHANNEL", "Q": "QUEUE", "QS": "QSTATUS"}
_WORD = re.compile(r"([A-Za-z0-9_]+)\s*(?:\(((?:[^()']|'(?:[^']|'')*'|\([^()]*\))*)\))?")


class Command:
    """One command: verb, object type and name, and its attributes."""

    def __init__(self, text: str) -> None:
        self.text = text
        words = [(found[1].upper(), found[2]) for found in _WORD.finditer(text)]
        verb = words[0][0] if words else ""
        self.verb = VERBS.get(verb, verb)
        kind, name = words[1] if len(words) > 1 else ("", None)
        self.type = TYPES.get(kind, kind)
        self.name = unquoted(name or "")
        self.attributes = {key: unquoted(value or "") for key, value in words[2:]}
        self.flags = [key for key, value in words[2:] if value is None]

    @property
    def key(self) -> str:
        return f"{self.type}({self.name})"


def unquoted(value: str) -> str:
    """A value as the queue manager keeps it: quoted as it is, else in upper case."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'").strip()
    return value.upper()


def commands(lines: Iterable[str]) -> Iterator[tuple[str, Command | None]]:
    """Each line, and the command that ends with it."""
    parts: list[str] = []
    for raw in lines:
        line = raw.rstrip("\r\n")
        stripped = line.strip()
        if not stripped or stripped.startswith("*"):
            yield line, None
        elif stripped[-1] in "+-":
            parts.append(stripped[:-1])
            yield line, None
        else:
            text = "".join(parts) + stripped.rstrip(";")
            parts = []
            yield line, Command(text)
