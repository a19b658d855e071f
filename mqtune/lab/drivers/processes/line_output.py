"""Output of a running process: splits chunks into lines, and limits how many are shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from mqtune.lab.drivers.base import LogLine
from mqtune.lab.output.line_reader import cleaned
from mqtune.text.printable import printable

LONGEST = 1 << 16  # bytes of a line; longer lines are split
SHOWN_LINES = 200
TAIL_LINES = 20
SHOWN_CHARACTERS = 300


class LineSplitter:
    """Splits chunks into lines without terminal sequences and control characters."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[tuple[str, bool]]:
        """The lines that a chunk completes, and pieces of an overlong one, each with whether it ended."""
        *lines, rest = (self._rest + chunk).replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            while len(line) > LONGEST:
                yield _text(line[:LONGEST]), False
                line = line[LONGEST:]
            yield _text(line), True
        while len(rest) >= LONGEST:
            yield _text(rest[:LONGEST]), False
            rest = rest[LONGEST:]
        self._rest = rest

    def finish(self) -> Iterator[tuple[str, bool]]:
        """The rest when the output has ended."""
        rest, self._rest = self._rest, b""
        if rest:
            yield _text(rest), False


def _text(line: bytes) -> str:
    return cleaned(line.decode("utf-8", "replace"))


class ShownLines:
    """Passes lines of a process to a listener: the first ones, and after a failure the last ones."""

    def __init__(self, who: str, emit: Callable[[LogLine], None]) -> None:
        self._who = who
        self._emit = emit
        self._count = 0
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)

    def line(self, text: str) -> None:
        """Pass on one line that is not a rate line."""
        text = text.strip()
        if not text:
            return
        self._count += 1
        text = printable(text[:SHOWN_CHARACTERS])
        text = text if len(text) < SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
        if self._count <= SHOWN_LINES:
            self._emit(LogLine(self._who, text))
        else:
            self._tail.append(text)

    def finish(self, good: bool) -> None:
        """After the process: how many lines were not shown, and after a failure the last of them."""
        held = self._count - SHOWN_LINES
        if held <= 0:
            return
        last = [] if good else list(self._tail)
        if held > len(last):
            self._emit(LogLine(self._who, f"… {held - len(last):,} more lines are not shown"))
        for text in last:
            self._emit(LogLine(self._who, text))
