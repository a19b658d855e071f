"""Spans and positions in a text.

Lines and columns count from 1, columns in characters; the end is one past the last character, as in all
output of the program.
"""

from __future__ import annotations

from mqtune.text.record import record


@record
class Span:
    """A range of one text, from (line, column) up to, but not including, (end_line, end_column)."""

    line: int
    column: int
    end_line: int
    end_column: int

    def key(self) -> tuple[int, int, int, int]:
        """The sort key: by start, then by end."""
        return (self.line, self.column, self.end_line, self.end_column)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Span({self.line}:{self.column}-{self.end_line}:{self.end_column})"


@record
class Place:
    """A span in a file. `file` is the path as displayed: relative to the working folder, with `/`."""

    file: str
    span: Span

    def key(self) -> tuple[str, tuple[int, int, int, int]]:
        """The sort key: by file, then by position."""
        return (self.file, self.span.key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Place({self.file}:{self.span.line}:{self.span.column})"


@record
class Edit:
    """Replace a span of a file by a text. An empty span inserts; an empty text deletes."""

    place: Place
    content: str

    def __repr__(self) -> str:
        return f"Edit({self.place!r}, {self.content!r})"
