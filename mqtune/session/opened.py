"""What questions are about: the estates of some paths, opened in one way by every front end."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypedDict

from mqtune.estate.events import EventKind
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.statement import Statement
from mqtune.project.load import load_project
from mqtune.session.access import add_authorities
from mqtune.session.choice import Choice, only_one
from mqtune.session.options import NAME_EXISTING, Options, nothing_found, pages_of
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.messages import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.engine.pages import Page
    from mqtune.project.settings import Project as ProjectFile
    from mqtune.text.finding import Finding

# what the replay refuses, with the rule that reports it
REFUSED = {
    EventKind.DEFINE_EXISTING: ("RUN003", "it exists already, and DEFINE does not contain REPLACE"),
    EventKind.OTHER_TYPE: ("RUN005", "an object of another type has the name"),
    EventKind.CHLAUTH_EXISTING: ("RUN008", "the record exists already, and ACTION is not REPLACE"),
}

FORM = "the queue manager does not accept its form"


class Scope(NamedTuple):
    """What is asked about; the same for every question. `stdin` is the text of standard input. With `apart`
    there is one project, without the folders that have a project file of their own.
    """

    paths: Sequence[str] = ()
    config: str | None = None
    values: Sequence[str] = ()
    environments: Sequence[str] = ()
    qmgrs: Sequence[str] = ()
    complete: bool = False
    stdin: bytes | None = None
    apart: bool = False

    @property
    def options(self) -> Options:
        """The options of a session."""
        return Options(
            paths=self.paths,
            stdin_text=self.stdin,
            config=self.config,
            values=self.values,
            environments=self.environments,
            queue_managers=self.qmgrs,
            complete=self.complete,
            apart=self.apart,
        )


class Refused(TypedDict):
    """A command that changes nothing, because the queue manager refuses it."""

    file: str
    line: int
    command: str
    code: str | None
    text: str


class Settings:
    """What mqtune.toml states, for questions that are not about other files. Read when it is needed.

    `files` are project files that a front end has read; else the one of the working folder, or `config`.
    """

    def __init__(self, config: str | None = None, files: Sequence[ProjectFile] = ()) -> None:
        self.config = config
        self.files = files

    @property
    def pages(self) -> dict[str, Page]:
        """Every rule by its code, policies included. Raises ProjectError."""
        files = self.files or [load_project(self.config)]
        return {code: page for file in files for code, page in pages_of(file).items()}


class Project:
    """The estates that a question is asked about.

    `reopen` reads the same files once more, for a state that this process may change; without it the
    workspace belongs to the question alone. Safe to use from several threads.
    """

    def __init__(
        self,
        workspace: Workspace,
        scope: Scope,
        reopen: Callable[[], Workspace] | None = None,
        base: Project | None = None,
    ) -> None:
        self.workspace = workspace
        self.scope = scope
        self.estates: Sequence[Estate] = workspace.estates
        self._reopen = reopen
        self._base = base  # of which this one is a part

    def check(self) -> None:
        """Raise UsageError if no file can be asked about."""
        if self.workspace.is_empty:
            raise nothing_found(["-"] if self.scope.stdin is not None else self.scope.paths)

    @property
    def settings(self) -> Settings:
        """What the project files state."""
        return Settings(files=[session.project for session in self.workspace.sessions])

    @property
    def shown(self) -> list[tuple[Estate, QueueManager]]:
        """The queue managers that are asked about, each with its estate."""
        return [(estate, manager) for estate in self.estates for manager in estate.shown]

    @property
    def single(self) -> tuple[Estate, QueueManager]:
        """The only queue manager that is asked about. Raises UsageError if there are several."""
        return only_one(self.estates)

    def require_one_name(self) -> None:
        """Raise UsageError unless a single queue manager is asked about, which may be in each environment."""
        if len({manager.label for _, manager in self.shown}) != 1:
            _ = self.single

    @property
    def parts(self) -> list[tuple[Session, list[Estate]]]:
        """The estates of each project file, with its session."""
        estates = iter(self.estates)
        return [(session, list(islice(estates, len(session.estates)))) for session in self.workspace.sessions]

    def narrowed(self, environments: Sequence[str], qmgrs: Sequence[str]) -> Project:
        """The same limited to some queue managers; nothing is read again. Raises UsageError."""
        choice = Choice(environments, qmgrs)
        if not choice.is_limited:
            return self
        choice.check(self.estates)
        scope = self.scope._replace(environments=environments, qmgrs=qmgrs)
        limited = Project(self.workspace, scope, self._reopen, self)
        limited.estates = [copy.copy(estate) for estate in self.estates]
        choice.limit(limited.estates)
        return limited

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """The findings on the files, safe to show; also those on queue managers that are not asked about."""
        if self._base is not None:
            return self._base.findings
        from mqtune.session.workspace import report_of  # few questions need them

        return list(report_of(self.workspace, self.workspace.lint()).shown())

    @cached_property
    def secured(self) -> Project:
        """The same with the authorities that setmqaut commands of scripts grant."""
        from mqtune.syntax.system import COMMAND

        if not any(COMMAND in text for text in self.workspace.texts.values()):
            return self
        if self._base is not None:
            return self._base.secured.narrowed(self.scope.environments, self.scope.qmgrs)
        if self._reopen is None:
            add_authorities(self.workspace)
            return self
        workspace = self._reopen()
        add_authorities(workspace)
        return Project(workspace, self.scope)

    @cached_property
    def refused(self) -> list[Refused]:
        """The commands of the shown queue managers that they refuse, so that they change nothing."""
        return refused_commands(manager for _, manager in self.shown)


def refused_commands(managers: Iterable[QueueManager]) -> list[Refused]:
    """The commands that some queue managers refuse."""
    refused: list[Refused] = []
    for manager in managers:
        events = [event for event in manager.events if event.kind in REFUSED]
        refused += [refusal(event.statement, *REFUSED[event.kind]) for event in events]
        records = [record for record in manager.chlauth if record.is_rejected and record.statements]
        refused += [refusal(record.statements[-1], None, FORM) for record in records]
    return refused


def refusal(statement: Statement, code: str | None, text: str) -> Refused:
    """A refused command at its position."""
    place = statement.whole_place()
    name = f"({statement.name})" if statement.name is not None else ""
    command = f"{statement.verb} {statement.type}{name}"
    return Refused(file=place.file, line=place.span.line, command=command, code=code, text=text)


def open(scope: Scope, kept: bool = False, empty: bool = False) -> Project:
    """The project of a scope; `kept` for more than one question. Raises ProjectError, and UsageError if there
    is nothing to ask about, unless it may be `empty`.
    """
    workspace = Workspace.open(scope.options)
    for path in workspace.missing:
        raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    project = Project(workspace, scope, (lambda: Workspace.open(scope.options)) if kept else None)
    if not empty:
        project.check()
    return project
