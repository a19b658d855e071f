"""The terminal: colours, width, and what is said on the standard error output. Computes nothing."""

from __future__ import annotations

import os
import sys

from mqtune.report.colour import Palette
from mqtune.session.lint_result import FAULTY
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.project.load import ProjectError
    from mqtune.session.options import UsageError

USUAL_WIDTH = 80


def ready_stdout() -> None:
    """Print what the terminal's encoding does not know as an escape; the same line ends everywhere."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace", newline="\n")


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
    """The width of the terminal; 0 where the standard output is none."""
    if not sys.stdout.isatty():
        return 0
    try:
        # a terminal that does not know its size says 0
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL_WIDTH
    except (OSError, ValueError):
        return USUAL_WIDTH


def in_ci() -> bool:
    """Whether a build server runs this."""
    return bool(os.environ.get("CI") or os.environ.get("TF_BUILD") or os.environ.get("JENKINS_URL"))


def say(text: str) -> None:
    """One line on the standard error output."""
    sys.stderr.write(f"{text}\n")


def error(message: str, help: str = "", where: str = "mqtune") -> None:
    """What went wrong with the command itself, and what to do."""
    say(f"{printable(where)}: error: {printable(message)}")
    if help:
        say(f"  help: {printable(help)}")


def usage_error(fault: UsageError) -> None:
    """An option that cannot be met."""
    error(fault.message, fault.help)


def project_error(fault: ProjectError) -> None:
    """All faults of a project file, each with its line."""
    for one in (fault, *fault.others):
        error(one.message, one.help, f"{one.file}:{one.line}" if one.line else one.file)


def crashed(fault: Exception, words: Sequence[str]) -> int:
    """A fault of the program outside of every rule."""
    from mqtune import __version__
    from mqtune.report.secrets import masked

    error(masked(f"internal fault: {type(fault).__name__}: {fault}", prose=True))
    say(f"  this is a fault of mqtune {__version__}, not of your files")
    if "--verbose" in words or "-v" in words:
        import traceback

        for line in masked("".join(traceback.format_exception(fault)), prose=True).splitlines():
            say(f"  {printable(line)}")
    else:
        say("  help: report it with the lines that --verbose adds")
    return FAULTY
