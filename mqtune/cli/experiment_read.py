"""`mqtune experiment read`: the contents of driver output; and what the commands of experiments share.

These share their errors, their output, their exit statuses, and the questions to the user.
"""

from __future__ import annotations

import contextlib
import functools
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, ParamSpec, TextIO

import typer

from mqtune.cli import console
from mqtune.cli.command import JSON, CommonOptions, invalid
from mqtune.cli.console import print_table
from mqtune.cli.parameters import TextOrJson
from mqtune.lab.core.definition import LabError, advice
from mqtune.lab.core.experiment import BY_HAND, CONSENT, FILES, TYPED_NAME, Prompt
from mqtune.lab.core.run import (
    CANCELLED,
    DECIDED_AGAINST,
    FAILED,
    INCOMPLETE,
    INVALID,
    NO_DATA,
    OK,
    BlockSizeResult,
    DriverOutput,
    DriverSummary,
    Samples,
)
from mqtune.lab.core.run import DECIDED as DECIDED_WORDS
from mqtune.lab.journal.compare import CONFIRMED, NOT_CONFIRMED
from mqtune.lab.journal.result import Result
from mqtune.lab.output import DRIVERS, read_output
from mqtune.present.safe import covered_row, dumps, number
from mqtune.present.summary import Palette
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.messages import UsageError, plural, printable, reason_of

EXAMPLES = (
    "mqtune experiment read p3.txt p4.txt p5.txt --driver cph",
    "mqtune experiment read log.csv --driver mqldt --format json",
)
SAMPLES_A_PIECE = 10_000
KIB = 1024
MEGA = 1e6
NS_A_US = 1000
_MARKS = {OK: "info", CANCELLED: "warning", INCOMPLETE: "warning", FAILED: "error", NO_DATA: "error"}


def read(
    common: CommonOptions,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="captured output of a driver")
    ] = None,
    driver: Annotated[
        str | None, typer.Option(metavar="NAME", help="driver that wrote it: cph, jms or mqldt")
    ] = None,
    format: TextOrJson = "text",
) -> int:
    """Read driver output from elsewhere: samples, summary, and how each run ended."""
    if driver is None:
        raise UsageError("--driver is missing", f"choose from {', '.join(DRIVERS)}")
    if driver not in DRIVERS:
        raise invalid("--driver", driver, DRIVERS)
    if not files:
        raise UsageError("no file is named", "name the captured output of a driver")
    palette = console.palette(common.color)
    if format != JSON:
        console.mask()
    unread = 0
    for count, file in enumerate(files):
        try:
            reading = read_output(file, driver)
        except OSError as error:
            unread += 1
            console.error(_why(file, error), "name a file with the output of one run")
            continue
        if format == JSON:
            _print_json(reading)
        else:
            _print_text(file, reading, palette, common, apart=count > 0)
    return WRONG_USE if unread else 0


