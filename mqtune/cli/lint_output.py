"""What `mqtune lint` gives back: its report, skipped files, internal errors, the exit status.

Shared by the run that only reports and the one that fixes.
"""

from __future__ import annotations

from collections.abc import Callable

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.lint_options import LintOptions
from mqtune.present.formats import Style, write_report, write_statistics
from mqtune.present.report import Report
from mqtune.present.summary import PLAIN
from mqtune.session.lint_result import CLEAN, FOUND, LintResult
from mqtune.session.options import NAME_EXISTING, NAME_STDIN, nothing_found
from mqtune.session.workspace import Workspace, covered_text, report_of
from mqtune.syntax.carriers.names import STDIN
from mqtune.text.messages import printable

# formats that are commands of a CI runner
WRITERS = {"github": console.write_exactly, "azure": console.write_exactly}


def make_report(workspace: Workspace, result: LintResult, options: LintOptions) -> Report:
    """The result for the formats that the options choose."""
    return report_of(workspace, result, options.least_failing, options.include_suppressed, options.verbose)


def exit_status(result: LintResult, options: LintOptions, ignore_findings: bool = False) -> int:
    """The exit status; with `ignore_findings` findings do not count, as with --exit-zero."""
    if passes_without_files(result, options):
        return CLEAN
    status = result.status(options.least_failing)
    return CLEAN if status == FOUND and (ignore_findings or options.exit_zero) else status


def passes_without_files(result: LintResult, options: LintOptions) -> bool:
    """Whether there is nothing to check, and the options or the project file allow that."""
    empty = result.nothing_to_check and not (result.crashes or result.missing or result.refused)
    return empty and (options.ignore_unknown or result.may_be_empty)


def report_problems(workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Report why files or rules were not checked."""
    for path in result.missing:
        console.error(f"no such file or directory: {path}", NAME_EXISTING)
    for path, reason in result.refused:
        console.error(f"{path} contains nothing to check: {reason}", NAME_STDIN if path == STDIN else "")
    passes = passes_without_files(result, options)
    if result.nothing_to_check and not (result.missing or result.refused or passes):
        console.usage_error(nothing_found(options.paths))
    elif passes and not options.ignore_unknown and not options.quiet:
        console.say(nothing_found(options.paths).message)
    _report_skipped(workspace, result, options)
    _report_crashes(workspace, result, options)
    if options.verbose:
        from mqtune.cli.show_run import report_details  # most runs are not verbose

        report_details(workspace, result)


def _report_skipped(workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Report why named files were skipped, or all files if none was checked, and which have no command.

    They are recognised as something else, such as the output of runmqsc; --verbose reports all skipped files.
    """
    if options.verbose or options.quiet:
        return
    named = {file.shown for file in workspace.files if file.named}
    lines = [
        f"skipped {path}: {reason}"
        for path, reason in result.skipped
        if (path, reason) not in result.refused and (path in named or result.nothing_to_check)
    ]
    if result.nothing_to_check:
        lines += [f"not checked: {file.shown} {file.unread}" for file in workspace.files if file.unread]
    for line in lines:
        from mqtune.present.safe import safe  # most runs skip no named file

        console.say(safe(line))
    for text in workspace.without_commands:
        console.say(f"note: {printable(text)}")


def _report_crashes(workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Report the rules that crashed, and how to report that."""
    for crash in result.crashes:
        console.error(f"internal error: {covered_text(str(crash), workspace)}")
        if options.verbose:
            for line in covered_text(crash.trace, workspace).splitlines():
                console.say(f"  {printable(line)}")
    if result.crashes:
        console.say("  this is an error in mqtune, not in your files; all other findings are reported")
        if not options.verbose:
            console.say("  help: run again with --verbose and report the output")


def write_outputs(report: Report, options: LintOptions, out: Callable[[str], object] | None = None) -> None:
    """Write every format; `out` replaces standard output. Raises UsageError."""
    to_file = False
    for format, file in options.outputs:
        if file is not None:
            _write_file(report, format, file, options)
            to_file = True
    for format, file in options.outputs:
        if file is None:
            palette = console.palette(options.color) if out is None else PLAIN
            style = Style(palette, not options.quiet, console.width() if out is None else 0)
            _write(report, format, out or WRITERS.get(format, console.write), options, style)
            to_file = False
    if to_file and not options.quiet:
        from mqtune.present.summary import ending  # the user waits for an answer on the screen

        for line in ending(report).splitlines():
            console.say(line)
    if options.quiet and report.totals.not_checked.gate:
        from mqtune.present.summary import not_checked_lines  # a gate that is off is never silent

        for line in not_checked_lines(report):
            console.say(line)


def _write(
    report: Report, format: str, out: Callable[[str], object], options: LintOptions, style: Style
) -> None:
    if options.statistics:
        write_statistics(format, report, out, style)
    else:
        write_report(format, report, out, style)


def _write_file(report: Report, format: str, file: str, options: LintOptions) -> None:
    from mqtune.project.boundary import write_output  # needed only for a file

    pieces: list[str] = []
    _write(report, format, pieces.append, options, Style())
    data = "".join(pieces).encode("utf-8", "backslashreplace")
    try:
        write_output(file, data)
    except OSError as error:
        raise cannot_write(file, error) from error
