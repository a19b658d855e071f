"""The code action `source.fixAll.mqtune`: all safe fixes of a document, verified together."""

from __future__ import annotations

import os

from lsprotocol import types

from mqtune.findings.fingerprint import key_of
from mqtune.fixing.fixes import fix_workspace
from mqtune.lsp.analysis import bare
from mqtune.lsp.diagnostics import address
from mqtune.lsp.edits import whole, workspace_edit
from mqtune.lsp.features.table import FIX_ALL as KIND
from mqtune.session.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.findings.finding import Finding
    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.features.asked import Asked

TITLE = "mqtune: apply all safe fixes of this file"


def is_wanted(only: Any, kind: str) -> bool:
    """Whether an editor wants actions of a kind: it names the kind or one above it, or none at all."""
    names = [str(getattr(one, "value", one)) for one in only or ()]
    return not names or any(kind == name or kind.startswith(f"{name}.") for name in names)


def fix_all_actions(analysis: Analysis, view: FileView, only: Any) -> list[types.CodeAction]:
    """The action, if there is anything to fix: complete if the editor asks for it, else to be resolved."""
    if not fixable(view):
        return []
    action = types.CodeAction(TITLE, kind=KIND, data={"uri": address(view)})
    if only:
        action.edit = edit_of(analysis, view)
        return [action] if action.edit is not None else []
    return [action]


def resolve(asked: Asked, action: types.CodeAction) -> types.CodeAction:
    """The action with its edit."""
    uri = action.data.get("uri", "") if isinstance(action.data, dict) else ""
    for view in asked.analysis.files.values() if uri and action.edit is None else ():
        if address(view) == uri:
            action.edit = edit_of(asked.analysis, view)
    return action


def fixable(view: FileView) -> list[Finding]:
    """The findings of a file that have a safe fix in the same file."""
    shown = view.source.shown
    found = []
    for one in view.part.result_of(view.session).findings:
        fix = one.fix() if one.place.file == shown else None
        if fix is not None and all(edit.place.file == shown for edit in fix.edits):
            found.append(one)
    return found


def edit_of(analysis: Analysis, view: FileView) -> types.WorkspaceEdit | None:
    """The edits of all safe fixes that pass; None without any."""
    wanted = {key_of(one) for one in fixable(view)}
    result = view.part.result_of(view.session)
    outcome = fix_workspace(Workspace([view.session]), results=[result], wanted=wanted)
    changes = {}
    for shown, text in outcome.texts.items():
        source = outcome.sources[shown]
        other = analysis.files.get(os.path.abspath(source.path)) or analysis.files.get(source.path)
        if other is None or analysis.is_stale(other):
            return None
        changes[address(other)] = [whole(other.buffer, bare(text))]
    return workspace_edit(analysis.documents, changes) if changes else None