def _why(file: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"no such file: {file}"
    return f"cannot read {file}: {reason_of(error)}"


def _print_json(reading: DriverOutput) -> None:
    """Print one line of JSON. The samples are written in pieces: there may be millions."""
    out = console.write
    out('{"samples": [')
    _write_samples(reading.samples, out)
    outcome = reading.outcome
    rest: dict[str, Any] = {
        "summary": _summary(reading.summary),
        "outcome": outcome.word,
        "reason_code": outcome.reason_code,
        "message": outcome.message,
    }
    out("], " + dumps(covered_row(rest))[1:] + "\n")


def _write_samples(samples: Samples, out: Callable[[str], object]) -> None:
    pieces: list[str] = []
    for rate, threads in samples:
        if len(pieces) >= SAMPLES_A_PIECE:
            out("".join(pieces))
            pieces = [", "]
        elif pieces:
            pieces.append(", ")
        pieces.append(f'{{"rate_per_s": {rate!r}, "threads": {threads}}}')
    out("".join(pieces))


def _summary(summary: DriverSummary | None) -> dict[str, float | None] | None:
    if summary is None:
        return None
    return {
        "iterations": summary.iterations,
        "seconds": number(summary.seconds),
        "average_rate_per_s": number(summary.average_rate),
    }


def _print_text(
    file: str, reading: DriverOutput, palette: Palette, common: CommonOptions, apart: bool
) -> None:
    outcome = reading.outcome
    if apart and not common.quiet:
        console.line()
    word = palette.severity(_MARKS[outcome.word], outcome.word)
    console.line(f"{palette.bold(printable(file))}: {word}: {printable(outcome.message)}")
    if common.quiet:
        return
    if outcome.word in (FAILED, INCOMPLETE) and (help := advice(outcome.reason_code, outcome.message)):
        console.line(f"  help: {help}")
    if reading.blocks:
        _print_blocks(reading.blocks, palette)
    elif len(reading.samples):
        console.line(f"  samples: {_samples(reading.samples)}")
    if common.verbose:
        for count, (rate, threads) in enumerate(reading.samples, 1):
            console.line(f"  {count:6}  {rate:16,.2f} per s  {plural(threads, 'thread')}")
    if reading.summary and not reading.blocks:
        console.line(f"  summary: {_totals(reading.summary)}")


def _samples(samples: Samples) -> str:
    low, high = min(samples.rates), max(samples.rates)
    rates = f"{low:,.2f} per s" if low == high else f"from {low:,.2f} to {high:,.2f} per s"
    least, most = min(samples.threads), max(samples.threads)
    threads = plural(most, "thread") if least == most else f"{least} to {most} threads"
    return f"{len(samples):,}, {rates}, {threads}"


def _totals(summary: DriverSummary) -> str:
    seconds = "" if summary.seconds is None else f" in {summary.seconds:,.2f} s"
    rate = "" if summary.average_rate is None else f", {summary.average_rate:,.2f} per s"
    # a run that never started prints a meaningless time
    return f"{summary.iterations:,} iterations{seconds}{rate}" if summary.iterations else "no iteration"


def _print_blocks(blocks: Sequence[BlockSizeResult], palette: Palette) -> None:
    titles = ["  BLOCK", "QMGRS", "WRITES/S", "MB/S", "MEAN LATENCY", "WORST LATENCY"]
    print_table(titles, [_row(block) for block in blocks], palette)


def _row(block: BlockSizeResult) -> list[str]:
    size = "?" if block.size is None else f"{block.size / KIB:g} KiB"
    return [
        f"  {size}",
        str(block.qmgrs),
        _figure(block.iops, 1, 0),
        _figure(block.average_bytes, MEGA, 1),
        f"{_figure(block.average_ns, NS_A_US, 1)} µs",
        f"{_figure(block.worst_ns, NS_A_US, 1)} µs",
    ]


def _figure(value: float | None, unit: float, digits: int) -> str:
    return "?" if value is None else f"{value / unit:,.{digits}f}"


# Errors, output and exit statuses of all commands of experiments.

Given = ParamSpec("Given")

DECIDED = 0
OPEN = 1
AGAINST = 3
NO_ANSWER = 4


def lab_guarded(work: Callable[Given, int]) -> Callable[Given, int]:
    """Decorate a command: an error of the lab is reported and is exit status 2, and secrets are masked."""

    @functools.wraps(work)
    def guarded(*words: Given.args, **options: Given.kwargs) -> int:
        console.mask()
        try:
            return work(*words, **options)
        except LabError as error:
            console.error(error.message, error.help)
            return WRONG_USE

    return guarded


def status_of(result: Result) -> int:
    """0 if it is decided, 3 decided against, 4 if the measurement is invalid, 1 if it is not decided."""
    if result.confirming is not None:
        outcome = result.confirmed.word if result.confirmed else ""
        return {CONFIRMED: DECIDED, NOT_CONFIRMED: AGAINST}.get(outcome, OPEN)
    word = result.verdict.word if result.verdict else ""
    if word in DECIDED_WORDS:
        return DECIDED
    if word in DECIDED_AGAINST:
        return AGAINST
    return NO_ANSWER if word == INVALID else OPEN


def print_lines(lines: Iterable[str], common: CommonOptions) -> None:
    """Print the lines of a report, headings in bold and control characters escaped."""
    palette = console.palette(common.color)
    for line in lines:
        shown = printable(line)
        console.line(shown if line.startswith(" ") else palette.bold(shown))


# Questions of the engine, asked on the terminal.

YES, NO = "yes", "no"
_PROMPTS = {
    CONSENT: "Continue? [yes/no] ",
    BY_HAND: "Done? [yes/no] ",
    TYPED_NAME: "Type its name to continue: ",
    FILES: "Paths of the output files, one per line, then an empty line:\n",
}


class TerminalPrompter:
    """A prompter whose `answer_waiting` must be called repeatedly in the main thread.

    The engine runs in its own thread and waits for the answer; the main thread asks, because it receives the
    signals. What is asked before there is an engine is asked at once.
    """

    def __init__(self, yes: bool, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._yes = yes
        self._source = source or sys.stdin
        self._write = console.write_error if out is None else out.write
        self._waiting: queue.SimpleQueue[tuple[Prompt, queue.SimpleQueue[str]]] = queue.SimpleQueue()
        self.asking = False
        self.gone = False

    def ask(self, question: Prompt) -> str:
        """Wait for the answer from the main thread; return at once if it was given in advance."""
        if question.kind == CONSENT and self._yes:
            return YES
        if self.gone:
            return NO
        reply: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting.put((question, reply))
        if threading.current_thread() is threading.main_thread() and not self.answer_waiting():
            raise KeyboardInterrupt  # before there is an engine to stop
        return reply.get()

    @property
    def wanted(self) -> bool:
        """Whether a question is waiting."""
        return not self._waiting.empty()

    def answer_waiting(self) -> bool:
        """Ask the user a waiting question; False if the answer is Ctrl-C."""
        with contextlib.suppress(queue.Empty):
            question, reply = self._waiting.get_nowait()
            self.asking = True
            answer = ""
            try:
                answer = self._put(question)
            except KeyboardInterrupt:
                return False
            except (OSError, ValueError):
                self.gone = True
            finally:
                self.asking = False
                reply.put(answer or NO)
        return True

    def _put(self, question: Prompt) -> str:
        lines = [question.headline, *(f"  {line}" for line in question.text.splitlines())]
        lines.append(f"If not: {question.otherwise}.")
        self._write("".join(f"{printable(line)}\n" for line in lines))
        if question.kind == TYPED_NAME and not self._source.isatty():
            self._write("The name cannot be typed here: standard input is not a terminal.\n")
            return ""
        self._write(_PROMPTS[question.kind])
        return self._paths() if question.kind == FILES else self._word(question.kind)

    def _word(self, kind: str) -> str:
        word = self._source.readline().strip()
        if kind == TYPED_NAME:
            return word
        return YES if word.lower() in ("y", YES) else NO

    def _paths(self) -> str:
        paths = []
        while line := self._source.readline().strip():
            paths.append(line)
        return "\n".join(paths)
