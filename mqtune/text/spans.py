"""Spans and positions in a text.

Lines and columns count from 1, columns in characters; the end is one past the last character, as in all
output of the program.
"""

from __future__ import annotations


class Span:
    """A range of one text, from (line, column) up to, but not including, (end_line, end_column)."""

    __slots__ = ("column", "end_column", "end_line", "line")

    def __init__(self, line: int, column: int, end_line: int, end_column: int) -> None:
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column

    def key(self) -> tuple[int, int, int, int]:
        """The sort key: by start, then by end."""
        return (self.line, self.column, self.end_line, self.end_column)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Span({self.line}:{self.column}-{self.end_line}:{self.end_column})"


class Place:
    """A span in a file. `file` is the path as displayed: relative to the working folder, with `/`."""

    __slots__ = ("file", "span")

    def __init__(self, file: str, span: Span) -> None:
        self.file = file
        self.span = span

    def key(self) -> tuple[str, tuple[int, int, int, int]]:
        """The sort key: by file, then by position."""
        return (self.file, self.span.key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Place({self.file}:{self.span.line}:{self.span.column})"


class Edit:
    """Replace a span of a file by a text. An empty span inserts; an empty text deletes."""

    __slots__ = ("content", "place")

    def __init__(self, place: Place, content: str) -> None:
        self.place = place
        self.content = content

    def __repr__(self) -> str:
        return f"Edit({self.place!r}, {self.content!r})"
