"""Findings as the diagnostics of an editor."""

from __future__ import annotations

import os

from lsprotocol import types

from mqtune import RULE_URL
from mqtune.findings.finding import ERROR, WARNING
from mqtune.language.secrets import holds_secret
from mqtune.lsp.documents import uri_of
from mqtune.report.redact import FileText
from mqtune.report.secrets import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.buffer import Position

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
    found = []
    for one in finding.related if view is not None else ():
        other = analysis.view(one.place.file, view.session) if view is not None else None
        if other is not None:
            found.append(
                types.DiagnosticRelatedInformation(location(other, one.place.span), safe(one.message))
            )
    return found


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
