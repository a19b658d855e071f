"""The base of the three parsers: one line in, the result at the end."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from mqtune.assets import asset_text
from mqtune.lab.core.driver_output import (
    CANCELLED,
    FAILED,
    INCOMPLETE,
    NO_DATA,
    OK,
    DriverOutput,
    DriverSummary,
    RunOutcome,
    Samples,
)
from mqtune.lab.core.reasons import reason
from mqtune.lab.output.process_end import ProcessEnd

LONGEST_LINE = 4096  # that is searched for messages
LONGEST_MESSAGE = 300
LONGEST_COMMAND = 10_000
LONGEST_WHOLE = 18  # digits; more would not fit a counter
LONGEST_OPTION = 9  # digits
STDERR = "[stderr]"
CUT = "the output ends in the middle of the run, without a summary"
FALSE = "false"
_OPTION = re.compile(r"(?<!\S)-(?P<name>[A-Za-z]\w*)(?!\S)(?:\s+(?P<value>-?\d\S*|[^\s-]\S*))?")


class CommandLine:
    """The options of a run; the first of a repeated option counts, as in the drivers."""

    __slots__ = ("options", "seen")

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.seen = False

    def feed(self, text: str) -> None:
        """Read the options of one command line."""
        self.seen = True
        for found in _OPTION.finditer(text):
            self.options.setdefault(found["name"].lower(), found["value"] or "")

    def number(self, name: str) -> int | None:
        """The value of an option if it is a whole number."""
        value = self.options.get(name, "")
        return int(value) if len(value) <= LONGEST_OPTION and value.isascii() and value.isdigit() else None

    def has(self, *names: str) -> bool:
        """Whether one of the options is present."""
        return any(name in self.options for name in names)

    def off(self, name: str) -> bool:
        """Whether an option was turned off."""
        return self.options.get(name) == FALSE


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
        return DriverOutput(self.samples, self.summary, self.outcome(), command=self.command.options)

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


class HarnessParser(Parser):
    """What the outputs of the two performance harnesses have in common: threads, and how a run ends."""

    def __init__(self) -> None:
        super().__init__()
        self.started = 0
        self.stopped = 0
        self.control_ended = False
        self.banner = False
        self.unclear = 0  # rate lines without a number
        self.wrong = 0  # rates that overflowed

    def begin(self, words: str) -> None:
        """Read a command line, which may be that of the next run in the same file."""
        self.command = CommandLine()
        self.command.feed(words[:LONGEST_COMMAND])

    def ended(self, stopped_by: str, complete: bool) -> RunOutcome | None:
        """The outcome of a run without errors that did not end well."""
        if stopped_by:
            return RunOutcome(CANCELLED, f"{stopped_by} ended the run")
        if self.end.crashed:
            return RunOutcome(INCOMPLETE, f"{self.end.crashed} ended the driver")
        if complete and not self.wrong:
            return None
        wrong = f"{self.wrong} rates overflowed and were left out"
        return RunOutcome(INCOMPLETE, wrong if complete else CUT)

    def good(self, connections: str, runs: str = "") -> RunOutcome:
        """The outcome of a complete run, with notes on its connections and on several runs."""
        done = "the run is complete" if self.worked else "the run is complete, but no iteration was counted"
        unclear = f"rate lines without a number: {self.unclear}" if self.unclear else ""
        return RunOutcome(OK, "; ".join(filter(None, (done, connections, unclear, runs))))


# the file is part of the program: read once, never changed
@cache
def _refusals(driver: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, tomllib.loads(asset_text("lab/output/refusals.toml"))[driver]))


def refusal(driver: str, text: str) -> tuple[int, str] | None:
    """Why nothing was measured, if a line says it, with the rank of the message; 0 is the most specific."""
    for rank, pattern in enumerate(_refusals(driver)):
        if found := pattern.search(text):
            return rank, short(found["text"])
    return None


def reason_name(code: int | None) -> str:
    """The name of a reason code, as the end of a message; empty if it is unknown."""
    known = reason(code)
    return f": {known.name}" if known else ""


def short(text: str) -> str:
    """A driver's own message, cut to the maximum length."""
    text = text.strip()
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"
