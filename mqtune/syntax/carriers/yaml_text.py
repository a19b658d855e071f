"""A YAML text prepared for the parser, with lines and columns unchanged.

The parser rejects bytes that are not text and template markers. Both are masked here; the text of a scalar
is finally taken from the original.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers.line_table import LineTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Piece

# characters that the parser rejects, and one that only it treats as a line end
_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_COVER = "\ufffd"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")  # half of a character, as JSON writes emoji
_COVERED = r"\\ufffd"  # of the same length
# a marker ends before the next of its kind begins, so the search for each is done once
_MARKS = re.compile(
    r"\{\{(?:(?!\}\}|\{\{).)*\}\}|\{%(?:(?!%\}|\{%).)*%\}|\{#(?:(?!#\}|\{#).)*#\}"
    r"|<%(?:(?!%>|<%).)*%>|@@?\w+@@?|%\w+%",
    re.DOTALL,
)
_MARK = "\ue000"  # private-use characters represent those of a marker until its line has been classified


class YamlText:
    """The text for the parser, and the mapping from its offsets to those of the file."""

    __slots__ = ("_bom", "_original", "_original_table", "covers_marks", "parsed", "table")

    def __init__(self, text: str, cover_marks: bool = False) -> None:
        self._bom = 1 if text.startswith("\ufeff") else 0
        self._original = text[self._bom :]
        self.parsed = _SURROGATE.sub(_COVERED, _REFUSED.sub(_COVER, self._original))
        if self.parsed.startswith("{"):
            self.parsed = self.parsed.replace("\t", " ")  # JSON, which may be indented by tabs
        self._original_table = LineTable(self._original)
        self.covers_marks = cover_marks
        if cover_marks:
            self.parsed = _without_marks(self.parsed)
        self.table = LineTable(self.parsed) if cover_marks else self._original_table

    def offset(self, at: int) -> int:
        """The offset in the file for an offset in the parser's text."""
        line, column = self.table.position(at)
        return self._original_table.starts[line - 1] + column - 1 + self._bom

    def piece(self, start: int, end: int) -> Piece:
        """Part of one line, as written in the file."""
        at = self.offset(start)
        begin = at - self._bom
        return self._original[begin : begin + end - start], at, True

    def line_piece(self, start: int, end: int) -> Piece:
        """As `piece`, for the rest of a line; a line that is only a template marker is given as a whole."""
        line = self.table.position(start)[0]
        begin, stop = self._original_table.span(line)
        original = self._original[begin:stop].lstrip()
        if start == end and original and not self.parsed[slice(*self.table.span(line))]:
            at = stop - len(original)
            return original, at + self._bom, True
        return self.piece(start, end)

    def line_end(self, at: int) -> Piece:
        """The end of the line that contains an offset of the parser's text."""
        end = self._original_table.span(self.table.position(at)[0])[1]
        return "\n", end + self._bom, self._original.startswith("\n", end)


def _without_marks(text: str) -> str:
    """The text with a neutral word for each marker inside a line, and without lines that are only markers."""
    marked = _MARKS.sub(lambda found: re.sub(r"[^\r\n]", _MARK, found.group()), text)
    if marked == text:
        return text
    lines = marked.split("\n")
    for number, line in enumerate(lines):
        if _MARK in line:
            bare = line.strip(f" \t\r{_MARK}-") == ""
            end = "\r" if line.endswith("\r") else ""
            lines[number] = end if bare and line.strip()[0] == _MARK else line.replace(_MARK, "x")
    return "\n".join(lines)
