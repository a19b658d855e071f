"""The error messages of MQ-CPH and of JMSPerfHarness, and which of them explains a failure best."""

from __future__ import annotations

import re

from mqtune.lab.core.definition import reason
from mqtune.lab.output.parser import LONGEST_LINE, reason_name, refusal, short
from mqtune.text.record import record

# of MQ-CPH
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
# of JMSPerfHarness
_FATAL = (": Uncaught exception.", ": Fatal Error.")
_TOO_SLOW = ": WorkerThread start interval ("
_ATTEMPT = ": Connection attempt failed"
_EXCEPTION = re.compile(r"^(?:Caused by: )?(?P<text>(?:[a-z]\w*\.)+[A-Z][\w$]*(?:: .*)?)$")
# what the Java virtual machine prints of a worker thread that ended, such as for lack of memory; `Thread-1`
# is the thread that takes commands
_ENDED_THREAD = re.compile(r'^Exception in thread "(?!main"|Thread-)[^"]{1,100}" (?P<text>.+)')
_CAUSE = re.compile(r"(?P<text>CC=\d;RC=(?P<code>\d{1,9});(?P<words>.*?))(?: \[\d=|$)")
_REASON = re.compile(r"reason '(?P<code>\d{1,9})'(?: \('(?P<name>MQRC_\w+)'\))?")
_MAIN = re.compile(r"^main: (?P<text>.*)")
_REFUSED = "The current configuration is not valid"
_INVALID = re.compile(r"^Invalid parameter: (?P<text>.*)")


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
        self.names: set[str] = set()  # of worker threads that ended with an error
        self.reconnected = ""

    def feed(self, text: str, after_the_end: bool, ran: bool) -> None:
        """Process a line. Failures while a run is being ended are not errors of the run."""
        text = text[:LONGEST_LINE]
        if ran and not _SPOKEN.search(text):
            return
        if after_the_end:
            return
        if (match := _THREAD.search(text)) and (thread := match["thread"]) != _CONTROL:
            if len(self.names) < _MOST_NAMES:
                self.names.add(thread)
            self.thread = self.thread or DriverError(short(f"{thread}: {match['text']}"))
        if match := _CALL.search(text):
            self.call = self.call or _call_error(match)
        elif match := _GET.search(text):
            code = int(match["code"])
            self.get = self.get or DriverError(
                f"MQGET failed with reason code {code}{reason_name(code)}", code
            )
        elif match := _RECONNECTED.search(text):
            self.reconnected, self.get = match["when"].strip(), None
        elif why := refusal("cph", text):
            self.setup.setdefault(*why)

    def worst(self, ran: bool) -> DriverError | None:
        """The error that explains the failure; configuration messages count only if nothing ran."""
        if error := self.call or self.thread or self.get:
            return error
        reasons = [why for _, why in sorted(self.setup.items()) if not ran or why.startswith(_TIMED_OUT)]
        return DriverError(reasons[0]) if reasons else None


def _call_error(match: re.Match[str]) -> DriverError:
    code = int(match["code"])
    where = f" on {match['object']}" if match["object"] else ""
    if code == _NOT_LOADED:
        return DriverError(f"{match['text']}: the MQ library was not loaded")
    return DriverError(short(f"{match['text']}{where}{reason_name(code)}"), code)


class JmsErrors:
    """Collects errors; the first is the cause, later ones are its consequences."""

    def __init__(self) -> None:
        self.attempts = 0
        self.refused = False
        self.reason_code: int | None = None
        self.fatal_line = ""
        self.one_thread = False  # whether the others went on
        self.exception = ""
        self.cause = ""
        self.invalid: list[str] = []
        self.detailed = False
        self.start = ""
        self.main = ""

    def feed(self, text: str) -> None:
        """Process a line of the log or of a stack trace."""
        text = text[:LONGEST_LINE]
        if text.lstrip().startswith(("at ", "... ")):
            return
        if text.rstrip().endswith(_FATAL) or _TOO_SLOW in text:
            self.fatal_line = self.fatal_line or short(text)
        elif match := _ENDED_THREAD.match(text):
            self.one_thread = not self.fatal_line
            self.fatal_line = self.fatal_line or short(text)
            self.exception = self.exception or short(match["text"])
        elif _ATTEMPT in text:
            self.attempts += 1
        elif self.fatal_line or self.attempts:
            self._take_trace(text)
        else:
            self._take_refusal(text)

    def _take_trace(self, text: str) -> None:
        """Process a line of a trace: its first exception is the error, a later one has MQ's reason."""
        match = _EXCEPTION.match(text)
        if match and not self.exception:
            self.exception = short(match["text"])
        if self.reason_code is None and (known := _REASON.search(text) or _CAUSE.search(text)):
            self.reason_code = int(known["code"]) or None
            if self.reason_code and match and match["text"] != self.exception:
                groups = known.groupdict()
                self.cause = short(groups["text"] if groups.get("text") else known[0])

    def _take_refusal(self, text: str) -> None:
        if _REFUSED in text:
            self.refused = True
        elif match := _INVALID.match(text):
            if len(self.invalid) < 2:
                self.invalid.append(short(match["text"]))
        elif why := refusal("jms", text):
            self.start = self.start or why[1]
        elif match := _MAIN.match(text):
            self.main = self.main or short(match["text"])
        elif match := _EXCEPTION.match(text):
            # the exception below an invalid parameter is often more specific
            detail = match["text"].partition(": ")
            if len(self.invalid) == 1 and not self.detailed and detail[1]:
                self.detailed = True
                self.invalid[0] = short(f"{self.invalid[0]}: {detail[2]}")

    def fatal(self) -> str:
        """Why a thread, and with it the run, ended; empty if none did."""
        return self._message() if self.fatal_line else ""

    def any(self) -> str:
        """Why nothing ran, as far as the output shows."""
        if self.attempts or self.fatal_line:
            return self._message()
        refusal = self.invalid[0] if self.invalid else ""
        return refusal or self.start or self.main or (_REFUSED.lower() if self.refused else "")

    def _message(self) -> str:
        words = self.exception or self.fatal_line or "connection attempt failed"
        words = f"{words.rstrip('.')}; {self.cause}" if self.cause else words
        known = reason(self.reason_code)
        return f"{words.rstrip('.')}: {known.name}" if known and known.name not in words else words
