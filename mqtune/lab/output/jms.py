"""Parses the output of JMSPerfHarness.

The exit status is 0 after most failures, the number of threads does not decrease when one of them dies, and a
signal leaves no line: a run is judged by its log lines and by its duration compared with its run length.
"""

from __future__ import annotations

import re

from mqtune.lab.core.driver_output import CANCELLED, FAILED, INCOMPLETE, NO_DATA, RunOutcome
from mqtune.lab.output.errors import JmsErrors
from mqtune.lab.output.jms_rates import rates_in, summary_in
from mqtune.lab.output.parser import CUT, HarnessParser

_COMMAND = re.compile(r"\bJMSPerfHarness\s+(?P<words>-.*)")
_EVENT = re.compile(r"(?P<thread>[A-Za-z][\w-]*?)\d+: (?P<event>START|STOP)$")
_EVENTS = (": START", ": STOP")
LONGEST_EVENT = 100
_CONTROL = "ControlThread"
# with -vo FINE or FINER only
_EXPIRED = ": Runlength expired"
_SIGNAL = "PerfHarnessSignalHandler: "
_BANNER = "IBM Performance Harness for"
_MARKS = ("rate=", "rateR=", "tps=", "MsgRate,")
USUAL_LENGTH = 60
# a run below this share of its length was stopped
SHARE = 0.9


class JmsParser(HarnessParser):
    """The output of one JMSPerfHarness."""

    driver = "jms"

    def __init__(self) -> None:
        super().__init__()
        self.errors = JmsErrors()
        self.expired = False
        self.signalled = False

    def read_line(self, text: str, ended: bool) -> None:
        """Process one line by its content."""
        summary = summary_in(text, ended) if "OVERALL:" in text or "Iterations" in text else None
        if summary:
            self.summary = summary
        elif any(mark in text for mark in _MARKS) and self._take_rates(text, ended):
            return
        elif "JMSPerfHarness" in text and (found := _COMMAND.search(text)):
            self.begin(found["words"])
        elif text.endswith(_EVENTS) and (found := _EVENT.search(text[-LONGEST_EVENT:])):
            self._take_event(found["thread"], found["event"])
        elif text.startswith(_BANNER):
            self.banner = True
        elif text.endswith(_EXPIRED):
            self.expired = True
        elif text.startswith(_SIGNAL):
            self.signalled = True
        else:
            self.errors.feed(text)

    def _take_rates(self, text: str, ended: bool) -> bool:
        rates = rates_in(text)
        for one in rates:
            if self.lost_digits(one.threads, ended):
                continue
            if one.rate is not None:
                self.samples.add(one.rate, one.threads)
            elif one.wrong:
                self.wrong += 1
            else:
                self.unclear += 1
        return bool(rates)

    def _take_event(self, thread: str, event: str) -> None:
        if thread.endswith(_CONTROL):
            self.control_ended = event == "STOP"
        elif event == "START":
            self.started += 1
        else:
            self.stopped += 1

    @property
    def _complete(self) -> bool:
        return self.summary is not None or self.control_ended or (self.end.good and len(self.samples) > 0)

    def outcome(self) -> RunOutcome:
        """How the run ended, the worst first."""
        if error := self.errors.fatal():
            if not self.worked:
                return RunOutcome(FAILED, error, self.errors.reason_code)
            one = self.errors.one_thread
            note = "one thread ended early" if one else "an error in one thread ends the whole run"
            return RunOutcome(INCOMPLETE, f"{error} ({note})", self.errors.reason_code)
        if not self.started and not self.worked:
            return self._not_started()
        if not self.worked and (error := self.errors.any()):
            return RunOutcome(FAILED, error, self.errors.reason_code)
        return self.ended(self.end.stopped_by or self._ended_early(), self._complete) or self._good()

    def _not_started(self) -> RunOutcome:
        error = self.errors.any()
        if error and not (self.banner and not self.errors.refused):
            return RunOutcome(FAILED, error, self.errors.reason_code)
        if self.banner:
            return RunOutcome(NO_DATA, "only the help or version text, no run")
        if self.end.stopped_by and (self.command.seen or len(self.samples)):
            return RunOutcome(CANCELLED, f"{self.end.stopped_by} ended the run")
        if not len(self.samples) and self.summary is None:
            return self.nothing()
        return self._good() if self._complete else RunOutcome(INCOMPLETE, CUT)

    def _ended_early(self) -> str:
        """What ended the run early: a signal leaves no line and only shows in a run that is too short."""
        if self.signalled:
            return "a signal"
        if self.expired or not self.command.seen or not self.summary or self.summary.seconds is None:
            return ""
        if self.command.has("mg") or (self.command.has("hp") and not self.command.has("rl")):
            return ""
        length = self.command.number("rl") if self.command.has("rl") else USUAL_LENGTH
        if length == 0:
            return "a signal or a request to stop"
        wanted = (length or 0) - (self.command.number("sw") or 0)
        if self.summary.seconds >= SHARE * wanted:
            return ""
        return f"a signal or a request to stop, after {self.summary.seconds:g} of {wanted} s,"

    def _good(self) -> RunOutcome:
        retried = self.errors.attempts
        return self.good(f"failed attempts to connect before: {retried}" if retried else "")
