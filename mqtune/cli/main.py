"""The entry point. Runs `mqtune lint` and `mqtune tui` in their plain forms without the library for options.

Everything else (other commands, help, completion, errors in options) is passed to `app.py`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextvars import copy_context

from mqtune.text.messages import UsageError, reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli._plain_options import TuiFields

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _open_closed()
    return copy_context().run(_guarded, words, alone=arguments is None)


def _open_closed() -> None:
    """Let what is printed disappear where the shell has closed an output (`>&-`)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - until the end


def _guarded(words: list[str], alone: bool) -> int:
    """Run a command in a context that ends with it."""
    try:
        status = _run(words, alone)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        return _not_written(error, words)
    except Exception as error:
        from mqtune.cli.console import crashed  # nothing should get this far

        return crashed(error, words)
    return status


def _run(words: list[str], alone: bool) -> int:
    if words[:1] == ["lint"]:
        if alone:
            gc.disable()  # a process that ends with its run does not need the collector, not even for imports
        from mqtune.cli.command import read_plain
        from mqtune.cli.lint_options import LintOptions

        options = read_plain(LintOptions, words[1:])
        ends = alone and options is not None and not options.watch
        if alone and not ends:
            gc.enable()
        if options is not None:
            from mqtune.cli.lint import lint

            status = lint(options)
            if ends:
                gc.freeze()  # no collection at the exit either
            return status
    if words[:1] == ["tui"]:
        opened = open_plain(words[1:])
        if opened is not None:
            return opened
    from mqtune.cli.app import run  # slow to load

    return run(words)


def _not_written(error: OSError, words: list[str]) -> int:
    """Standard output is on a full disk, or an error of our own."""
    import errno

    from mqtune.cli.console import crashed, usage_error
    from mqtune.session.lint_result import WRONG_USE
    from mqtune.text.messages import UsageError

    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return crashed(error, words)
    usage_error(UsageError(f"cannot write: {reason_of(error)}", "free some space"))
    _drop_output()
    return WRONG_USE


def _reader_gone() -> int:
    """The reader of a pipe has closed it (`mqtune lint | head`): print no message, not even at the exit."""
    _drop_output()
    return 128 + 13


def _drop_output() -> None:
    """Keep the exit from writing what is left of standard output, which would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


# `mqtune tui`: opens the terminal UI. A lint imports nothing of it.


def open_plain(words: Sequence[str]) -> int | None:
    """Open the terminal UI for the words that follow `tui`; None if the library has to read them."""
    from functools import partial

    from mqtune.cli._plain_options import TuiFields
    from mqtune.cli.command import guarded, read_plain
    from mqtune.cli.console import ready_stdout

    options = read_plain(TuiFields, words)
    if options is None:
        return None
    ready_stdout()
    return guarded(options, partial(open_tui, options))


def open_tui(options: TuiFields) -> int:
    """Open the terminal UI and return the exit status."""
    from mqtune.session.options import NAME_EXISTING
    from mqtune.tui.terminal import check_terminal, standard_streams

    check_terminal(*standard_streams(), os.environ.get("TERM", ""))
    for path in options.paths:
        if not os.path.exists(path):
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    if options.color == "never":
        os.environ["NO_COLOR"] = "1"
    from mqtune.tui.start import start  # textual is slow to load

    return start(tuple(options.paths) or (".",), options.config, options.demo)
