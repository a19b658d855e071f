"""The groups of commands."""

from __future__ import annotations

from typing import NamedTuple


class Subcommand(NamedTuple):
    """A command of a group. `declaration` is `module:function`; a question has neither this nor a summary
    here, but in the table of questions.
    """

    name: str
    summary: str = ""
    declaration: str = ""


class CommandGroup(NamedTuple):
    """A command with commands of its own."""

    name: str
    help: str
    examples: str
    commands: tuple[Subcommand, ...]


EXPERIMENTS = (
    Subcommand(
        "plan",
        "Print every command, object, restart and connection of an experiment, and its time; change nothing.",
        "mqtune.cli.experiment_results:plan",
    ),
    Subcommand(
        "run",
        "Measure: set up after consent, run to a verdict, undo every change.",
        "mqtune.cli.experiment_run:run",
    ),
    Subcommand(
        "resume",
        "Continue an interrupted experiment; one that is undecided needs more minutes.",
        "mqtune.cli.experiment_run:resume",
    ),
    Subcommand(
        "list",
        "List the experiments, or show everything about one.",
        "mqtune.cli.experiment_results:list_experiments",
    ),
    Subcommand(
        "runs",
        "List the experiments that were run, with their verdicts.",
        "mqtune.cli.experiment_results:runs",
    ),
    Subcommand(
        "show",
        "Show a result: verdict, decision rule, levels with intervals, every run. JSON has every sample.",
        "mqtune.cli.experiment_results:show",
    ),
    Subcommand(
        "replay",
        "Replay an experiment, live on a terminal or as lines.",
        "mqtune.cli.experiment_results:replay",
    ),
    Subcommand(
        "compare",
        "Compare two results: ratios with intervals, and a warning if they are not comparable.",
        "mqtune.cli.experiment_results:compare",
    ),
    Subcommand(
        "confirm",
        "Measure again after a change, and compare: result, conclusions, change and outcome in one journal.",
        "mqtune.cli.experiment_confirm:confirm",
    ),
    Subcommand("report", "Write a report of a result.", "mqtune.cli.experiment_results:report"),
    Subcommand(
        "apply",
        "Write the snippet that follows from a result; execute nothing.",
        "mqtune.cli.experiment_results:apply",
    ),
    Subcommand(
        "clean",
        "Remove what an interrupted experiment left on the queue manager.",
        "mqtune.cli.experiment_results:clean",
    ),
    Subcommand(
        "read",
        "Read driver output from elsewhere: samples, summary, and how each run ended.",
        "mqtune.cli.experiment:read",
    ),
)
GROUPS = (
    CommandGroup(
        "show",
        "Show the estate as the queue managers see it: effective values and their origins.",
        "mqtune show object 'QLOCAL(ORDERS)' hub/",
        tuple(map(Subcommand, ("topics", "objects", "paths", "clusters", "outage", "object"))),
    ),
    CommandGroup(
        "model",
        "Run the capacity models, and compare them with the published figures.",
        "mqtune model run fan-out subscribers=60 cache=48",
        tuple(map(Subcommand, ("list", "run", "solve", "verify"))),
    ),
    CommandGroup(
        "figures",
        "The published tables as data, with units, pages and errata.",
        "mqtune figures list · mqtune figures show v8-chart-15 · mqtune figures export --output figures/",
        tuple(map(Subcommand, ("list", "show", "export"))),
    ),
    CommandGroup(
        "load",
        "Declared loads from measured figures.",
        "mqtune load read amqsrua.txt --qmgr HUB.QM",
        tuple(map(Subcommand, ("read",))),
    ),
    CommandGroup(
        "experiment",
        "Guided experiments: plan, measure, decide, and read what load drivers measured elsewhere.",
        "mqtune experiment list · mqtune experiment plan topic-limit --qmgr QM1 · "
        "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
        EXPERIMENTS,
    ),
)
