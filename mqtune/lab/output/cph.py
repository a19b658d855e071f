"""Parses the output of MQ-CPH, and that of runcph_agg.py, which combines several of them.

The exit status is not reliable (it is 0 after most failures): a run is judged by its threads, the reason
codes and whether its end was reached.
"""

from __future__ import annotations

import re

from mqtune.lab.core.run import FAILED, INCOMPLETE, NO_DATA, DriverSummary, RunOutcome, Samples
from mqtune.lab.output.errors import CphErrors
from mqtune.lab.output.parser import LONGEST_WHOLE, NUMBER, HarnessParser, decimal, named

_RATE = re.compile(rf"(?<![A-Za-z])rate=(?P<rate>{NUMBER}),threads=(?P<threads>\d+)(?P<job>,processes=\d+)?")
_SUMMARY = re.compile(
    rf"(?P<job>totalJobIterations|totalIterations)=(?P<its>\d+),(?:totalSeconds|maxSeconds)=(?P<secs>{NUMBER}),"
    rf"(?:avgRate|avgJobRate)=(?P<avg>{NUMBER})"
)
_EVENT = re.compile(r"\[(?P<thread>[A-Za-z]\w*)\] (?P<event>START|STOP|First session open)\b")
_COMMAND = re.compile(r"(?:^\$ |Command line: )(?P<words>.*)")
USUAL_LENGTH = 60
_BANNER = "C Performance Harness for"
_DECIMALS = re.compile(r"(?:[.,]\d\d|inf|nan)$")


