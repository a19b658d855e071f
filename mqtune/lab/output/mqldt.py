"""Parses the output of MQLDT: results as text, and its CSV files.

Each block size is one sample: writes per second, with the number of simulated queue managers as threads.
"""

from __future__ import annotations

import re

from mqtune.lab.core.run import (
    CANCELLED,
    FAILED,
    INCOMPLETE,
    NO_DATA,
    OK,
    BlockSizeResult,
    DriverOutput,
    DriverSummary,
    RunOutcome,
)
from mqtune.lab.output.parser import LONGEST_LINE, Parser, integer, refusal

_OPTION = re.compile(r"\(--(?P<name>\w+)\)\s*: (?P<value>.*)$")
_RESULT = re.compile(
    r"(?P<name>Total writes to files|IOPS|Total bytes written to files|Avg bytes/sec written to files"
    r"|Max latency of write \(ns\)|Avg latency of write \(ns\))[A-Za-z ]*:(?P<value>[^(]*)"
)
_QMGRS = re.compile(r"Running (?:simulation of|MQLDT over) (?P<count>\d{1,4}) Queue Managers")
_USAGE = "Usage: mqldt"
_COMMAND = re.compile(r"\bmqldt(?P<words>(?: .*)?)$")
_NO_DISK_NS = 1000
VALUE_PLACES = 15
_FIRST = "Blocksize"
# the columns of the version of 2025, for files without a heading
_USUAL = (
    "Blocksize",
    "Total writes to files",
    "Total bytes written to files",
    "Max bytes/sec written to files",
    "Min bytes/sec written to files",
    "Avg bytes/sec written to files",
    "Max latency of write",
    "Min latency of write",
    "Avg latency of write",
    "Min bytes/sec (slowest write)",
    "Max bytes/sec (fastest write)",
)
_WHOLE_SECONDS = 0.05
# what is kept of a result, by the beginning of its name in both forms of the output
FIELDS = {
    "Total writes": "writes",
    "Avg bytes/sec": "average_bytes",
    "Max latency": "worst_ns",
    "Avg latency": "average_ns",
}


class MqldtParser(Parser):
    """The output of one mqldt, or its CSV file."""

    driver = "mqldt"

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[BlockSizeResult] = []
        self.table = CsvTable()
        self.options: dict[str, str] = {}
        self.qmgrs = 1
        self.error = ""
        self.usage = False
        self.help = False
        self.asked = True
        self.started = False

    def read_line(self, text: str, ended: bool) -> None:
        """Process one line by its content."""
        text = text[-LONGEST_LINE:]
        if text.startswith("$ "):
            match = _COMMAND.search(text)
            self.help, self.asked = "--help" in text, match is None or bool(match["words"].strip())
        elif (match := _RESULT.search(text)) and (value := integer(match["value"])) is not None:
            # a value is padded on the left to 15 characters: a shorter one was cut off
            if ended or len(match["value"]) > VALUE_PLACES:
                self._take_result(match["name"], value)
        elif match := _OPTION.search(text):
            self.started = True
            self.options[match["name"]] = match["value"].strip()
        elif match := _QMGRS.search(text):
            self.qmgrs = max(1, int(match["count"]))
        elif block := self.table.feed(text, ended, self.qmgrs):
            self.blocks.append(block)
        else:
            self._take_rest(text)

    def _take_result(self, name: str, value: int) -> None:
        if name.startswith("Total writes") or not self.blocks:
            self.blocks.append(BlockSizeResult())
            self.blocks[-1].qmgrs = self.qmgrs
        block = self.blocks[-1]
        if name == "IOPS":
            block.iops = float(value)
        elif name.startswith("Total bytes"):
            block.size = value // block.writes if block.writes else None
        else:
            field = next(field for start, field in FIELDS.items() if name.startswith(start))
            setattr(block, field, value)

    def _take_rest(self, text: str) -> None:
        self.started = self.started or text.startswith("Creating files")
        if _USAGE in text:
            self.usage = True
        elif why := refusal("mqldt", text) or (None if self.started else refusal("mqldt-shell", text)):
            self.error = self.error or why[1]
            self.help = self.help or "parameter --help" in text

    @property
    def _duration(self) -> int | None:
        return integer(self.options.get("duration", ""))

    @property
    def _wanted(self) -> int:
        """How many block sizes were requested; 0 if the output does not show it."""
        sizes = self.options.get("bsize", "")
        return len([size for size in sizes.split(",") if integer(size)])

    def finish(self) -> DriverOutput:
        """The finished block sizes as samples, and all of them together as the summary."""
        cut = any(block.average_ns is None for block in self.blocks)
        self.blocks = [block for block in self.blocks if block.average_ns is not None]
        for block in self.blocks:
            self._complete_block(block)
            if block.iops is not None:
                self.samples.add(block.iops, block.qmgrs)
        self.summary = _summary(self.blocks)
        return DriverOutput(self.samples, self.summary, self._judge(cut), self.blocks)

    def _complete_block(self, block: BlockSizeResult) -> None:
        """Compute missing figures: in older outputs IOPS follow from the writes and the duration."""
        if block.seconds is None and self._duration:
            block.seconds = float(self._duration)
        if block.iops is None and block.writes is not None and block.seconds:
            block.iops = round(block.writes / block.seconds, 2)
        if block.seconds is None and block.writes and block.iops:
            block.seconds = float(round(block.writes / block.iops))

    def outcome(self) -> RunOutcome:
        """How the run ended."""
        return self._judge(False)

    def _judge(self, cut: bool) -> RunOutcome:
        done, wanted = len(self.blocks), self._wanted
        if not done and self.help:
            return RunOutcome(NO_DATA, "only the help text, no run")
        if not done and (self.error or self.usage):
            refused = "the options were rejected" if self.asked else "no options"
            return RunOutcome(FAILED, self.error or f"{refused}: mqldt printed its usage")
        if not done and not self.started and not cut:
            return self.nothing()
        if stopped_by := self.end.stopped_by:
            return RunOutcome(CANCELLED, f"{stopped_by} ended the run: {_sizes(done, wanted)}")
        if not done and self.end.good and not wanted:
            return RunOutcome(FAILED, "no block size was given (--bsize): nothing was measured")
        if self.error:
            return RunOutcome(INCOMPLETE, f"{self.error} ({_sizes(done, wanted)})")
        if cut or done < wanted or not done:
            return RunOutcome(INCOMPLETE, f"the output ends in the middle of the run: {_sizes(done, wanted)}")
        return RunOutcome(OK, self._good())

    def _good(self) -> str:
        notes = [_sizes(len(self.blocks), self._wanted)]
        if any(block.writes == 0 for block in self.blocks):
            notes.append("no write was counted")
        elif any(block.average_ns is not None and block.average_ns < _NO_DISK_NS for block in self.blocks):
            notes.append("a mean latency below 1 µs indicates a file system in memory, not a disk")
        if delay := integer(self.options.get("delay", "")):
            notes.append(f"the latency includes the delay of {delay} µs (--delay)")
        return "; ".join(notes)


