"""The commands `mqtune experiment …`."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.model_commands import TextOrJson
from mqtune.cli.shared_options import Color, Config, Quiet, Verbose, Word, Words, common_of

experiment_app = typer.Typer(
    help="Read what load drivers measured.",
    epilog="Example: mqtune experiment read run1.txt --driver cph",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@experiment_app.command(
    "read",
    epilog="Examples: mqtune experiment read p3.txt p4.txt p5.txt --driver cph · "
    "mqtune experiment read log.csv --driver mqldt --format json",
)
def experiment_read_command(
    context: typer.Context,
    files: Annotated[Words, typer.Argument(metavar="FILE...", help="captured output of a driver")] = None,
    driver: Annotated[
        Word, typer.Option("--driver", metavar="NAME", help="cph, jms or mqldt: whose output it is")
    ] = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Read driver output that was made elsewhere: samples, summary, and how each run ended."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment import read_outputs

        return read_outputs(files or [], driver, format, common)

    context.obj.action = action
