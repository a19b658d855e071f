"""The system's ssh client with its configuration, agent and known hosts; it asks nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from mqtune.hosts.guarded import end_group
from mqtune.hosts.host import Host, HostError
from mqtune.text.errors import reason_of
from mqtune.text.programs import resolved

OPTIONS = (
    *("-T", "-x", "-a"),
    *("-o", "BatchMode=yes", "-o", "ConnectTimeout=15"),
    *("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3"),
)
ALONE = ("-o", "ControlMaster=no")


def ssh_command(host: Host, more: Sequence[str] = ALONE) -> list[str]:
    """The ssh command up to the destination."""
    return ["ssh", *OPTIONS, *more, *host.options, "--", host.destination]


class SharedConnection:
    """One connection for many commands on hosts that may lack Python.

    It is held by a first ssh that runs `cat` and ends with its standard input, so that it ends with this
    process even if that is killed.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._holder: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._refused: HostError | None = None

    def command(self) -> list[str]:
        """The ssh command up to the destination, over the connection once it is open."""
        shared = ("-o", f"ControlPath={self._folder}/socket") if self._folder else ALONE
        return ssh_command(self._host, shared)

    def open(self) -> None:
        """Connect once. Raises HostError, each time: the next attempt would fail in the same way.

        The ssh of Windows cannot share a connection; each command makes its own there.
        """
        if sys.platform == "win32":
            return
        if not self._folder:
            self._folder = tempfile.mkdtemp(prefix="mqtune-")  # short: the path of a socket is limited
            self._refused = self._connect()
        if self._refused is not None:
            raise self._refused

    def _connect(self) -> HostError | None:
        words = [*ssh_command(self._host, ("-o", "ControlMaster=yes")), "echo open; exec cat"]
        words[1:1] = ["-o", f"ControlPath={self._folder}/socket"]
        help = f"try `ssh {self._host.destination} true`"
        with tempfile.TemporaryFile() as errors:
            try:
                self._holder = subprocess.Popen(
                    resolved(words),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as error:
                return HostError(f"ssh: {reason_of(error)}", help)
            assert self._holder.stdout is not None
            if b"open" in self._holder.stdout.readline():
                return None
            errors.seek(0)
            lines = [line.strip() for line in errors.read().decode("utf-8", "replace").splitlines()]
        said = [line for line in lines if line] or ["ssh ended without a message"]
        return HostError(f"cannot connect: {said[-1]}", help)

    def close(self) -> None:
        """End the connection."""
        if self._holder is not None:
            end_group(self._holder)
            self._holder = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
