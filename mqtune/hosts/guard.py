"""Runs between mqtune and a load driver, so that the driver ends when mqtune does, in whatever way that ends.

A program of its own, started by `guarded.py` as
`python -I -S guard.py LEASE REPORT GRACE MODE -- COMMAND`: standard library only, no other module of the
package. LEASE and REPORT are file descriptors, GRACE is in seconds. On another host `ssh.py` starts it
over ssh without arguments: the lease is standard input, which begins with the job, and the report is standard
error, each line after a mark. Python 3.7 is sufficient there.

The driver runs in a session of its own. "S" on the lease stops its whole group, and so does the end of the
lease, which occurs when mqtune dies in any way: SIGINT, grace, SIGTERM, grace, and for MODE `hard` SIGKILL.
MODE `soft` is for programs whose SIGKILL could damage the queue manager: processes that survive SIGTERM are
reported and left alone, unless "K" comes, which mqtune sends only after a person typed a name. Over ssh "."
keeps the lease, which ends without one: a connection may die without a sign of it.

Lines of the report: `started PID`, `failed ERRNO WORDS`, `ended STATUS` (negative: by that signal),
`left PID...`. The exit status is that of the driver (128 + signal), 124 if processes were left.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import time

HARD = "hard"
SOFT = "soft"
STOP = b"S"
KILL = b"K"
BEAT = b"."
PING = b"T"
GO = b"G"
MARK = "@mqtune "  # before each line of a report that shares standard error with ssh
SILENCE = 20.0  # seconds in which nothing comes over ssh
LEFT = 124
CANNOT_START = 127
SIGNALLED = 128
# for processes that survive the group's leader, and for the effect of SIGKILL; seconds
SWEEP = 2.0
_POLL = 0.05
# a Windows that only imports this file lacks some of them
DEAF = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE") if hasattr(signal, name)
)
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


class Guard:
    """The guard of one driver and its process group."""

    def __init__(
        self, lease: int, report: int, grace: float, hard: bool, mark: str = "", silence: float | None = None
    ) -> None:
        self._lease = lease
        self._report = report
        self._mark = mark
        self._silence = silence
        self._last_word = time.monotonic()
        self._grace = grace
        self._hard = hard
        self._open = True
        self._stop = False
        self._kill = False
        self._driver = 0
        self._status: int | None = None
        self._woken, self._waker = os.pipe()

    def run(self, command: list[str]) -> int:
        """Start the driver, wait for its end, and return the exit status of the guard."""
        self._handle_signals()
        if not self._start(command):
            return CANNOT_START
        self._let_go()
        while self._status is None and not self._stop:
            self._wait(None)
        grace = self._grace if self._status is None else min(self._grace, SWEEP)
        gone = self._end_group(grace)
        if self._status is not None:
            self._emit(f"ended {self._status}")
        if not gone or self._status is None:
            return LEFT
        return self._status if self._status >= 0 else SIGNALLED - self._status

    def _handle_signals(self) -> None:
        """Ignore the signals of a terminal, and wake up when a child ends."""
        for signal_number in DEAF:
            signal.signal(signal_number, signal.SIG_IGN)
        os.set_blocking(self._waker, False)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        # orphans of the driver become children of the guard, which reaps them: no zombie stays in the group
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def _start(self, command: list[str]) -> bool:
        """Start the driver with few modules; a pipe that exec closes brings its refusal."""
        refusal, refuse = os.pipe()
        guard = os.getpid()
        try:
            self._driver = os.fork()
        except OSError as error:
            self._emit(f"failed {error.errno or 0} {error.strerror or error}")
            return False
        if not self._driver:
            self._become(command, guard, refuse)
        os.close(refuse)
        with os.fdopen(refusal, errors="replace") as file:
            why = file.read()
        if why:
            self._emit(f"failed {why}")
        return not why

    def _become(self, command: list[str], guard: int, refuse: int) -> None:
        """In the child: replace it by the driver. Never returns."""
        try:
            os.setsid()
            for signal_number in (*DEAF, signal.SIGCHLD, signal.SIGXFSZ):
                signal.signal(signal_number, signal.SIG_DFL)
            if not self._hard:
                # if mqtune is gone, a write fails instead of ending the program
                signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL if self._hard else signal.SIGINT)
            if os.getppid() != guard:
                raise OSError("the guard has died")
            self._emit(f"started {os.getpid()}")
            os.execvp(command[0], command)
        except OSError as error:
            os.write(refuse, f"{error.errno or 0} {error.strerror or error}".encode(errors="replace"))
        except ValueError as error:
            os.write(refuse, f"0 {error}".encode(errors="replace"))
        finally:
            os._exit(CANNOT_START)

    def _let_go(self) -> None:
        """Close the driver's pipes: the end of its output then means that its whole group has ended."""
        null = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(null, standard)
        os.close(null)

    def _wait(self, seconds: float | None) -> None:
        """Wait for a word on the lease, the end of a child, or the given seconds."""
        handles = [self._woken, self._lease] if self._open else [self._woken]
        if self._silence is not None and self._open:
            left = max(0.0, self._last_word + self._silence - time.monotonic())
            seconds = left if seconds is None else min(left, seconds)
        ready = select.select(handles, [], [], seconds)[0]
        if self._woken in ready:
            os.read(self._woken, 1024)
        if self._lease in ready:
            self._last_word = time.monotonic()
            self.take_word(os.read(self._lease, 64))
        elif self._open and time.monotonic() - self._last_word >= (self._silence or sys.maxsize):
            self.take_word(b"")
        self._reap()

    def take_word(self, word: bytes) -> None:
        """Obey a word of the lease; an empty one is its end."""
        self._open = bool(word)
        self._stop = self._stop or not word or STOP in word or KILL in word
        self._kill = self._kill or KILL in word

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    return
                if pid == self._driver:
                    signalled = os.WIFSIGNALED(status)
                    self._status = -os.WTERMSIG(status) if signalled else os.WEXITSTATUS(status)

    def _end_group(self, grace: float) -> bool:
        """Stop the rest of the group; whether all of it has ended."""
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            if self._kill or self._gone():
                break
            self._send(signal_number)
            if self._hard:
                self._send(signal.SIGCONT)
            self._wait_for_end(grace)
        if not self._gone() and not self._hard and not self._kill:
            self._leave()
        if not self._gone() and (self._hard or self._kill):
            self._send(signal.SIGKILL)
            self._kill = False
            self._wait_for_end(SWEEP)
            if not self._gone():
                self._emit(f"left {' '.join(self._members())}")
        return self._gone()

    def _wait_for_end(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not self._gone() and not self._kill and time.monotonic() < deadline:
            self._wait(max(0.0, min(deadline - time.monotonic(), _POLL)))

    def _leave(self) -> None:
        """Report what is left, then wait for its end, the request to kill, or the end of mqtune."""
        self._emit(f"left {' '.join(self._members())}")
        while self._open and not self._kill and not self._gone():
            self._wait(_POLL * 4)

    def _gone(self) -> bool:
        self._reap()
        try:
            os.killpg(self._driver, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False  # it exists, and belongs to another user
        return False

    def _send(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._driver, number)

    def _members(self) -> list[str]:
        """Processes of the group; only the driver if the system has no list of processes."""
        members = []
        for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
            with contextlib.suppress(OSError, ValueError):
                if os.getpgid(int(name)) == self._driver:
                    members.append(name)
        return members or [str(self._driver)]

    def _emit(self, line: str) -> None:
        with contextlib.suppress(OSError):
            os.write(self._report, (self._mark + line + "\n").encode(errors="replace"))


def _prctl(option: int, value: int) -> None:
    """Call prctl on Linux; other systems do not have it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, int(value), 0, 0, 0)


class Remote:
    """The start of a guard on another host: the job, the clock, and the moment to begin.

    It imports what only it needs where it needs it, since every command here waits for a guard to start.
    """

    def __init__(self) -> None:
        self._lease, self._report = os.dup(0), os.dup(2)
        self._rest = b""

    def run(self) -> int:
        """Read the job, answer questions about the clock, wait for the moment, and guard the command."""
        import json

        os.dup2(1, 2)
        job = json.loads(self._line().decode())
        path = os.environ.get("PATH", "").split(os.pathsep)
        os.environ.update(job["environment"])
        os.environ["PATH"] = os.pathsep.join([*job["path"], *path])
        self._feed(job["stdin"])
        command = [*job["command"]]
        command[0] = self._program_path(command[0])
        self._say("ready")
        moment = self._moment()
        time.sleep(max(0.0, moment - time.monotonic()))
        guard = Guard(self._lease, self._report, job["grace"], job["mode"] == HARD, MARK, job["silence"])
        if self._rest:
            guard.take_word(self._rest)
        return guard.run(command)

    def _moment(self) -> float:
        """The time of this host's clock at which to begin."""
        while True:
            word = self._line()
            if word.startswith(PING):
                self._say(f"time {time.monotonic()!r}")
            elif word.startswith(GO):
                return float(word[len(GO) :])

    def _feed(self, text: str) -> None:
        """Let the command read a text, which may be empty."""
        import tempfile

        with tempfile.TemporaryFile() as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.seek(0)
            os.dup2(file.fileno(), 0)

    def _program_path(self, word: str) -> str:
        """The path of the command; MQ-CPH finds its properties by a variable."""
        import shutil

        path = shutil.which(word) or word
        folder = os.path.dirname(os.path.realpath(path))
        with contextlib.suppress(OSError):
            if any(name.endswith(".properties") for name in os.listdir(folder)):
                os.environ.setdefault("CPH_INSTALLDIR", folder)
        return path

    def _line(self) -> bytes:
        """The next line from mqtune, without the words that keep the lease; its end ends the program."""
        while b"\n" not in self._rest:
            ready = select.select([self._lease], [], [], SILENCE)[0]
            piece = os.read(self._lease, 1 << 16) if ready else b""
            if not piece:
                raise SystemExit(LEFT)
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line.lstrip(BEAT)

    def _say(self, line: str) -> None:
        os.write(self._report, (MARK + line + "\n").encode())


def main(words: list[str]) -> int:
    """Run a guard by its command line, or without one as a guard on another host."""
    if not words:
        return Remote().run()
    lease, report, grace, mode, _, *command = words
    for handle in (int(lease), int(report)):
        os.set_inheritable(handle, False)
    return Guard(int(lease), int(report), float(grace), mode == HARD).run(command)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
