"""One process under its guard, from mqtune's side: start, stop and end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import zipimport
from collections.abc import Mapping, Sequence

from mqtune.hosts import guard
from mqtune.hosts.inventory import HostError

CHUNK = 1 << 16
NO_PROCESSES = HostError(
    "programs cannot be guarded on this system",
    "measure from Linux, AIX or macOS, or use --driver manual: it prints the commands and reads the output",
)


class Guarded:
    """A process in a session of its own, which ends when this object is closed or mqtune dies.

    `output` and `report` are descriptors to wait on; `read` and `hear` read them. `pid` is the driver's once
    it runs, `status` its exit status once it ended (negative: by that signal), `refused` why it could not
    start (errno and message), `left` the processes that survived every signal that may be sent. `over` is set
    when the guard has ended, and with it the group apart from `left`; `guard_lost` if the guard was killed.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        grace: float,
        trusted: bool = False,
        stdin: int = subprocess.DEVNULL,
        stderr: int = subprocess.STDOUT,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start it. Raises HostError if this system has no process groups or allows no more processes."""
        self.pid: int | None = None
        self.status: int | None = None
        self.refused: tuple[int, str] | None = None
        self.left: tuple[int, ...] = ()
        self.guard_lost = False
        self.over = False
        self._trusted = trusted
        self._stderr = stderr
        self._heard = b""
        require_guards()
        mode = guard.SOFT if trusted else guard.HARD
        try:
            self._start(argv, f"{grace:g}", mode, stdin, environment)
        except OSError as error:
            raise HostError(
                f"no process could be started: {error.strerror or error}",
                "check the limits of this user (ulimit -n, ulimit -u) and the free memory, then resume",
            ) from error

    def _start(
        self, argv: Sequence[str], grace: str, mode: str, stdin: int, environment: Mapping[str, str] | None
    ) -> None:
        lease, self._lease = os.pipe()
        self.report, report = os.pipe()
        try:
            self._guard = subprocess.Popen(
                [*_program(), str(lease), str(report), grace, mode, "--", *argv],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                pass_fds=(lease, report),
                start_new_session=True,
                env={**os.environ, "LC_ALL": "C", **(environment or {})},
            )
        except OSError:
            for handle in (self._lease, self.report):
                os.close(handle)
            raise
        finally:
            os.close(lease)
            os.close(report)
        assert self._guard.stdout is not None
        self.output = self._guard.stdout.fileno()
        os.set_blocking(self.output, False)
        os.set_blocking(self.report, False)

    def stop(self) -> None:
        """Request the guard to end the group. Returns at once; a second request has no effect."""
        self._request(guard.STOP)

    def kill(self) -> None:
        """Request SIGKILL now, also for a trusted program. Only after a person agreed to that."""
        self._request(guard.KILL)

    def read(self) -> bytes | None:
        """New output of the process; None if there is nothing now, empty at the end."""
        try:
            return os.read(self.output, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def hear(self) -> None:
        """Process the guard's report. At the end of the report the guard and its group have ended."""
        try:
            data = os.read(self.report, CHUNK)
        except BlockingIOError:
            return
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            self._apply(line.decode(errors="replace"))
        if not data:
            self._end()

    def close(self) -> None:
        """Release the lease, wait for the guard, and close the pipes. Running processes are stopped."""
        if self._lease >= 0:
            os.close(self._lease)
            self._lease = -1
        if not self.over:
            os.set_blocking(self.report, True)
            while not self.over:
                self.hear()
        if self.report >= 0:
            os.close(self.report)
            self.report = -1
        assert self._guard.stdout is not None
        self._guard.stdout.close()

    def _request(self, word: bytes) -> None:
        if self._lease >= 0:
            with contextlib.suppress(OSError):
                os.write(self._lease, word)

    def _apply(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "started":
            self.pid = int(rest)
        elif word == "failed":
            number, _, words = rest.partition(" ")
            self.refused = (int(number), words)
        elif word == "ended":
            self.status = int(rest)
        elif word == "left":
            self.left = tuple(int(process) for process in rest.split())

    def _end(self) -> None:
        self.over = True
        code = self._guard.wait()
        reported = self.refused is not None or self.status is not None or code == guard.LEFT
        if not reported:
            self.guard_lost = True
            self._sweep()

    def _sweep(self) -> None:
        """End the group from here, since the guard died without a report."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGINT if self._trusted else signal.SIGKILL)


def has_guards() -> bool:
    """Whether programs can be guarded here: not on Windows, which has no process groups."""
    return hasattr(os, "killpg")


def require_guards() -> None:
    """Raise HostError where programs cannot be guarded."""
    if not has_guards():
        raise NO_PROCESSES


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads a session, and what it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _program() -> list[str]:
    """How Python runs the guard: from its file, or from its text if the package is in an archive."""
    alone = [sys.executable, "-I", "-S"]
    if isinstance(loader := guard.__loader__, zipimport.zipimporter):
        return [*alone, "-c", loader.get_source(guard.__name__) or ""]
    return [*alone, guard.__file__]
