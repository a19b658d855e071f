"""Locks an open file against other processes, on Windows and on POSIX systems."""

from __future__ import annotations

import contextlib
import os
import sys
from errno import EACCES, EAGAIN, EDEADLK

if sys.platform == "win32":
    import msvcrt

    # locks are mandatory there: a byte far beyond the last line does not block readers
    _FAR = 1 << 40

    def _change(handle: int, locked: bool) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK if locked else msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _change(handle: int, locked: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB if locked else fcntl.LOCK_UN)


def lock(handle: int) -> bool:
    """Whether the lock was free and is held now. Raises OSError if files cannot be locked."""
    try:
        _change(handle, locked=True)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN, EDEADLK):
            return False
        raise
    return True


def unlock(handle: int) -> None:
    """Release the lock, if it is held."""
    with contextlib.suppress(OSError):
        _change(handle, locked=False)
