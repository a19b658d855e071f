"""What the commands share: the errors of use, and the projects below existing paths."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from mqtune.cli import console
from mqtune.cli.options import CommonOptions, size_option
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.errors import UsageError, reason_of
from mqtune.text.printable import printable
from mqtune.text.reading import limit_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.opened import Project, Scope

STDIN = "-"


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


def scope_of(paths: Sequence[str], config: str | None, stdin: bool = False) -> Scope:
    """Some paths as what is asked about; `-` alone is standard input, which is also read with `stdin`."""
    from mqtune.session.opened import Scope

    from_stdin = list(paths) == [STDIN]
    text = sys.stdin.buffer.read() if from_stdin or stdin else None
    return Scope(() if from_stdin else paths, config, stdin=text)


def open_project(scope: Scope, quiet: bool, empty: bool = False) -> Project:
    """The project of a scope, with its secrets covered in all that is printed; `empty` if it need not contain
    files of MQ. Raises UsageError and ProjectError.
    """
    from mqtune.cli.progress import Progress
    from mqtune.session import opened as projects

    with Progress(quiet, "reading"):
        project = projects.open(scope, empty=empty)
    console.hide(project.workspace.secrets())
    return project


def say_lacks(project: Project) -> None:
    """Print what the files lack."""
    for lack in project.workspace.lacks:
        console.say(printable(f"note: {lack}"))
