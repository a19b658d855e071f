"""Reads a file as a whole. Knows nothing of MQ."""

from __future__ import annotations

import os
import stat
from errno import EINVAL

NOT_REGULAR = "a pipe or a device, no file"


def read_file(path: str) -> bytes:
    """The bytes of a regular file. Raises OSError, also for what could keep a reader waiting for ever."""
    with open(path, "rb", opener=open_regular) as file:
        try:
            return file.read()
        except MemoryError as error:
            raise OSError(EINVAL, "too big for the memory") from error


def open_regular(path: str, flags: int) -> int:
    """An opener for `open` that waits for nobody. Raises OSError for a pipe or a device."""
    # without the flag the opening of a pipe that nobody writes to would wait
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):  # of a folder, the caller tells by itself
        return handle
    os.close(handle)
    raise OSError(EINVAL, NOT_REGULAR)
