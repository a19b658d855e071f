"""The documents that an editor has open, with their unsaved texts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

from mqtune.lsp.buffer import UTF16, Buffer, Position

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
        from urllib.request import pathname2url  # as above

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
        made = Documents(self.encoding)
        made._open = {name: Document(one.uri, one.version, one.buffer) for name, one in self._open.items()}
        return made

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
