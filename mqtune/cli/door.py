"""The entry point. Opens the way to `mqtune lint` in its plain forms without loading any library.

Everything else (other commands, help, completion, errors in options) goes to `app.py` with the same
words. Holds no command itself.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.cli.lint_options import LintOptions

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _run(words, alone=arguments is None)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except Exception as error:
        from mqtune.cli.console import crashed  # nothing should come this far

        return crashed(error, words)
    return status


def _run(words: list[str], alone: bool) -> int:
    if words[:1] == ["lint"]:
        from mqtune.cli.lint_options import read_plain

        options = read_plain(words[1:])
        if options is not None:
            from mqtune.cli.lint import lint

            # a process that ends with the run has no use for a collector
            return lint_uncollected(options) if alone and not options.watch else lint(options)
    from mqtune.cli.app import run  # slow to load

    return run(words)


def lint_uncollected(options: LintOptions) -> int:
    """Run the lint of a process that ends with it: nothing looks for garbage, not even at the exit."""
    import gc

    from mqtune.cli.lint import lint

    gc.disable()
    status = lint(options)
    gc.freeze()
    return status


def _reader_gone() -> int:
    """The reader of a pipe has seen enough (`mqtune lint | head`): no message, also none at the exit."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return 128 + 13
