"""A real terminal for tests: a tmux server of its own, whose screen is read until it shows a text."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 120.0  # far more than a loaded machine needs
LOOK_S = 0.05
COMMAND = f"{shlex.quote(sys.executable)} -m mqtune"
AS_IT_SHOULD_BE = "alternate screen 0, cursor 1, mouse 0 0"


class Terminal:
    """A window with a shell in it, of a certain size, in a folder."""

    def __init__(self, folder: Path, size: tuple[int, int] = (120, 40)) -> None:
        # the path of a socket must be short
        self._sockets = Path(tempfile.mkdtemp(prefix="mqtune-"))
        self.folder = folder
        self.size = size
        self.state = folder / "state"

    def __enter__(self) -> Self:
        columns, rows = (str(number) for number in self.size)
        self.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", str(self.folder), "sleep 1000")
        self.tmux("new-window", "-c", str(self.folder), "sh")
        self.tmux("resize-window", "-x", columns, "-y", rows)  # a window without a client may be smaller
        return self

    def __exit__(self, *_: object) -> None:
        self.tmux("kill-server")
        shutil.rmtree(self._sockets, ignore_errors=True)

    def environment(self) -> dict[str, str]:
        """The environment of the shell and everything in it."""
        # LINES and COLUMNS, which parallel tests have, would hide the size of the window
        hidden = ("TMUX", "LC_", "LINES", "COLUMNS")
        known = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
        known |= {"PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(self.state), "LANG": "C.UTF-8"}
        return known | {"PS1": "$ ", "ENV": "", "TEXTUAL_ANIMATIONS": "none", "HOME": str(self.folder)}

    def tmux(self, *words: str) -> str:
        """Run a tmux command, and return its output."""
        command = ["tmux", "-S", str(self._sockets / "socket"), "-f", os.devnull, *words]
        done = subprocess.run(command, env=self.environment(), capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, words: str) -> None:
        """Type words as they are."""
        self.tmux("send-keys", "-l", words)

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        """Return the screen as text."""
        return self.tmux("capture-pane", "-p")

    def until(self, *words: str) -> str:
        """Wait until the screen shows all texts, and return it; it may be read in the middle of a frame."""
        return self._until(words, there=True)

    def until_gone(self, words: str) -> str:
        """Wait until the screen no longer shows a text, and return it."""
        return self._until((words,), there=False)

    def until_recorded(self, event: str, times: int) -> None:
        """Wait until the journals contain an event so many times; its line on the screen may have gone by."""
        end = time.monotonic() + LONGEST_S
        while sum(path.read_text().count(event) for path in self.state.rglob("*.jsonl")) < times:
            assert time.monotonic() < end, f"never recorded: {event}\n{self.screen()}"
            time.sleep(LOOK_S)

    def _until(self, words: tuple[str, ...], there: bool) -> str:
        end = time.monotonic() + LONGEST_S
        while True:
            screen = self.screen()
            if all(one in screen for one in words) == there:
                return screen
            assert time.monotonic() < end, f"{'never' if there else 'always'} shown: {words}\n{screen}"
            time.sleep(LOOK_S)

    def start(self, arguments: str) -> None:
        """Start mqtune from the shell; its process id is written to the file `pid`."""
        self.type(f"sh -c {shlex.quote(f'echo $$ >pid; exec {COMMAND} {arguments}')}")
        self.press("Enter")

    @property
    def pid(self) -> int:
        """The id of the process that was started."""
        return int((self.folder / "pid").read_text())

    def ended(self) -> None:
        """Wait until that process and all of its children have ended."""
        end = time.monotonic() + LONGEST_S
        while _runs(self.pid):
            assert time.monotonic() < end, f"it never ended\n{self.screen()}"
            time.sleep(LOOK_S)
        while left := self.left():
            assert time.monotonic() < end, f"left over: {left}"
            time.sleep(LOOK_S)

    def run(self, arguments: str) -> str:
        """Run a command of mqtune outside the terminal, with the same state, and return its output."""
        command = [sys.executable, "-m", "mqtune", *shlex.split(arguments)]
        done = subprocess.run(
            command, env=self.environment(), cwd=self.folder, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def modes(self) -> str:
        """The modes in which the terminal was left."""
        wanted = "alternate screen #{alternate_on}, cursor #{cursor_flag}, mouse "
        return self.tmux("display-message", "-p", f"{wanted}#{{mouse_any_flag}} #{{mouse_sgr_flag}}").strip()

    def left(self) -> list[str]:
        """The command lines of mqtune and its children that are still running."""
        return [
            words
            for entry in Path("/proc").glob("[0-9]*")
            if (words := _words(entry)).startswith(sys.executable)
            and f"XDG_STATE_HOME={self.state}\0" in _environment(entry)
        ]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _words(entry: Path) -> str:
    try:
        return (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _environment(entry: Path) -> str:
    try:
        return (entry / "environ").read_bytes().decode(errors="replace")
    except OSError:
        return ""
