"""Opens the project in a thread and watches its files: the app's only entry point to the engine.

The engine reads and lints; the result is an immutable `OpenProject`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from textual.message import Message

from mqtune.project.load import FILE_NAME, ProjectError
from mqtune.session.options import POLL_S, Options, Stamps, stamps_of
from mqtune.text.messages import UsageError
from mqtune.tui.background import CollectorPaused, note_all_in_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.present.report import Item, Report
    from mqtune.questions.card_sources import Sources
    from mqtune.session.lint_result import LintResult
    from mqtune.session.opened import Project
    from mqtune.session.options import Stage
    from mqtune.session.workspace import Workspace


QUIET_S = 0.3  # files are read only after they have not changed for this long


@dataclass(frozen=True, slots=True)
class QueueManagerName:
    """A queue manager of the project: its name, and the role that mqtune.toml declares, if any.

    `environment` is empty outside of every environment.
    """

    name: str
    role: str = ""
    environment: str = ""

    @property
    def qualified(self) -> str:
        """The name with the environment before it."""
        return f"{self.environment}/{self.name}" if self.environment else self.name


@dataclass(frozen=True, slots=True)
class OpenProject:
    """A project as the engine last read it. `stamp` identifies that state of the files.

    `items` are the findings in order, safe to show, and `report` is their report. `cards` are the sources of
    the cards of all names. `difference` is how the findings differ from those of the previous check, such as
    "+2 −1", or empty.
    """

    paths: tuple[str, ...]
    workspace: Workspace
    result: LintResult
    report: Report
    items: tuple[Item, ...]
    queue_managers: tuple[QueueManagerName, ...]
    stamp: Stamps
    cards: Sources
    asked: Project
    difference: str = ""

    @property
    def nameless(self) -> int:
        """How many queue managers have objects, but no name in the files: those of folders and files."""
        managers = (manager for estate in self.workspace.estates for manager in estate.queue_managers)
        return sum(not manager.name and not manager.title and bool(manager.types) for manager in managers)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to check."""
        return self.result.nothing_to_check


@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """Why the project could not be opened, and what to do."""

    where: str
    message: str
    help: str = ""


class ProjectOpened(Message):
    """The project was opened for the first time."""

    def __init__(self, opened: OpenProject) -> None:
        super().__init__()
        self.opened = opened


class ProjectReloaded(Message):
    """The files changed and were checked again."""

    def __init__(self, opened: OpenProject) -> None:
        super().__init__()
        self.opened = opened


class OpeningFailed(Message):
    """The project cannot be opened as it is now; the previous state is kept."""

    def __init__(self, errors: tuple[ErrorMessage, ...]) -> None:
        super().__init__()
        self.errors = errors


def open_project(
    paths: tuple[str, ...],
    config: str | None,
    before: OpenProject | None = None,
    stage: Stage | None = None,
) -> OpenProject:
    """Read and lint everything below the paths. Slow: call it only in a thread.

    `before` is the result of the previous check; `stage` records the progress. Raises UsageError and
    ProjectError.
    """
    with CollectorPaused():
        opened = _open_project(paths, config, stage)
        if before is not None:
            return replace(opened, difference=difference_of(before.items, opened.items))
    note_all_in_use()
    return opened


def difference_of(before: Sequence[Item], now: Sequence[Item]) -> str:
    """Return how many findings are new and how many are gone, such as "+2 −1"; empty without a difference."""
    old, new = {item.identity for item in before}, {item.identity for item in now}
    # one by one: the difference of two large sets would hold up the event loop
    more, less = (
        sum(1 for identity in these if identity not in those) for these, those in ((new, old), (old, new))
    )
    return " ".join(f"{sign}{count:,}" for sign, count in (("+", more), ("−", less)) if count)


