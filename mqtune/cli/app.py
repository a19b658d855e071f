"""Builds the command line from the table of commands: help, completion, errors, all but a plain lint.

The library only reads options. The command runs after the library has finished, so that errors,
interrupts and exit statuses are the same with and without it.
"""

from __future__ import annotations

import importlib
import inspect
from functools import cache
from typing import Annotated, Any

import typer

from mqtune import __version__
from mqtune.cli import console
from mqtune.cli.command import guarded
from mqtune.cli.commands import COMMANDS, GROUPS, PANELS, SHELLS, CommandGroup
from mqtune.cli.completion import completer
from mqtune.cli.options import (
    COMMON,
    FLAG,
    LIST,
    REAL,
    REQUIRED,
    TEXT,
    WHOLE,
    CommonOptions,
    Option,
    options_of,
)
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.spelling import nearest

# every error of the library about what was typed
_WrongWords: type[Exception] = typer.BadParameter.__base__ or Exception
_TYPES: dict[str, Any] = {FLAG: bool, TEXT: str, LIST: list[str], WHOLE: int, REAL: float}
_HELP = "Lint IBM MQ configuration: MQSC, qm.ini and CCDT JSON."


class Invocation:
    """One call of the command line: its words, the options before the command, and those of the command."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.before: dict[str, object] = {}
        self.options: CommonOptions | None = None

    def run(self) -> int:
        """Run the command, if one was chosen, and return the exit status."""
        options = self.options
        if options is None:
            return 0
        module, _, function = options.run.partition(":")
        work = getattr(importlib.import_module(module), function)
        return guarded(options, lambda: int(work(options)))


def run(words: list[str]) -> int:
    """Run a command line and return the exit status."""
    console.ready_stdout()
    if _unknown_command(words):
        return WRONG_USE
    invocation = Invocation(words)
    try:
        command_tree()(args=words, prog_name="mqtune", obj=invocation, standalone_mode=False)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG_USE
    except _WrongWords as error:
        _report_wrong_words(error, words)
        return WRONG_USE
    return invocation.run()


def _report_wrong_words(error: Any, words: list[str]) -> None:
    """Report what the library refuses like any other error of use; no text means that it printed the help."""
    text = error.format_message()
    if not text:
        return
    path = error.ctx.command_path if error.ctx else " ".join(["mqtune", *words[:1]])
    help = f"see `{path} --help`"
    option = getattr(error, "option_name", "")
    similar = getattr(error, "possibilities", None) or []  # the library's order is by similarity
    if option and "possibilities" in vars(error):
        text = f"no such option: {option}"  # each version of the library words it in its own way
    commands = getattr(error.ctx.command, "commands", {}) if error.ctx else {}
    if nearest(option, similar):
        help = f"the nearest is {similar[0]}; {help}"
    elif commands and not option:
        help = f"its commands are {', '.join(commands)}; {help}"
    console.error(text[0].lower() + text[1:].rstrip("."), help)


def command_names() -> list[str]:
    """The names of all commands and groups."""
    return [*(one.command for one in COMMANDS), *(one.name for one in GROUPS)]


def _unknown_command(words: list[str]) -> bool:
    """Whether the first word is not a command; reports the commands if so."""
    with_value = {name for one in options_of(CommonOptions) if one.kind != FLAG for name in one.names}
    first, skip = "", False
    for word in words:
        if not skip and not word.startswith("-"):
            first = word
            break
        skip = not skip and word in with_value
    if not first or first in command_names():
        return False
    import os

    if {"--install-completion", "--show-completion"} & set(words):
        shell = first if first in SHELLS else "bash"
        console.error(
            "--install-completion and --show-completion detect the shell and accept no name",
            f"`mqtune completion {shell}` prints the script of a shell",
        )
        return True
    near = nearest(first, command_names())
    there = f"`mqtune lint {first}` checks that path; " if os.path.exists(first) else ""
    there += f"the nearest command is {near}; " if near else ""
    console.error(
        f"unknown command {first!r}", f"{there}commands are {', '.join(command_names())}; see `mqtune --help`"
    )
    return True


def _parameter(option: Option) -> inspect.Parameter:
    """An option as the library reads it: as a parameter with an annotation."""
    info: Any
    if option.names:
        info = typer.Option(
            *option.names,
            metavar=option.metavar or None,
            help=option.full_help,
            rich_help_panel=option.panel or None,
            autocompletion=completer(option),
        )
    else:
        info = typer.Argument(metavar=option.metavar, help=option.full_help, autocompletion=completer(option))
    kind = _TYPES[option.kind]
    # a common option that is absent is left to the words before the command
    default = None if option.panel == COMMON and option.kind != FLAG else option.default
    if default == REQUIRED:
        default = inspect.Parameter.empty
    elif default is None:
        kind = kind | None
    return inspect.Parameter(
        option.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )


def _with_parameters(function: Any, options: list[Option], *more: inspect.Parameter) -> Any:
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    function.__signature__ = inspect.Signature([context, *more, *map(_parameter, options)])
    return function


def _add(app: typer.Typer, command: type[CommonOptions], panel: str | None = None) -> None:
    """Register a command with the library."""

    def callback(context: typer.Context, **given: object) -> None:
        invocation: Invocation = context.obj
        options = command(**{**given, **_given_before(invocation, given)})
        options.read_order(invocation.words[invocation.words.index(command.command) + 1 :])
        invocation.options = options

    decorate = app.command(
        command.command,
        help=_help_text(command),
        epilog=f"Examples: {command.examples}",
        rich_help_panel=panel,
    )
    decorate(_with_parameters(callback, options_of(command)))


def _help_text(command: type[CommonOptions]) -> str:
    """The docstring for the library, which keeps later line ends and takes brackets for markup."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(" ".join(one.split()) for one in paragraphs).replace("[", "\\[")


def _given_before(invocation: Invocation, given: dict[str, object]) -> dict[str, object]:
    """The common options before the command that were not given after it."""
    return {field: found for field, found in invocation.before.items() if not given[field]}


def _group(group: CommandGroup) -> typer.Typer:
    made = typer.Typer(
        help=group.help, epilog=f"Examples: {group.examples}", no_args_is_help=True, rich_markup_mode="rich"
    )
    for command in group.commands:
        _add(made, command)
    return made


def _print_version(wanted: bool) -> None:
    if wanted:
        console.line(f"mqtune {__version__}")
        raise typer.Exit


def _main(context: typer.Context, version: bool, **given: object) -> None:
    context.obj.before = given


def build() -> typer.Typer:
    """The command line with all commands."""
    made = typer.Typer(
        name="mqtune",
        help=_HELP,
        epilog="Example: mqtune lint hub/ --profile production",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    info = typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")
    version = inspect.Parameter(
        "version", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, info]
    )
    made.callback()(_with_parameters(_main, options_of(CommonOptions), version))
    commands = {one.command: one for one in COMMANDS}
    groups = {one.name: one for one in GROUPS}
    for panel, names in PANELS.items():
        for name in names:
            if name in commands:
                _add(made, commands[name], panel)
            else:
                made.add_typer(_group(groups[name]), name=name, rich_help_panel=panel)
    return made


@cache
def command_tree() -> Any:
    """The command line in the form that the library runs; to make it takes longer than most runs."""
    return typer.main.get_command(app)


app = build()
