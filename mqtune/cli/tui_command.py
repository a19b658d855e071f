"""The command `mqtune tui`: its options and its help. The UI itself is loaded when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.command import Common, guarded
from mqtune.cli.shared_options import Color, Config, Paths, Quiet, Verbose, common_of

EPILOG = "Examples: mqtune tui hub/ · mqtune tui --demo"


def tui_command(
    context: typer.Context,
    paths: Paths = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="experiments with the simulated driver, on any machine")
    ] = False,
    config: Config = None,
    color: Color = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Open the terminal UI: findings, topics, models, experiments, results."""
    common = common_of(context, config, color, quiet, verbose)

    def action() -> int:
        return guarded(common, lambda: _open(paths or [], demo, common))

    context.obj.action = action


def _open(paths: list[str], demo: bool, common: Common) -> int:
    import os  # all of it only where a UI is opened

    from mqtune.session.options import UsageError
    from mqtune.tui.terminal import check_terminal, standard_streams

    check_terminal(*standard_streams(), os.environ.get("TERM", ""))
    missing = [path for path in paths if not os.path.exists(path)]
    if missing:
        raise UsageError(f"{missing[0]} is not there", "name a file or folder that is")
    if common.color == "never":
        os.environ["NO_COLOR"] = "1"
    from mqtune.tui.start import start

    return start(tuple(paths) or (".",), common.config, demo)
