"""The groups of commands."""

from __future__ import annotations

from typing import NamedTuple


class Subcommand(NamedTuple):
    """A command of a group that is not a question. `declaration` is `module:function`."""

    name: str
    declaration: str


class CommandGroup(NamedTuple):
    """A command with commands of its own, or with the words of questions."""

    name: str
    help: str
    examples: str
    commands: tuple[Subcommand | str, ...]


EXPERIMENTS = (
    Subcommand("plan", "mqtune.cli.experiment_results:plan"),
    Subcommand("run", "mqtune.cli.experiment_run:run"),
    Subcommand("resume", "mqtune.cli.experiment_run:resume"),
    Subcommand("list", "mqtune.cli.experiment_results:list_experiments"),
    Subcommand("runs", "mqtune.cli.experiment_results:runs"),
    Subcommand("show", "mqtune.cli.experiment_results:show"),
    Subcommand("replay", "mqtune.cli.experiment_results:replay"),
    Subcommand("compare", "mqtune.cli.experiment_results:compare"),
    Subcommand("confirm", "mqtune.cli.experiment_confirm:confirm"),
    Subcommand("report", "mqtune.cli.experiment_results:report"),
    Subcommand("apply", "mqtune.cli.experiment_results:apply"),
    Subcommand("clean", "mqtune.cli.experiment_results:clean"),
    Subcommand("read", "mqtune.cli.experiment:read"),
)
GROUPS = (
    CommandGroup(
        "show",
        "Show the estate as the queue managers see it: effective values and their origins.",
        "mqtune show object 'QLOCAL(ORDERS)' hub/",
        ("show topics", "show objects", "show paths", "show clusters", "show outage", "show object"),
    ),
    CommandGroup(
        "model",
        "Run the capacity models, and compare them with the published figures.",
        "mqtune model run fan-out subscribers=60 cache=48",
        ("model list", "model run", "model solve", "model verify"),
    ),
    CommandGroup(
        "figures",
        "The published tables as data, with units, pages and errata.",
        "mqtune figures list · mqtune figures show v8-chart-15 · mqtune figures export --output figures/",
        ("figures list", "figures show", "figures export"),
    ),
    CommandGroup(
        "load",
        "Declared loads from measured figures.",
        "mqtune load read amqsrua.txt --qmgr HUB.QM",
        ("load read",),
    ),
    CommandGroup(
        "experiment",
        "Guided experiments: plan, measure, decide, and read what load drivers measured elsewhere.",
        "mqtune experiment list · mqtune experiment plan topic-limit --qmgr QM1 · "
        "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
        EXPERIMENTS,
    ),
)
