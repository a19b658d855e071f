"""Starts the terminal UI in a bare pseudo-terminal, shows every area, and leaves with q.

`PYTHON tests/tui/start_in_terminal.py MQTUNE [PATH]...` does it at three sizes with an installed mqtune,
opens the paths (by default the examples), and exits with 0 if each start succeeds; else it prints the screen
and exits with 1. It needs only the standard library, so that any environment can be tried.
"""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((80, 24), (120, 40), (200, 50))
# each key, and what the screen shows then: the active area, which is in brackets
AREAS = (
    ("", "[1 Home"),
    ("2", "[2 Lint"),
    ("3", "[3 Topo"),
    ("4", "[4 Capa"),
    ("5", "[5 Lab"),
    ("6", "[6 Hist"),
)
OPENED = "Look at these first"
LONGEST_S = 120.0  # far more than a loaded machine needs
FRAME_S = 0.02  # between two pieces of one frame
OUTPUT = re.compile(
    r"\x1b\[(?P<given>[<-?]?[0-9;:]*)[ -/]*(?P<end>[@-~])"  # a control sequence
    r"|\x1b[\]P_^X].*?(?:\x1b\\|\x07)"  # a title, a query of the terminal
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]|(?P<text>[^\x1b]+)",
    re.DOTALL,
)
ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"
SLOW = re.compile(
    r"^Executing <.*> took [0-9.]+ seconds\s*$", re.MULTILINE
)  # a busy machine, in development mode


class StartError(Exception):
    """The UI did not do what it should; the text contains the screen."""


def take_terminal() -> None:
    """Make the terminal that of the new session, whose programs then end with it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class BareTerminal:
    """A pseudo-terminal that answers no query, with a program in it. It is killed if it does not end."""

    def __init__(
        self, command: Sequence[str], size: tuple[int, int], folder: str, environment: Mapping[str, str]
    ) -> None:
        self.width, self.height = size
        self.output = ""
        self._lines, self._row, self._column = self._empty_lines(), 0, 0
        self._drawn = 0  # how much of the output is in these lines
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", self.height, self.width, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=take_terminal,  # noqa: PLW1509 - there is no other thread
        )
        os.close(theirs)

    def close(self) -> None:
        """End the program."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._ours)

    def press(self, key: str) -> None:
        """Type a key."""
        os.write(self._ours, key.encode())

    def until(self, *words: str) -> None:
        """Read until the screen shows all words. Raises StartError."""
        end = time.monotonic() + LONGEST_S
        while not all(word in self.screen() for word in words):
            if not self._read(end):
                raise StartError(f"never shown: {', '.join(words)}\n{self.screen()}")

    def until_ended(self) -> int:
        """Read until the program has ended, and return its status. Raises StartError."""
        end = time.monotonic() + LONGEST_S
        while self._read(end):
            pass
        try:
            return self.process.wait(max(end - time.monotonic(), 1))
        except subprocess.TimeoutExpired:
            raise StartError(f"it never ended\n{self.screen()}") from None

    def _read(self, end: float) -> bool:
        """Read output until there is none for a moment; False if it has ended, or if nothing comes."""
        wait = max(end - time.monotonic(), 0)
        read = False
        while select.select([self._ours], [], [], wait)[0]:
            try:
                piece = os.read(self._ours, 65536)
            except OSError as error:  # Linux reports a terminal without programs as an error
                if error.errno != errno.EIO:
                    raise
                piece = b""
            if not piece:
                break
            self.output += self._decoder.decode(piece)
            read, wait = True, FRAME_S
        return read

    def screen(self) -> str:
        """Return what a terminal shows after the output so far."""
        while match := OUTPUT.match(self.output, self._drawn):
            self._drawn = match.end()
            if match["text"]:
                self._write(match["text"])
            elif match["end"] == "H":
                numbers = [int(number) for number in re.findall(r"\d+", match["given"])]
                self._row, self._column = (number - 1 for number in [*numbers, 1, 1][:2])
            elif match["end"] == "J" or match[0] in (ENTERED, LEFT):
                self._lines = self._empty_lines()
        return "\n".join("".join(line).rstrip() for line in self._lines)

    def _empty_lines(self) -> list[list[str]]:
        return [[" "] * self.width for _ in range(self.height)]

    def _write(self, text: str) -> None:
        for character in text:
            if character == "\r":
                self._column = 0
            elif character == "\n" or self._column == self.width:
                self._row, self._column = self._row + 1, 0
            if self._row == self.height:
                self._lines = [*self._lines[1:], [" "] * self.width]
                self._row -= 1
            if character >= " ":
                self._lines[self._row][self._column] = character
                self._column += 1

    def outside(self) -> str:
        """Return the text before the UI is shown and after it is left, such as a traceback or a warning."""
        before, _, rest = self.output.partition(ENTERED)
        text = before + rest.rpartition(LEFT)[2]
        plain = "".join(match["text"] or "" for match in OUTPUT.finditer(text))
        return SLOW.sub("", plain.replace("\r", "")).strip()


def start(
    command: Sequence[str], words: Sequence[str], size: tuple[int, int], environment: Mapping[str, str]
) -> None:
    """Start `mqtune tui` with these words in an empty folder, show every area, and quit.

    Raises StartError if anything is not as it should be.
    """
    with tempfile.TemporaryDirectory(prefix="mqtune-") as folder:
        terminal = BareTerminal([*command, "tui", *words], size, folder, _declared(environment, folder))
        try:
            _walk(terminal)
        finally:
            terminal.close()


def _declared(environment: Mapping[str, str], folder: str) -> dict[str, str]:
    """The environment of a usual terminal, with warnings, except those about the libraries' own future."""
    hidden = ("LC_", "LINES", "COLUMNS", "NO_COLOR", "COLORTERM", "TEXTUAL")
    kept = {name: value for name, value in environment.items() if not name.startswith(hidden)}
    return kept | {
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "XDG_STATE_HOME": os.path.join(folder, ".state"),
        "PYTHONDEVMODE": "1",
        "PYTHONWARNINGS": "ignore::DeprecationWarning,ignore::PendingDeprecationWarning",
    }


def _walk(terminal: BareTerminal) -> None:
    terminal.until(AREAS[0][1], OPENED)
    for key, shown in AREAS[1:]:
        terminal.press(key)
        terminal.until(shown)
    terminal.press("q")
    status = terminal.until_ended()
    if status or terminal.outside():
        raise StartError(f"status {status}\n{terminal.outside()}")


def main(words: Sequence[str]) -> int:
    """Start it at each size, and return the exit status."""
    program, *paths = (os.path.abspath(word) for word in words)
    for size in SIZES:
        try:
            start([program], paths or [str(ROOT / "examples")], size, os.environ)
        except StartError as error:
            print(f"{program} tui at {size[0]}x{size[1]}: {error}")
            return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} MQTUNE [PATH]...")
    sys.exit(main(sys.argv[1:]))
