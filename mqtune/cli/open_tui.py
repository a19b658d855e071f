"""`mqtune tui`: opens the terminal UI, which is loaded only then."""

from __future__ import annotations

import os

from mqtune.cli.command import NAME_EXISTING
from mqtune.cli.commands import Tui
from mqtune.session.options import UsageError
from mqtune.tui.terminal import check_terminal, standard_streams


def open_tui(options: Tui) -> int:
    """Open the terminal UI and return the exit status."""
    check_terminal(*standard_streams(), os.environ.get("TERM", ""))
    for path in options.paths:
        if not os.path.exists(path):
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    if options.color == "never":
        os.environ["NO_COLOR"] = "1"
    from mqtune.tui.start import start  # textual is slow to load

    return start(tuple(options.paths) or (".",), options.config, options.demo)
