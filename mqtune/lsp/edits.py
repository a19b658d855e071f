"""Changes of texts for an editor: formatting, fixes, and directives that suppress a finding."""

from __future__ import annotations

import os
from itertools import takewhile
from operator import eq

from lsprotocol import types

from mqtune.fixing.change import FileChanges, fix_change
from mqtune.fixing.formatting import format_text
from mqtune.fixing.suppress import can_suppress_in_file, suppress_in_file
from mqtune.lsp.analysis import bare
from mqtune.lsp.diagnostics import address, diagnostic, range_of
from mqtune.session.workspace import joined
from mqtune.text.editing import LineIndex
from mqtune.text.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.buffer import Buffer
    from mqtune.lsp.documents import Document, Documents

REASON = "state the reason here"
MOST_ACTIONS = 10  # each one is verified by a lint


def formatting(
    document: Document, platform: str | None, lines: tuple[int, int] | None = None
) -> list[types.TextEdit]:
    """The edits that format a document; `lines` are the first and last, from 0, of a part."""
    buffer = document.buffer
    index = LineIndex(buffer.text)
    within = None
    if lines is not None:  # a lone carriage return ends a line only in the editor
        offsets = (buffer.offset(lines[0], 0), buffer.offset(lines[1], 0))
        within = (index.position(offsets[0])[0], index.position(offsets[1])[0])
    found = []
    for span, content in format_text(document.name, buffer.text, platform, within):
        start, end, _ = index.change(span, content)
        found.append(types.TextEdit(range_of((buffer.position(start), buffer.position(end))), content))
    return found


def actions(analysis: Analysis, view: FileView, first: int, last: int) -> list[types.CodeAction]:
    """The verified fixes and suppressions for the findings on some lines, counted from 0."""
    part = view.part
    result = part.result_of(view.session)
    whole_result = joined(part.results)
    found: list[types.CodeAction] = []
    for finding in result.findings:
        if finding.place.file != view.source.shown or len(found) >= MOST_ACTIONS:
            continue
        start, end = view.span(finding.place.span)
        if end[0] < first or start[0] > last:
            continue
        fix = finding.fix()
        if fix is not None:
            title = fix.message or f"fix {finding.code}"
            changes = fix_change(view.part.workspace, whole_result, finding, fix)
            found += action(analysis, view, finding, changes, f"{finding.code}: {title}", preferred=True)
        if can_suppress_in_file(view.part.workspace, finding):
            changes = suppress_in_file(view.part.workspace, whole_result, finding, REASON, None)
            found += action(analysis, view, finding, changes, f"suppress {finding.code} with a directive")
    return found


def action(
    analysis: Analysis,
    view: FileView,
    finding: Finding,
    changes: FileChanges,
    title: str,
    preferred: bool = False,
) -> list[types.CodeAction]:
    """One action, none if the change was refused."""
    edits: dict[str, list[types.TextEdit]] = {}
    for change in changes.files:
        other = analysis.files.get(os.path.abspath(change.path)) or analysis.files.get(change.path)
        if other is None or analysis.is_stale(other):
            return []
        edits[address(other)] = [whole(other.buffer, bare(decode(change.after)[0]))]
    if not edits:
        return []
    return [
        types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(analysis, view, finding)],
            is_preferred=preferred or None,
            edit=workspace_edit(analysis.documents, edits),
        )
    ]


def workspace_edit(documents: Documents, changes: dict[str, list[types.TextEdit]]) -> types.WorkspaceEdit:
    """The edits of files by address, with the version of each open document if the editor accepts that."""
    if not documents.has_versions:
        return types.WorkspaceEdit(changes=changes)
    edits = []
    for uri, changed in changes.items():
        document = documents.get(uri)
        version = document.version if document is not None else None
        edits.append(
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(changed))
        )
    return types.WorkspaceEdit(document_changes=edits)


def whole(buffer: Buffer, after: str) -> types.TextEdit:
    """The edit that makes one text another: what is between their common beginning and end."""
    before = buffer.text
    start = common(before, after)
    same = common(before[start:][::-1], after[start:][::-1])
    end = len(before) - same
    while start and before[start - 1 : start] == "\r":  # never between the characters of a line end
        start -= 1
    while end < len(before) and before[end - 1 : end + 1] == "\r\n":
        end += 1
    content = after[start : len(after) - (len(before) - end)]
    return types.TextEdit(range_of((buffer.position(start), buffer.position(end))), content)


def common(one: str, other: str) -> int:
    """The number of characters with which both texts begin."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))
