"""Runs `mqtune report`: lints as `mqtune lint` does, then writes the files."""

from __future__ import annotations

import io
import json
import os
import shlex
from datetime import date as calendar_date
from typing import Annotated

import typer

from mqtune.cli import console
from mqtune.cli.command import CommonOptions, cannot_write
from mqtune.cli.console import Progress
from mqtune.cli.lint_options import LintOptions, session_options
from mqtune.cli.lint_output import make_report
from mqtune.cli.parameters import Environments, Managers, Paths, Values, choice, codes
from mqtune.engine.pages import PROFILES
from mqtune.present.findings_data import write_csv
from mqtune.present.html.content import Content, InvalidReportError, difference_of
from mqtune.present.html.page import write
from mqtune.present.report import Report
from mqtune.project.boundary import write_output
from mqtune.questions.report import content_of
from mqtune.session.options import NAME_EXISTING, Stage, nothing_found, require_no_link
from mqtune.session.workspace import Workspace
from mqtune.text.messages import UsageError, plural, reason_of
from mqtune.text.source import read_typed

EXAMPLES = (
    "mqtune report hub/ --output hub.html",
    "mqtune report --output estate.html --csv findings.csv",
    "mqtune report --output estate.html --since last-month.json --profile regulated",
)
HEADING = "MQ configuration report"
FAULTY = 3


def report(
    common: CommonOptions,
    paths: Paths = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="the HTML file to write")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="compare with this earlier output of `mqtune lint --format json`"),
    ] = None,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="write all findings as CSV to this file")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="heading of the report")] = HEADING,
    date: Annotated[
        str | None, typer.Option(metavar="DATE", help="date of the report, such as 2026-11-02")
    ] = None,
    select: Annotated[
        list[str] | None, codes("--select", help="run only these rules: PUB, SEC012, ALL")
    ] = None,
    ignore: Annotated[list[str] | None, codes("--ignore", help="omit these rules")] = None,
    profile: Annotated[str | None, choice("--profile", choices=PROFILES, help="severity profile")] = None,
    complete: Annotated[
        bool,
        typer.Option("--complete", help="the files are the complete configuration of their queue managers"),
    ] = False,
    values: Values = None,
    environments: Environments = None,
    qmgrs: Managers = None,
) -> int:
    """Write one HTML file about an estate: findings, exceptions, topology, topic trees, load budget.

    It needs no network and no script, and can be printed. With --since it shows what changed since an earlier
    `mqtune lint --format json`.
    """
    if not output:
        raise UsageError("--output is missing", "name the file to write: --output report.html")
    today = day_of(date)
    lint = LintOptions(
        paths=paths,
        select=select,
        ignore=ignore,
        profile=profile,
        complete=complete,
        values_files=values,
        environments=environments,
        qmgrs=qmgrs,
        config=common.config,
    )
    wanted = session_options(lint)
    wanted.today, wanted.stage = today, Stage()
    with Progress(common.quiet, wanted.stage):
        workspace = Workspace.open(wanted)
        for path in workspace.missing:
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
        result = workspace.lint()
        if result.nothing_to_check and not result.crashes:
            raise nothing_found(lint.paths)
        report = make_report(workspace, result, lint)
        content = content_of(workspace, result, title, command_of(lint), today)
    if since is not None:
        add_difference(content, report, since)
    written = [write_html(output, report, content)]
    if csv is not None:
        written.append(write_table(csv, report))
    if not common.quiet:
        counts = report.counts()
        findings = ", ".join(f"{plural(number, severity)}" for severity, number in counts.items() if number)
        console.say(f"wrote {' and '.join(written)}: {findings or 'no findings'}")
    for crash in report.crashes:
        console.error(f"internal error: {crash}", "all other findings are in the report")
    return FAULTY if report.crashes else 0


def command_of(options: LintOptions) -> str:
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
        words += [word for word_list in every for word in (name, word_list)]
    return shlex.join(words)


def day_of(text: str | None) -> calendar_date:
    """The date of the report. Raises UsageError."""
    if text is None:
        return calendar_date.today()
    try:
        return calendar_date.fromisoformat(text)
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
