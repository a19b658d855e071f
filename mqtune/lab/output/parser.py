"""What the three parsers share: the life of one output, and the judgement of how it ended.

Knows no driver's format.
"""

from __future__ import annotations

from mqtune.lab.core.driver_output import FAILED, NO_DATA, DriverOutput, DriverSummary, RunOutcome, Samples
from mqtune.lab.output.command_line import CommandLine
from mqtune.lab.output.process_end import ProcessEnd

LONGEST_MESSAGE = 300
STDERR = "[stderr]"


class Parser:
    """Is fed the lines of one output, and gives its reading at the end."""

    driver = ""

    def __init__(self) -> None:
        self.samples = Samples()
        self.summary: DriverSummary | None = None
        self.command = CommandLine()
        self.end = ProcessEnd()
        self.last_text = ""
        self.lines = 0

    def feed(self, text: str, ended: bool = True) -> None:
        """Take one line. `ended` is false for the piece of a line that goes on, or that was cut off."""
        if not text.strip():
            return
        self.lines += 1
        if text != STDERR and not self.end.feed(text):
            self.last_text = text[:LONGEST_MESSAGE].strip()
            self.read_line(text, ended)

    def read_line(self, text: str, ended: bool) -> None:
        """Take a line that is the driver's own."""
        raise NotImplementedError

    def finish(self) -> DriverOutput:
        """What the output says, all in all."""
        return DriverOutput(self.samples, self.summary, self.outcome())

    def outcome(self) -> RunOutcome:
        """How the run ended."""
        raise NotImplementedError

    @property
    def worked(self) -> bool:
        """Whether anything was counted."""
        return bool(self.summary and self.summary.iterations) or self.samples.any_work

    def lost_digits(self, threads: int, ended: bool) -> bool:
        """Whether the last line of a file that breaks off shows only the first digits of its threads."""
        if ended or not len(self.samples):
            return False
        before = self.samples.threads[-1]
        return threads != before and str(before).startswith(str(threads))

    def nothing(self, looks_like: str = "") -> RunOutcome:
        """The outcome on an output without samples, summary and known error."""
        if not self.lines:
            return RunOutcome(NO_DATA, "the file is empty")
        if self.end.bad and not looks_like:
            return RunOutcome(
                FAILED, short(self.last_text) or f"the driver ended with status {self.end.status}"
            )
        other = f": it looks like output of {looks_like} (--driver {looks_like})" if looks_like else ""
        return RunOutcome(NO_DATA, f"no rate and no summary of {self.driver} found{other}")


def short(text: str) -> str:
    """A driver's own words, not longer than a message may be."""
    text = text.strip()
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"
