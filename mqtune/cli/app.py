"""All commands with their help, for everything that `door.py` does not take itself.

A command only reads its options and leaves what is to be done; it is done after the library has
finished, so that errors, interrupts and exit statuses are the same on both ways.
"""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune import __version__
from mqtune.cli import console
from mqtune.cli.command import Common
from mqtune.cli.experiment_commands import experiment_app
from mqtune.cli.lint_command import EPILOG, lint_command
from mqtune.cli.model_commands import model_app
from mqtune.cli.shared_options import (
    Color,
    Config,
    Format,
    Invocation,
    Quiet,
    Verbose,
    Words,
    common_of,
)
from mqtune.cli.show_commands import show_app
from mqtune.cli.tui_command import EPILOG as TUI_EPILOG
from mqtune.cli.tui_command import tui_command
from mqtune.cli.tune_command import EPILOG as TUNE_EPILOG
from mqtune.cli.tune_command import tune_command
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.printable import printable

# every error of the library about what was typed
_WrongWords: type[Exception] = typer.BadParameter.__base__ or Exception

app = typer.Typer(
    name="mqtune",
    help="Lint IBM MQ configuration: MQSC, qm.ini and CCDT JSON.",
    epilog="Example: mqtune lint hub/ --profile production",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("lint", epilog=EPILOG)(lint_command)
app.add_typer(show_app, name="show")
app.add_typer(model_app, name="model")
app.add_typer(experiment_app, name="experiment")


def run(words: list[str]) -> int:
    """Read the words, do what they say, and give the exit status."""
    console.ready_stdout()
    if _unknown_command(words):
        return WRONG_USE
    invocation = Invocation(words)
    # the library shows wrong words as they are, so those that must not be seen raw are left to the console
    plain = all(printable(word) == word for word in words)
    try:
        app(args=words, prog_name="mqtune", obj=invocation, standalone_mode=plain)
    except SystemExit as end:
        if invocation.action is None:
            return end.code if isinstance(end.code, int) else WRONG_USE
    except _WrongWords as fault:
        console.error(fault.format_message(), "`mqtune --help` lists commands and options")  # type: ignore[attr-defined]
        return WRONG_USE
    return invocation.action() if invocation.action is not None else 0


def commands() -> list[str]:
    """The names of all commands."""
    named = [command.name for command in app.registered_commands]
    return [name for name in (*named, *(group.name for group in app.registered_groups)) if name]


def _unknown_command(words: list[str]) -> bool:
    """Whether the first word is no command; says which there are."""
    first, skip = "", False
    for word in words:
        if not skip and not word.startswith("-"):
            first = word
            break
        skip = not skip and word in ("--config", "--color")
    if not first or first in commands():
        return False
    import os

    there = f"`mqtune lint {first}` checks that path; " if os.path.exists(first) else ""
    console.error(f"there is no command {first!r}", f"{there}commands are {', '.join(commands())}")
    return True


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"mqtune {__version__}")
        raise typer.Exit


@app.callback()
def main(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")
    ] = False,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Lint IBM MQ configuration: MQSC, qm.ini and CCDT JSON."""
    context.obj.common = Common(config, color, quiet, verbose)


@app.command("explain", epilog="Example: mqtune explain PUB002")
def explain_command(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="code or name of a rule")],
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Tell what a rule finds, why it matters, where the number was published, and how to fix it."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.explain import explain

        return explain(code, common)

    context.obj.action = action


@app.command("rules", epilog="Examples: mqtune rules --family PUB · mqtune rules --fixable --format json")
def rules_command(
    context: typer.Context,
    family: Annotated[
        Words, typer.Option("--family", metavar="CODES", help="families or codes: PUB, SEC01")
    ] = None,
    severity: Annotated[
        Words, typer.Option("--severity", metavar="NAME", help="error, warning, info, off")
    ] = None,
    fixable: Annotated[bool, typer.Option("--fixable", help="only rules with a fix")] = False,
    profile: Annotated[
        str, typer.Option("--profile", metavar="NAME", help="severities of a profile")
    ] = "default",
    format: Format = "table",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the rules."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.rules import Filter, rules

        wanted = Filter(tuple(family or ()), tuple(severity or ()), fixable, profile)
        return rules(wanted, format, common)

    context.obj.action = action


@app.command("init", epilog="Example: mqtune init hub/")
def init_command(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="where to look and to write")] = ".",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write a commented mqtune.toml from what is found."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        from mqtune.cli.init import init

        return init(folder, common)

    context.obj.action = action


app.command("tune", epilog=TUNE_EPILOG)(tune_command)
app.command("tui", epilog=TUI_EPILOG)(tui_command)
