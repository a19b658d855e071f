"""Shows that the program is at work. Prints nothing on build servers and in short runs."""

from __future__ import annotations

import sys

from mqtune.cli.console import in_ci, show_progress

FIRST_S = 1.0
EVERY_S = 1.0


class Progress:
    """A line on standard error that appears after one second and is erased at the end."""

    def __init__(self, quiet: bool, what: object) -> None:
        """`what` is converted to a text whenever it is shown."""
        self.on = not quiet and sys.stderr.isatty() and not in_ci()
        self.what = what

    def __enter__(self) -> None:
        if not self.on:
            return
        import threading  # needed only on a terminal

        self._done = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        if not self.on:
            return
        self._done.set()
        self._thread.join()

    def _show(self) -> None:
        seconds = FIRST_S
        pause = FIRST_S
        while not self._done.wait(pause):
            show_progress(f"{self.what} … {seconds:.0f} s")
            pause = EVERY_S
            seconds += EVERY_S
        if seconds > FIRST_S:
            show_progress("")
