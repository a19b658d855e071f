"""The commands `mqtune experiment …` that list, show, compare and use what was measured."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.model_commands import TextOrJson
from mqtune.cli.shared_options import Color, Config, Quiet, Verbose, Word, common_of

ResultId = Annotated[
    str, typer.Argument(metavar="ID", help="id of an experiment, the beginning of it, or a journal's path")
]
Store = Annotated[Word, typer.Option("--store", metavar="DIR", help="folder of the journals")]
Output = Annotated[Word, typer.Option("--output", "-o", metavar="FILE", help="write to this file")]


def add_result_commands(app: typer.Typer) -> None:
    """Give the commands their names."""
    app.command("list", epilog="Examples: mqtune experiment list · mqtune experiment list fan-out")(
        list_command
    )
    app.command("runs", epilog="Example: mqtune experiment runs --format json")(runs_command)
    app.command("show", epilog="Example: mqtune experiment show topic-limit-2026")(show_command)
    app.command("replay", epilog="Example: mqtune experiment replay topic-limit-2026 --plain")(replay_command)
    app.command("compare", epilog="Example: mqtune experiment compare fan-out-20261101 fan-out-20261120")(
        compare_command
    )
    app.command(
        "report", epilog="Example: mqtune experiment report fan-out-2026 --format html -o fan-out.html"
    )(report_command)
    app.command(
        "apply",
        epilog="Examples: mqtune experiment apply fan-out-2026 -o qm1.ini · "
        "mqtune experiment apply topic-limit-2026 --calibration hub.toml",
    )(apply_command)
    app.command("clean", epilog="Example: mqtune experiment clean streaming-2026")(clean_command)


def list_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="one experiment, with all its settings")] = "",
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the experiments, or tell everything about one."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import list_experiments

        return list_experiments(name, format, common)

    context.obj.action = action


def runs_command(
    context: typer.Context,
    store: Store = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the experiments that were made, with their verdicts."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import list_runs

        return list_runs(store, format, common)

    context.obj.action = action


def show_command(
    context: typer.Context,
    id: ResultId,
    store: Store = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show a result: verdict, rule, levels with intervals, every run. JSON has every sample."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import show_result

        return show_result(id, store, format, common)

    context.obj.action = action


def replay_command(
    context: typer.Context,
    id: ResultId,
    store: Store = None,
    speed: Annotated[
        float, typer.Option("--speed", metavar="N", help="times faster than it was, on a terminal; 0 at once")
    ] = 20.0,
    plain: Annotated[bool, typer.Option("--plain", help="one line an event, also on a terminal")] = False,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Play an experiment back, on the terminal or as lines."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import replay

        return replay(id, store, speed, plain, format, common)

    context.obj.action = action


def compare_command(
    context: typer.Context,
    first: ResultId,
    second: ResultId,
    store: Store = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compare two results: ratios with intervals, and a warning where they are not alike."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import compare

        return compare(first, second, store, format, common)

    context.obj.action = action


def report_command(
    context: typer.Context,
    id: ResultId,
    store: Store = None,
    format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="markdown, html (one file, plots inside) or json")
    ] = "markdown",
    output: Output = None,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write a report of a result."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import report

        return report(id, store, format, output, common)

    context.obj.action = action


def apply_command(
    context: typer.Context,
    id: ResultId,
    store: Store = None,
    language: Annotated[
        Word, typer.Option("--language", metavar="NAME", help="only mqsc, or only ini")
    ] = None,
    output: Output = None,
    calibration: Annotated[
        Word,
        typer.Option(
            "--calibration",
            metavar="FILE",
            help="write the measured constants to this file, for `model run --calibration`",
        ),
    ] = None,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write the snippet that follows from a result; nothing is executed."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import apply

        return apply(id, store, language, output, calibration, common)

    context.obj.action = action


def clean_command(
    context: typer.Context,
    id: ResultId,
    store: Store = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="agree beforehand")] = False,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take back what an interrupted experiment has left on the queue manager."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import clean

        return clean(id, store, yes, common)

    context.obj.action = action
