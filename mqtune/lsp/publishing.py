"""Diagnostics as the text of messages.

A file with a thousand findings is sent after each edit of it. The library would take longer to convert them
than the lint takes, so the text of each finding is made once and only its position again.
"""

from __future__ import annotations

import json

from mqtune.lsp.diagnostics import MOST, SOURCE, more_findings, range_of_finding, related, shown_texts, url_of
from mqtune.lsp.diagnostics import severity as severity_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.lsp.analysis import Analysis, FileView
    from mqtune.lsp.buffer import Position

MOST_TEXTS = 20_000  # kept; texts of edits that are over must not fill the memory
NOWHERE = ((0, 0), (0, 0))


class DiagnosticTexts:
    """The diagnostics of files as JSON."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, ...], str] = {}
        # by path and identity of the finding: one that a lint takes over has the same position
        self._whole: dict[str, dict[int, tuple[Finding, str]]] = {}

    def of(self, analysis: Analysis, path: str) -> str:
        """The array of the diagnostics of a file; the last one states how many are left out, if any are."""
        view = analysis.files.get(path)
        found = analysis.findings.get(path, [])
        shown = found if len(found) <= MOST else found[: MOST - 1]
        known = self._whole.pop(path, {}) if view is not None and view.is_plain else {}
        parts, whole = [], {}
        for one in shown:
            entry = known.get(id(one))
            text = entry[1] if entry is not None else self._text(analysis, view, one)
            parts.append(text)
            if not one.related:
                whole[id(one)] = (one, text)
        if whole and view is not None and view.is_plain:
            self._whole[path] = whole
        if len(shown) < len(found):
            rest = {"severity": 2, "source": SOURCE, "message": more_findings(len(found) - len(shown))}
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
            found = [
                {
                    "location": {"uri": one.location.uri, "range": json_range(one.location.range)},
                    "message": one.message,
                }
                for one in places
            ]
            others = f',"relatedInformation":{json.dumps(found)}'
        return f"{{{range_text(range_of_finding(view, finding))}{rest}{others}}}"

    def _rest(self, view: FileView | None, finding: Finding) -> str:
        fields: dict[str, object] = {
            "severity": int(severity_of(finding.severity)),
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
