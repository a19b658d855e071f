"""`mqtune.ask` of `workspace/executeCommand`: questions about the files with the unsaved texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mqtune.lsp.analysis import Analysis
from mqtune.present.data import data_of
from mqtune.project.load import ProjectError
from mqtune.questions.asking import ask, question_named, remarks_of
from mqtune.questions.fields import needs_project
from mqtune.questions.parameter import spelled_error
from mqtune.questions.project import Project
from mqtune.report.secrets import safe
from mqtune.session.options import UsageError

ENVIRONMENT, QMGR = "environment", "qmgr"  # what is asked about


def answered(analysis: Analysis, arguments: list[Any]) -> dict[str, Any]:
    """The JSON of the command. Raises an error of the protocol for a question that cannot be answered."""
    asked = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], Mapping) else {}
    given = asked.get("parameters") or {}
    if not isinstance(asked.get("question"), str) or not isinstance(given, Mapping):
        raise refusal("write [{question: NAME, parameters: {…}}]", types.ErrorCodes.InvalidParams)
    given = dict(given)
    try:
        question = question_named(asked["question"])
        if not needs_project(question.ask):
            return data_of(ask(question, analysis.project, given), remarks_of(None))
        limits = [names_of(given.pop(name, ())) for name in (ENVIRONMENT, QMGR)]
        project = project_of(analysis).narrowed(*limits)
        project.check()
        return data_of(ask(question, project, given), remarks_of(project))
    except UsageError as error:
        error = spelled_error(error, str)
        raise refusal(error.together, types.LSPErrorCodes.RequestFailed) from None
    except ProjectError as error:
        raise refusal(str(error), types.LSPErrorCodes.RequestFailed) from None


def names_of(value: object) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else ()


def project_of(analysis: Analysis) -> Project:
    """What the editor has open, as it was analysed. Raises UsageError."""
    project = analysis.project
    if project is None:
        raise UsageError("no folder is open", "open a folder with the files to ask about")
    return project


def refusal(message: str, code: int) -> JsonRpcException:
    """An error of the protocol."""
    return JsonRpcException(safe(message), code)
