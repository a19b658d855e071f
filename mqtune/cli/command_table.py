"""The commands in the order of the help, each with its summary: help and completion load nothing else."""

from __future__ import annotations

from typing import NamedTuple


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
TABLE = (
    Listed(
        "lint",
        CHECK,
        "Check files and folders. Exit status: 0 clean, 1 findings, 2 invalid use, 3 internal error.",
        "mqtune.cli.lint_command:lint",
    ),
    Listed("explain", CHECK),
    Listed("rules", CHECK, "List the rules.", "mqtune.cli.rules:rules"),
    Listed(
        "fmt",
        CHECK,
        "Give MQSC its canonical form: keywords in upper case, one attribute a line in long commands.",
        "mqtune.cli.authoring.fmt:fmt",
    ),
    Listed(
        "init",
        CHECK,
        "Write a commented mqtune.toml for the files found in a folder.",
        "mqtune.cli.authoring.init:init",
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
        "mqtune.cli.tui_command:tui",
    ),
    Listed(
        "lsp",
        TOOLS,
        "Serve an editor: findings while typing, fixes, formatting.",
        "mqtune.cli.lsp:lsp",
    ),
    Listed(
        "schema",
        TOOLS,
        "Print the JSON Schema of mqtune.toml, or of the JSON that a command prints.",
        "mqtune.cli.authoring.schema:schema",
    ),
    Listed(
        "completion",
        TOOLS,
        "Print the completion script of a shell: commands, options, and values such as rule codes.",
        "mqtune.cli.completion:completion",
    ),
)
NAMES = tuple(command.name for command in TABLE)
