"""What `mqtune lint` gives back: its report, skipped files, internal errors, the exit status.

Shared by the run that only reports and the one that fixes.
"""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.formats import Style, write_report, write_statistics
from mqtune.report.report import EXTERNAL, IN_SOURCE, Report, Suppressed, Totals
from mqtune.session.lint_result import CLEAN, FOUND
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.cli.lint_options import LintOptions
    from mqtune.session.lint_result import LintResult
    from mqtune.session.session import Session


def make_report(session: Session, result: LintResult, options: LintOptions) -> Report:
    """The outcome as the formats want it."""
    texts = {taken.shown: taken.source for taken in session.intake.files if taken.source is not None}
    pages = session.selection.pages

    def text_of(file: str) -> str | None:
        source = texts.get(file)
        return None if source is None else source.text

    def describe(code: str) -> str:
        return pages[code].summary if code in pages else ""

    summary = result.summary
    return Report(
        result.findings,
        Totals(summary.files, summary.commands, summary.suppressed),
        text_of,
        _suppressed(result),
        [safe_words(str(fault), session) for fault in result.faults],
        options.fail_on,
        describe,
        session.intake.lines_of,
    )


def _suppressed(result: LintResult) -> list[Suppressed]:
    silenced = [
        Suppressed(held.finding, IN_SOURCE if held.in_source else EXTERNAL, held.reason)
        for held in result.silenced
    ]
    return silenced + [Suppressed(finding, EXTERNAL, "known in the baseline") for finding in result.known]


def exit_status(result: LintResult, options: LintOptions, known: bool = False) -> int:
    """The exit status; with `known` findings count for nothing, as with --exit-zero."""
    status = result.status(options.fail_on)
    return CLEAN if status == FOUND and (known or options.exit_zero) else status


def tell_problems(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say what kept files or rules from being checked."""
    for path in result.missing:
        console.error(f"{path} is not there", "name a file or folder that is")
    for path, reason in result.refused:
        console.error(f"{path} holds nothing that can be checked: {reason}")
    if result.nothing_to_check and not result.missing and not result.refused:
        where = ", ".join(session.options.paths)
        console.error(
            f"no file in {where} holds MQSC, an ini file of MQ or a CCDT",
            "name the files; .gitignore and `exclude` in mqtune.toml leave some out",
        )
    tell_skipped(session, result, options)
    tell_faults(session, result, options)
    if options.verbose:
        tell_details(session, result)


def tell_skipped(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say of the files that were named, or that are all there is, why nothing in them was checked.

    They are known to hold something else, such as what runmqsc printed; --verbose tells of all others too.
    """
    if options.verbose or options.quiet:
        return
    named = {taken.shown for taken in session.intake.files if taken.named}
    for path, reason in result.skipped:
        if (path, reason) not in result.refused and (path in named or result.nothing_to_check):
            console.say(f"{printable(path)} is skipped: {printable(reason)}")


def safe_words(words: str, session: Session) -> str:
    """What a fault says, without the secrets of the files of the run."""
    from mqtune.report.redact import covered  # needed only when something broke

    sources = (taken.source for taken in session.intake.files)
    return covered(words, (source.text for source in sources if source is not None))


def tell_faults(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say which rules broke, and how to report that."""
    for fault in result.faults:
        console.error(f"internal fault: {safe_words(str(fault), session)}", where="mqtune")
        if options.verbose:
            for line in safe_words(fault.trace, session).splitlines():
                console.say(f"  {printable(line)}")
    if result.faults:
        console.say("  this is a fault of mqtune, not of your files; the rest of the run is reported")
        if not options.verbose:
            console.say("  help: report it with the lines that --verbose adds")


def tell_details(session: Session, result: LintResult) -> None:
    """What --verbose adds."""
    project = session.project
    console.say(f"project file: {project.file or 'none'}; profile {project.profile}")
    console.say(f"rules: {len(session.selection.severities)} of {len(session.selection.pages)} selected")
    console.say(f"files: {result.summary.files} checked, {len(result.skipped)} skipped")
    for path, reason in result.skipped:
        console.say(f"  {printable(path)}: {printable(reason)}")


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
    except OSError as error:
        raise cannot_write(file, error) from error
