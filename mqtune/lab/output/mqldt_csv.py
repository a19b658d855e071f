"""Reads the rows of MQLDT's CSV files by the names of their columns."""

from __future__ import annotations

from mqtune.lab.core.driver_output import BlockSizeResult

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
LONGEST = 4096


class CsvTable:
    """A CSV table; its heading may be repeated before every row."""

    def __init__(self) -> None:
        self.columns: tuple[str, ...] = _USUAL
        self.mark = ","

    def feed(self, text: str, ended: bool, qmgrs: int) -> BlockSizeResult | None:
        """The result of a row; None if the line is not a complete row."""
        text = text.strip().strip('"')
        if len(text) > LONGEST:
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
        block = BlockSizeResult()
        block.qmgrs = qmgrs
        block.size = self._cell(cells, "Blocksize")
        total = self._cell(cells, "Total bytes")
        block.writes = self._cell(cells, "Total writes")
        if block.writes is None and total and block.size:
            block.writes = total // block.size
        block.average_bytes = self._cell(cells, "Avg bytes/sec")
        block.worst_ns = self._cell(cells, "Max latency")
        block.average_ns = self._cell(cells, "Avg latency")
        if total and block.average_bytes:
            block.seconds = _duration(total / block.average_bytes)
        if block.writes is not None and block.seconds:
            block.iops = round(block.writes / block.seconds, 2)
        return block

    def _cell(self, cells: list[int], start: str) -> int | None:
        for column, cell in zip(self.columns, cells, strict=True):
            if column.startswith(start):
                return cell
        return None


def _duration(seconds: float) -> float:
    """The duration, rounded to whole seconds if close: mqldt's average of the intervals is not exact."""
    near = round(seconds)
    return float(near) if near and abs(seconds - near) <= _WHOLE_SECONDS * near else seconds
