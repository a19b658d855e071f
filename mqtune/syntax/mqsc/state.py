"""Whether a string or a parenthesis is open behind some lines. A guess where a fault came before."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Line

MARK = re.compile("['()]")


class OpenState:
    """Goes through lines once, however often it is asked."""

    __slots__ = ("_depth", "_quoted", "_seen")

    def __init__(self) -> None:
        self._seen = 0
        self._depth = 0
        self._quoted = False

    def is_closed(self, lines: list[Line], numbers: list[int]) -> bool:
        """Whether nothing is open behind the lines with these numbers; more may come later."""
        while self._seen < len(numbers):
            self._take(lines[numbers[self._seen]].text)
            self._seen += 1
        return self._depth <= 0 and not self._quoted

    def _take(self, text: str) -> None:
        for match in MARK.finditer(text):
            mark = match[0]
            if mark == "'":
                self._quoted = not self._quoted
            elif not self._quoted:
                self._depth += 1 if mark == "(" else -1
