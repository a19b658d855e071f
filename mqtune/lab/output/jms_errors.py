"""The error messages of JMSPerfHarness: log lines, Java exceptions, and MQ's reason in them."""

from __future__ import annotations

import re

from mqtune.lab.core.reasons import reason
from mqtune.lab.output.parser import LONGEST_LINE, refusal, short

_FATAL = (": Uncaught exception.", ": Fatal Error.")
_TOO_SLOW = ": WorkerThread start interval ("
_ATTEMPT = ": Connection attempt failed"
_EXCEPTION = re.compile(r"^(?:Caused by: )?(?P<text>(?:[a-z]\w*\.)+[A-Z][\w$]*(?:: .*)?)$")
_CAUSE = re.compile(r"(?P<text>CC=\d;RC=(?P<code>\d{1,9});(?P<words>.*?))(?: \[\d=|$)")
_REASON = re.compile(r"reason '(?P<code>\d{1,9})'(?: \('(?P<name>MQRC_\w+)'\))?")
_MAIN = re.compile(r"^main: (?P<text>.*)")
_REFUSED = "The current configuration is not valid"
_INVALID = re.compile(r"^Invalid parameter: (?P<text>.*)")


class JmsErrors:
    """Collects errors; the first is the cause, later ones are its consequences."""

    def __init__(self) -> None:
        self.attempts = 0
        self.refused = False
        self.reason_code: int | None = None
        self.fatal_line = ""
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
        elif _ATTEMPT in text:
            self.attempts += 1
        elif self.fatal_line or self.attempts:
            self._take_trace(text)
        else:
            self._take_refusal(text)

    def _take_trace(self, text: str) -> None:
        """Process a line of a trace: its first exception is the error, a later one has MQ's reason."""
        found = _EXCEPTION.match(text)
        if found and not self.exception:
            self.exception = short(found["text"])
        if self.reason_code is None and (known := _REASON.search(text) or _CAUSE.search(text)):
            self.reason_code = int(known["code"]) or None
            if self.reason_code and found and found["text"] != self.exception:
                self.cause = _words(known)

    def _take_refusal(self, text: str) -> None:
        if _REFUSED in text:
            self.refused = True
        elif found := _INVALID.match(text):
            if len(self.invalid) < 2:
                self.invalid.append(short(found["text"]))
        elif why := refusal("jms", text):
            self.start = self.start or why[1]
        elif found := _MAIN.match(text):
            self.main = self.main or short(found["text"])
        elif found := _EXCEPTION.match(text):
            # the exception below an invalid parameter is often more specific
            detail = found["text"].partition(": ")
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
        named = f": {known.name}" if known and known.name not in words else ""
        return f"{words.rstrip('.')}{named}" if named else words


def _words(found: re.Match[str]) -> str:
    groups = found.groupdict()
    return short(groups["text"] if groups.get("text") else found[0])
