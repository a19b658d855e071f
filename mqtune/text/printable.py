"""Makes text from a file safe to print on a terminal and into a CI log.

Control, format, bidirectional and invisible characters and undecodable bytes become visible escapes, and so
do the beginnings of commands that CI runners read from a log (`##vso[`, `::error`).
"""

from __future__ import annotations

from mqtune.text.record import record

TAB_STOP = 4
COVER = "********"  # in place of a secret

# printable by their Unicode category, but invisible
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code) for code in range(0xFE00, 0xFE10)
)
_NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def printable(text: str) -> str:
    """The text with every character escaped that is not plainly visible, and without runner commands."""
    return _without_commands(text if _is_visible(text) else "".join(map(_visible, text)))


def visible(text: str) -> str:
    """Lines with every character escaped that is not plainly visible, for a screen that is not a log."""
    if _is_visible(text):
        return text
    return "".join(char if char in "\n\t" else _visible(char) for char in text)


def _is_visible(text: str) -> bool:
    return text.isprintable() and (text.isascii() or _INVISIBLE.isdisjoint(text))


def is_printable(text: str) -> bool:
    """Whether a text, and every part of it, is certainly printable as it is."""
    return text.isascii() and text.isprintable() and "##" not in text and "::" not in text


def _visible(char: str) -> str:
    """One character, as itself or as an escape."""
    if char.isprintable() and char not in _INVISIBLE:
        return char
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # the byte that is not valid UTF-8
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _may_command(text: str) -> bool:
    return "##" in text and "[" in text


def _without_commands(text: str) -> str:
    """Azure and TeamCity accept `##name[` anywhere in a line, GitHub `##[` anywhere and `::` at its start."""
    if _may_command(text):
        import re  # only for text that looks like a command

        text = re.sub(r"##(?=\w*\[)", r"#\\x23", text)
    if text.lstrip().startswith("::"):
        text = text.replace("::", "\\x3a:", 1)
    return text


@record
class Shown:
    """A line of a file as printed, with the printed position of each of its characters.

    `columns[i]` is the printed column, from 0, of character i of the line; the last entry is the end.
    """

    text: str
    columns: list[int] | range

    def column(self, column: int) -> int:
        """The printed column, from 0, of a column of the line, from 1."""
        return self.columns[max(0, min(column - 1, len(self.columns) - 1))]


def shown(line: str, hidden: tuple[tuple[int, int], ...] = ()) -> Shown:
    """A line for an excerpt: tabs become blanks, and each `hidden` range (offsets) becomes COVER."""
    if not hidden and line.isascii() and line.isprintable() and not _may_command(line):
        return Shown(line, range(len(line) + 1))
    guarded = _may_command(line)
    pieces: list[str] = []
    columns: list[int] = []
    at = 0
    covered = {index for start, end in hidden for index in range(start, end)}
    starts = {max(0, start) for start, _ in hidden}
    for index, char in enumerate(line):
        columns.append(at)
        if index in covered:
            piece = COVER if index in starts else ""
        elif char == "\t":
            piece = " " * (TAB_STOP - at % TAB_STOP)
        elif guarded and char == "#" and line.startswith("##", index - 1):
            piece = "\\x23"  # never two of them, so never a command
        else:
            piece = _visible(char)
        pieces.append(piece)
        at += _width(piece)
    columns.append(at)
    return Shown("".join(pieces), columns)


def _width(text: str) -> int:
    """The number of terminal columns of a text."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # only for text beyond ASCII

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)
