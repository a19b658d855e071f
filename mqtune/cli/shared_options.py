"""Options that several commands take, and what a call of the command line leaves to be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from mqtune.cli.command import Common

COMMON = "Common"

# typer reads these annotations, which must therefore be names it can see at run time
Words = list[str] | None
Word = str | None

Config = Annotated[
    Word, typer.Option("--config", metavar="FILE", help="project file to use", rich_help_panel=COMMON)
]
Color = Annotated[
    Word, typer.Option("--color", metavar="WHEN", help="auto, always or never", rich_help_panel=COMMON)
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="only findings and errors", rich_help_panel=COMMON)
]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="say more about the run", rich_help_panel=COMMON)
]
Paths = Annotated[
    Words, typer.Argument(metavar="[PATH]...", help="files and folders, by default this folder")
]


Format = Annotated[str, typer.Option("--format", metavar="NAME", help="table or json")]


class Invocation:
    """One call of the command line: its words, the options before the command, and what is to be done."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.common = Common()
        self.action: Callable[[], int] | None = None


def common_of(
    context: typer.Context, config: str | None, color: str | None, quiet: bool, verbose: bool
) -> Common:
    """The common options, which may stand before the command and behind it."""
    before: Common = context.obj.common
    return Common(
        config or before.config, color or before.color, quiet or before.quiet, verbose or before.verbose
    )
