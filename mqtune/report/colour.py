"""Terminal colours, without a library: importing one would double the start-up time."""

from __future__ import annotations

from mqtune.findings.finding import ERROR, INFO, WARNING
from mqtune.text.record import record

_RESET = "\x1b[0m"
# every code below
CODES = (_RESET, "\x1b[1m", "\x1b[31m", "\x1b[32m", *(f"\x1b[1;3{colour}m" for colour in (1, 3, 4, 6)))
_SEVERITIES = {ERROR: "\x1b[1;31m", WARNING: "\x1b[1;33m", INFO: "\x1b[1;36m"}


@record
class Palette:
    """Adds colour codes to texts if `on`, and otherwise returns them unchanged."""

    on: bool

    def severity(self, severity: str, text: str) -> str:
        """A text in the colour of a severity."""
        return self._paint(_SEVERITIES[severity], text)

    def bold(self, text: str) -> str:
        """The most prominent text."""
        return self._paint("\x1b[1m", text)

    def frame(self, text: str) -> str:
        """Line numbers, bars and arrows."""
        return self._paint("\x1b[1;34m", text)

    def mark(self, text: str) -> str:
        """The marks below the position of a finding."""
        return self._paint("\x1b[1;31m", text)

    def added(self, text: str) -> str:
        """A line that a fix adds."""
        return self._paint("\x1b[32m", text)

    def removed(self, text: str) -> str:
        """A line that a fix removes."""
        return self._paint("\x1b[31m", text)

    def _paint(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.on and text else text


PLAIN = Palette(False)
