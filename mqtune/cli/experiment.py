"""`mqtune experiment read`: what driver output says, as text for people or as one JSON object a file."""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.command import JSON, Common, guarded
from mqtune.cli.model import check_model_format
from mqtune.cli.table import print_table
from mqtune.lab.core.reading import CANCELLED, FAILED, INCOMPLETE, NO_DATA, OK
from mqtune.lab.core.reasons import advice
from mqtune.lab.output.read import DRIVERS, read_output
from mqtune.report.colour import Palette
from mqtune.report.encode import dumps, number
from mqtune.session.lint_result import WRONG_USE
from mqtune.session.options import UsageError
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mqtune.lab.core.reading import Block, Reading, Samples, Summary

SAMPLES_A_PIECE = 10_000
KIB = 1024
MEGA = 1e6
NS_A_US = 1000
_MARKS = {OK: "info", CANCELLED: "warning", INCOMPLETE: "warning", FAILED: "error", NO_DATA: "error"}


def read_outputs(files: Sequence[str], driver: str | None, format: str, common: Common) -> int:
    """Read each file and print what it says; one that cannot be read does not stop the others."""

    def work() -> int:
        check_model_format(format)
        chosen = _driver(driver)
        if not files:
            raise UsageError("no file is named", "name the captured output of a driver")
        palette = Palette(console.wants_colour(common.color or "auto"))
        unread = 0
        for count, file in enumerate(files):
            try:
                reading = read_output(file, chosen)
            except OSError as fault:
                unread += 1
                console.error(f"{file} {_why(fault)}", "name a file that holds the output of one run")
                continue
            if format == JSON:
                _print_json(reading)
            else:
                _print_text(file, reading, palette, common, apart=count > 0)
        return WRONG_USE if unread else 0

    return guarded(common, work)


def _driver(name: str | None) -> str:
    if name in DRIVERS:
        return name
    choice = f"it is one of {', '.join(DRIVERS)}"
    if name is None:
        raise UsageError("--driver is missing", choice)
    raise UsageError(f"--driver cannot be {name!r}", choice)


def _why(fault: OSError) -> str:
    if isinstance(fault, FileNotFoundError):
        return "is not there"
    return f"cannot be read: {(fault.strerror or str(fault)).lower()}"


def _print_json(reading: Reading) -> None:
    """One line of JSON. The samples are written piece by piece: there may be millions."""
    out = sys.stdout.write
    out('{"samples": [')
    _write_samples(reading.samples, out)
    verdict = reading.verdict
    rest = {
        "summary": _summary(reading.summary),
        "outcome": verdict.outcome,
        "reason_code": verdict.reason_code,
        "message": verdict.message,
    }
    out("], " + dumps(rest)[1:] + "\n")


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


def _summary(summary: Summary | None) -> dict[str, float | None] | None:
    if summary is None:
        return None
    return {
        "iterations": summary.iterations,
        "seconds": number(summary.seconds),
        "average_rate_per_s": number(summary.average_rate),
    }


def _print_text(file: str, reading: Reading, palette: Palette, common: Common, apart: bool) -> None:
    verdict = reading.verdict
    if apart and not common.quiet:
        print()
    outcome = palette.severity(_MARKS[verdict.outcome], verdict.outcome)
    print(f"{palette.bold(printable(file))}: {outcome}: {printable(verdict.message)}")
    if common.quiet:
        return
    if verdict.outcome in (FAILED, INCOMPLETE) and (help := advice(verdict.reason_code, verdict.message)):
        print(f"  help: {help}")
    if reading.blocks:
        _print_blocks(reading.blocks, palette)
    elif len(reading.samples):
        print(f"  samples: {_samples(reading.samples)}")
    if common.verbose:
        for count, (rate, threads) in enumerate(reading.samples, 1):
            print(f"  {count:6}  {rate:16,.2f} per s  {_counted(threads, 'thread')}")
    if reading.summary and not reading.blocks:
        print(f"  summary: {_totals(reading.summary)}")


def _samples(samples: Samples) -> str:
    low, high = min(samples.rates), max(samples.rates)
    rates = f"{low:,.2f} per s" if low == high else f"from {low:,.2f} to {high:,.2f} per s"
    least, most = min(samples.threads), max(samples.threads)
    threads = _counted(most, "thread") if least == most else f"{least} to {most} threads"
    return f"{len(samples):,}, {rates}, {threads}"


def _totals(summary: Summary) -> str:
    seconds = "" if summary.seconds is None else f" in {summary.seconds:,.2f} s"
    rate = "" if summary.average_rate is None else f", {summary.average_rate:,.2f} per s"
    # a run that never started prints a time that means nothing
    return f"{summary.iterations:,} iterations{seconds}{rate}" if summary.iterations else "no iteration"


def _print_blocks(blocks: Sequence[Block], palette: Palette) -> None:
    titles = ["  BLOCK", "QMGRS", "WRITES/S", "MB/S", "MEAN LATENCY", "WORST LATENCY"]
    print_table(titles, [_row(block) for block in blocks], palette)


def _row(block: Block) -> list[str]:
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


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
