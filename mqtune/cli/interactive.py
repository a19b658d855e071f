"""`mqtune lsp` and `mqtune tui`: the programs that stay open. Their libraries are loaded only then."""

from __future__ import annotations

import gc
from importlib.util import find_spec
from typing import Annotated

import typer

from mqtune.cli._plain_options import TuiFields
from mqtune.cli.command import CommonOptions
from mqtune.cli.main import open_tui
from mqtune.cli.parameters import Paths
from mqtune.text.messages import UsageError

EXAMPLES = (
    "mqtune lsp",
    "mqtune tui hub/",
    "mqtune tui --demo",
)


def lsp() -> int:
    """Serve an editor: findings while typing, fixes, formatting.

    Speaks the Language Server Protocol over standard input and output; the editor starts it. Needs
    `pip install 'mqtune[lsp]'`.
    """
    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise UsageError("mqtune lsp needs the library pygls", "pip install 'mqtune[lsp]'")
    gc.disable()  # it would search the thousand classes of the library again and again; see lsp/inbox.py
    from mqtune.lsp.server import serve

    return serve()


# `mqtune tui` as typer reads it; in its plain forms it is read by `_plain_options.py`.


def tui(
    common: CommonOptions,
    paths: Paths = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="run experiments with the simulated driver, on any machine")
    ] = False,
) -> int:
    """Open the terminal UI: findings, topics, models, experiments, results."""
    return open_tui(TuiFields(**vars(common), paths=paths, demo=demo))
