"""Every command with its help, examples and options, for manual page, site and tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, get_args, get_origin

from typer.models import ArgumentInfo, OptionInfo

from mqtune.cli.app import SPECIAL, declared, examples_of
from mqtune.cli.command import FLAG, LIST, REAL, TEXT, WHOLE, CommonOptions, Option, options_of
from mqtune.cli.commands import COMMANDS as TABLE
from mqtune.cli.commands import GROUP, GROUPS
from mqtune.cli.question_options import QuestionCommand
from mqtune.questions.fields import without_none

KINDS = {bool: FLAG, str: TEXT, int: WHOLE, float: REAL}


class Described(NamedTuple):
    """One command: `words` are its words after `mqtune`."""

    words: str
    about: str
    examples: str
    options: list[Option]


def described(words: str, declaration: str = "") -> Described:
    """A command by its words and the function that declares it; without that it is a question."""
    if not declaration:
        command = QuestionCommand(words)
        return Described(words, command.about, command.examples, command.options)
    function: Callable[..., int] = declared(declaration)
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    options = [option_of(parameter) for parameter in parameters if parameter.name not in SPECIAL]
    examples = " · ".join(examples_of(function, words))
    return Described(words, inspect.getdoc(function) or "", examples, [*options, *options_of(CommonOptions)])


def option_of(parameter: inspect.Parameter) -> Option:
    """The option of a parameter that typer declares."""
    hint, info = get_args(parameter.annotation)[:2]
    plain, _ = without_none(hint)
    kind = LIST if get_origin(plain) is list else KINDS[plain]
    names: list[str] = []
    if isinstance(info, OptionInfo):
        # in an annotation the first name is at the place of the default
        names = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
        names = names or [f"--{parameter.name.replace('_', '-')}"]
    else:
        assert isinstance(info, ArgumentInfo), parameter
    default: Any = None if parameter.default is inspect.Parameter.empty else parameter.default
    panel = info.rich_help_panel or ""
    option = Option(names, kind, info.metavar or "", info.help or "", panel, default)
    option.field = parameter.name
    return option


def choices_of(parameter: inspect.Parameter) -> tuple[str, ...]:
    """All values of a parameter whose value is checked: completion offers them for an empty word."""
    info = get_args(parameter.annotation)[1]
    return tuple(info.autocompletion("")) if info.callback else ()


def single_commands() -> list[Described]:
    """The commands outside of groups, in the order of the help."""
    return [described(listed.name, listed.declaration) for listed in TABLE if listed.declaration != GROUP]


def grouped_commands() -> dict[str, list[Described]]:
    """The commands of each group."""
    return {
        group.name: [described(f"{group.name} {part.name}", part.declaration) for part in group.commands]
        for group in GROUPS
    }


def all_commands() -> list[Described]:
    """All of them."""
    return [*single_commands(), *(command for group in grouped_commands().values() for command in group)]
