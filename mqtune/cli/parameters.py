"""Parameters that commands share, as typer declares them, and choices that are checked and completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from mqtune.cli import options
from mqtune.cli.completing import completer
from mqtune.cli.options import JSON, RULES, invalid, listed


def choice(
    *names: str, choices: Sequence[str], help: str, metavar: str = "NAME", panel: str | None = None
) -> Any:
    """An option whose values are listed."""
    return typer.Option(
        *names,
        metavar=metavar,
        help=f"{help}: {listed(choices)}",
        rich_help_panel=panel,
        callback=checked(names[0], choices),
        autocompletion=completer(choices),
    )


def chosen(metavar: str, choices: Sequence[str], help: str) -> Any:
    """An argument whose values are listed."""
    return typer.Argument(
        metavar=metavar,
        help=f"{help}: {listed(choices)}",
        callback=checked(metavar, choices),
        autocompletion=completer(choices),
    )


def checked(name: str, choices: Sequence[str]) -> Callable[[Any], Any]:
    """The check of a value that is not absent."""

    def check(value: Any) -> Any:
        for text in value if isinstance(value, list) else (value,):
            if text is not None and text not in choices:
                raise invalid(name, text, choices)
        return value

    return check


def codes(*names: str, help: str, panel: str | None = None) -> Any:
    """A repeatable option that names rules."""
    return typer.Option(
        *names, metavar="CODES", help=help, rich_help_panel=panel, autocompletion=completer(completes=RULES)
    )


# absent lists are None
Paths = Annotated[list[str] | None, typer.Argument(metavar="[PATH]...", help=options.PATHS)]
TextOrJson = Annotated[str, choice("--format", choices=("text", JSON), help="output format")]
Values = Annotated[list[str] | None, typer.Option("--values", metavar="FILE", help=options.VALUES.help)]
Environments = Annotated[
    list[str] | None, typer.Option("--environment", metavar="NAME", help=options.ENVIRONMENTS.help)
]
Managers = Annotated[list[str] | None, typer.Option("--qmgr", metavar="NAME", help=options.QMGRS.help)]
