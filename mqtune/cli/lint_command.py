"""The parameters of `mqtune lint`, as typer reads them.

A lint in its plain forms reads the same options from `_plain_options.py`, which is made from this module.
"""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.command import CommonOptions
from mqtune.cli.lint import lint as run_lint
from mqtune.cli.lint_options import LintOptions
from mqtune.cli.parameters import Paths, Values, choice, codes
from mqtune.engine.pages import PROFILES
from mqtune.language.available import PLATFORMS
from mqtune.present.formats import FORMATS
from mqtune.session.lint_result import NEVER
from mqtune.text.finding import CONFIDENCES, SEVERITIES

EXAMPLES = (
    "mqtune lint",
    "mqtune lint hub/ --fix",
    "mqtune lint --format sarif -o mqtune.sarif",
    "cat a.mqsc | mqtune lint - --stdin-filename a.mqsc",
)
FINDINGS, OUTPUT, FIXES, BASELINE = "Which findings", "Output", "Fixes", "Baseline"


def lint(
    context: typer.Context,
    common: CommonOptions,
    paths: Paths = None,
    select: Annotated[
        list[str] | None, codes("--select", help="run only these rules: PUB, SEC012, ALL", panel=FINDINGS)
    ] = None,
    ignore: Annotated[list[str] | None, codes("--ignore", help="omit these rules", panel=FINDINGS)] = None,
    extend_select: Annotated[
        list[str] | None, codes("--extend-select", help="run these rules in addition", panel=FINDINGS)
    ] = None,
    profile: Annotated[
        str | None, choice("--profile", choices=PROFILES, help="severity profile", panel=FINDINGS)
    ] = None,
    min_confidence: Annotated[
        str | None,
        choice(
            "--min-confidence",
            choices=CONFIDENCES,
            help="lowest confidence to report",
            metavar="LEAST",
            panel=FINDINGS,
        ),
    ] = None,
    mq_version: Annotated[
        str | None,
        typer.Option(
            "--mq-version",
            metavar="LEVEL",
            help="level of the queue managers, such as 9.4",
            rich_help_panel=FINDINGS,
        ),
    ] = None,
    platform: Annotated[
        str | None,
        choice("--platform", choices=PLATFORMS, help="platform of the queue managers", panel=FINDINGS),
    ] = None,
    environments: Annotated[
        list[str] | None,
        typer.Option(
            "--environment",
            metavar="NAME",
            help="report only this environment, such as prod",
            rich_help_panel=FINDINGS,
        ),
    ] = None,
    qmgrs: Annotated[
        list[str] | None,
        typer.Option(
            "--qmgr",
            metavar="NAME",
            help="report only this queue manager, such as 'PAY*'",
            rich_help_panel=FINDINGS,
        ),
    ] = None,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete",
            help="the files are the complete configuration of their queue managers",
            rich_help_panel=FINDINGS,
        ),
    ] = False,
    formats: Annotated[
        list[str] | None, choice("--format", choices=FORMATS, help="output format, repeatable", panel=OUTPUT)
    ] = None,
    output_files: Annotated[
        list[str] | None,
        typer.Option(
            "--output-file",
            "-o",
            metavar="FILE",
            help="write the preceding format to this file",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    include_suppressed: Annotated[
        bool,
        typer.Option(
            "--include-suppressed",
            help="SARIF also contains suppressed findings and those in the baseline, marked as such",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    statistics: Annotated[
        bool,
        typer.Option("--statistics", help="print counts by rule instead of findings", rich_help_panel=OUTPUT),
    ] = False,
    fail_on: Annotated[
        str | None,
        choice(
            "--fail-on",
            choices=(*SEVERITIES, NEVER),
            help="lowest severity that sets exit status 1, by default that of --gate, else warning",
            metavar="LEAST",
            panel=OUTPUT,
        ),
    ] = None,
    exit_zero: Annotated[
        bool,
        typer.Option("--exit-zero", help="exit with 0 even if there are findings", rich_help_panel=OUTPUT),
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="apply safe fixes", rich_help_panel=FIXES)] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="also apply unsafe fixes", rich_help_panel=FIXES)
    ] = False,
    diff: Annotated[
        bool,
        typer.Option("--diff", help="print what --fix would change, write nothing", rich_help_panel=FIXES),
    ] = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="do not report the findings in this file",
            rich_help_panel=BASELINE,
        ),
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option(
            "--write-baseline",
            metavar="FILE",
            help="record all current findings as known",
            rich_help_panel=BASELINE,
        ),
    ] = None,
    update_baseline: Annotated[
        bool,
        typer.Option(
            "--update-baseline",
            help="remove what is no longer found from the baseline",
            rich_help_panel=BASELINE,
        ),
    ] = False,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            metavar="PATTERN",
            help="files and folders to skip, in addition to those of mqtune.toml",
        ),
    ] = None,
    gate: Annotated[
        str | None,
        typer.Option(
            "--gate",
            metavar="FILE",
            help="rules from outside of the repository, which decide what it may remove from the findings",
        ),
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="ignore every mqtune.toml")] = False,
    show_files: Annotated[
        bool, typer.Option("--show-files", help="list the files that would be checked, and check nothing")
    ] = False,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="print the settings of the run, and check nothing")
    ] = False,
    values_files: Values = None,
    stdin_filename: Annotated[
        str | None,
        typer.Option("--stdin-filename", metavar="NAME", help="file name to assume for standard input, `-`"),
    ] = None,
    ignore_unknown: Annotated[
        bool,
        typer.Option(
            "--ignore-unknown",
            help="treat named files as if found in a folder, and pass if there is nothing to check: "
            "for hooks",
        ),
    ] = False,
    tracked: Annotated[
        bool, typer.Option("--tracked", help="read only files that git tracks: for hooks")
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", help="number of processes; 0 means one per core")
    ] = 1,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="accepted for compatibility, without effect")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="run again whenever a file changes")] = False,
) -> int:
    """Check files and folders. Exit status: 0 clean, 1 findings, 2 invalid use, 3 internal error."""
    given = {**locals()}
    invocation = given.pop("context").obj
    options = LintOptions(**vars(given.pop("common")), **given)
    options.read_order(invocation.rest("lint"))
    return run_lint(options)
