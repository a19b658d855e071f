"""All commands. A class without fields of its own shares the options of its base."""

from __future__ import annotations

from typing import NamedTuple

from mqtune.cli.authoring.options import Format, Schema
from mqtune.cli.change.options import PlanOptions
from mqtune.cli.collect.options import Collect
from mqtune.cli.command_table import SHELLS
from mqtune.cli.editor.options import LanguageServer
from mqtune.cli.experiment_options import EXPERIMENTS
from mqtune.cli.lint_options import LintOptions
from mqtune.cli.open_tui import Tui
from mqtune.cli.options import (
    JSON,
    RULES,
    TABLE,
    CommonOptions,
    argument,
    flag,
    value,
    values,
)
from mqtune.cli.report_file.options import ReportFile
from mqtune.engine.pages import DEFAULT, PROFILES
from mqtune.findings.finding import OFF, SEVERITIES


class CommandGroup(NamedTuple):
    """A command with commands of its own: classes, or the words of questions."""

    name: str
    help: str
    examples: str
    commands: tuple[type[CommonOptions] | str, ...]


class Rules(CommonOptions):
    """List the rules."""

    command = "rules"
    run = "mqtune.cli.rules:rules"
    examples = "mqtune rules --family PUB · mqtune rules --fixable --format json"

    families: list[str] = values(
        "--family", metavar="CODES", help="only these families or codes: PUB, SEC01", completes=RULES
    )
    severities: list[str] = values(
        "--severity", metavar="NAME", help=f"only these severities: {', '.join((*SEVERITIES, OFF))}"
    )
    fixable: bool = flag("--fixable", help="only rules with a fix")
    profile: str = value(
        "--profile", metavar="NAME", help="severity profile", choices=PROFILES, default=DEFAULT
    )
    format: str = value(
        "--format", metavar="NAME", help="output format", choices=(TABLE, JSON), default=TABLE
    )


class Init(CommonOptions):
    """Write a commented mqtune.toml for the files found in a folder."""

    command = "init"
    run = "mqtune.cli.authoring.init:init"
    examples = "mqtune init hub/"

    folder: str = argument("[FOLDER]", "folder to search and to write to", default=".")


class Completion(CommonOptions):
    """Print the completion script of a shell: commands, options, and values such as rule codes.

    `eval "$(mqtune completion bash)"` in ~/.bashrc, or write it to the folder of completions of your shell.
    """

    command = "completion"
    run = "mqtune.cli.completion:print_script"
    examples = "mqtune completion bash > ~/.local/share/bash-completion/completions/mqtune"

    shell: str = argument("SHELL", "the shell", choices=SHELLS)


COMMANDS: tuple[type[CommonOptions], ...] = (
    LintOptions,
    Rules,
    Init,
    Collect,
    ReportFile,
    Format,
    PlanOptions,
    Schema,
    LanguageServer,
    Tui,
    Completion,
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
