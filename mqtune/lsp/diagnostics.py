"""Findings in an editor: diagnostics, their text in messages, and changes that format, fix or suppress."""

from __future__ import annotations

import json
import os
from itertools import takewhile
from operator import eq

from lsprotocol import types

from mqtune import RULE_URL
from mqtune.language.secret_values import holds_secret
from mqtune.lsp.analysis import bare
from mqtune.lsp.documents import uri_of
from mqtune.present.redact import FileText
from mqtune.present.safe import safe
from mqtune.session.fixing.fixes import FileChanges, fix_change
from mqtune.session.fixing.formatting import format_text
from mqtune.session.fixing.suppress import can_suppress_in_file, suppress_in_file
from mqtune.session.workspace import joined
from mqtune.text.editing import LineIndex
from mqtune.text.finding import ERROR, WARNING
from mqtune.text.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.documents import Buffer, Document, Documents, Position
    from mqtune.text.finding import Finding


MOST = 1000  # for one file: editors become slow with several thousand
# lines before and after a finding, and at most, whose secrets its texts may quote
AROUND, MOST_LINES = 2, 100
SOURCE = "mqtune"


def more_findings(number: int) -> str:
    """What is shown for the findings of a file that are left out."""
    return f"{number} more findings in this file; `mqtune lint` lists all of them"


def diagnostic(analysis: Analysis, view: FileView | None, finding: Finding) -> types.Diagnostic:
    """One finding."""
    url = url_of(view, finding)
    return types.Diagnostic(
        range=range_of(range_of_finding(view, finding)),
        message=shown_texts(view, finding),
        severity=severity(finding.severity),
        code=finding.code,
        code_description=types.CodeDescription(url) if url else None,
        source=SOURCE,
        related_information=related(analysis, view, finding) or None,
    )


def shown_texts(view: FileView | None, finding: Finding) -> str:
    """Message, note and help of a finding, without the secrets of the lines around it."""
    texts = (finding.message, finding.note, f"help: {finding.help}" if finding.help else "")
    text = "\n".join(filter(None, texts))
    if view is not None:
        span, index = finding.place.span, view.index
        last = min(span.end_line + AROUND, span.line + MOST_LINES, len(index.starts))
        lines = [index.line(number) for number in range(max(1, span.line - AROUND), last + 1)]
        text = FileText("\n".join(lines)).cover(text, holds_secret(finding.attribute))
    return "\n".join(map(safe, text.split("\n")))


def url_of(view: FileView | None, finding: Finding) -> str:
    """The page of a rule, "" for a policy, which has none."""
    page = view.session.selection.pages.get(finding.code) if view is not None else None
    return RULE_URL.format(code=finding.code) if page is not None and page.path else ""


def range_of_finding(view: FileView | None, finding: Finding) -> tuple[Position, Position]:
    """The range of a finding, which ends on the line on which it begins."""
    return unseen(finding) if view is None else view.span(finding.place.span, first_line=True)


def unseen(finding: Finding) -> tuple[Position, Position]:
    """The range of a finding in a file that was not linted itself, such as mqtune.toml."""
    at = (finding.place.span.line - 1, finding.place.span.column - 1)
    return at, at


def severity(name: str) -> types.DiagnosticSeverity:
    """The severity of an editor."""
    if name == ERROR:
        return types.DiagnosticSeverity.Error
    return types.DiagnosticSeverity.Warning if name == WARNING else types.DiagnosticSeverity.Information


def related(
    analysis: Analysis, view: FileView | None, finding: Finding
) -> list[types.DiagnosticRelatedInformation]:
    """The other positions of a finding that are in files of its session."""
    information = []
    for relation in finding.related if view is not None else ():
        related_view = analysis.view(relation.place.file, view.session) if view is not None else None
        if related_view is not None:
            information.append(
                types.DiagnosticRelatedInformation(
                    location(related_view, relation.place.span), safe(relation.message)
                )
            )
    return information


def location(view: FileView, span: object) -> types.Location:
    """A range of a file."""
    return types.Location(address(view), range_of(view.span(span)))  # type: ignore[arg-type]


def address(view: FileView) -> str:
    """The address of a file, as the editor wrote it if it is open."""
    if view.document is not None:
        return view.document.uri
    return uri_of(os.path.abspath(view.source.path))


def range_of(span: tuple[Position, Position]) -> types.Range:
    """A range as the protocol has it."""
    return types.Range(types.Position(*span[0]), types.Position(*span[1]))


# Diagnostics as text. A file with a thousand findings is sent after each edit of it. The library would take
# longer to convert them than the lint takes, so the text of each finding is made once and only its position
# again.

MOST_TEXTS = 20_000  # kept; texts of edits that are over must not fill the memory
NOWHERE = ((0, 0), (0, 0))


