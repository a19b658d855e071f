"""`mqtune lint --watch`: runs again whenever a file changes, comes or goes.

Looks at sizes and times twice a second: that costs little, needs nothing of the operating system and
works on network drives and in containers.
"""

from __future__ import annotations

import os
import sys
import time

from mqtune.cli import console
from mqtune.cli.lint import lint_once, session_options
from mqtune.cli.lint_options import LintOptions
from mqtune.project.load import ProjectError
from mqtune.session.options import UsageError
from mqtune.session.projects import files_of

EVERY_S = 0.5
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

Stamp = dict[str, tuple[int, int]]


def watch(options: LintOptions) -> int:
    """Run for ever; ends by an interrupt alone."""
    before: Stamp | None = None
    while True:
        now = stamp(options)
        if now != before:
            before = now
            run_once(options)
        time.sleep(EVERY_S)


def run_once(options: LintOptions) -> None:
    """One run; a fault of use is told, and the watch goes on, for it may be mended next."""
    if sys.stdout.isatty():
        sys.stdout.write(_CLEAR)
    try:
        lint_once(options)
    except UsageError as fault:
        console.usage_error(fault)
    except ProjectError as fault:
        console.project_error(fault)
    sys.stdout.flush()
    if not options.quiet:
        console.say("watching for changes; ctrl-c ends")


def stamp(options: LintOptions) -> Stamp:
    """Size and time of every file that a run would look at, and of the files that steer it."""
    found = files_of(session_options(options))
    found += [options.baseline] if options.baseline is not None else []
    stamps: Stamp = {}
    for path in found:
        try:
            status = os.stat(path)
        except OSError:
            continue
        stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
