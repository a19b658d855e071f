"""What the commands share: the errors of use, and the projects below existing paths."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from mqtune.cli import console
from mqtune.cli.options import CommonOptions, size_option
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import WRONG_USE
from mqtune.session.named_paths import NAME_EXISTING
from mqtune.session.options import UsageError
from mqtune.text.errors import reason_of
from mqtune.text.printable import printable
from mqtune.text.reading import limit_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.workspace import Workspace


def guarded(options: CommonOptions, work: Callable[[], int]) -> int:
    """Check the options and run a command; an error of use is reported and is exit status 2."""
    try:
        options.check()
        limit = options.max_file_size
        limit_files(size_option("--max-file-size", limit) if limit is not None else None)
        return work()
    except UsageError as error:
        console.usage_error(error)
    except ProjectError as error:
        console.project_error(error)
    finally:
        limit_files(None)
    return WRONG_USE


def cannot_write(path: str, error: OSError, help: str = "name a file in an existing folder") -> UsageError:
    """The error for a file that the user named and that cannot be written."""
    return UsageError(f"cannot write {path}: {reason_of(error)}", help)


def open_workspace(paths: Sequence[str], options: CommonOptions, apart: bool = False) -> Workspace:
    """The projects below existing paths. Raises UsageError and ProjectError.

    `-` alone is standard input. With `apart` there is one project, and folders with a project file of their
    own are omitted.
    """
    from mqtune.cli.progress import Progress
    from mqtune.session.options import Options
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace

    from_stdin = list(paths) == ["-"]
    wanted = Options(
        paths=() if from_stdin else paths,
        stdin_text=sys.stdin.buffer.read() if from_stdin else None,
        config=options.config,
    )
    with Progress(options.quiet, "reading"):
        workspace = Workspace([Session.open(wanted, apart)]) if apart else Workspace.open(wanted)
    for path in workspace.missing:
        raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    console.hide(workspace.texts.values())
    if not options.quiet:
        for lack in workspace.lacks:
            console.say(printable(f"note: {lack}"))
    return workspace
