"""Scalars of YAML, character by character, with the position in the file of each.

The parser gives a scalar's value and start position. Here the value is derived again from the text by the
parser's own rules; if the result differs, it is None, and the caller uses the start of the scalar as the
position of the whole.
"""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.yaml_text import YamlText

_ESCAPES = {
    "0": "\0",
    "a": "\x07",
    "b": "\x08",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\x0b",
    "f": "\x0c",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_CODES = {"x": 2, "u": 4, "U": 8}
_NO_BLANK = lazy_pattern(r"[^ \t\r\n]")
# the characters that end a run, for plain scalars and the two kinds of quotation marks
_STOPS = {"": re.compile(r"[ \t\r\n]"), "'": re.compile(r"[ \t\r\n']"), '"': re.compile(r'[ \t\r\n"\\]')}


# part of a value: its text, its offset for the parser, and whether it is verbatim
Part = tuple[str, int, bool]


def pieces_of(text: YamlText, start: int, style: str, value: str) -> list[Piece] | None:
    """The pieces that make up a scalar's value, as written in the file; None if they cannot be determined."""
    at = _behind_properties(text.parsed, start)
    block = _block(text, at, value) if style in ("|", ">") else None
    if style in ("|", ">") and block is None:
        return None
    if block is None:
        parts = _Flow(text.parsed, at + 1 if style else at, style, len(value)).read()
    else:
        parts = _literal(text, block, value) if style == "|" else _folded(text, block, value)
    if "".join(part[0] for part in parts) != value:
        return None
    if style == "|":
        return [_literal_piece(text, part) for part in parts]
    return [
        text.piece(at, at + len(part)) if kept else (part, text.offset(at), False) for part, at, kept in parts
    ]


def literal_indent(text: YamlText, start: int, value: str) -> int:
    """The indentation of the lines of a literal block."""
    block = _block(text, _behind_properties(text.parsed, start), value)
    return block[1] if block else 0


def _behind_properties(parsed: str, at: int) -> int:
    """The offset of the scalar itself, after anchors and tags."""
    while at < len(parsed):
        if parsed[at].isspace():
            at += 1
        elif parsed[at] in "&!":
            while at < len(parsed) and not parsed[at].isspace():
                at += 1
        else:
            break
    return at


def _block(text: YamlText, at: int, value: str) -> tuple[int, int] | None:
    """The first line of a block scalar's text, and the indentation of its first non-blank line."""
    first = text.table.position(at)[0] + 1
    content = next((line for line in value.split("\n") if line.strip(" ")), "")
    leading = len(content) - len(content.lstrip(" "))
    if not content:
        return None
    for line in range(first, len(text.table.starts) + 1):
        start, end = text.table.span(line)
        stripped = text.parsed[start:end].lstrip(" ")
        if stripped:
            indent = end - start - len(stripped) - leading
            return (first, indent) if indent >= 0 else None
    return None


def _literal(text: YamlText, block: tuple[int, int], value: str) -> list[Part]:
    """The lines of a literal block, without their indentation."""
    first, indent = block
    parts: list[Part] = []
    lines = value.split("\n")
    for number in range(len(lines)):
        start, end = text.table.span(first + number)
        start = min(start + indent, end)
        if number == len(lines) - 1 and not lines[-1]:
            break  # the value ends with a line end
        parts.append((text.parsed[start:end], start, True))
        if number < len(lines) - 1:
            parts.append(("\n", end, True))
    return parts


def _literal_piece(text: YamlText, part: Part) -> Piece:
    """A line as written in the file, or its line end."""
    content, at, _ = part
    return text.line_end(at) if content == "\n" else text.line_piece(at, at + len(content))


def _folded(text: YamlText, block: tuple[int, int], value: str) -> list[Part]:
    """Lines joined by blanks; blank lines are line ends, and more deeply indented lines are kept."""
    line, indent = block
    parts: list[Part] = []
    joins = False  # whether the line before can be joined with the next
    before = 0  # where it ends
    breaks: list[int] = []
    length = 0
    while line <= len(text.table.starts) and length < len(value):
        start, end = text.table.span(line)
        content = text.parsed[start:end]
        line += 1
        if len(content) <= indent and not content.strip(" "):
            breaks.append(end)
            continue
        if content[:indent].strip(" "):
            break
        joins_too = content[indent] not in " \t"
        if parts and not (joins and joins_too):
            parts.append(("\n", before, False))
        elif parts and not breaks:
            parts.append((" ", before, False))
        parts.extend(("\n", place, False) for place in breaks)
        parts.append((content[indent:], start + indent, True))
        before, joins, breaks = end, joins_too, []
        length += len(content) - indent
    written = sum(len(part[0]) for part in parts)
    parts.extend(("\n", before, False) for _ in value[written:])  # the remainder after chomping
    return parts


class _Flow:
    """Reads a plain or quoted scalar until its value has the right length."""

    __slots__ = ("at", "length", "parsed", "parts", "produced", "quote")

    def __init__(self, parsed: str, at: int, style: str, length: int) -> None:
        self.parsed = parsed
        self.at = at
        self.quote = style
        self.length = length
        self.produced = 0
        self.parts: list[Part] = []

    def read(self) -> list[Part]:
        """The parts of the value; their length differs if the text was not understood."""
        while self.produced < self.length and self.at < len(self.parsed):
            letter = self.parsed[self.at]
            if letter in " \t\r\n":
                self._blanks()
            elif letter == self.quote:
                if letter == '"' or self.parsed[self.at + 1 : self.at + 2] != "'":
                    break
                self._make("'", 2)
            elif letter == "\\" and self.quote == '"':
                self._escape()
            else:
                self._run()
        return self.parts

    def _run(self) -> None:
        """Characters up to the next special one."""
        stop = _STOPS[self.quote].search(self.parsed, self.at + 1)
        end = min(stop.start() if stop else len(self.parsed), self.at + self.length - self.produced)
        self._keep(end)

    def _blanks(self) -> None:
        """Blanks: those inside a line are kept, a line end with surrounding blanks is folded."""
        end = self._behind_blanks(self.at)
        ends = _line_ends(self.parsed[self.at : end])
        if not ends:
            self._keep(end)
        else:
            self._make(" " if ends == 1 else "\n" * (ends - 1), end - self.at)

    def _escape(self) -> None:
        code = self.parsed[self.at + 1 : self.at + 2]
        if code in _ESCAPES:
            self._make(_ESCAPES[code], 2)
        elif code in _CODES:
            digits = self.parsed[self.at + 2 : self.at + 2 + _CODES[code]]
            self._make(chr(int(digits, 16)), 2 + _CODES[code])
        else:  # an escaped line end joins the lines; blank lines after it are kept
            end = self._behind_blanks(self.at + 1)
            self._make("\n" * max(_line_ends(self.parsed[self.at : end]) - 1, 0), end - self.at)

    def _behind_blanks(self, at: int) -> int:
        match = _NO_BLANK.search(self.parsed, at)
        return match.start() if match else len(self.parsed)

    def _keep(self, end: int) -> None:
        self.parts.append((self.parsed[self.at : end], self.at, True))
        self.produced += end - self.at
        self.at = end

    def _make(self, text: str, width: int) -> None:
        self.parts.append((text, self.at, False))
        self.produced += len(text)
        self.at += width


def _line_ends(blanks: str) -> int:
    return blanks.replace("\r\n", "\n").replace("\r", "\n").count("\n")
