"""Runs a short command under a guard, with a time limit, and gives all that it printed. Never a shell."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mqtune.lab.drivers.processes.guarded import Guarded

MOST_BYTES = 16 * 1024 * 1024
GRACE_SECONDS = 2.0
# what a process that ended leaves in its pipe comes at once
_REST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command printed, and how it ended.

    `status` is its exit status, negative for a signal, None where it was stopped at the limit or could not
    start; then `refused` has the system's words. `cut` tells that it printed more than anybody reads.
    """

    text: str
    status: int | None
    refused: str = ""
    timed_out: bool = False
    cut: bool = False


def run_command(
    argv: Sequence[str],
    *,
    text: str = "",
    seconds: float = 30.0,
    environment: Mapping[str, str] | None = None,
) -> CommandResult:
    """Run a command that reads `text`, for `seconds` at most. Raises LabError where nothing starts here."""
    reader, writer = os.pipe()
    try:
        process = Guarded(argv, grace=GRACE_SECONDS, stdin=reader, environment=environment)
    except BaseException:
        os.close(writer)
        raise
    finally:
        os.close(reader)
    feeder = threading.Thread(target=_feed, args=(writer, text.encode(errors="surrogateescape")), daemon=True)
    feeder.start()
    try:
        return _listen(process, seconds)
    finally:
        process.close()


def _feed(writer: int, data: bytes) -> None:
    """Write without waiting in the way of the reader: a command that reads nothing may fill the pipe."""
    try:
        with os.fdopen(writer, "wb") as file:
            file.write(data)
    except OSError:
        return  # it ended without reading; its answer tells


def _listen(process: Guarded, seconds: float) -> CommandResult:
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
            cut = cut or len(data) + len(piece) > MOST_BYTES
            data += piece[: MOST_BYTES - len(data)]
        if not process.over and process.report in ready:
            process.hear()
            if process.over:
                deadline = min(deadline, time.monotonic() + _REST_SECONDS)
    refused = process.refused[1] if process.refused else ""
    status = None if timed_out or refused else process.status
    return CommandResult(data.decode("utf-8", "replace"), status, refused, timed_out, cut)
