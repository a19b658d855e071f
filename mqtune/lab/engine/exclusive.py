"""One experiment per queue manager: two at once on one host would each measure the other's load."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from typing import Any

from mqtune.lab.core.errors import LabError
from mqtune.lab.engine.engine import EventLog
from mqtune.lab.journal.lock import lock, unlock

_SHARED = 0o666  # other users measure, too
_LONGEST = 200


class ExclusiveJournal:
    """A journal, and with it the right to measure a queue manager; closing it releases both."""

    def __init__(self, journal: EventLog, handle: int | None) -> None:
        self.path = journal.path
        self._journal = journal
        self._handle = handle

    def append(self, line: dict[str, Any], lasting: bool = False) -> None:
        """Write a line; see `EventLog`."""
        self._journal.append(line, lasting)

    def close(self) -> None:
        """Close the journal and release the queue manager."""
        self._journal.close()
        handle, self._handle = self._handle, None
        release(handle)


def hold(qmgr: str, id: str) -> int | None:
    """Lock a queue manager for an experiment on this host, and return the handle; None if files cannot be.

    Raises LabError that names the experiment which measures it. The end of the process releases the lock.
    """
    name = re.sub(r"[^A-Za-z0-9._-]", "_", qmgr)
    path = os.path.join(os.environ.get("TMPDIR") or tempfile.gettempdir(), f"mqtune-{name}.lock")
    try:
        handle = _opened(path)
    except OSError:
        return None
    try:
        if lock(handle):
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{id}, process {os.getpid()}".encode(), 0)
            return handle
        other = os.pread(handle, _LONGEST, 0).decode(errors="replace")
    except (OSError, AttributeError):
        os.close(handle)
        return None
    os.close(handle)
    raise LabError(
        f"another experiment measures {qmgr} on this host: {other or 'unknown'}",
        "wait for its end or stop it: two at once measure each other's load",
    )


def release(handle: int | None) -> None:
    """Release the lock of a queue manager, if it is held."""
    if handle is None:
        return
    with contextlib.suppress(OSError):
        os.ftruncate(handle, 0)
    unlock(handle)
    os.close(handle)


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
