"""Definition, references and rename of an object, and the code action that applies all safe fixes.

References are found across files, and across queue managers if they share the name.
"""

from __future__ import annotations

import os

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from mqtune.lsp.analysis import bare
from mqtune.lsp.diagnostics import address, edit_between, range_of, workspace_edit
from mqtune.lsp.documents import Buffer, uri_of
from mqtune.lsp.features.asked import Found, covers, location, names_at
from mqtune.lsp.features.table import FIX_ALL as KIND
from mqtune.present.safe import safe
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.fixing.rename import RenameError, Renaming, check_name, renaming
from mqtune.session.workspace import Workspace
from mqtune.session.written_names import CLUSTER, QMGR
from mqtune.text.editing import LineIndex, Span
from mqtune.text.finding import key_of
from mqtune.text.source import decode, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.documents import Position
    from mqtune.lsp.features.asked import Asked
    from mqtune.session.mentions import Mention
    from mqtune.text.editing import Place
    from mqtune.text.finding import Finding


# The code action `source.fixAll.mqtune`: all safe fixes of a document, verified together.

TITLE = "mqtune: apply all safe fixes of this file"


def is_wanted(only: Any, kind: str) -> bool:
    """Whether an editor wants actions of a kind: it names the kind or one above it, or none at all."""
    names = [str(getattr(choice, "value", choice)) for choice in only or ()]
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
    findings = []
    for finding in view.part.result_of(view.session).findings:
        fix = finding.fix() if finding.place.file == shown else None
        if fix is not None and all(edit.place.file == shown for edit in fix.edits):
            findings.append(finding)
    return findings


def edit_of(analysis: Analysis, view: FileView) -> types.WorkspaceEdit | None:
    """The edits of all safe fixes that pass; None without any."""
    wanted = {key_of(finding) for finding in fixable(view)}
    result = view.part.result_of(view.session)
    outcome = fix_workspace(Workspace([view.session]), results=[result], wanted=wanted)
    changes = {}
    for shown, text in outcome.texts.items():
        source = outcome.sources[shown]
        target_view = analysis.files.get(os.path.abspath(source.path)) or analysis.files.get(source.path)
        if target_view is None or analysis.is_stale(target_view):
            return None
        changes[address(target_view)] = [edit_between(target_view.buffer, bare(text))]
    return workspace_edit(analysis.documents, changes) if changes else None


# Definition and references.

TOP = Span(1, 1, 1, 1)


def definition(asked: Asked, params: Any) -> list[types.Location]:
    """The commands that define the object at a position; from one end of a channel the other end."""
    view, occurrences = start(asked, params)
    if view is None:
        return []
    places: list[Place] = []
    for occurrence in occurrences:
        if (None, CLUSTER) in occurrence.mention.holders:
            places += [mention.place for mention in of_cluster(occurrence)]
            continue
        mine = defined(occurrence)
        if any(mention.place == occurrence.mention.place for mention in mine):
            mine = partners(occurrence) or mine
        places += [mention.place for mention in mine]
        places += [place for place in (manager_place(holder) for holder in managers(occurrence)) if place]
    return locations(asked, view, places)


def references(asked: Asked, params: Any) -> list[types.Location]:
    """The places that name the object at a position, with its definitions if the editor wants them."""
    view, occurrences = start(asked, params)
    if view is None:
        return []
    with_definitions = params.context.include_declaration
    places = [
        mention.place
        for occurrence in occurrences
        for mention in linked(occurrence)
        if with_definitions or not mention.defines
    ]
    return locations(asked, view, places)


def highlights(asked: Asked, params: Any) -> list[types.DocumentHighlight]:
    """The places in the same file that name the object at a position."""
    from lsprotocol import types

    view, occurrences = start(asked, params)
    if view is None or asked.view is None:
        return []
    places = [
        mention.place
        for occurrence in occurrences
        for mention in linked(occurrence)
        if mention.place.file == view.source.shown
    ]
    return [types.DocumentHighlight(position.range) for position in locations(asked, view, places)]


def start(asked: Asked, params: Any) -> tuple[FileView | None, list[Found]]:
    """The names at the position of a request."""
    at: Position | None = (params.position.line, params.position.character)
    view = asked.view
    at = asked.analysed(at) if at is not None else None
    if view is None or at is None:
        return None, []
    return view, names_at(view, at)


