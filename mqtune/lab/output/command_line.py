"""Options of a driver's command line as its output shows it, as far as the parsers need them."""

from __future__ import annotations

import re

_OPTION = re.compile(r"(?<!\S)-(?P<name>[A-Za-z]\w*)(?!\S)(?:\s+(?P<value>-?\d\S*|[^\s-]\S*))?")
FALSE = "false"
LONGEST = 9  # digits


class CommandLine:
    """The options of a run; the first of a repeated option counts, as in the drivers."""

    __slots__ = ("options", "seen")

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.seen = False

    def feed(self, text: str) -> None:
        """Read the options of one command line."""
        self.seen = True
        for found in _OPTION.finditer(text):
            self.options.setdefault(found["name"].lower(), found["value"] or "")

    def number(self, name: str) -> int | None:
        """The value of an option if it is a whole number."""
        value = self.options.get(name, "")
        return int(value) if len(value) <= LONGEST and value.isascii() and value.isdigit() else None

    def has(self, *names: str) -> bool:
        """Whether one of the options is present."""
        return any(name in self.options for name in names)

    def off(self, name: str) -> bool:
        """Whether an option was turned off."""
        return self.options.get(name) == FALSE
