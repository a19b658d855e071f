"""Every command with its help, examples and options, for manual page, site and tests."""

from __future__ import annotations

import inspect
from typing import NamedTuple

from mqtune.cli.asking.options import QuestionCommand
from mqtune.cli.command_table import GROUP, TABLE
from mqtune.cli.commands import COMMANDS, GROUPS
from mqtune.cli.options import CommonOptions, Option, options_of


class Described(NamedTuple):
    """One command: `words` are its words after `mqtune`."""

    words: str
    about: str
    examples: str
    options: list[Option]


def described(declaration: type[CommonOptions] | str, group: str = "") -> Described:
    """A command by its class, or as the words of a question."""
    if isinstance(declaration, str):
        command = QuestionCommand(declaration)
        return Described(command.words, command.about, command.examples, command.options)
    words = f"{group} {declaration.command}".strip()
    about = inspect.getdoc(declaration) or ""
    return Described(words, about, declaration.examples, options_of(declaration))


def single_commands() -> list[Described]:
    """The commands outside of groups, in the order of the help."""
    classes = {command.command: command for command in COMMANDS}
    names = [listed.name for listed in TABLE if listed.declaration != GROUP]
    return [described(classes.get(name, name)) for name in names]


def grouped_commands() -> dict[str, list[Described]]:
    """The commands of each group."""
    return {group.name: [described(command, group.name) for command in group.commands] for group in GROUPS}


def all_commands() -> list[Described]:
    """All of them."""
    return [*single_commands(), *(command for group in grouped_commands().values() for command in group)]
