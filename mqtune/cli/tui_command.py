"""The parameters of `mqtune tui`, as typer reads them; in its plain forms it reads `_plain_options.py`."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli._plain_options import TuiFields
from mqtune.cli.open_tui import open_tui
from mqtune.cli.options import CommonOptions
from mqtune.cli.parameters import Paths

EXAMPLES = ("mqtune tui hub/", "mqtune tui --demo")


def tui(
    common: CommonOptions,
    paths: Paths = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="run experiments with the simulated driver, on any machine")
    ] = False,
) -> int:
    """Open the terminal UI: findings, topics, models, experiments, results."""
    return open_tui(TuiFields(**vars(common), paths=paths, demo=demo))
