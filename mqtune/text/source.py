"""Source files: bytes to text and back, byte for byte.

A file is decoded as UTF-8; bytes that are not valid UTF-8 become lone surrogates, so that encoding gives
the same bytes back. A UTF-16 file with a byte order mark is decoded as UTF-16 if that is lossless. A byte
order mark remains the first character of the text.
"""

from __future__ import annotations

from mqtune.text.editing import LineIndex

HEAD = 64  # bytes, enough for the signature of any binary format


class Source:
    """One file as read from disk.

    `path` is the path to open; `shown` the path in findings. `text` is the whole decoded text, `head` the
    first bytes. The other bytes are not kept, because a large file would need twice the memory.
    """

    __slots__ = ("_line_end", "_lines", "encoding", "head", "path", "shown", "text")

    def __init__(self, path: str, shown: str, data: bytes) -> None:
        self.path = path
        self.shown = shown
        self.head = data[:HEAD]
        self.text, self.encoding = decode(data)
        self._line_end = ""
        self._lines: LineIndex | None = None

    @property
    def line_end(self) -> str:
        """The end of most lines, computed on first use: thousands of edits may ask for it."""
        if not self._line_end:
            returns = self.text.count("\r\n")
            self._line_end = "\r\n" if 2 * returns > self.text.count("\n") else "\n"
        return self._line_end

    @property
    def lines(self) -> LineIndex:
        """The offsets of its lines, computed on first use: thousands of diagnostics may ask for them."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    @property
    def data(self) -> bytes:
        """The bytes as they were read."""
        return self.encode(self.text)

    def encode(self, text: str) -> bytes:
        """The bytes of a changed text, in the encoding the file was read in."""
        return encode(text, self.encoding)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding; `encode` gives the same bytes back."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16-le" if data[:2] == b"\xff\xfe" else "utf-16-be"
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            pass
        else:
            if text.encode(encoding) == data:
                return text, encoding
    return data.decode("utf-8", "surrogateescape"), "utf-8"


def encode(text: str, encoding: str) -> bytes:
    """The inverse of `decode`."""
    if encoding == "utf-8":
        return text.encode("utf-8", "surrogateescape")
    return text.encode(encoding)
