"""One experiment per queue manager: two at once would each measure the other's load.

The lock is on the host of the queue manager. On another host a process holds it, which ends with the
connection; a lock that was lost is taken again before the next run.
"""

from __future__ import annotations

import getpass
import math
import os
import platform
import select
import time
from contextlib import suppress

from mqtune.hosts import name_lock
from mqtune.hosts.host import Host, HostError
from mqtune.hosts.remote import START_SECONDS, RemoteGuarded
from mqtune.lab.core.errors import LabError

_GRACE_SECONDS = 1.0


class Held:
    """The right of an experiment to measure a queue manager; none is needed where files cannot be locked."""

    def __init__(self, qmgr: str, id: str, host: Host | None = None) -> None:
        """Raises LabError that names the experiment which measures it."""
        self._qmgr, self._host = qmgr, host
        user = "an unknown user"
        with suppress(KeyError, OSError, ImportError):  # Windows has no module pwd
            user = getpass.getuser()
        self._holder = f"{id}, started by {user} on {platform.node()}, process {os.getpid()}"
        self._handle: int | None = None
        self._process: RemoteGuarded | None = None
        self._take()

    def keep(self) -> None:
        """Take it again if the connection to its host was lost. Raises LabError as at first."""
        if self._process is not None:
            while not self._process.over and select.select([self._process.report], [], [], 0)[0]:
                self._process.hear()
            if self._process.over:
                self._process.close()
                self._take()

    def release(self) -> None:
        """Release it; a second call has no effect."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
        if self._process is not None:
            self._process.close()
        self._handle = self._process = None

    def _take(self) -> None:
        where = f"on {self._host.name}" if self._host else "on this host"
        try:
            if self._host is None:
                self._handle = name_lock.take(self._qmgr, self._holder)
            else:
                self._process = _held_there(self._host, self._qmgr, self._holder)
        except name_lock.TakenError as other:
            raise LabError(
                f"another experiment measures {self._qmgr} {where}: {other}",
                "wait for its end or stop it: two at once measure each other's load",
            ) from None
        except (OSError, HostError):
            return  # the preflight reports a host that is not reached


def _held_there(host: Host, qmgr: str, holder: str) -> RemoteGuarded:
    """The process that holds the lock on another host. Raises TakenError, and HostError if there is none."""
    source = name_lock.__loader__.get_source(name_lock.__name__) or ""  # type: ignore[union-attr]
    argv = (host.python, "-I", "-S", "-c", source, qmgr, holder)
    process = RemoteGuarded(host, argv, grace=_GRACE_SECONDS)
    process.begin_at(-math.inf)
    said, deadline = b"", time.monotonic() + START_SECONDS
    while not said.endswith(b"\n") and not process.over and time.monotonic() < deadline:
        select.select([process.output, process.report], [], [], deadline - time.monotonic())
        said += process.read() or b""
        process.hear()
    if said.strip() == name_lock.HELD.encode():
        return process
    process.close()
    if said.endswith(b"\n"):
        raise name_lock.TakenError(said.decode(errors="replace").strip())
    raise HostError(process.lost or f"{qmgr} cannot be locked on {host.name}", "")
