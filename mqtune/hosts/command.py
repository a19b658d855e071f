"""Runs a short command under a guard with a time limit and returns its output. Never uses a shell."""

from __future__ import annotations

import math
import os
import select
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from mqtune.hosts.guarded import Guarded, has_guards
from mqtune.hosts.inventory import Host, HostError
from mqtune.hosts.ssh import START_SECONDS, RemoteGuarded, ssh_command
from mqtune.text.paths import resolved

MOST_BYTES = 16 * 1024 * 1024
GRACE_SECONDS = 2.0
# the rest of an ended process's output is in its pipe and arrives at once
_REST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The output of a command, and how it ended.

    `status` is its exit status, negative for a signal, None if it was stopped at the limit or could not
    start; in the latter case `refused` is the system's message. `cut` means that the output was truncated.
    """

    data: bytes
    status: int | None
    refused: str = ""
    timed_out: bool = False
    cut: bool = False

    @property
    def text(self) -> str:
        """The output; bytes that are not UTF-8 become U+FFFD."""
        return self.data.decode("utf-8", "replace")


def run_command(
    argv: Sequence[str],
    *,
    text: str = "",
    seconds: float = 30.0,
    environment: Mapping[str, str] | None = None,
    host: Host | None = None,
    separate: IO[bytes] | None = None,
    most: int = MOST_BYTES,
) -> CommandResult:
    """Run a command that reads `text`, for at most `seconds`, here or on another host.

    `separate` is a file for the standard error of a command here. Raises HostError if none can be started,
    or if the host cannot be reached.
    """
    if host is not None:
        return _run_there(host, argv, text, seconds)
    try:
        argv = resolved(argv, (environment or {}).get("PATH"))
    except OSError as error:
        return CommandResult(b"", None, error.strerror or str(error))
    if not has_guards():
        return _run_unguarded(argv, text, seconds, environment, separate, most)
    reader, writer = os.pipe()
    stderr = subprocess.STDOUT if separate is None else separate.fileno()
    try:
        process = Guarded(argv, grace=GRACE_SECONDS, stdin=reader, stderr=stderr, environment=environment)
    except BaseException:
        os.close(writer)
        raise
    finally:
        os.close(reader)
    feeder = threading.Thread(target=_feed, args=(writer, text.encode(errors="surrogateescape")), daemon=True)
    feeder.start()
    try:
        return _listen(process, seconds, most)
    finally:
        process.close()


def _run_unguarded(
    argv: Sequence[str],
    text: str,
    seconds: float,
    environment: Mapping[str, str] | None,
    separate: IO[bytes] | None,
    most: int,
) -> CommandResult:
    """Run a command on Windows: it ends at the limit, but not if mqtune is ended."""
    try:
        done = subprocess.run(
            argv,
            input=text.encode(errors="surrogateescape"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if separate is None else separate,
            env={**os.environ, **(environment or {})},
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return CommandResult((error.stdout or b"")[:most], None, timed_out=True)
    except (OSError, ValueError) as error:
        return CommandResult(b"", None, getattr(error, "strerror", None) or str(error))
    return CommandResult(done.stdout[:most], done.returncode, cut=len(done.stdout) > most)


def _run_there(host: Host, argv: Sequence[str], text: str, seconds: float) -> CommandResult:
    """Run a command on another host, with the environment of that host."""
    process = RemoteGuarded(host, argv, grace=GRACE_SECONDS, text=text)
    try:
        process.begin_at(-math.inf)
        result = _listen(process, seconds + START_SECONDS, MOST_BYTES)
    finally:
        process.close()
    if process.lost:
        raise HostError(process.lost, f"try `{shlex.join(ssh_command(host))} {shlex.join(argv)}`")
    return result


def _feed(writer: int, data: bytes) -> None:
    """Write in a thread of its own: a command that reads nothing may block the pipe."""
    try:
        with os.fdopen(writer, "wb") as file:
            file.write(data)
    except OSError:
        return  # the command ended without reading; its result shows why


def _listen(process: Guarded, seconds: float, most: int) -> CommandResult:
    data, timed_out, cut, open_ = bytearray(), False, False, True
    deadline = time.monotonic() + seconds
    while not process.over or open_:
        left = deadline - time.monotonic()
        if left <= 0:
            if process.over:
                break
            timed_out = True
            process.stop()
            deadline = time.monotonic() + 4 * GRACE_SECONDS
            continue
        handles = [process.output] * open_ + [process.report] * (not process.over)
        ready = select.select(handles, [], [], left)[0]
        if process.output in ready and (piece := process.read()) is not None:
            open_ = bool(piece)
            cut = cut or len(data) + len(piece) > most
            data += piece[: most - len(data)]
        if not process.over and process.report in ready:
            process.hear()
            if process.over:
                deadline = min(deadline, time.monotonic() + _REST_SECONDS)
    refused = process.refused[1] if process.refused else ""
    status = None if timed_out or refused else process.status
    return CommandResult(bytes(data), status, refused, timed_out, cut)
