"""The commands `mqtune show …`."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.command import Common
from mqtune.cli.shared_options import Color, Config, Format, Paths, Quiet, Verbose, Words, common_of

show_app = typer.Typer(
    help="Show the estate as the queue managers see it: effective values, and where each comes from.",
    epilog="Example: mqtune show object 'QLOCAL(ORDERS)' hub/",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


def _show(
    context: typer.Context, what: str, paths: Words, format: str, common: Common, spec: str = ""
) -> None:
    def action() -> int:
        from mqtune.cli.show import show

        return show(what, paths or [], format, common, spec)

    context.obj.action = action


def _add_show(what: str, says: str) -> None:
    """One of the `show` commands that take nothing but paths."""

    def command(
        context: typer.Context,
        paths: Paths = None,
        format: Format = "table",
        config: Config = None,
        color: Color = None,
        quiet: Quiet = False,
        verbose: Verbose = False,
    ) -> None:
        _show(context, what, paths, format, common_of(context, config, color, quiet, verbose))

    show_app.command(what, help=says, epilog=f"Example: mqtune show {what} hub/ --format json")(command)


_add_show("topics", "The topic trees: locks, what is inherited, subscriptions.")
_add_show("objects", "Every object that the files define or change.")
_add_show("paths", "The ways of messages: aliases, remote queues, channels, clients.")
_add_show("clusters", "Every cluster with its members.")


@show_app.command("object", epilog="Example: mqtune show object 'QLOCAL(ORDERS)' hub/")
def show_object_command(
    context: typer.Context,
    spec: Annotated[str, typer.Argument(metavar="'TYPE(NAME)'", help="the object: QLOCAL(ORDERS), QMGR")],
    paths: Paths = None,
    format: Format = "table",
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """One object: each attribute with its effective value and where it comes from."""
    _show(context, "object", paths, format, common_of(context, config, color, quiet, verbose), spec)
