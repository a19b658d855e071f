"""`mqtune lint` for everything that the door does not take: its help, completion and errors."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mqtune.cli.lint_options import LintOptions, pair_outputs
from mqtune.cli.shared_options import Color, Config, Paths, Quiet, Verbose, Word, Words, common_of
from mqtune.report.formats import FORMATS

EPILOG = (
    "Examples: mqtune lint · mqtune lint hub/ --fix · mqtune lint --format sarif -o mqtune.sarif · "
    "cat a.mqsc | mqtune lint - --stdin-filename a.mqsc"
)


def _pick(name: str, metavar: str, help: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help, rich_help_panel="Which findings")


def _output(*names: str, metavar: str | None = None, help: str = "") -> Any:
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel="Output")


def _mend(name: str, help: str) -> Any:
    return typer.Option(name, help=help, rich_help_panel="Fixes")


def _known(name: str, help: str) -> Any:
    return typer.Option(name, metavar="FILE", help=help, rich_help_panel="Known findings")


Select = Annotated[Words, _pick("--select", "CODES", "run only these: PUB, SEC012, ALL")]
Ignore = Annotated[Words, _pick("--ignore", "CODES", "leave these out")]
ExtendSelect = Annotated[Words, _pick("--extend-select", "CODES", "run these too")]
Profile = Annotated[Word, _pick("--profile", "NAME", "lab, default, production or regulated")]
MinConfidence = Annotated[Word, _pick("--min-confidence", "LEAST", "low, medium or high")]
MqVersion = Annotated[Word, _pick("--mq-version", "LEVEL", "level of the queue managers: 9.4")]
Platform = Annotated[Word, _pick("--platform", "NAME", "linux, aix, windows, ibmi, zos or appliance")]

_FORMATS = f"{', '.join(FORMATS)}; again for one more, each with its file"
Format = Annotated[Words, _output("--format", metavar="NAME", help=_FORMATS)]
_FILE = "write the format before it to a file"
OutputFile = Annotated[Words, _output("--output-file", "-o", metavar="FILE", help=_FILE)]
Statistics = Annotated[bool, _output("--statistics", help="counts by rule in place of findings")]
_FAIL_ON = "exit status 1 from here on: error, warning, info or never"
FailOn = Annotated[str, _output("--fail-on", metavar="LEAST", help=_FAIL_ON)]
ExitZero = Annotated[bool, _output("--exit-zero", help="exit status 0 whatever is found")]

Fix = Annotated[bool, _mend("--fix", "apply safe fixes")]
UnsafeFixes = Annotated[bool, _mend("--unsafe-fixes", "unsafe ones too")]
Diff = Annotated[bool, _mend("--diff", "show what --fix would change, write nothing")]
Baseline = Annotated[Word, _known("--baseline", "findings in it do not count")]
WriteBaseline = Annotated[Word, _known("--write-baseline", "take all findings as known")]

_STDIN = "what `-`, the standard input, is called"
StdinFilename = Annotated[Word, typer.Option("--stdin-filename", metavar="NAME", help=_STDIN)]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="processes; 0 for one each core")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="changes nothing: no run keeps anything for the next")
]
Watch = Annotated[bool, typer.Option("--watch", help="run again when a file changes")]


def lint_command(
    context: typer.Context,
    paths: Paths = None,
    select: Select = None,
    ignore: Ignore = None,
    extend_select: ExtendSelect = None,
    profile: Profile = None,
    min_confidence: MinConfidence = None,
    mq_version: MqVersion = None,
    platform: Platform = None,
    format: Format = None,
    output_file: OutputFile = None,
    statistics: Statistics = False,
    fail_on: FailOn = "warning",
    exit_zero: ExitZero = False,
    fix: Fix = False,
    unsafe_fixes: UnsafeFixes = False,
    diff: Diff = False,
    baseline: Baseline = None,
    write_baseline: WriteBaseline = None,
    stdin_filename: StdinFilename = None,
    jobs: Jobs = 1,
    no_cache: NoCache = False,
    watch: Watch = False,
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
