"""Holds a name on a host for one process; the end of that process releases it, in whatever way it ends.

`take` is for this machine. Another host runs the text of this file as a program of its own, with the standard
library only: it prints `held` and holds the name until it is ended, or prints who has it. All users and
sessions of a host share one folder, whatever their TMPDIR is.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys

HELD = "held"
_SHARED = 0o666  # other users, too
_LONGEST = 200
_FOLDER = "MQTUNE_LOCKS"  # the variable with another folder than /tmp


class TakenError(Exception):
    """Another process holds the name; the text is its holder."""


def take(name: str, holder: str) -> int:
    """Hold a name; closing the handle releases it. Raises TakenError, or OSError without locks of files."""
    try:
        import fcntl
    except ImportError as error:
        raise OSError("files cannot be locked on this system") from error
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    handle = _opened(os.path.join(os.environ.get(_FOLDER, "/tmp"), f"mqtune-{safe}.lock"))
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(handle, 0)
        os.pwrite(handle, holder.encode(), 0)
    except OSError as error:
        current_holder = os.pread(handle, _LONGEST, 0).decode(errors="replace")
        os.close(handle)
        if isinstance(error, BlockingIOError):
            raise TakenError(current_holder or "unknown") from None
        raise
    return handle


def _opened(path: str) -> int:
    """The lock file, also if another user has created it."""
    flags = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        handle = os.open(path, flags | os.O_CREAT, _SHARED)
        with contextlib.suppress(OSError):
            os.chmod(path, _SHARED)  # the umask may have removed the right of others
        return handle


def main(name: str, holder: str) -> None:
    """Hold a name until the end of this process."""
    try:
        take(name, holder)
    except TakenError as error:
        os.write(1, f"{error}\n".encode())
        return
    os.write(1, f"{HELD}\n".encode())
    while True:
        signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
