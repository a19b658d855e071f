"""The terminal: colours, width, and messages on standard error. Computes nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from mqtune.project.load import ProjectError
from mqtune.report.colour import Palette
from mqtune.session.lint_result import FAULTY
from mqtune.session.options import UsageError
from mqtune.text.printable import printable

USUAL_WIDTH = 80


def ready_stdout() -> None:
    """Print characters outside the terminal's encoding as escapes; use the same line ends everywhere.

    Windows would write redirected output in an old code page, which no reader of JSON or SARIF expects.
    """
    encoding = "utf-8" if sys.platform == "win32" else None
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def palette(wish: str) -> Palette:
    """The colours of standard output for a value of `--color`."""
    return Palette(wants_colour(wish))


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


def say(text: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"{text}\n")


def error(message: str, help: str = "", where: str = "mqtune") -> None:
    """Report what is wrong with the command itself, and what to do."""
    say(f"{printable(where)}: error: {printable(message)}")
    if help:
        say(f"  help: {printable(help)}")


def usage_error(wrong: UsageError) -> None:
    """Report an option that cannot be honoured."""
    error(wrong.message, wrong.help)


def project_error(wrong: ProjectError) -> None:
    """Report all errors of a project file, each with its line."""
    for one in (wrong, *wrong.others):
        error(one.message, one.help, f"{one.file}:{one.line}" if one.line else one.file)


def crashed(crash: Exception, words: Sequence[str]) -> int:
    """Report an internal error outside of every rule, and return the exit status."""
    from mqtune import __version__
    from mqtune.report.secrets import masked

    error(masked(f"internal error: {type(crash).__name__}: {crash}", prose=True))
    say(f"  this is an error in mqtune {__version__}, not in your files")
    if "--verbose" in words or "-v" in words:
        import traceback

        for line in masked("".join(traceback.format_exception(crash)), prose=True).splitlines():
            say(f"  {printable(line)}")
    else:
        say("  help: run again with --verbose and report the output")
    return FAULTY