def _open_project(paths: tuple[str, ...], config: str | None, stage: Stage | None) -> OpenProject:
    from mqtune.questions.card_sources import Sources
    from mqtune.session.opened import Project, Scope
    from mqtune.session.workspace import Workspace, report_of

    workspace = Workspace.open(Options(paths, config=config, stage=stage))
    stamp = stamp_of(workspace, paths, config)
    for path in workspace.missing:
        raise UsageError(f"no such file or directory: {path}", "name an existing file or folder")
    result = workspace.lint()
    report = report_of(workspace, result)
    items = tuple(report.items())
    asked = Project(workspace, Scope(paths, config), lambda: Workspace.open(Options(paths, config=config)))
    asked.findings = [item.shown for item in items]
    managers = queue_managers_of(workspace)
    return OpenProject(paths, workspace, result, report, items, managers, stamp, Sources(asked), asked)


def queue_managers_of(workspace: Workspace) -> tuple[QueueManagerName, ...]:
    """Return the queue managers of all projects that have a name, with their declared roles."""
    return tuple(
        QueueManagerName(
            manager.name,
            (manager.declaration.role or "") if manager.declaration else "",
            manager.environment_name or "",
        )
        for manager in workspace.queue_managers
        if manager.name
    )


def error_messages(error: BaseException) -> tuple[ErrorMessage, ...]:
    """Return an exception as messages for the user."""
    if isinstance(error, ProjectError):
        return tuple(
            ErrorMessage(
                f"{problem.file}:{problem.line}" if problem.line else problem.file,
                problem.message,
                problem.help,
            )
            for problem in (error, *error.others)
        )
    if isinstance(error, UsageError):
        return (ErrorMessage("", error.message, error.help),)
    message = f"internal error: {type(error).__name__}: {error}"
    return (ErrorMessage("", message, "this is a defect of mqtune, not of your files"),)


def stamp_of(workspace: Workspace, paths: tuple[str, ...], config: str | None) -> Stamps:
    """Return size and time of all inputs of a check: the files, their folders, the project files."""
    files = {file.source.path for file in workspace.files if file.source is not None}
    folders = {os.path.dirname(os.path.abspath(path)) for path in files}
    folders |= {os.path.abspath(path) for path in paths if os.path.isdir(path)}
    steering = {os.path.join(folder, FILE_NAME) for folder in _with_parents(folders)}
    if config is not None:
        steering.add(config)
    return stamps_of([*files, *folders, *steering])


def first_stamp(paths: tuple[str, ...], config: str | None) -> Stamps:
    """Return the stamp to watch while the project cannot be opened: paths, and project files above them."""
    folders = {os.path.abspath(path) for path in paths}
    steering = [os.path.join(folder, FILE_NAME) for folder in _with_parents(folders)]
    return stamps_of([*paths, *steering, *([config] if config is not None else [])])


def _with_parents(folders: set[str]) -> set[str]:
    folders_above = set(folders)
    for folder in folders:
        above = os.path.dirname(folder)
        while above not in folders_above:
            folders_above.add(above)
            above = os.path.dirname(above)
    return folders_above


async def changed(stamp: Stamps) -> None:
    """Return once something in the stamp has changed and has then not changed for QUIET_S."""
    paths = list(stamp)
    while True:
        await asyncio.sleep(POLL_S)
        now = await asyncio.to_thread(stamps_of, paths)
        if now == stamp:
            continue
        while True:
            await asyncio.sleep(QUIET_S)
            later = await asyncio.to_thread(stamps_of, paths)
            if later == now:
                return
            now = later


# The example estate that `mqtune tui --demo` opens in a folder without files of IBM MQ.

ESTATE = os.path.join(os.path.dirname(__file__), "demo")


def is_without_files(paths: tuple[str, ...], config: str | None) -> bool:
    """Whether only the working folder is to be opened, and it contains nothing that mqtune reads."""
    from mqtune.session.options import Options  # only with --demo
    from mqtune.session.workspace import files_of

    if paths != (".",) or config is not None:
        return False
    return all(os.path.basename(path) == FILE_NAME for path in files_of(Options([*paths])))


@contextmanager
def copied_estate() -> Iterator[None]:
    """Work in a copy of the estate, which may be changed, and remove the copy at the end."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="mqtune-") as folder:
        copy = os.path.join(folder, "demo")
        shutil.copytree(ESTATE, copy)
        os.chdir(copy)
        try:
            yield
        finally:
            os.chdir(before)
