"""`mqtune.ask` of `workspace/executeCommand`: questions about the files with the unsaved texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mqtune.lsp.analysis import Analysis
from mqtune.present.safe import safe
from mqtune.project.load import ProjectError
from mqtune.questions.asking import data_asked, question_named
from mqtune.questions.fields import has_scope, spelled_error
from mqtune.text.messages import UsageError


def answered(analysis: Analysis, arguments: list[Any]) -> dict[str, Any]:
    """The JSON of the command. Raises an error of the protocol for a question that cannot be answered."""
    asked = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], Mapping) else {}
    given = asked.get("parameters") or {}
    if not isinstance(asked.get("question"), str) or not isinstance(given, Mapping):
        raise refusal("write [{question: NAME, parameters: {…}}]", types.ErrorCodes.InvalidParams)
    try:
        question = question_named(asked["question"])
        if analysis.project is None and has_scope(question.ask):
            raise UsageError("no folder is open", "open a folder with the files to ask about")
        with analysis.unsaved():
            return data_asked(question, analysis.project, given)
    except UsageError as error:
        error = spelled_error(error, str)
        raise refusal(error.together, types.LSPErrorCodes.RequestFailed) from None
    except ProjectError as error:
        raise refusal(str(error), types.LSPErrorCodes.RequestFailed) from None


def refusal(message: str, code: int) -> JsonRpcException:
    """An error of the protocol."""
    return JsonRpcException(safe(message), code)
