"""The base of the three parsers: one line in, the result at the end."""

from __future__ import annotations

from mqtune.lab.core.driver_output import FAILED, NO_DATA, DriverOutput, DriverSummary, RunOutcome, Samples
from mqtune.lab.output.command_line import CommandLine
from mqtune.lab.output.process_end import ProcessEnd

LONGEST_MESSAGE = 300
STDERR = "[stderr]"


class Parser:
    """Receives the lines of one output, and returns the result at the end."""

    driver = ""

    def __init__(self) -> None:
        self.samples = Samples()
        self.summary: DriverSummary | None = None
        self.command = CommandLine()
        self.end = ProcessEnd()
        self.last_text = ""
        self.lines = 0

    def feed(self, text: str, ended: bool = True) -> None:
        """Process one line. `ended` is false for a part of a line that continues or was cut off."""
        if not text.strip():
            return
        self.lines += 1
        if text != STDERR and not self.end.feed(text):
            self.last_text = text[:LONGEST_MESSAGE].strip()
            self.read_line(text, ended)

    def read_line(self, text: str, ended: bool) -> None:
        """Process a line of the driver itself."""
        raise NotImplementedError

    def finish(self) -> DriverOutput:
        """The result of the whole output."""
        return DriverOutput(self.samples, self.summary, self.outcome())

    def outcome(self) -> RunOutcome:
        """How the run ended."""
        raise NotImplementedError

    @property
    def worked(self) -> bool:
        """Whether anything was counted."""
        return bool(self.summary and self.summary.iterations) or self.samples.any_work

    def lost_digits(self, threads: int, ended: bool) -> bool:
        """Whether the last line of a truncated file shows only the first digits of its thread count."""
        if ended or not len(self.samples):
            return False
        before = self.samples.threads[-1]
        return threads != before and str(before).startswith(str(threads))

    def nothing(self, looks_like: str = "") -> RunOutcome:
        """The outcome of an output without samples, summary and known errors."""
        if not self.lines:
            return RunOutcome(NO_DATA, "the file is empty")
        if self.end.bad and not looks_like:
            return RunOutcome(
                FAILED, short(self.last_text) or f"the driver ended with status {self.end.status}"
            )
        other = f": it looks like output of {looks_like} (--driver {looks_like})" if looks_like else ""
        return RunOutcome(NO_DATA, f"neither rates nor a summary of {self.driver} found{other}")


def short(text: str) -> str:
    """A driver's own message, cut to the maximum length."""
    text = text.strip()
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"
