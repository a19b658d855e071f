"""The commands `mqtune experiment …` that measure, or that read what was measured elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.experiment_result_commands import add_result_commands
from mqtune.cli.model_commands import TextOrJson
from mqtune.cli.shared_options import Color, Config, Quiet, Verbose, Word, Words, common_of

experiment_app = typer.Typer(
    help="Guided experiments: plan, measure, decide, and read what load drivers measured elsewhere.",
    epilog="Examples: mqtune experiment list · mqtune experiment plan topic-limit --qmgr QM1 · "
    "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="the experiment: topic-limit, fan-out, …")]
Driver = Annotated[
    Word,
    typer.Option("--driver", metavar="NAME", help="cph, jms, mqldt, simulated or manual; else the usual one"),
]
Qmgr = Annotated[str, typer.Option("--qmgr", metavar="QM", help="the queue manager that is measured")]
Set = Annotated[
    Words, typer.Option("--set", metavar="KEY=VALUE", help="a setting; `experiment list NAME` tells them")
]
Repeat = Annotated[
    int | None, typer.Option("--repeat", metavar="N", help="blocks of runs at least, before a verdict")
]
MaxMinutes = Annotated[
    float | None, typer.Option("--max-minutes", metavar="M", help="measure so long at most, then undecided")
]
Yes = Annotated[
    bool, typer.Option("--yes", "-y", help="agree to the plan beforehand, but not for production")
]
Store = Annotated[Word, typer.Option("--store", metavar="DIR", help="folder of the journals")]
Plain = Annotated[bool, typer.Option("--plain", help="one line an event, also on a terminal")]


@experiment_app.command(
    "plan",
    epilog="Example: mqtune experiment plan fan-out --qmgr QM1 --set cache=64",
)
def experiment_plan_command(
    context: typer.Context,
    name: Name,
    qmgr: Qmgr = "",
    driver: Driver = None,
    settings: Set = None,
    repeat: Repeat = None,
    max_minutes: MaxMinutes = None,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Print every command, every object, every restart and the time it takes; changes nothing."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_results import plan_experiment
        from mqtune.lab.api import Request

        words = tuple(settings or ())
        request = Request(name, qmgr, driver, words, repeat, max_minutes, config=common.config)
        return plan_experiment(request, format, common)

    context.obj.action = action


@experiment_app.command(
    "run",
    epilog="Examples: mqtune experiment run topic-limit --driver simulated --qmgr QM1 · "
    "mqtune experiment run streaming --driver cph --qmgr QM1 --max-minutes 30 --yes --format json",
)
def experiment_run_command(
    context: typer.Context,
    name: Name,
    driver: Driver = None,
    qmgr: Qmgr = "",
    settings: Set = None,
    repeat: Repeat = None,
    max_minutes: MaxMinutes = None,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure: set up after consent, run to a verdict, take everything back.

    Exit status: 0 winner or tie, 1 undecided, 4 invalid, 2 the experiment could not be made, 130 Ctrl-C.
    """
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_run import run_experiment
        from mqtune.lab.api import Request

        words = tuple(settings or ())
        request = Request(name, qmgr, driver, words, repeat, max_minutes, store, common.config)
        return run_experiment(request, yes, plain, format, common)

    context.obj.action = action


@experiment_app.command(
    "resume",
    epilog="Examples: mqtune experiment resume topic-limit-20261120-101500-3f2a · "
    "mqtune experiment resume topic-limit --max-minutes 40",
)
def experiment_resume_command(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="id, the beginning of it, or a journal's path")],
    max_minutes: MaxMinutes = None,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Go on where an experiment stopped; one that is undecided needs more minutes."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.experiment_run import resume_experiment

        return resume_experiment(id, store, max_minutes, yes, plain, format, common)

    context.obj.action = action


add_result_commands(experiment_app)


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
