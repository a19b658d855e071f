"""The base of the three parsers: lines, numbers, the end of a process, and the result at the end."""

from __future__ import annotations

import re
import signal as signals
import tomllib
from collections.abc import Iterator
from errno import ELOOP
from functools import cache

from mqtune.assets import asset_text
from mqtune.lab.core.definition import reason
from mqtune.lab.core.run import (
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
from mqtune.project.boundary import typed_refusal
from mqtune.text.record import record
from mqtune.text.source import open_regular

# How a process ended, as far as the output shows it.

_EXIT = re.compile(
    r"^\[exit (?:signal (?P<signal>\d{1,9})|(?P<status>\d{1,10}))"
    r"(?: \(shell status \d+\))?(?: after [\d.]+ s)?\]$"
)
_SHELL = re.compile(
    r"^(?:\S+: line \d+:\s+\d+\s+)?"
    r"(?:(?P<stopped>Terminated|Killed|Hangup|Interrupt)|(?P<crashed>Aborted|Segmentation error|Bus error))"
    r"(?:: \d+)?(?: \(core dumped\))?(?:\s{2,}.*)?$"
)
# sent from outside, not caused by a crash of the program: HUP, INT, QUIT, KILL, PIPE, TERM
_SENT = (1, 2, 3, 9, 13, 15)
_SHELL_OFFSET = 128
_HIGHEST = 64
_PROGRESS = "Seconds elapsed"
LONGEST_ENDING = 300


class ProcessEnd:
    """The known facts about the end: the exit status, and which signal stopped or crashed the process.

    A recorded transcript ends with a line such as `[exit 0 after 7.3 s]`; a terminal shows `^C`; a shell
    prints `Killed`. All of these are optional.
    """

    __slots__ = ("crashed", "status", "stopped_by")

    def __init__(self) -> None:
        self.status: int | None = None
        self.stopped_by = ""
        self.crashed = ""

    def feed(self, line: str) -> bool:
        """Process a line; whether it is about the end."""
        if line.startswith("^C") or (line.endswith("^C") and _PROGRESS in line):
            self.stopped_by = "Ctrl-C"
            return len(line) <= len("^C^C")
        if len(line) > LONGEST_ENDING:
            return False
        if line.startswith("[exit ") and (match := _EXIT.match(line)):
            self._take_status(match["signal"], match["status"])
            return True
        if match := _SHELL.match(line):
            if match["stopped"]:
                self.stopped_by = self.stopped_by or f"a signal ({match['stopped']})"
            else:
                self.crashed = match["crashed"]
            return True
        return False

    @property
    def good(self) -> bool:
        """Whether the exit status is known to be 0."""
        return self.status == 0

    @property
    def bad(self) -> bool:
        """Whether the end is known to be a failure."""
        return bool(self.crashed) or bool(self.status)

    def _take_status(self, signal: str | None, status: str | None) -> None:
        number = int(signal) if signal else int(status or 0) - _SHELL_OFFSET
        self.status = int(status) if status else _SHELL_OFFSET + number
        if 0 < number <= _HIGHEST:
            if number in _SENT:
                self.stopped_by = self.stopped_by or named(number)
            else:
                self.crashed = self.crashed or named(number)


def named(number: int) -> str:
    """A signal with its name, if it has one on this system."""
    try:
        return f"signal {number} ({signals.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


# The parsers.

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
        for match in _OPTION.finditer(text):
            self.options.setdefault(match["name"].lower(), match["value"] or "")

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
        hint = f": it looks like output of {looks_like} (--driver {looks_like})" if looks_like else ""
        return RunOutcome(NO_DATA, f"neither rates nor a summary of {self.driver} found{hint}")


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
        if match := pattern.search(text):
            return rank, short(match["text"])
    return None


def reason_name(code: int | None) -> str:
    """The name of a reason code, as the end of a message; empty if it is unknown."""
    known = reason(code)
    return f": {known.name}" if known else ""


def short(text: str) -> str:
    """A driver's own message, cut to the maximum length."""
    text = text.strip()
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


# Numbers as programs print them in any locale: decimal comma, grouped digits, digits of other scripts.

# blank, no-break blanks, apostrophes, Arabic separators, and the replacement of one that was not UTF-8
GROUPING = " .,'’٬\u00a0\u202f\u2009\ufffd"
SEPARATORS = GROUPING + "٫"

# for use in other patterns; a separator is always between digits, so that matching does not backtrack
NUMBER = rf"[+-]?(?:\d+(?:[{SEPARATORS}]\d+)*|inf|nan|NaN|∞|\ufffd|\?)"

USUAL_DECIMALS = 2
MOST_DIGITS = 18  # of a 64-bit counter


def decimal(text: str) -> float | None:
    """The number in a text; None for infinity and for anything that is not a number."""
    text = text.strip()
    last = max((text.rfind(mark) for mark in SEPARATORS), default=-1)
    if last < 0:
        return _plain(text)
    mark, fraction = text[last], text[last + 1 :]
    single = text.count(mark) == 1
    if len(fraction) <= USUAL_DECIMALS or mark == "٫" or (mark == "." and single and _alone(text, mark)):
        return _plain(_digits(text[:last]) + "." + _digits(fraction))
    return _plain(_digits(text))


def integer(text: str) -> int | None:
    """A whole number with its digits grouped in any way; None without digits, or with too many."""
    digits = _digits(text)
    return int(digits) if digits.removeprefix("-") and len(digits) <= MOST_DIGITS else None


def _alone(text: str, mark: str) -> bool:
    return not any(separator in text for separator in SEPARATORS if separator != mark)


def _digits(text: str) -> str:
    sign = "-" if text.lstrip().startswith("-") else ""
    return sign + "".join(char for char in text if char.isdecimal())


def _plain(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) != float("inf") and value == value else None


# Lines of a captured output.

LONGEST = 1 << 20

_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;:?<=>!]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")
_CONTROLS = {code: None for code in (*range(9), *range(11, 32), 0x7F) if code != 0x1B}
# `kubectl logs --prefix`, `docker compose logs`, the system log, time stamps of pipelines
_PREFIX = re.compile(
    r"(?:\[pod/\S{1,300}\] |[\w.-]{1,100} *\| "
    r"|(?:[A-Z][a-z]{2} +\d{1,2} [\d:]{8}|\d{4}-\d\d-\d\dT\S{8,20}) \S{1,255} [\w./-]{1,100}\[\d+\]: )?"
    r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,:+Z-]*\]? +)?"
)
_PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f]*")


@record
class OutputLine:
    """One line without its line end, and whether it had one."""

    text: str
    ended: bool


def lines_of(path: str) -> Iterator[OutputLine]:
    """The lines of a file. A line of more than a million characters is split. Raises OSError.

    Removes colours, backspaces and other control characters, and what containers, pipelines and the system
    log put before each line; reads the UTF-16 of Windows shells, and splits lines that are too long for
    memory.
    """
    if reason := typed_refusal(path):
        raise OSError(ELOOP, f"it {reason}", path)
    # any of the three line ends counts, including the single return of a progress line
    with open(path, encoding=_encoding(path), errors="replace", opener=open_regular) as file:
        while text := file.readline(LONGEST):
            line = cleaned(text.rstrip("\n"))
            prefix = _PREFIX.match(line)
            yield OutputLine(line[prefix.end() :] if prefix else line, text.endswith("\n"))


def cleaned(text: str) -> str:
    """A line without terminal sequences and control characters, apart from tabs."""
    if _PLAIN.fullmatch(text):
        return text
    return _ESCAPES.sub("", text).translate(_CONTROLS).replace("\x1b", "")


def _encoding(path: str) -> str:
    with open(path, "rb", opener=open_regular) as file:
        head = file.read(4)
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    return "utf-8"
