"""Reads a file as a whole."""

from __future__ import annotations

import os
import stat
from errno import EINVAL

NOT_REGULAR = "a pipe or a device, not a file"


def read_file(path: str) -> bytes:
    """The bytes of a regular file. Raises OSError, also for a file that could block the reader forever."""
    with open(path, "rb", opener=open_regular) as file:
        try:
            return file.read()
        except MemoryError as error:
            raise OSError(EINVAL, "too big for the memory") from error


def open_regular(path: str, flags: int) -> int:
    """An opener for `open` that never blocks. Raises OSError for a pipe or a device."""
    # without the flag, opening a pipe without a writer would block
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # the caller reports folders itself
        return handle
    os.close(handle)
    raise OSError(EINVAL, NOT_REGULAR)
