"""`mqtune tui`: opens the terminal UI, which is loaded only then."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from mqtune.cli._plain_options import TuiFields
from mqtune.cli.command import guarded, read_plain
from mqtune.cli.console import ready_stdout
from mqtune.session.options import NAME_EXISTING
from mqtune.text.messages import UsageError
from mqtune.tui.terminal import check_terminal, standard_streams


def open_plain(words: Sequence[str]) -> int | None:
    """Open the terminal UI for the words that follow `tui`; None if the library has to read them."""
    options = read_plain(TuiFields, words)
    if options is None:
        return None
    ready_stdout()
    return guarded(options, partial(open_tui, options))


def open_tui(options: TuiFields) -> int:
    """Open the terminal UI and return the exit status."""
    check_terminal(*standard_streams(), os.environ.get("TERM", ""))
    for path in options.paths:
        if not os.path.exists(path):
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    if options.color == "never":
        os.environ["NO_COLOR"] = "1"
    from mqtune.tui.start import start  # textual is slow to load

    return start(tuple(options.paths) or (".",), options.config, options.demo)