class CphParser(HarnessParser):
    """The output of one cph, or of one runcph_agg.py."""

    driver = "cph"

    def __init__(self) -> None:
        super().__init__()
        self.errors = CphErrors()
        self.job = False
        self.job_ended = False
        self.runs = 0
        self.running = 0
        self.signal = ""
        self.expired = False
        self.lost: tuple[int, int, int] | None = None
        self.before: int | None = None
        self.lines_of_run = 0
        self.cancelled_by = ""

    def read_line(self, text: str, ended: bool) -> None:
        """Process one line by its content."""
        if text.startswith("pid:"):
            self.job, text = True, text.partition(" ")[2]
        if "rate=" in text and self._take_rates(text, ended):
            return
        if "Iterations=" in text and (match := _SUMMARY.search(text)):
            self._take_summary(match, ended)
        elif "Command line: " in text or (text.startswith("$ ") and "cph" in text):
            self._take_command(text)
        elif text.startswith("[") and (match := _EVENT.match(text)):
            event = match["event"]
            self.started += event == "START"
            self.stopped += event == "STOP"
            self.running += event == "First session open"
        elif not self._take_life(text):
            self.errors.feed(text, self._ending, ran=self.samples.any_work)

    def _take_rates(self, text: str, ended: bool) -> bool:
        any_rate = False
        for match in _RATE.finditer(text):
            any_rate = True
            if match["job"] and not self.job:
                # with the rates of single processes everything would count twice
                self.job, self.samples = True, Samples()
            if self.job and not match["job"]:
                continue
            self._take_rate(decimal(match["rate"]), int(match["threads"][:LONGEST_WHOLE]), ended)
        return any_rate

    def _take_rate(self, rate: float | None, threads: int, ended: bool) -> None:
        before, self.before = self.before, threads
        if rate is None:
            self.unclear += 1
            return
        if self.lost_digits(threads, ended):
            return
        self.lines_of_run += 1
        self.samples.add(rate, threads)
        if before is not None and threads < before and not (self._ending or self._over() or self.lost):
            self.lost = (before, threads, len(self.samples))

    def _over(self) -> bool:
        """Whether the run length had passed at this line; with few messages nothing else shows it."""
        if not self.command.seen or self.command.has("mg"):
            return self.command.seen
        every, length = self.command.number("ss") or 10, self.command.number("rl")
        length = USUAL_LENGTH if length is None else length
        return 0 < length < self.lines_of_run * every

    def _take_summary(self, match: re.Match[str], ended: bool) -> None:
        if not ended and not _DECIMALS.search(match["avg"]):
            return
        job = match["job"] == "totalJobIterations"
        iterations = int(match["its"][:LONGEST_WHOLE])
        summary = DriverSummary(iterations, decimal(match["secs"]), decimal(match["avg"]))
        self.runs += 1
        self.before = None
        if job or self.summary is None:
            self.summary = summary
        elif not self.job_ended:
            self.summary = _together(self.summary, summary, self.job)
        self.job_ended = self.job_ended or job

    def _take_command(self, text: str) -> None:
        match = _COMMAND.search(text)
        if "runcph_agg" in text:
            self.job = True
        elif match:
            self.signal, self.expired, self.before, self.lines_of_run = "", False, None, 0
            self.begin(match["words"])

    def _take_life(self, text: str) -> bool:
        """Process a line about the start or end of the whole program."""
        if "cphControlCInvoked flag triggered" in text or text.startswith("Caught shutdown exception"):
            self.signal = self.signal or _signal(text)
            self.cancelled_by = self.cancelled_by or self.signal
        elif text.startswith("Timer : Runlength expired"):
            self.expired = True
        elif text.startswith("controlThread STOP"):
            self.control_ended = True
        elif text.startswith(_BANNER):
            self.banner = True
        else:
            return False
        return True

    @property
    def _ending(self) -> bool:
        return bool(self.signal) or self.expired

    @property
    def _ever_ran(self) -> bool:
        return self.worked or self.running > 0 or self.samples.most_threads > 0

    @property
    def _complete(self) -> bool:
        if self.job:
            return self.job_ended
        quiet = self.command.off("su") and self.stopped >= self.started > 0
        return self.summary is not None or self.control_ended or quiet or (self.end.good and self._ever_ran)

    def outcome(self) -> RunOutcome:
        """How the run ended, the worst first."""
        error = self.errors.worst(self._ever_ran)
        if error and not self._ever_ran:
            return RunOutcome(FAILED, error.text, error.reason_code)
        if error:
            return RunOutcome(INCOMPLETE, f"{error.text}{self._threads_ended()}", error.reason_code)
        if loss := self._loss():
            return RunOutcome(INCOMPLETE, loss)
        silent = not self._ever_ran and self.summary is None and not len(self.samples)
        if silent and self.banner:
            return RunOutcome(NO_DATA, "only the help or version text, no run")
        if silent and not (self.started or self.cancelled_by or self.command.seen):
            return self.nothing()
        stopped_by = self.cancelled_by or self.end.stopped_by
        if silent and not self.started and not stopped_by:
            return self.nothing()
        again = self.errors.reconnected
        connections = f"connections were lost and re-established ({again})" if again else ""
        several = f"the summary covers {self.runs} runs" if self.runs > 1 and not self.job else ""
        return self.ended(stopped_by, self._complete) or self.good(connections, several)

    def _threads_ended(self) -> str:
        count, wanted = len(self.errors.names), self.command.number("nt") or self.started
        if not count:
            return ""
        of = f" of {wanted}" if wanted >= count and not self.job else ""
        return f" ({count}{of} threads ended early)"

    def _loss(self) -> str:
        """Threads that disappeared without a message, or never started."""
        # the last line of a run may come between the ends of its threads
        if self.lost and not (self.stopped and self.lost[2] >= len(self.samples)):
            before, after, line = self.lost
            return f"threads were lost: {after} of {before} were left at rate line {line}"
        wanted, most = self.command.number("nt"), self.samples.most_threads
        one_run = self.runs == 1 and not self.job and not self.cancelled_by
        if one_run and wanted and 0 < most < wanted and self.running < wanted:
            return f"{most} of {wanted} threads ran"
        return ""


def _signal(text: str) -> str:
    match = re.search(r"triggered: (\d{1,3})", text)
    return named(int(match[1])) if match else "a signal"


def _together(left: DriverSummary, right: DriverSummary, side_by_side: bool) -> DriverSummary:
    """Two summaries combined: of processes that ran side by side, or of successive runs."""
    iterations = left.iterations + right.iterations
    first, second = left.seconds or 0.0, right.seconds or 0.0
    if side_by_side:
        return DriverSummary(
            iterations, max(first, second), (left.average_rate or 0.0) + (right.average_rate or 0.0)
        )
    seconds = round(first + second, 2)
    return DriverSummary(iterations, seconds, round(iterations / seconds, 2) if seconds else None)
