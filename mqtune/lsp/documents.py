"""The documents that an editor has open, with unsaved texts whose columns are counted as it counts."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import methodcaller
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

# A text as an editor counts it: lines that end at LF, CRLF or CR, columns in units of an encoding.

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"
_LINE_END = re.compile(r"\r\n|\r|\n")
_HALVES = re.compile("[\ud800-\udfff]")

_END = methodcaller("end")
Position = tuple[int, int]  # line and column from 0, the column in units of the encoding


def without_halves(text: str) -> str:
    """A text without halves of surrogate pairs, which cannot be written to a file."""
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def line_starts(text: str, first: int = 0, end: int | None = None) -> Iterator[int]:
    """The offsets behind the line ends between two offsets."""
    ends = _LINE_END.finditer(text, first, len(text) if end is None else end)
    return map(_END, ends)


class Buffer:
    """One text. `encoding` decides the unit of a column: bytes, UTF-16 code units or characters.

    `str.splitlines` also ends a line at NEL, form feeds and other characters, and would apply the edits of an
    editor to the wrong line.
    """

    __slots__ = ("_starts", "encoding", "text")

    def __init__(self, text: str, encoding: str = UTF16) -> None:
        self.text = without_halves(text)
        self.encoding = encoding
        self._starts = [0, *line_starts(self.text)]

    @property
    def lines(self) -> int:
        """The number of lines, at least 1."""
        return len(self._starts)

    def line(self, number: int) -> str:
        """Line `number`, from 0, without its end; empty beyond the text."""
        if not 0 <= number < len(self._starts):
            return ""
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of a position. One beyond a line or the text is its end."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        text = self.line(line)
        if text.isascii() or self.encoding == UTF32:
            return self._starts[line] + max(0, min(column, len(text)))
        units = 0
        for index, char in enumerate(text):
            units += self._units(char)
            if units > column:
                return self._starts[line] + index
        return self._starts[line] + len(text)

    def position(self, offset: int) -> Position:
        """The position of an offset; inside a line end, that before it."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        before = self.line(line)[: offset - self._starts[line]]
        if before.isascii() or self.encoding == UTF32:
            return line, len(before)
        return line, sum(map(self._units, before))

    def replaced(self, start: Position, end: Position, content: str) -> Buffer:
        """The text after an edit."""
        first = self.offset(*start)
        last = max(first, self.offset(*end))
        content = without_halves(content)
        starts = self._starts
        buffer = Buffer("", self.encoding)
        buffer.text = self.text[:first] + content + self.text[last:]
        # the lines before that of the edit, those up to the one behind it, and the others, moved
        before = max(0, bisect_right(starts, first) - 2)
        behind = bisect_right(starts, last + 1)
        moved = len(content) - (last - first)
        stop = starts[behind] if behind < len(starts) else len(self.text) + 1
        buffer._starts = starts[: before + 1]
        buffer._starts += [
            end for end in line_starts(buffer.text, starts[before], stop + moved) if end < stop + moved
        ]
        buffer._starts += [start + moved for start in starts[behind:]] if moved else starts[behind:]
        return buffer

    def _units(self, char: str) -> int:
        if self.encoding == UTF16:
            return 2 if char > "\uffff" else 1
        return len(char.encode("utf-8"))


# Documents.

Edit = tuple[tuple[Position, Position] | None, str]  # None replaces the whole text


def path_of(uri: str) -> str:
    """The absolute path of a `file:` address, "" for any other and for one that no file can have."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return ""
        if os.name == "nt":
            from urllib.request import url2pathname  # imports much; elsewhere it is `unquote`

            path = url2pathname(unquote(parts.path))
        else:
            path = os.fsdecode(unquote_to_bytes(parts.path))  # a name need not be UTF-8
    except ValueError:
        return ""
    return os.path.abspath(path) if path and "\0" not in path else ""


def uri_of(path: str) -> str:
    """The address of a path."""
    full = os.path.abspath(path)
    if os.name == "nt":
        from urllib.request import pathname2url  # only on Windows

        full = pathname2url(full)
    else:
        full = quote(os.fsencode(full))
    # it begins with the empty host on Windows
    return f"file:{full}" if full.startswith("//") else f"file://{full}"


class Document:
    """One open document. `name` is its path, or its address if it is not a file."""

    __slots__ = ("buffer", "name", "uri", "version")

    def __init__(self, uri: str, version: int | None, buffer: Buffer) -> None:
        self.uri = uri
        self.name = path_of(uri) or uri
        self.version = version
        self.buffer = buffer


class Documents:
    """The open documents, by path; those that are not files by address.

    `has_versions` is whether the editor accepts edits of a version of a document.
    """

    __slots__ = ("_open", "encoding", "has_versions")

    def __init__(self, encoding: str = UTF16) -> None:
        self.encoding = encoding
        self.has_versions = False
        self._open: dict[str, Document] = {}

    def open(self, uri: str, version: int | None, text: str) -> Document:
        """Add a document, or replace it."""
        document = Document(uri, version, Buffer(text, self.encoding))
        self._open[document.name] = document
        return document

    def change(self, uri: str, version: int | None, edits: Iterable[Edit]) -> Document | None:
        """Apply edits one after another; None if the document is not open."""
        document = self._open.get(path_of(uri) or uri)
        if document is None:
            return None
        for span, content in edits:
            if span is None:
                document.buffer = Buffer(content, self.encoding)
            else:
                document.buffer = document.buffer.replaced(span[0], span[1], content)
        document.version = version
        return document

    def copy(self) -> Documents:
        """The documents as they are now."""
        documents = Documents(self.encoding)
        documents._open = {
            name: Document(document.uri, document.version, document.buffer)
            for name, document in self._open.items()
        }
        return documents

    def close(self, uri: str) -> None:
        """Remove a document."""
        self._open.pop(path_of(uri) or uri, None)

    def get(self, uri: str) -> Document | None:
        """An open document by its address."""
        return self._open.get(path_of(uri) or uri)

    def named(self, name: str) -> Document | None:
        """An open document by its path."""
        return self._open.get(name)

    @property
    def all(self) -> list[Document]:
        """Every open document."""
        return list(self._open.values())
