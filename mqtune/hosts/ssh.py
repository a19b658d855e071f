"""Processes on other hosts, over the system's ssh client with its configuration, agent and known hosts.

ssh starts the guard with the Python of a host and carries the lease, the report and the output of one
process. If the connection ends in any way, the guard ends the process. No question is answered and no
password is known here.
"""

from __future__ import annotations

import base64
import json
import math
import os
import platform
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Mapping, Sequence

from mqtune.hosts import guard
from mqtune.hosts.guarded import Guarded, end_group
from mqtune.hosts.inventory import INSTALLED, Host, HostError
from mqtune.text.messages import reason_of
from mqtune.text.paths import resolved

# The connection.

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


# One process on another host under its guard.

BEAT_SECONDS = 4.0
SILENCE_SECONDS = guard.SILENCE  # without a beat, until the guard takes the connection for dead
PINGS = 5
MARK = f"mqtune of {platform.node()}, process {os.getpid()};"  # in the command lines of guards on other hosts
START_SECONDS = 40.0  # for the connection and the start of Python
MARGIN_SECONDS = 0.3  # until all hosts have heard the moment at which they begin
_LINES = 5


class RemoteGuarded(Guarded):
    """A process of another host; see `Guarded`. It begins when `begin_at` names the moment.

    `lost` is why the connection ended early, empty as long as it did not. `offset` is what the clock of the
    host is ahead of this machine's monotonic clock, in seconds, known after `synchronize` to within
    `uncertainty`.
    """

    def __init__(
        self,
        host: Host,
        argv: Sequence[str],
        *,
        grace: float,
        trusted: bool = False,
        text: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Connect. Raises HostError if ssh cannot be started."""
        self.host = host
        self.lost = ""
        self.offset, self.uncertainty = 0.0, math.inf
        self._text = text
        self._ready = False
        self._time: float | None = None
        self._said: list[str] = []
        super().__init__(argv, grace=grace, trusted=trusted, environment=environment)
        self._beating, self._writing = threading.Event(), threading.Lock()
        threading.Thread(target=self._beat, name=f"lease of {host.name}", daemon=True).start()

    def _start(
        self, argv: Sequence[str], grace: str, mode: str, stdin: int, environment: Mapping[str, str] | None
    ) -> None:
        job = {
            "command": list(argv),
            "environment": {"LC_ALL": "C", **self.host.environment, **(environment or {})},
            "path": [*self.host.path, *INSTALLED],
            "grace": float(grace),
            "mode": mode,
            "silence": SILENCE_SECONDS,
            "stdin": self._text,
        }
        self._guard = subprocess.Popen(
            resolved([*ssh_command(self.host), _program(self.host.python)]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        assert self._guard.stderr is not None
        self._lease = os.dup(self._guard.stdin.fileno())
        self._guard.stdin.close()
        self.report = os.dup(self._guard.stderr.fileno())
        self._guard.stderr.close()
        self.output = self._guard.stdout.fileno()
        self._request(json.dumps(job).encode() + b"\n")
        for handle in (self.output, self.report, self._lease):
            os.set_blocking(handle, False)

    def synchronize(self) -> None:
        """Wait for the host, and measure the offset of its clock. Raises HostError if it does not answer."""
        deadline = time.monotonic() + START_SECONDS
        self._await(lambda: self._ready, deadline)
        for _ in range(PINGS):
            self._time = None
            sent = time.monotonic()
            self._request(guard.PING + b"\n")
            self._await(lambda: self._time is not None, deadline)
            half = (time.monotonic() - sent) / 2
            if half < self.uncertainty and self._time is not None:
                self.offset, self.uncertainty = self._time - sent - half, half

    def begin_at(self, moment: float) -> None:
        """Let it begin at a moment of this machine's monotonic clock."""
        self._request(guard.GO + f"{moment + self.offset!r}\n".encode())

    def close(self) -> None:
        """As `Guarded.close`; the words that keep the lease end, too."""
        with self._writing:
            self._beating.set()
        super().close()

    def _await(self, done: Callable[[], bool], deadline: float) -> None:
        while not done():
            left = deadline - time.monotonic()
            if left > 0 and not self.over:
                select.select([self.report], [], [], left)
                self.hear()
                continue
            why = self.lost or f"{self.host.name} did not answer within {START_SECONDS:g} s"
            raise HostError(why, f"try `{shlex.join(ssh_command(self.host))} {self.host.python} --version`")

    def _beat(self) -> None:
        while not self._beating.wait(BEAT_SECONDS):
            with self._writing:
                if not self._beating.is_set():
                    self._request(guard.BEAT)

    def _apply(self, line: str) -> None:
        if not line.startswith(guard.MARK):
            self._said = [*self._said, line.strip()][-_LINES:]
            return
        line = line[len(guard.MARK) :]
        if line == "ready":
            self._ready = True
        elif line.startswith("time "):
            self._time = float(line[5:])
        else:
            super()._apply(line)

    def _sweep(self) -> None:
        """Nothing can be ended from here: the guard of the host does that."""
        said = " ".join(word for word in self._said if word)[-300:] or "ssh ended without a message"
        reached = "the connection to" if self._ready else "no connection to"
        was = " was lost" if self._ready else ""
        self.lost = f"{reached} {self.host.name}{was}: {said}"


def _program(python: str) -> str:
    """The guard as one word of a command line, which every shell understands."""
    source = guard.__loader__.get_source(guard.__name__) or ""  # type: ignore[union-attr]
    packed = base64.b64encode(zlib.compress(source.encode(), 9)).decode()
    code = f'{MARK!r};import base64,zlib;exec(zlib.decompress(base64.b64decode("{packed}")))'
    return f"{shlex.quote(python)} -I -S -c {shlex.quote(code)}"