def linked(occurrence: Found) -> list[Mention]:
    """The mentions of the object, and of those that have the name only together with it."""
    name = occurrence.mention.name
    every = occurrence.mentions.named(name)
    holders = occurrence.mentions.linked(every, occurrence.mention.holders, name)
    return [mention for mention in every if mention.holders & holders]


def defined(occurrence: Found) -> list[Mention]:
    """The commands that define the object itself; if none does, those that change it."""
    name = occurrence.mention.name
    mine = [
        mention for mention in occurrence.mentions.named(name) if mention.holders & occurrence.mention.holders
    ]
    commands = [mention for mention in mine if mention.statement is not None and not mention.keyword]
    altering = [
        mention for mention in commands if mention.statement and mention.statement.verb in ("ALTER", "SET")
    ]
    return [mention for mention in commands if mention.defines] or altering


def partners(occurrence: Found) -> list[Mention]:
    """The definitions of the other ends of a channel, or of the other instances of a cluster queue."""
    name = occurrence.mention.name
    holders = {
        end for holder in occurrence.mention.holders for end in occurrence.mentions.partners(holder, name)
    }
    every = occurrence.mentions.named(name)
    return [
        mention
        for mention in every
        if mention.defines and mention.holders & (holders - occurrence.mention.holders)
    ]


def of_cluster(occurrence: Found) -> list[Mention]:
    """Where a cluster is set up: the full repositories and the cluster receivers."""
    every = occurrence.mentions.named(occurrence.mention.name)
    mine = [mention for mention in every if (None, CLUSTER) in mention.holders and mention.statement]
    first = [mention for mention in mine if mention.keyword in ("REPOS", "REPOSNL")]
    return (
        first
        or [mention for mention in mine if mention.statement and mention.statement.subtype == "CLUSRCVR"]
        or mine
    )


def managers(occurrence: Found) -> list[Any]:
    """The queue managers that a name means."""
    return [manager for manager, space in occurrence.mention.holders if space == QMGR and manager is not None]


def manager_place(manager: Any) -> Place | None:
    """Where a queue manager is set up: ALTER QMGR, else the first line of its scripts."""
    place: Place | None = manager.qmgr.place()
    if place is None and manager.scripts:
        place = manager.scripts[0].document.place(TOP)
    return place


def locations(asked: Asked, view: FileView, places: Iterable[Place]) -> list[types.Location]:
    """The places as the editor has them now, each once."""
    positions = []
    for place in dict.fromkeys(places):
        target_view = asked.analysis.view(place.file, view.session)
        position = location(asked.analysis, target_view, place.span) if target_view is not None else None
        if position is not None:
            positions.append(position)
    return positions


# Rename in all files; an error of the protocol states why one is refused.

REQUEST_FAILED = -32803
MOST_NOTES = 5


def prepare(asked: Asked, params: Any) -> types.PrepareRenamePlaceholder | None:
    """The name at a position; None if there is none."""
    view, occurrences = start(asked, params)
    if view is None or not occurrences:
        return None
    mention = occurrences[0].mention
    try:
        check_name(mention)
    except RenameError as error:
        raise refusal(str(error)) from error
    line, column = view.place((params.position.line, params.position.character))
    assert covers(mention.place.span, line, column)
    return types.PrepareRenamePlaceholder(range_of(view.span(mention.place.span)), safe(mention.name))


def rename(asked: Asked, params: Any) -> types.WorkspaceEdit | None:
    """The edits of a rename. Raises an error of the protocol if it is refused."""
    view, occurrences = start(asked, params)
    if view is None or not occurrences:
        raise refusal("there is no name of an object here")
    starts = [(occurrence.mentions, occurrence.mention) for occurrence in occurrences]
    name, text = project_text(asked, view)
    try:
        result = renaming(view.session, starts, params.new_name, text)
    except RenameError as error:
        raise refusal(str(error)) from error
    changes = {}
    for shown, edits in result.edits.items():
        target_view = asked.analysis.view(shown, view.session)
        if target_view is None or asked.analysis.is_stale(target_view):
            raise refusal(f"{shown} was changed in the meantime")
        changes[address(target_view)] = [
            types.TextEdit(range_of(target_view.span(span)), content) for span, content in edits
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
    text_edits = []
    for span, content in edits:
        first, last, _ = index.change(span, content)
        text_edits.append(types.TextEdit(range_of((buffer.position(first), buffer.position(last))), content))
    return document.uri if document is not None else uri_of(path), text_edits
