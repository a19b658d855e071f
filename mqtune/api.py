"""The interface for Python programs: what `mqtune lint` and the questions give as JSON, as data.

    project = mqtune.api.open("hub/")
    for finding in project.lint()["findings"]: ...

Names and data of this module are promised (docs/api.md), everything else in the package is internal. The rest
of the program is loaded when a project is opened. Nothing is printed, and nothing outlives a project.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, cast

from mqtune.present.lint_data import FindingData, LintData
from mqtune.text.messages import CorrectableError

if TYPE_CHECKING:
    from mqtune.questions.show_data import ObjectsData
    from mqtune.session.opened import Project as Asked
    from mqtune.session.opened import Scope

__all__ = ["Error", "FindingData", "LintData", "Project", "open"]

Path = str | os.PathLike[str]


class Error(CorrectableError):
    """What a person can correct, in the words of the command line: `message`, and `help` with what to do.

    `others` are further errors of the same project file.
    """

    def __init__(self, message: str, help: str, others: tuple[Error, ...] = ()) -> None:
        super().__init__(message, help)
        self.others = others

    def __str__(self) -> str:
        """Both on one line."""
        return self.together


class Project:
    """The files of one opening, as they were read then. Made by `open`; safe to use from several threads."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        with _worded():
            self._asked = _opened(scope)

    def lint(self) -> LintData:
        """The findings and the totals: the JSON of `mqtune lint`. Raises Error."""
        from mqtune.present.findings_data import data_of
        from mqtune.session.workspace import report_of

        workspace = self._asked.workspace
        with _worded():
            report = report_of(workspace, workspace.lint())
        if report.crashes:
            help = "this is an error in mqtune, not in your files; `mqtune lint` reports all other findings"
            raise Error(f"internal error: {report.crashes[0]}", help)
        return cast(LintData, data_of(report))

    def objects(self) -> ObjectsData:
        """Every object that the files define or change: the JSON of `mqtune show objects`. Raises Error."""
        return cast("ObjectsData", self.ask("show objects"))

    def ask(self, question: str, /, **parameters: object) -> dict[str, Any]:
        """The answer to a question: the JSON of its command. Raises Error.

        Parameters have the names of the options, with `_` for `-`, and one at the end of a name that Python
        reserves; None is the same as absent. `environment` and `qmgr` limit the answer.
        """
        from mqtune.questions.asking import data_asked, files_opened, question_named

        given = {_option(name): value for name, value in parameters.items() if value is not None}
        with _worded():
            chosen = question_named(question)
            files = files_opened(chosen, given)
            asked = (
                _opened(self._scope._replace(paths=(*self._scope.paths, *files))) if files else self._asked
            )
            return data_asked(chosen, asked, given)


def open(
    paths: Path | Iterable[Path] = ".",
    *,
    config: Path | None = None,
    values: Path | Iterable[Path] = (),
    environment: str | Iterable[str] = (),
    qmgr: str | Iterable[str] = (),
    complete: bool = False,
) -> Project:
    """Read files and folders, as the options of these names do on the command line. Raises Error."""
    from mqtune.session.opened import Scope

    config = None if config is None else os.fspath(config)
    limits = _texts(environment), _texts(qmgr)
    return Project(Scope(_texts(paths) or (".",), config, _texts(values), *limits, complete))


def _opened(scope: Scope) -> Asked:
    from mqtune.session import opened

    return opened.open(scope, kept=True)


def _texts(given: Path | Iterable[Path]) -> tuple[str, ...]:
    """One or several; a text is one, not its characters."""
    every = (given,) if isinstance(given, str | os.PathLike) else given
    return tuple(os.fspath(text) for text in every)


def _option(name: str) -> str:
    """The option for the name of an argument: `max_branches`, `for_`."""
    return name.removesuffix("_").replace("_", "-")


def _argument(option: str) -> str:
    name = option.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


@contextmanager
def _worded() -> Iterator[None]:
    """Errors of the program as those of this interface, without secrets."""
    from mqtune.present.safe import safe
    from mqtune.project.load import ProjectError
    from mqtune.questions.fields import spelled

    def shown(text: str) -> str:
        return safe(spelled(text, _argument))

    def error_of(error: CorrectableError) -> Error:
        if isinstance(error, ProjectError):
            others = tuple(map(error_of, error.others))
            return Error(safe(str(error)), safe(error.help), others)
        return Error(shown(error.message), shown(error.help))

    try:
        yield
    except CorrectableError as error:
        raise error_of(error) from None
