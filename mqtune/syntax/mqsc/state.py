"""Whether a string or a parenthesis is open after some lines. An estimate if there was an error before."""

from __future__ import annotations

import re

from mqtune.syntax.mqsc.foreign_text import remark_start

MARK = re.compile("['()]")


class OpenState:
    """Reads the lines of a command one after the other."""

    __slots__ = ("_depth", "_quoted")

    def __init__(self) -> None:
        self._depth = 0
        self._quoted = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing is open after the lines read so far."""
        return self._depth <= 0 and not self._quoted

    def take(self, text: str) -> None:
        """Continue with the text of a line."""
        remark = remark_start(text) if self.is_closed else -1
        for match in MARK.finditer(text, 0, remark if remark > 0 else len(text)):
            mark = match[0]
            if mark == "'":
                self._quoted = not self._quoted
            elif not self._quoted:
                self._depth += 1 if mark == "(" else -1
