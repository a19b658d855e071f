"""Parses the output of JMSPerfHarness: its rate and summary lines, and the course of a run.

The exit status is 0 after most failures, the number of threads does not decrease when one of them dies, and a
signal leaves no line: a run is judged by its log lines and by its duration compared with its run length.
"""

from __future__ import annotations

import re

from mqtune.lab.core.run import CANCELLED, FAILED, INCOMPLETE, NO_DATA, DriverSummary, RunOutcome
from mqtune.lab.output.errors import JmsErrors
from mqtune.lab.output.parser import CUT, LONGEST_WHOLE, NUMBER, HarnessParser, decimal
from mqtune.text.record import record

# Rate and summary lines, of all statistics modules. BasicStats multiplies the count of an interval by 1000 in
# 32 bits: above 2,147,483 iterations in an interval its rate is wrong, even negative, while the printed count
# and seconds remain correct.

_BITS = 1 << 32
_LARGEST = (1 << 31) - 1
_MS = 1000

_RATE = re.compile(
    rf"(?<![A-Za-z])(?:rate|rateR|tps)=(?P<rate>{NUMBER})"
    r"(?:,total messages=(?P<count>-?\d+),Snapshot period=(?P<secs>\d+))?"
    r"(?:,(?:avgResponse|min/max/avg response)\(micros\)(?:=[^,]{0,80})?)?"
    r",threads=(?P<threads>-?\d+)"
)
_FILE_RATE = re.compile(rf"\d\d:\d\d:\d\d,Threads,(?P<threads>-?\d+),MsgRate,(?P<rate>{NUMBER})")
_SUMMARY = re.compile(
    rf"totalIterations=(?P<its>\d+),avgDuration=(?P<secs>{NUMBER}),(?P<kind>totalRate|maxrateR)=(?P<rate>{NUMBER})"
)
_TABLE = re.compile(rf"OVERALL:\s+(?P<its>\d+)\s+(?P<secs>{NUMBER})\s+(?P<rate>{NUMBER})\s*\|")
_FILE_SUMMARY = re.compile(
    rf",MsgRate,(?P<rate>{NUMBER}),Iterations,(?P<its>\d+),AvgDuration,(?P<secs>{NUMBER}),Tx,"
)
_DECIMALS = re.compile(r"(?:[.,٫]\d\d|NaN|∞|\ufffd|\?)$")


@record
class JmsRate:
    """One rate line; the rate is None if none was printed or it cannot be correct."""

    rate: float | None
    threads: int
    wrong: bool = False


def rates_in(text: str) -> list[JmsRate]:
    """The rates in a line, usually none or one."""
    rates = [_rate(match) for match in _RATE.finditer(text)]
    rates += [
        JmsRate(decimal(match["rate"]), _count(match["threads"])) for match in _FILE_RATE.finditer(text)
    ]
    return rates


def summary_in(text: str, ended: bool) -> DriverSummary | None:
    """The summary in a line; None if there is none."""
    if match := _SUMMARY.search(text):
        if not ended and not _DECIMALS.search(match["rate"]):
            return None
        return _summary(match, counted=match["kind"] == "maxrateR")
    if match := _TABLE.search(text):
        return _summary(match)
    if match := _FILE_SUMMARY.search(text):
        # 0 is printed for runs that ended early
        return _summary(match, counted=not decimal(match["rate"]))
    return None


def _summary(match: re.Match[str], counted: bool = False) -> DriverSummary:
    """The printed totals; with `counted` the rate follows from the count: the printed one is not a mean."""
    iterations, seconds, rate = _count(match["its"]), decimal(match["secs"]), decimal(match["rate"])
    if counted:
        rate = round(iterations / seconds, 2) if seconds else None
    return DriverSummary(iterations, seconds, rate)


def _rate(match: re.Match[str]) -> JmsRate:
    rate, threads = decimal(match["rate"]), _count(match["threads"])
    if rate is None:
        return JmsRate(None, threads)
    if match["count"]:
        rate = _counted(rate, _count(match["count"]), _count(match["secs"]))
    elif rate < 0:
        rate = None
    return JmsRate(rate, threads, wrong=rate is None)


def _counted(rate: float, count: int, seconds: int) -> float | None:
    """The printed rate, or the rate from the count if the printed one has overflowed."""
    if count >= 0 and count * _MS <= _LARGEST and rate >= 0:
        return rate
    if count < 0 or not seconds:
        return None
    if count / (seconds + 1) <= rate <= count / seconds:
        return rate
    overflowed = (count * _MS + _BITS // 2) % _BITS - _BITS // 2
    # the printed rate is the overflowed product divided by the milliseconds, which follow from it
    period = overflowed / rate if rate else 0.0
    exact = seconds * _MS - 1 < period < (seconds + 1) * _MS
    return count * _MS / period if exact else count / seconds


def _count(text: str) -> int:
    return int(text[:LONGEST_WHOLE])


# The parser.

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
        elif "JMSPerfHarness" in text and (match := _COMMAND.search(text)):
            self.begin(match["words"])
        elif text.endswith(_EVENTS) and (match := _EVENT.search(text[-LONGEST_EVENT:])):
            self._take_event(match["thread"], match["event"])
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
        for rate in rates:
            if self.lost_digits(rate.threads, ended):
                continue
            if rate.rate is not None:
                self.samples.add(rate.rate, rate.threads)
            elif rate.wrong:
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
            is_thread = self.errors.one_thread
            note = "one thread ended early" if is_thread else "an error in one thread ends the whole run"
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
