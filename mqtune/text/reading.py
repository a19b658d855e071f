"""Reads a file as a whole."""

from __future__ import annotations

import os
import stat
from errno import EINVAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NOT_REGULAR = "a pipe or a device, not a file"


_unsaved: Mapping[str, bytes] = {}  # of the editor whose server runs in this process


class Unsaved:
    """While it is entered, these bytes are read in place of those on disk, by absolute path."""

    __slots__ = ("_before", "_texts")

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts
        self._before: Mapping[str, bytes] = {}

    def __enter__(self) -> None:
        global _unsaved
        self._before, _unsaved = _unsaved, self._texts

    def __exit__(self, *_: object) -> None:
        global _unsaved  # noqa: PLW0603 - as above
        _unsaved = self._before


def read_file(path: str) -> bytes:
    """The bytes of a regular file, or what an editor has in place of them.

    Raises OSError, also for a file that could block the reader forever.
    """
    if _unsaved and (data := _unsaved.get(os.path.abspath(path))) is not None:
        return data
    with open(path, "rb", opener=open_regular) as file:
        try:
            return file.read()
        except MemoryError as error:
            raise OSError(EINVAL, "too big for the memory") from error


def read_head(path: str, size: int) -> bytes:
    """The first bytes of a file. Raises OSError."""
    if _unsaved and (data := _unsaved.get(os.path.abspath(path))) is not None:
        return data[:size]
    with open(path, "rb") as file:
        return file.read(size)


def open_regular(path: str, flags: int) -> int:
    """An opener for `open` that never blocks. Raises OSError for a pipe or a device."""
    # without the flag, opening a pipe without a writer would block
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # the caller reports folders itself
        return handle
    os.close(handle)
    raise OSError(EINVAL, NOT_REGULAR)
