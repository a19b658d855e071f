"""The command `mqtune tune`: its options and its help."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.shared_options import Color, Config, Paths, Quiet, Verbose, Word, common_of

EPILOG = (
    "Examples: mqtune tune hub/ · mqtune tune --diff > tuned.patch · mqtune tune --output snippets/ · "
    "mqtune tune --calibration hub.toml --format json"
)


def tune_command(
    context: typer.Context,
    paths: Paths = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="print what the files would become, as a unified diff")
    ] = False,
    format: Annotated[str, typer.Option("--format", metavar="NAME", help="text or json")] = "text",
    output: Annotated[
        Word, typer.Option("--output", metavar="DIR", help="write the snippets into this folder")
    ] = None,
    calibration: Annotated[
        Word,
        typer.Option(
            "--calibration", metavar="FILE", help="constants measured by yourself, in place of published ones"
        ),
    ] = None,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """MQSC and qm.ini for the declared workload, each line with reason, effect, risk and how to confirm it.

    Nothing is applied to a queue manager, and no file of yours is changed.
    """
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.tune import Wishes, tune

        return tune(paths or [], Wishes(diff, format, output, calibration), common)

    context.obj.action = action
