"""Lines as YAML counts them, ending with LF, CR LF or CR. Positions in files come from `LineIndex`."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n|\n|\r")


class LineTable:
    """The offsets at which the lines of a text begin."""

    __slots__ = ("starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.starts.extend(found.end() for found in _LINE_END.finditer(text))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, line: int) -> tuple[int, int]:
        """The offsets of a line (from 1) without its end; an empty range after the last line."""
        if line > len(self.starts):
            return len(self.text), len(self.text)
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end
