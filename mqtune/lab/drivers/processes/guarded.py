"""One process under its guard, seen from mqtune: started, told to stop, and its end.

Knows pipes and process groups; does not know what the process prints, or why it is run.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import zipimport
from collections.abc import Mapping, Sequence

from mqtune.lab.core.errors import LabError
from mqtune.lab.drivers.processes import guard

CHUNK = 1 << 16
NO_PROCESSES = LabError(
    "load drivers cannot be guarded on this system",
    "measure from Linux, AIX or macOS, or take --driver manual: it prints the commands and reads the output",
)


class Guarded:
    """A process in a session of its own, which ends when this object is closed or mqtune dies.

    `output` and `report` are descriptors to wait on; read them by `read` and `hear`. `pid` is the driver's
    once it runs, `status` its exit status once it ended (negative: by that signal), `refused` why it could
    not start (errno and words), `left` what outlived every signal that it may be sent. `over` is set when the
    guard is gone, and with it the group but for what is left; `guard_lost` when the guard was killed.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        grace: float,
        trusted: bool = False,
        stdin: int = subprocess.DEVNULL,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start it. Raises LabError where this system has no process groups or no more processes."""
        self.pid: int | None = None
        self.status: int | None = None
        self.refused: tuple[int, str] | None = None
        self.left: tuple[int, ...] = ()
        self.guard_lost = False
        self.over = False
        self._trusted = trusted
        self._heard = b""
        if not hasattr(os, "killpg"):
            raise NO_PROCESSES
        mode = guard.SOFT if trusted else guard.HARD
        try:
            self._start(argv, f"{grace:g}", mode, stdin, environment)
        except OSError as error:
            raise LabError(
                f"no process could be started: {error.strerror or error}",
                "see to the limits of this user (ulimit -n, ulimit -u) and to the memory, then resume",
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
                stderr=subprocess.STDOUT,
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

    @property
    def guard_pid(self) -> int:
        """The guard's own process."""
        return self._guard.pid

    def stop(self) -> None:
        """Ask the guard to end the group. Returns at once; asking twice does nothing more."""
        self._say(guard.STOP)

    def kill(self) -> None:
        """Ask the guard for SIGKILL now, also for a trusted program. Only after a person agreed to that."""
        self._say(guard.KILL)

    def read(self) -> bytes | None:
        """What the process printed since; None where there is nothing now, empty at the end."""
        try:
            return os.read(self.output, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def hear(self) -> None:
        """Take in what the guard reports. At the end of its report it is gone, and so is the group."""
        try:
            data = os.read(self.report, CHUNK)
        except BlockingIOError:
            return
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            self._take(line.decode(errors="replace"))
        if not data:
            self._end()

    def close(self) -> None:
        """Give up the lease, wait for the guard, and close the pipes. What still runs is stopped."""
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

    def _say(self, word: bytes) -> None:
        if self._lease >= 0:
            with contextlib.suppress(OSError):
                os.write(self._lease, word)

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "started":
            self.pid = int(rest)
        elif word == "failed":
            number, _, words = rest.partition(" ")
            self.refused = (int(number), words)
        elif word == "ended":
            self.status = int(rest)
        elif word == "left":
            self.left = tuple(int(one) for one in rest.split())

    def _end(self) -> None:
        self.over = True
        code = self._guard.wait()
        told = self.refused is not None or self.status is not None or code == guard.LEFT
        if not told:
            self.guard_lost = True
            self._sweep()

    def _sweep(self) -> None:
        """The guard died without a word: end its group from here."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGINT if self._trusted else signal.SIGKILL)


def _program() -> list[str]:
    """How Python runs the guard: from its file, or from its text where the package lies in an archive."""
    alone = [sys.executable, "-I", "-S"]
    if isinstance(loader := guard.__loader__, zipimport.zipimporter):
        return [*alone, "-c", loader.get_source(guard.__name__) or ""]
    return [*alone, guard.__file__]
