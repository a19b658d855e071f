"""`mqtune experiment read`: the contents of driver output, as text or as one JSON object per file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from mqtune.cli import console
from mqtune.cli.options import JSON, CommonOptions, invalid
from mqtune.cli.parameters import TextOrJson
from mqtune.cli.table import print_table
from mqtune.lab.core.driver_output import (
    CANCELLED,
    FAILED,
    INCOMPLETE,
    NO_DATA,
    OK,
    BlockSizeResult,
    DriverOutput,
    DriverSummary,
    Samples,
)
from mqtune.lab.core.reasons import advice
from mqtune.lab.output.read import DRIVERS, read_output
from mqtune.report.colour import Palette
from mqtune.report.encode import dumps, number
from mqtune.report.secrets import covered_row
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.errors import UsageError, reason_of
from mqtune.text.printable import printable
from mqtune.text.wording import plural

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