class DiagnosticTexts:
    """The diagnostics of files as JSON."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, ...], str] = {}
        # by path and identity of the finding: one that a lint takes over has the same position
        self._known: dict[str, dict[int, tuple[Finding, str]]] = {}

    def of(self, analysis: Analysis, path: str) -> str:
        """The array of the diagnostics of a file; the last one states how many are left out, if any are."""
        view = analysis.files.get(path)
        findings = analysis.findings.get(path, [])
        shown = findings if len(findings) <= MOST else findings[: MOST - 1]
        known = self._known.pop(path, {}) if view is not None and view.is_plain else {}
        parts, reusable = [], {}
        for finding in shown:
            entry = known.get(id(finding))
            text = entry[1] if entry is not None else self._text(analysis, view, finding)
            parts.append(text)
            if not finding.related:
                reusable[id(finding)] = (finding, text)
        if reusable and view is not None and view.is_plain:
            self._known[path] = reusable
        if len(shown) < len(findings):
            rest = {"severity": 2, "source": SOURCE, "message": more_findings(len(findings) - len(shown))}
            parts.append(f"{{{range_text(NOWHERE)}{json.dumps(rest)[1:]}")
        return f"[{','.join(parts)}]"

    def _text(self, analysis: Analysis, view: FileView | None, finding: Finding) -> str:
        key = (finding.code, finding.severity, finding.message, finding.note, finding.help)
        rest = self._texts.get(key)
        if rest is None:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            rest = self._texts[key] = self._rest(view, finding)
        others = ""
        if finding.related and (places := related(analysis, view, finding)):
            positions = [
                {
                    "location": {
                        "uri": information.location.uri,
                        "range": json_range(information.location.range),
                    },
                    "message": information.message,
                }
                for information in places
            ]
            others = f',"relatedInformation":{json.dumps(positions)}'
        return f"{{{range_text(range_of_finding(view, finding))}{rest}{others}}}"

    def _rest(self, view: FileView | None, finding: Finding) -> str:
        fields: dict[str, object] = {
            "severity": int(severity(finding.severity)),
            "code": finding.code,
            "source": SOURCE,
            "message": shown_texts(view, finding),
        }
        url = url_of(view, finding)
        if url:
            fields["codeDescription"] = {"href": url}
        return json.dumps(fields)[1:-1]


def range_text(span: tuple[Position, Position]) -> str:
    """A range as the first member of an object."""
    (line, column), (end_line, end_column) = span
    return (
        f'"range":{{"start":{{"line":{line},"character":{column}}},'
        f'"end":{{"line":{end_line},"character":{end_column}}}}},'
    )


def json_range(span: object) -> object:
    """A range of the library as JSON."""
    return {
        name: {"line": at.line, "character": at.character}
        for name, at in (("start", span.start), ("end", span.end))  # type: ignore[attr-defined]
    }


def notification(uri: str, version: int | None, diagnostics: str) -> bytes:
    """The notification with the diagnostics of a file."""
    number = "" if version is None else f'"version":{version},'
    params = f'{{"uri":{json.dumps(uri)},{number}"diagnostics":{diagnostics}}}'
    body = f'{{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{params}}}'.encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


# Changes of texts: formatting, fixes, and directives that suppress a finding.

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
    edits = []
    for span, content in format_text(document.name, buffer.text, platform, within):
        start, end, _ = index.change(span, content)
        edits.append(types.TextEdit(range_of((buffer.position(start), buffer.position(end))), content))
    return edits


def actions(analysis: Analysis, view: FileView, first: int, last: int) -> list[types.CodeAction]:
    """The verified fixes and suppressions for the findings on some lines, counted from 0."""
    part = view.part
    result = part.result_of(view.session)
    whole_result = joined(part.results)
    code_actions: list[types.CodeAction] = []
    for finding in result.findings:
        if finding.place.file != view.source.shown or len(code_actions) >= MOST_ACTIONS:
            continue
        start, end = view.span(finding.place.span)
        if end[0] < first or start[0] > last:
            continue
        fix = finding.fix()
        if fix is not None:
            title = fix.message or f"fix {finding.code}"
            changes = fix_change(view.part.workspace, whole_result, finding, fix)
            code_actions += action(
                analysis, view, finding, changes, f"{finding.code}: {title}", preferred=True
            )
        if can_suppress_in_file(view.part.workspace, finding):
            changes = suppress_in_file(view.part.workspace, whole_result, finding, REASON, None)
            code_actions += action(
                analysis, view, finding, changes, f"suppress {finding.code} with a directive"
            )
    return code_actions


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
        target_view = analysis.files.get(os.path.abspath(change.path)) or analysis.files.get(change.path)
        if target_view is None or analysis.is_stale(target_view):
            return []
        edits[address(target_view)] = [edit_between(target_view.buffer, bare(decode(change.after)[0]))]
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


def edit_between(buffer: Buffer, after: str) -> types.TextEdit:
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


def common(first: str, second: str) -> int:
    """The number of characters with which both texts begin."""
    return sum(1 for _ in takewhile(bool, map(eq, first, second)))
