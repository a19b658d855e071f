"""The commands `mqtune model …`."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.shared_options import Color, Config, Quiet, Verbose, Word, Words, common_of

model_app = typer.Typer(
    help="Ask the capacity models, and see how well they meet the published figures.",
    epilog="Example: mqtune model run fan-out subscribers=60 cache=48",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

TextOrJson = Annotated[str, typer.Option("--format", metavar="NAME", help="text or json")]


@model_app.command("list", epilog="Examples: mqtune model list · mqtune model list fan-out")
def model_list_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="one model, with all about its inputs")] = "",
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the models, or tell everything about one."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.model_list import list_models

        return list_models(name, format, common)

    context.obj.action = action


@model_app.command(
    "run",
    epilog="Examples: mqtune model run fan-out subscribers=60 cache=48 location=local persistence=no · "
    "mqtune model run expiry put-rate=2000 cap-expiry=3000 --format json",
)
def model_run_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the model: fan-out, expiry, …")],
    inputs: Annotated[Words, typer.Argument(metavar="[KEY=VALUE]...", help="inputs: subscribers=60")] = None,
    calibration: Annotated[
        Word,
        typer.Option(
            "--calibration", metavar="FILE", help="constants measured by yourself, in place of published ones"
        ),
    ] = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Run a model: outputs, the formula with the numbers filled in, constants and their source, warnings."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.model import run_model

        return run_model(name, inputs or [], calibration, format, common)

    context.obj.action = action


@model_app.command("verify", epilog="Example: mqtune model verify --format json")
def model_verify_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="only this model")] = "",
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Hold every model against every published point."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.model_verify import verify_models

        return verify_models(name, format, common)

    context.obj.action = action
