"""Reads the rows of MQLDT's CSV files by the names of their columns."""

from __future__ import annotations

from mqtune.lab.core.driver_output import BlockSizeResult
from mqtune.lab.output.parser import LONGEST_LINE

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
            whole = near and abs(seconds - near) <= _WHOLE_SECONDS * near
            block.seconds = float(near) if whole else seconds
        return block

    def _cell(self, cells: list[int], start: str) -> int | None:
        columns = zip(self.columns, cells, strict=True)
        return next((cell for column, cell in columns if column.startswith(start)), None)
