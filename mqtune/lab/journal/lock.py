"""Locks an open file against other processes, on Windows and on POSIX systems."""

from __future__ import annotations

import contextlib
import os
import sys
from errno import EACCES, EAGAIN, EDEADLK

_TAKEN = (EACCES, EAGAIN, EDEADLK)

if sys.platform == "win32":
    import msvcrt

    # locks are mandatory there: a byte far beyond the last line does not block readers
    _FAR = 1 << 40

    def lock(handle: int) -> bool:
        """Whether the lock was free and is held now. Raises OSError if files cannot be locked."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _TAKEN:
                return False
            raise
        return True

    def unlock(handle: int) -> None:
        """Release the lock, if it is held."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Whether the lock was free and is held now. Raises OSError if files cannot be locked."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _TAKEN:
                return False
            raise
        return True

    def unlock(handle: int) -> None:
        """Release the lock, if it is held."""
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
