"""The error messages of MQ-CPH, and which of them is the most specific."""

from __future__ import annotations

import re

from mqtune.lab.output.parser import LONGEST_LINE, named, refusal, short
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
_TIMED_OUT = "Timed out waiting for thread"
# not an MQ code: the driver's own code for a library that it could not load
_NOT_LOADED = 6000
_MOST_NAMES = 100_000


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
        text = text[:LONGEST_LINE]
        if ran and not _SPOKEN.search(text):
            return
        if after_the_end:
            return
        if (found := _THREAD.search(text)) and (thread := found["thread"]) != _CONTROL:
            if len(self.names) < _MOST_NAMES:
                self.names.add(thread)
            self.thread = self.thread or DriverError(short(f"{thread}: {found['text']}"))
        if found := _CALL.search(text):
            self.call = self.call or _call_error(found)
        elif found := _GET.search(text):
            code = int(found["code"])
            self.get = self.get or DriverError(f"MQGET failed with reason code {code}{named(code)}", code)
        elif found := _RECONNECTED.search(text):
            self.reconnected, self.get = found["when"].strip(), None
        elif why := refusal("cph", text):
            self.setup.setdefault(*why)

    def worst(self, ran: bool) -> DriverError | None:
        """The error that explains the failure; configuration messages count only if nothing ran."""
        if error := self.call or self.thread or self.get:
            return error
        reasons = [why for _, why in sorted(self.setup.items()) if not ran or why.startswith(_TIMED_OUT)]
        return DriverError(reasons[0]) if reasons else None


def _call_error(found: re.Match[str]) -> DriverError:
    code = int(found["code"])
    where = f" on {found['object']}" if found["object"] else ""
    if code == _NOT_LOADED:
        return DriverError(f"{found['text']}: the MQ library was not loaded")
    return DriverError(short(f"{found['text']}{where}{named(code)}"), code)
