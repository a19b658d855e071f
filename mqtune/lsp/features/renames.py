"""Rename of an object in all files that name it; an error of the protocol states why one is refused."""

from __future__ import annotations

import os

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mqtune.fixing.rename import RenameError, Renaming, check_name, renaming
from mqtune.lsp.buffer import Buffer
from mqtune.lsp.diagnostics import address, range_of
from mqtune.lsp.documents import uri_of
from mqtune.lsp.edits import workspace_edit
from mqtune.lsp.features.navigation import start
from mqtune.lsp.features.spot import covers
from mqtune.report.secrets import safe
from mqtune.text.editing import LineIndex
from mqtune.text.reading import read_file
from mqtune.text.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.asked import Asked
    from mqtune.text.spans import Span

REQUEST_FAILED = -32803
MOST_NOTES = 5


def prepare(asked: Asked, params: Any) -> types.PrepareRenamePlaceholder | None:
    """The name at a position; None if there is none."""
    view, found = start(asked, params)
    if view is None or not found:
        return None
    one = found[0].mention
    try:
        check_name(one)
    except RenameError as error:
        raise refusal(str(error)) from error
    line, column = view.place((params.position.line, params.position.character))
    assert covers(one.place.span, line, column)
    return types.PrepareRenamePlaceholder(range_of(view.span(one.place.span)), safe(one.name))


def rename(asked: Asked, params: Any) -> types.WorkspaceEdit | None:
    """The edits of a rename. Raises an error of the protocol if it is refused."""
    view, found = start(asked, params)
    if view is None or not found:
        raise refusal("there is no name of an object here")
    starts = [(one.mentions, one.mention) for one in found]
    name, text = project_text(asked, view)
    try:
        result = renaming(view.session, starts, params.new_name, text)
    except RenameError as error:
        raise refusal(str(error)) from error
    changes = {}
    for shown, edits in result.edits.items():
        other = asked.analysis.view(shown, view.session)
        if other is None or asked.analysis.is_stale(other):
            raise refusal(f"{shown} was changed in the meantime")
        changes[address(other)] = [
            types.TextEdit(range_of(other.span(span)), content) for span, content in edits
        ]
    if result.project_edits:
        uri, in_project = of_project(asked, name, text or "", result.project_edits)
        changes[uri] = in_project
    asked.messages += message(result)
    return workspace_edit(asked.analysis.documents, changes)


def message(result: Renaming) -> list[str]:
    """The notes of a rename as one message; none without notes."""
    notes = list(dict.fromkeys(result.notes))
    if not notes:
        return []
    shown = "; ".join(map(safe, notes[:MOST_NOTES]))
    more = f"; {len(notes) - MOST_NOTES} more" if len(notes) > MOST_NOTES else ""
    return [f"{safe(result.old)} is now {safe(result.new)}: {shown}{more}"]


def refusal(text: str) -> JsonRpcException:
    """An error that editors show."""
    return JsonRpcException(safe(text), REQUEST_FAILED)


def project_text(asked: Asked, view: FileView) -> tuple[str, str | None]:
    """The path and the text of the project file, as an editor has it."""
    path = view.session.project.file
    if not path:
        return "", None
    path = os.path.abspath(path)
    document = asked.analysis.documents.named(path)
    if document is not None:
        return path, document.buffer.text
    try:
        return path, decode(read_file(path))[0].removeprefix("\ufeff")
    except OSError:
        return path, None


def of_project(
    asked: Asked, path: str, text: str, edits: list[tuple[Span, str]]
) -> tuple[str, list[types.TextEdit]]:
    """The address and the edits of the project file."""
    document = asked.analysis.documents.named(path)
    buffer = document.buffer if document is not None else Buffer(text, asked.analysis.documents.encoding)
    index = LineIndex(buffer.text)
    found = []
    for span, content in edits:
        first, last, _ = index.change(span, content)
        found.append(types.TextEdit(range_of((buffer.position(first), buffer.position(last))), content))
    return document.uri if document is not None else uri_of(path), found
