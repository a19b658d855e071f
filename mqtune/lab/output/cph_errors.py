"""The error messages of MQ-CPH, and which of them is the most specific."""

from __future__ import annotations

import re

from mqtune.lab.core.reasons import reason
from mqtune.lab.output.parser import short
from mqtune.text.record import record

_CALL = re.compile(
    r"(?P<text>Call to (?P<call>\w+) failed \[Completion code: \d+; Reason code: (?P<code>\d{1,9})\])"
    r"(?: CorrelId:\w* QName:(?P<object>\S*))?"
)
_THREAD = re.compile(r"\[(?P<thread>\w+)\] Caught exception: (?P<text>.*)")
_GET = re.compile(r"MQGET Return code caused error or not recognized; mqrc:(?P<code>\d{1,9})")
_RECONNECTED = re.compile(r"\]: All threads reconnected at (?P<when>.*)")
# messages that count as errors once something was measured
_SPOKEN = re.compile(r"Caught |Call to |mqrc:|reconnected|Timed out")
_CONTROL = "ControlThread"
# from the most to the least specific
_SETUP = (
    re.compile(r"(?P<text>No known worker-thread implementation named .*)"),
    re.compile(r"Invalid parameter: (?P<text>.*)"),
    re.compile(r"(?P<text>Cannot find lib - .*)"),
    re.compile(r"(?P<text>Size limit for parameter .* exceeded.*)"),
    re.compile(r"(?P<text>ERROR couldn't open properties file: .*)"),
    re.compile(r"(?P<text>Timed out waiting for thread '.*' to start.*)"),
    re.compile(r"^\s*what\(\):\s+(?P<text>(?!std::exception).*)"),
    re.compile(r"(?P<text>The current configuration is not valid.*)"),
    re.compile(r"^(?P<text>.*(?:command not found|error while loading shared libraries).*)"),
    re.compile(r"^(?P<text>.*[Nn]o such file or directory.*)"),
    re.compile(r"\[ControlThread\] Caught (?:exception: )?(?P<text>.*)"),
)
_TIMED_OUT = 5
# not an MQ code: the driver's own code for a library that it could not load
_NOT_LOADED = 6000
_MOST_NAMES = 100_000
LONGEST = 4096


@record
class DriverError:
    """One error: the driver's message, and MQ's reason code if there is one."""

    text: str
    reason_code: int | None = None


class CphErrors:
    """Collects errors; the first of a kind is the cause, later ones are its consequences."""

    def __init__(self) -> None:
        self.call: DriverError | None = None
        self.thread: DriverError | None = None
        self.get: DriverError | None = None
        self.setup: dict[int, str] = {}
        self.names: set[str] = set()
        self.reconnected = ""

    @property
    def threads_ended(self) -> int:
        """How many worker threads ended with an error."""
        return len(self.names)

    def feed(self, text: str, after_the_end: bool, ran: bool) -> None:
        """Process a line. Failures while a run is being ended are not errors of the run."""
        text = text[:LONGEST]
        if ran and not _SPOKEN.search(text):
            return
        if found := _THREAD.search(text):
            self._take_thread(found["thread"], found["text"], after_the_end)
        if after_the_end:
            return
        if found := _CALL.search(text):
            self.call = self.call or _call_error(found)
        elif found := _GET.search(text):
            code = int(found["code"])
            self.get = self.get or DriverError(f"MQGET failed with reason code {code}{_named(code)}", code)
        elif found := _RECONNECTED.search(text):
            self.reconnected, self.get = found["when"].strip(), None
        else:
            self._take_setup(text)

    def _take_thread(self, thread: str, text: str, after_the_end: bool) -> None:
        if thread == _CONTROL or after_the_end:
            return
        if len(self.names) < _MOST_NAMES:
            self.names.add(thread)
        self.thread = self.thread or DriverError(short(f"{thread}: {text}"))

    def _take_setup(self, text: str) -> None:
        for rank, pattern in enumerate(_SETUP):
            if found := pattern.search(text):
                self.setup.setdefault(rank, short(found["text"]))
                return

    def worst(self, ran: bool) -> DriverError | None:
        """The error that explains the failure; configuration messages count only if nothing ran."""
        if error := self.call or self.thread or self.get:
            return error
        if _TIMED_OUT in self.setup and ran:
            return DriverError(self.setup[_TIMED_OUT])
        return DriverError(self.setup[min(self.setup)]) if self.setup and not ran else None


def _call_error(found: re.Match[str]) -> DriverError:
    code = int(found["code"])
    where = f" on {found['object']}" if found["object"] else ""
    if code == _NOT_LOADED:
        return DriverError(f"{found['text']}: the MQ library was not loaded")
    return DriverError(short(f"{found['text']}{where}{_named(code)}"), code)


def _named(code: int) -> str:
    known = reason(code)
    return f": {known.name}" if known else ""
