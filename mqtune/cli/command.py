"""What the commands besides `lint` share: the common options, and how they fail."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import WRONG_USE
from mqtune.session.options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mqtune.session.session import Session

TABLE = "table"
JSON = "json"


class Common:
    """The common options: project file, colour, how much is said."""

    __slots__ = ("color", "config", "quiet", "verbose")

    def __init__(
        self,
        config: str | None = None,
        color: str | None = None,
        quiet: bool = False,
        verbose: bool = False,
    ) -> None:
        self.config = config
        self.color = color
        self.quiet = quiet
        self.verbose = verbose


def guarded(common: Common, work: Callable[[], int]) -> int:
    """Do the work of a command; a fault of use is told, and is exit status 2."""
    try:
        if common.color not in (None, "auto", "always", "never"):
            raise UsageError(f"--color cannot be {common.color!r}", "it is one of auto, always, never")
        return work()
    except UsageError as fault:
        console.usage_error(fault)
    except ProjectError as fault:
        console.project_error(fault)
    return WRONG_USE


def check_format(format: str) -> None:
    """Raise UsageError unless it is a table or JSON."""
    if format not in (TABLE, JSON):
        raise UsageError(f"--format cannot be {format!r}", "it is one of table, json")


def open_session(paths: Sequence[str], common: Common, joined: bool = False, apart: bool = False) -> Session:
    """A session over paths that are there and hold something. Raises UsageError and ProjectError.

    With `joined` every path belongs to the project file nearest to it, as for lint; with `apart` folders
    below that have a project file of their own are left to it.
    """
    from mqtune.cli.progress import Progress
    from mqtune.session.options import Options
    from mqtune.session.projects import open_projects
    from mqtune.session.session import Session

    options = Options(paths=paths, config=common.config)
    with Progress(common.quiet, "reading"):
        session = open_projects(options) if joined else Session.open(options, apart)
    for path in session.intake.missing:
        raise UsageError(f"{path} is not there", "name a file or folder that is")
    return session
