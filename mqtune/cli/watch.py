"""`mqtune lint --watch`: runs again whenever a file changes, appears or disappears."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from mqtune.cli import console
from mqtune.cli.command import guarded
from mqtune.cli.lint_options import LintOptions, session_options
from mqtune.session.watching import POLL_S, Stamps, stamps_of
from mqtune.session.workspace import files_of


def watch(options: LintOptions, lint_once: Callable[[LintOptions], int]) -> int:
    """Lint until interrupted."""
    before: Stamps | None = None
    while True:
        files = files_of(session_options(options))
        now = stamps_of([*files, options.baseline] if options.baseline is not None else files)
        if now != before:
            before = now
            _run_once(options, lint_once)
        time.sleep(POLL_S)


def _run_once(options: LintOptions, lint_once: Callable[[LintOptions], int]) -> None:
    """One run; an error of use is reported and the watch continues, since the next change may fix it."""
    console.clear_screen()
    guarded(options, lambda: lint_once(options))
    sys.stdout.flush()
    if not options.quiet:
        console.say("watching for changes; press Ctrl-C to stop")
