"""Runs `mqtune report`: lints as `mqtune lint` does, then writes the files."""

from __future__ import annotations

import io
import json
import os
import shlex
from datetime import date

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.lint_options import LintOptions, session_options
from mqtune.cli.lint_output import make_report
from mqtune.cli.progress import Progress
from mqtune.cli.report_file.options import ReportFile
from mqtune.project.outputs import write_output
from mqtune.report.csv_format import write as write_csv
from mqtune.report.html.content import Content
from mqtune.report.html.difference import InvalidReportError, difference_of
from mqtune.report.html.page import write
from mqtune.report.report import Report
from mqtune.report.summary import plural
from mqtune.session.named_paths import NAME_EXISTING, nothing_found
from mqtune.session.options import UsageError, require_no_link
from mqtune.session.stage import Stage
from mqtune.session.workspace import Workspace
from mqtune.text.errors import reason_of
from mqtune.text.reading import read_typed
from mqtune.views.report_content import content_of

FAULTY = 3


def write_report_file(options: ReportFile) -> int:
    """Write the files and give the exit status: 0, or 3 after an internal error. Raises UsageError."""
    today = day_of(options.date)
    lint = lint_options(options)
    lint.check()
    wanted = session_options(lint)
    wanted.today, wanted.stage = today, Stage()
    with Progress(options.quiet, wanted.stage):
        workspace = Workspace.open(wanted)
        for path in workspace.missing:
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
        result = workspace.lint()
        if result.nothing_to_check and not result.crashes:
            raise nothing_found(options.paths)
        report = make_report(workspace, result, lint)
        content = content_of(workspace, result, options.title, command_of(options), today)
    if options.since is not None:
        add_difference(content, report, options.since)
    written = [write_html(options.output or "", report, content)]
    if options.csv is not None:
        written.append(write_table(options.csv, report))
    if not options.quiet:
        counts = report.counts()
        found = ", ".join(f"{plural(number, severity)}" for severity, number in counts.items() if number)
        console.say(f"wrote {' and '.join(written)}: {found or 'no findings'}")
    for crash in report.crashes:
        console.error(f"internal error: {crash}", "all other findings are in the report")
    return FAULTY if report.crashes else 0


def lint_options(options: ReportFile) -> LintOptions:
    """The options of the lint behind the report."""
    shared = (
        "paths",
        "select",
        "ignore",
        "profile",
        "complete",
        "values_files",
        "environments",
        "qmgrs",
        "config",
    )
    return LintOptions(**{name: getattr(options, name) for name in shared})


def command_of(options: ReportFile) -> str:
    """The command line that makes the same report again."""
    words = ["mqtune", "report", *(options.paths or ["."])]
    for name, given in (("--profile", options.profile), ("--config", options.config)):
        words += [name, given] if given else []
    words += ["--complete"] if options.complete else []
    for name, every in (
        ("--select", options.select),
        ("--ignore", options.ignore),
        ("--environment", options.environments),
        ("--qmgr", options.qmgrs),
        ("--values", options.values_files),
    ):
        words += [word for one in every for word in (name, one)]
    return shlex.join(words)


def day_of(text: str | None) -> date:
    """The date of the report. Raises UsageError."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"invalid --date {text!r}", "write it as 2026-11-02") from None


def add_difference(content: Content, report: Report, path: str) -> None:
    """Compare with an earlier report. Raises UsageError."""
    help = "name a file that `mqtune lint --format json` wrote"
    require_no_link(path)
    try:
        earlier = json.loads(read_typed(path))
        content.difference = difference_of(os.path.basename(path), earlier, list(report.items()))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {reason_of(error)}", help) from None
    except (ValueError, InvalidReportError):
        raise UsageError(f"{path} is not an earlier report", help) from None


def write_html(path: str, report: Report, content: Content) -> str:
    """Write the page and give its path. Raises UsageError."""
    parts: list[str] = []
    write(report, content, parts.append)
    put(path, "".join(parts))
    return path


def write_table(path: str, report: Report) -> str:
    """Write the findings as CSV and give the path. Raises UsageError."""
    text = io.StringIO(newline="")
    write_csv(report, text)
    put(path, text.getvalue())
    return path


def put(path: str, text: str) -> None:
    """Write a file. Raises UsageError."""
    try:
        write_output(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise cannot_write(path, error) from None
