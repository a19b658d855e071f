"""The commands in the order of the help, and the groups of commands."""

from __future__ import annotations

from typing import NamedTuple

from mqtune.questions.table import TABLE


class Subcommand(NamedTuple):
    """A command of a group. `declaration` is `module:function`; a question has neither this nor a summary
    here, but in the table of questions.
    """

    name: str
    summary: str = ""
    declaration: str = ""


class CommandGroup(NamedTuple):
    """A command with commands of its own; its summary is in the table of commands."""

    name: str
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
        "mqtune.cli.experiment_results:confirm",
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
        "mqtune.cli.experiment_read:read",
    ),
)


def questions_in(group: str) -> tuple[Subcommand, ...]:
    """The questions of a group, in the order of their table."""
    commands = dict.fromkeys(question.command for question in TABLE)
    return tuple(Subcommand(words.partition(" ")[2]) for words in commands if words.startswith(f"{group} "))


GROUPS = (
    CommandGroup(
        "show",
        "mqtune show object 'QLOCAL(ORDERS)' hub/",
        questions_in("show"),
    ),
    CommandGroup(
        "model",
        "mqtune model run fan-out subscribers=60 cache=48",
        questions_in("model"),
    ),
    CommandGroup(
        "figures",
        "mqtune figures list · mqtune figures show v8-chart-15 · mqtune figures export --output figures/",
        questions_in("figures"),
    ),
    CommandGroup(
        "load",
        "mqtune load read amqsrua.txt --qmgr HUB.QM",
        questions_in("load"),
    ),
    CommandGroup(
        "experiment",
        "mqtune experiment list · mqtune experiment plan topic-limit --qmgr QM1 · "
        "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
        EXPERIMENTS,
    ),
)


# The table: help and completion load nothing but names and summaries.


class Listed(NamedTuple):
    """One command or group. `declaration` is `module:function`, or GROUP; a question has neither this nor a
    summary here, but in the table of questions.
    """

    name: str
    panel: str
    summary: str = ""
    declaration: str = ""


SHELLS = ("bash", "zsh", "fish")
GROUP = "group"
CHECK, ASK, CHANGE, LOAD, MEASURE, TOOLS = "Check", "Ask", "Change", "Load", "Measure", "Tools"
COMMANDS = (
    Listed(
        "lint",
        CHECK,
        "Check files and folders. Exit status: 0 clean, 1 findings, 2 invalid use, 3 internal error.",
        "mqtune.cli.lint_command:lint",
    ),
    Listed("explain", CHECK),
    Listed("rules", CHECK, "List the rules.", "mqtune.cli.explain:rules"),
    Listed(
        "fmt",
        CHECK,
        "Give MQSC its canonical form: keywords in upper case, one attribute a line in long commands.",
        "mqtune.cli.authoring:fmt",
    ),
    Listed(
        "init",
        CHECK,
        "Write a commented mqtune.toml for the files found in a folder.",
        "mqtune.cli.authoring:init",
    ),
    Listed(
        "report",
        CHECK,
        "Write one HTML file about an estate: findings, exceptions, topology, topic trees, load budget.",
        "mqtune.cli.report:report",
    ),
    Listed(
        "show",
        ASK,
        "Show the estate as the queue managers see it: effective values and their origins.",
        GROUP,
    ),
    Listed("query", ASK),
    Listed("trace", ASK),
    Listed("access", ASK),
    Listed("plan", CHANGE),
    Listed(
        "collect",
        CHANGE,
        "Collect the current state of real queue managers into a folder, with read-only commands.",
        "mqtune.cli.collect:collect",
    ),
    Listed("load", LOAD, "Declared loads from measured figures.", GROUP),
    Listed("budget", LOAD),
    Listed("tune", LOAD),
    Listed("model", LOAD, "Run the capacity models, and compare them with the published figures.", GROUP),
    Listed("figures", LOAD, "The published tables as data, with units, pages and errata.", GROUP),
    Listed(
        "experiment",
        MEASURE,
        "Guided experiments: plan, measure, decide, and read what load drivers measured elsewhere.",
        GROUP,
    ),
    Listed(
        "tui",
        MEASURE,
        "Open the terminal UI: findings, topics, models, experiments, results.",
        "mqtune.cli.interactive:tui",
    ),
    Listed(
        "lsp",
        TOOLS,
        "Serve an editor: findings while typing, fixes, formatting.",
        "mqtune.cli.interactive:lsp",
    ),
    Listed(
        "schema",
        TOOLS,
        "Print the JSON Schema of mqtune.toml, or of the JSON that a command prints.",
        "mqtune.cli.authoring:schema",
    ),
    Listed(
        "completion",
        TOOLS,
        "Print the completion script of a shell: commands, options, and values such as rule codes.",
        "mqtune.cli.app:completion",
    ),
)
NAMES = tuple(command.name for command in COMMANDS)
