"""How a driver's process ended, as far as the captured output shows it.

A recorded transcript ends with a line such as `[exit 0 after 7.3 s]`; a terminal shows `^C`; a shell prints
`Killed`. All of these are optional.
"""

from __future__ import annotations

import re
import signal as signals

_EXIT = re.compile(
    r"^\[exit (?:signal (?P<signal>\d{1,9})|(?P<status>\d{1,10}))"
    r"(?: \(shell status \d+\))?(?: after [\d.]+ s)?\]$"
)
_SHELL = re.compile(
    r"^(?:\S+: line \d+:\s+\d+\s+)?"
    r"(?:(?P<stopped>Terminated|Killed|Hangup|Interrupt)|(?P<crashed>Aborted|Segmentation error|Bus error))"
    r"(?:: \d+)?(?: \(core dumped\))?(?:\s{2,}.*)?$"
)
# sent from outside, not caused by a crash of the program: HUP, INT, QUIT, KILL, PIPE, TERM
_SENT = (1, 2, 3, 9, 13, 15)
_SHELL_OFFSET = 128
_HIGHEST = 64
_PROGRESS = "Seconds elapsed"
LONGEST = 300


class ProcessEnd:
    """The known facts about the end: the exit status, and which signal stopped or crashed the process."""

    __slots__ = ("crashed", "status", "stopped_by")

    def __init__(self) -> None:
        self.status: int | None = None
        self.stopped_by = ""
        self.crashed = ""

    def feed(self, line: str) -> bool:
        """Process a line; whether it is about the end."""
        if line.startswith("^C") or (line.endswith("^C") and _PROGRESS in line):
            self.stopped_by = "Ctrl-C"
            return len(line) <= len("^C^C")
        if len(line) > LONGEST:
            return False
        if line.startswith("[exit ") and (found := _EXIT.match(line)):
            self._take_status(found["signal"], found["status"])
            return True
        if found := _SHELL.match(line):
            if found["stopped"]:
                self.stopped_by = self.stopped_by or f"a signal ({found['stopped']})"
            else:
                self.crashed = found["crashed"]
            return True
        return False

    @property
    def good(self) -> bool:
        """Whether the exit status is known to be 0."""
        return self.status == 0

    @property
    def bad(self) -> bool:
        """Whether the end is known to be a failure."""
        return bool(self.crashed) or bool(self.status)

    def _take_status(self, signal: str | None, status: str | None) -> None:
        number = int(signal) if signal else int(status or 0) - _SHELL_OFFSET
        self.status = int(status) if status else _SHELL_OFFSET + number
        if 0 < number <= _HIGHEST:
            if number in _SENT:
                self.stopped_by = self.stopped_by or named(number)
            else:
                self.crashed = self.crashed or named(number)


def named(number: int) -> str:
    """A signal with its name, if it has one on this system."""
    try:
        return f"signal {number} ({signals.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
