"""Checks of the terminal before the first screen, and the exit when the terminal disappears.

This module does not import Textual, so that an unsuitable terminal is rejected at once.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import TextIO

from mqtune.text.messages import UsageError

LAST_MOMENT_S = 2.0  # a terminal that is gone accepts no output: the exit must not wait for it
END_STATUS = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}  # of the signals that end a program
PLAIN_ENCODINGS = ("utf",)


def check_terminal(standard_input: TextIO, standard_error: TextIO, terminal: str) -> None:
    """Raise UsageError unless there is a terminal to draw on and to read keys from."""
    plain = "`mqtune lint` and the other commands do not need one"
    for stream, name in ((standard_input, "input"), (standard_error, "error output")):
        if not stream.isatty():
            raise UsageError(f"the terminal UI needs a terminal; standard {name} is not one", plain)
    if sys.platform == "win32" and not terminal:
        return  # its consoles position text, and set no TERM
    if terminal in ("", "dumb"):
        shown = f"TERM={terminal}" if terminal else "TERM is not set"
        raise UsageError(f"the terminal UI needs a terminal that can position text ({shown})", plain)


def is_ascii_only(stream: TextIO) -> bool:
    """Return whether the terminal's encoding lacks box characters."""
    encoding = (getattr(stream, "encoding", None) or "").lower()
    return not encoding.startswith(PLAIN_ENCODINGS)


def leave_soon(status: int, seconds: float = LAST_MOMENT_S) -> None:
    """End the process after some seconds, even if it is blocked."""
    timer = threading.Timer(seconds, os._exit, (status,))
    timer.daemon = True
    timer.start()


def standard_streams() -> tuple[TextIO, TextIO]:
    """Return the streams that the UI reads from and draws on."""
    return sys.stdin, sys.stderr
