"""Options of a driver's command line, where the output shows it. Knows only what the parsers need of them."""

from __future__ import annotations

import re

_OPTION = re.compile(r"(?<!\S)-(?P<name>[A-Za-z]\w*)(?!\S)(?:\s+(?P<value>-?\d\S*|[^\s-]\S*))?")
FALSE = "false"
LONGEST = 9  # digits


class CommandLine:
    """The options of a run; of an option given twice the first counts, as with the drivers."""

    __slots__ = ("options", "seen")

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.seen = False

    def feed(self, text: str) -> None:
        """The options of one command line."""
        self.seen = True
        for found in _OPTION.finditer(text):
            self.options.setdefault(found["name"].lower(), found["value"] or "")

    def number(self, name: str) -> int | None:
        """A whole number, where it was given as one."""
        value = self.options.get(name, "")
        return int(value) if len(value) <= LONGEST and value.isascii() and value.isdigit() else None

    def has(self, *names: str) -> bool:
        """Whether one of the options was given."""
        return any(name in self.options for name in names)

    def off(self, name: str) -> bool:
        """Whether an option was turned off."""
        return self.options.get(name) == FALSE
