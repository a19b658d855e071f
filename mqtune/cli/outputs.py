"""Sends a report where the options want it: each format to its file or to the standard output."""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.lint_options import LintOptions
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.formats import Style, write_report, write_statistics
from mqtune.session.options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.report.report import Report


def write_outputs(report: Report, options: LintOptions, out: Callable[[str], object] | None = None) -> None:
    """Write every format; `out` takes the place of the standard output. Raises UsageError."""
    to_file = False
    for format, file in options.outputs:
        if file is not None:
            _write_file(report, format, file, options)
            to_file = True
    for format, file in options.outputs:
        if file is None:
            palette = Palette(True) if console.wants_colour(options.color) and out is None else PLAIN
            style = Style(palette, not options.quiet, console.width() if out is None else 0)
            _write(report, format, out or sys.stdout.write, options, style)
            to_file = False
    if to_file and not options.quiet:
        from mqtune.report.summary import closing  # somebody waits for an answer on the screen

        console.say(closing(report))


def _write(
    report: Report, format: str, out: Callable[[str], object], options: LintOptions, style: Style
) -> None:
    if options.statistics:
        write_statistics(format, report, out, style)
    else:
        write_report(format, report, out, style)


def _write_file(report: Report, format: str, file: str, options: LintOptions) -> None:
    from mqtune.text.writing import write_file  # only where a file is asked for

    pieces: list[str] = []
    _write(report, format, pieces.append, options, Style())
    data = "".join(pieces).encode("utf-8", "backslashreplace")
    try:
        write_file(file, data)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise UsageError(
            f"{file} cannot be written: {reason}", "name a file in a folder that is there"
        ) from fault
