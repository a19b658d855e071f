"""The terminal: colours, width, tables, progress, and everything that is printed. Computes nothing.

Standard output and standard error are written here only, so that no text of a file reaches a terminal or the
log of a CI runner as a control character or a command. Lower layers escape texts whose width they need.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextvars import ContextVar

from mqtune.present.summary import CODES, Palette
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import FAULTY
from mqtune.text.messages import UsageError, aligned, is_printable, printable
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.topology.describe import Row
    from mqtune.language.secret_marks import WordSet


USUAL_WIDTH = 80
_CLEAR_LINE, _CLEAR_SCREEN = "\r\x1b[K", "\x1b[H\x1b[2J\x1b[3J"
_PAINT = lazy_pattern("|".join(map(re.escape, CODES)))
# of the command that runs in this context: whether standard output is coloured (else no code on it is of this
# program), the secrets of the files that it has read, and whether texts of programs and journals are printed
_painting: ContextVar[bool] = ContextVar("painting", default=False)
_hidden: ContextVar[WordSet | None] = ContextVar("hidden", default=None)
_masking: ContextVar[bool] = ContextVar("masking", default=False)


def ready_stdout() -> None:
    """Print characters outside the terminal's encoding as escapes; use the same line ends everywhere.

    Windows would write redirected output in an old code page, which no reader of JSON or SARIF expects.
    """
    encoding = "utf-8" if sys.platform == "win32" else None
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def palette(wish: str) -> Palette:
    """The colours of standard output for a value of `--color`, from now on."""
    _painting.set(wants_colour(wish))
    return Palette(_painting.get())


def wants_colour(wish: str) -> bool:
    """Whether standard output is coloured."""
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The width of the terminal; 0 if standard output is not a terminal."""
    if not sys.stdout.isatty():
        return 0
    try:
        # a terminal of unknown size reports 0
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL_WIDTH
    except (OSError, ValueError):
        return USUAL_WIDTH


def in_ci() -> bool:
    """Whether this runs on a build server."""
    return bool(os.environ.get("CI") or os.environ.get("TF_BUILD") or os.environ.get("JENKINS_URL"))


def hide(secrets: Iterable[str]) -> None:
    """Mask the secrets of some files in all that is printed from now on, also where one is part of a name."""
    from mqtune.language.masking import telling  # a lint masks its findings by their files

    _hidden.set(telling(secrets))


def mask() -> None:
    """Mask secrets in all that is printed from now on: for texts of journals and programs, not of files."""
    _masking.set(True)


def data(value: Row) -> None:
    """Write data of journals and programs as one line of JSON, with secrets masked."""
    from mqtune.present.safe import covered_row, dumps  # few commands print such data

    sys.stdout.write(f"{dumps(covered_row(value))}\n")


def line(text: str = "") -> None:
    """Write one line to standard output."""
    sys.stdout.write(f"{_escaped(_covered(text), _painting.get())}\n")


def write(text: str) -> None:
    """Write lines, or a part of one, to standard output."""
    sys.stdout.write(_lines(text, _painting.get()))


def write_exactly(text: str) -> None:
    """Write text of this program, or commands of a CI runner, whose format escapes what comes from a file."""
    sys.stdout.write(text)


def write_error(text: str) -> None:
    """Write lines, or a part of one, to standard error."""
    sys.stderr.write(_lines(text, painted=False))
    sys.stderr.flush()


def write_file(data: bytes) -> None:
    """Write a file of the user, such as one that was read from standard input, to standard output.

    It is exact, except on a terminal.
    """
    if sys.stdout.isatty():
        write(data.decode("utf-8", "surrogateescape").replace("\r\n", "\n"))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(text: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"{_escaped(_covered(text), painted=False)}\n")


def show_progress(text: str) -> None:
    """Replace the last line of standard error, which has no end; with an empty text, erase it."""
    sys.stderr.write(_CLEAR_LINE + _escaped(_covered(text), painted=False))
    sys.stderr.flush()


def clear_screen() -> None:
    """Erase the terminal, if standard output is one."""
    if sys.stdout.isatty():
        sys.stdout.write(_CLEAR_SCREEN)


def _lines(text: str, painted: bool) -> str:
    """A text of whole lines, each without anything that acts on a terminal or a runner."""
    text = _covered(text)
    if is_printable(text.replace("\n", "").replace("…", "")):  # with which cut lines end
        return text
    *lines, rest = text.split("\n")
    pieces = []
    for line in lines:
        end = "\r\n" if line.endswith("\r") else "\n"  # the line end of another system is kept
        pieces.append(_with_tabs(line.removesuffix("\r"), painted) + end)
    return "".join((*pieces, _with_tabs(rest, painted)))


def _with_tabs(text: str, painted: bool) -> str:
    """As `_escaped`; tabs are kept, as a diff needs them."""
    return "\t".join(_escaped(part, painted) for part in text.split("\t"))


def _escaped(text: str, painted: bool) -> str:
    """One line without anything that acts on a terminal or a runner, except the codes of a painted one."""
    if not painted or "\x1b" not in text:
        return printable(text)
    parts = map(printable, _PAINT.split(text))
    return "".join(part + code for part, code in zip(parts, [*_PAINT.findall(text), ""], strict=True))


def _covered(text: str) -> str:
    if _masking.get():
        from mqtune.language.masking import masked

        text = masked(text, prose=True)
    words = _hidden.get()
    return text if words is None else words.covered(text)


def error(message: str, help: str = "", where: str = "mqtune") -> None:
    """Report what is wrong with the command itself, and what to do; secrets in it are masked."""
    from mqtune.present.safe import safe  # most runs have no such error

    say(f"{safe(where)}: error: {safe(message)}")
    if help:
        say(f"  help: {safe(help)}")


def usage_error(wrong: UsageError) -> None:
    """Report an option that cannot be honoured."""
    error(wrong.message, wrong.help)


def project_error(wrong: ProjectError) -> None:
    """Report all errors of a project file, each with its line."""
    for problem in (wrong, *wrong.others):
        error(
            problem.message, problem.help, f"{problem.file}:{problem.line}" if problem.line else problem.file
        )


def crashed(crash: Exception, words: Sequence[str]) -> int:
    """Report an internal error outside of every rule, and return the exit status."""
    from mqtune import __version__
    from mqtune.language.masking import masked

    error(f"internal error: {type(crash).__name__}: {crash}")
    say(f"  this is an error in mqtune {__version__}, not in your files")
    if "--verbose" in words or "-v" in words:
        import traceback

        for line in masked("".join(traceback.format_exception(crash)), prose=True).splitlines():
            say(f"  {printable(line)}")
    else:
        say("  help: run again with --verbose and report the output")
    return FAULTY


# Progress. Nothing is printed on build servers and in short runs.

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


# Tables: columns as wide as their widest cell, lines cut to the terminal's width.

LEAST = 20
PLACE = "PLACE"  # the title of a column with paths


def print_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], palette: Palette, width: int = 0
) -> None:
    """Print rows below their titles. With a `width` the lines are cut to fit."""
    lines = aligned((titles, *rows), max(width, LEAST) if width else 0, keeps_ends=titles[-1] == PLACE)
    for number, row in enumerate(lines):
        line(palette.bold(row) if number == 0 else row)
