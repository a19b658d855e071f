"""What batch files of Windows echo, and where it goes: `echo … | runmqsc QM1`, `(echo … echo …) > a.mqsc`."""

from __future__ import annotations

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# `^` removes the meaning of the next character, a quotation mark that of all up to the next one
_PART = lazy_pattern(r"\^.?|\"[^\"]*+\"?|[^\^\"|<>&)]++|[|<>&)]")
_ECHO = lazy_pattern(r"[ \t@]*+echo(?:[.:][ \t]*+\Z|[ \t.:])", 2)
_SILENT = lazy_pattern(r"[ \t@]*+(?:rem\b|::|\Z)", 2)
_BLANKS = " \t"
_SIGNS = "|<>&"


@record
class EchoedText:
    """Lines that are echoed to one place: their ranges in the file, and what follows them from the offset
    `at`, such as `| runmqsc QM1`.
    """

    lines: list[tuple[int, int]]
    after: str
    at: int


class _Block:
    """An open group in parentheses: the lines it echoes, and whether these are all that it writes."""

    __slots__ = ("depth", "lines", "only_echoes")

    def __init__(self) -> None:
        self.lines: list[tuple[int, int]] = []
        self.only_echoes = True
        self.depth = 1


def echoed_texts(text: str) -> Iterator[EchoedText]:
    """What the commands and groups of a batch file echo to another command or into a file, in order."""
    block: _Block | None = None
    at = 0
    for whole in text.splitlines(keepends=True):
        line = whole.rstrip("\r\n")
        start = 0
        if block is None and line.lstrip(" \t@").startswith("("):
            block = _Block()
            start = line.index("(") + 1
        if block is None:
            yield from _echoed(line, 0, len(line), at, None)
        else:
            end = _sign(line, start, ")")
            yield from _echoed(line, start, end, at, block)
            if end < len(line):
                block.depth -= 1
            if not block.depth:
                if block.lines and block.only_echoes:
                    yield EchoedText(block.lines, line[end + 1 :].strip(_BLANKS), at + end + 1)
                block = None
        at += len(whole)


def _echoed(line: str, start: int, end: int, at: int, block: _Block | None) -> Iterator[EchoedText]:
    """What one command echoes; its text joins that of the block unless it goes elsewhere itself."""
    found = _ECHO.match(line, start, end)
    if found is None:
        if block is not None and _SILENT.match(line[start:end]) is None:
            block.only_echoes = False
            block.depth += line[start:end].rstrip(_BLANKS).endswith("(")
        return
    first = found.end()
    last = min(_sign(line, first, _SIGNS), end)
    text = (at + first, at + first + len(line[first:last].rstrip(_BLANKS)))
    if last < end:
        yield EchoedText([text], line[last:end].strip(_BLANKS), at + last)
    elif block is not None:
        block.lines.append(text)


def _sign(line: str, start: int, signs: str) -> int:
    """The position of the first of some signs that has its meaning; the end of the line without one."""
    for found in _PART.finditer(line, start):
        if found.group() in signs:
            return found.start()
    return len(line)
