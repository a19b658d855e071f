"""`mqtune lint` for everything that the door does not take: its help, completion and errors."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.lint_options import LintOptions, pair_outputs
from mqtune.cli.shared_options import Color, Config, Paths, Quiet, Verbose, Word, Words, common_of
from mqtune.report.formats import FORMATS

PICK = "Which findings"
SHOW = "Output"
MEND = "Fixes"
KNOWN = "Known findings"

EPILOG = (
    "Examples: mqtune lint · mqtune lint hub/ --fix · mqtune lint --format sarif -o mqtune.sarif · "
    "cat a.mqsc | mqtune lint - --stdin-filename a.mqsc"
)


def lint_command(
    context: typer.Context,
    paths: Paths = None,
    select: Annotated[
        Words,
        typer.Option(
            "--select", metavar="CODES", help="run only these: PUB, SEC012, ALL", rich_help_panel=PICK
        ),
    ] = None,
    ignore: Annotated[
        Words, typer.Option("--ignore", metavar="CODES", help="leave these out", rich_help_panel=PICK)
    ] = None,
    extend_select: Annotated[
        Words, typer.Option("--extend-select", metavar="CODES", help="run these too", rich_help_panel=PICK)
    ] = None,
    profile: Annotated[
        Word,
        typer.Option(
            "--profile", metavar="NAME", help="lab, default, production or regulated", rich_help_panel=PICK
        ),
    ] = None,
    min_confidence: Annotated[
        Word,
        typer.Option("--min-confidence", metavar="LEAST", help="low, medium or high", rich_help_panel=PICK),
    ] = None,
    mq_version: Annotated[
        Word,
        typer.Option(
            "--mq-version", metavar="LEVEL", help="level of the queue managers: 9.4", rich_help_panel=PICK
        ),
    ] = None,
    platform: Annotated[
        Word,
        typer.Option(
            "--platform",
            metavar="NAME",
            help="linux, aix, windows, ibmi, zos or appliance",
            rich_help_panel=PICK,
        ),
    ] = None,
    format: Annotated[
        Words,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"{', '.join(FORMATS)}; again for one more, each with its file",
            rich_help_panel=SHOW,
        ),
    ] = None,
    output_file: Annotated[
        Words,
        typer.Option(
            "--output-file",
            "-o",
            metavar="FILE",
            help="write the format before it to a file",
            rich_help_panel=SHOW,
        ),
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="counts by rule in place of findings", rich_help_panel=SHOW)
    ] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            "--fail-on",
            metavar="LEAST",
            help="error, warning, info or never: exit status 1",
            rich_help_panel=SHOW,
        ),
    ] = "warning",
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="exit status 0 whatever is found", rich_help_panel=SHOW)
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="apply safe fixes", rich_help_panel=MEND)] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="unsafe ones too", rich_help_panel=MEND)
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="show what --fix would change, write nothing", rich_help_panel=MEND)
    ] = False,
    baseline: Annotated[
        Word,
        typer.Option("--baseline", metavar="FILE", help="findings in it do not count", rich_help_panel=KNOWN),
    ] = None,
    write_baseline: Annotated[
        Word,
        typer.Option("--write-baseline", metavar="FILE", help="take all as known", rich_help_panel=KNOWN),
    ] = None,
    stdin_filename: Annotated[
        Word, typer.Option("--stdin-filename", metavar="NAME", help="what `-`, the standard input, is called")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", help="processes; 0 for one each core")
    ] = 1,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="keep nothing from run to run")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="run again when a file changes")] = False,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check files and folders; exit status 0 clean, 1 findings, 2 wrong use, 3 internal fault."""
    options = LintOptions()
    options.paths = paths or []
    options.select, options.ignore, options.extend_select = select or [], ignore or [], extend_select or []
    options.outputs = pair_outputs(_after_command(context.obj.words))
    options.profile, options.min_confidence = profile, min_confidence
    options.mq_version, options.platform = mq_version, platform
    options.fail_on, options.exit_zero, options.statistics = fail_on, exit_zero, statistics
    options.fix, options.unsafe_fixes, options.diff = fix, unsafe_fixes, diff
    options.baseline, options.write_baseline = baseline, write_baseline
    options.stdin_filename, options.jobs, options.no_cache = stdin_filename, jobs, no_cache
    options.watch = watch
    common = common_of(context, config, color, quiet, verbose)
    options.config, options.color = common.config, common.color or "auto"
    options.quiet, options.verbose = common.quiet, common.verbose
    context.obj.action = lambda: _lint(options)


def _after_command(words: list[str]) -> list[str]:
    return words[words.index("lint") + 1 :] if "lint" in words else words


def _lint(options: LintOptions) -> int:
    from mqtune.cli.lint import lint

    return lint(options)