def _sizes(done: int, wanted: int) -> str:
    of = f" of {wanted}" if wanted else ""
    return f"{done}{of} block size{'' if (wanted or done) == 1 else 's'} measured"


def _summary(blocks: list[BlockSizeResult]) -> DriverSummary | None:
    """The totals of all block sizes. The rate of a single size is the printed one."""
    if not blocks:
        return None
    writes, seconds = sum(block.writes or 0 for block in blocks), sum(block.seconds or 0 for block in blocks)
    if len(blocks) == 1:
        return DriverSummary(writes, blocks[0].seconds, blocks[0].iops)
    return DriverSummary(writes, float(seconds) or None, round(writes / seconds, 2) if seconds else None)


class CsvTable:
    """A CSV table; its heading may be repeated before every row."""

    def __init__(self) -> None:
        self.columns: tuple[str, ...] = _USUAL
        self.mark = ","

    def feed(self, text: str, ended: bool, qmgrs: int) -> BlockSizeResult | None:
        """The result of a row; None if the line is not a complete row."""
        text = text.strip().strip('"')
        if len(text) > LONGEST_LINE:
            return None
        if text.startswith(_FIRST):
            self.mark = ";" if ";" in text else ","
            self.columns = tuple(cell.strip(' "') for cell in text.split(self.mark))
            return None
        cells = [cell.strip(' "') for cell in text.split(self.mark)]
        if len(cells) != len(self.columns) or not all(cell.isascii() and cell.isdigit() for cell in cells):
            return None
        return self._block([int(cell[:18]) for cell in cells], qmgrs) if ended or len(cells[-1]) > 1 else None

    def _block(self, cells: list[int], qmgrs: int) -> BlockSizeResult:
        block = BlockSizeResult(self._cell(cells, _FIRST), qmgrs=qmgrs)
        for start, field in FIELDS.items():
            setattr(block, field, self._cell(cells, start))
        total = self._cell(cells, "Total bytes")
        if block.writes is None and total and block.size:
            block.writes = total // block.size
        if total and block.average_bytes:
            # mqldt's average of the intervals is not exact
            seconds = total / block.average_bytes
            near = round(seconds)
            near_whole = near and abs(seconds - near) <= _WHOLE_SECONDS * near
            block.seconds = float(near) if near_whole else seconds
        return block

    def _cell(self, cells: list[int], start: str) -> int | None:
        columns = zip(self.columns, cells, strict=True)
        return next((cell for column, cell in columns if column.startswith(start)), None)
