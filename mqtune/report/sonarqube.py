"""SonarQube's generic issue import, in the format of 10.3 and later: rules first, then issues.

The import ignores further keys, such as that for what was not checked, which is not an issue of any file.
"""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import ERROR, INFO, SEVERITIES, WARNING, Finding
from mqtune.report.encode import dumps
from mqtune.report.not_checked import as_json
from mqtune.report.report import Report
from mqtune.text.spans import Place

_IMPACTS = {ERROR: "HIGH", WARNING: "MEDIUM", INFO: "LOW"}
_OLD_SEVERITIES = {ERROR: "CRITICAL", WARNING: "MAJOR", INFO: "MINOR"}


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write rules and issues, one per line."""
    worst: dict[str, Finding] = {}
    for finding in report.findings:
        known = worst.setdefault(finding.code, finding)
        if SEVERITIES.index(finding.severity) < SEVERITIES.index(known.severity):
            worst[finding.code] = finding
    out('{"rules": [')
    out(",".join("\n  " + dumps(_rule(worst[code], report.describe(code))) for code in sorted(worst)))
    out('],\n "issues": [')
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(_issue(item.shown)))
        separator = ",\n  "
    out(f"],\n {dumps(as_json(report))[1:]}\n")


def _rule(finding: Finding, summary: str) -> dict[str, object]:
    security = finding.code.startswith("SEC")
    return {
        "id": finding.code,
        "name": finding.name,
        "description": summary or finding.name,
        "engineId": "mqtune",
        "cleanCodeAttribute": "TRUSTWORTHY" if security else "CONVENTIONAL",
        "type": "VULNERABILITY" if security else "BUG" if finding.severity == ERROR else "CODE_SMELL",
        "severity": _OLD_SEVERITIES[finding.severity],
        "impacts": [
            {
                "softwareQuality": "SECURITY" if security else "RELIABILITY",
                "severity": _IMPACTS[finding.severity],
            }
        ],
    }


def _issue(finding: Finding) -> dict[str, object]:
    issue: dict[str, object] = {
        "ruleId": finding.code,
        "primaryLocation": _location(finding.place, finding.message),
    }
    if finding.related:
        issue["secondaryLocations"] = [_location(item.place, item.message) for item in finding.related]
    return issue


def _location(place: Place, message: str) -> dict[str, object]:
    """A location. Columns start at 0 here; an empty range is rejected, so the whole line replaces it."""
    span = place.span
    reach: dict[str, int] = {"startLine": span.line}
    if (span.line, span.column) != (span.end_line, span.end_column):
        reach.update(endLine=span.end_line, startColumn=span.column - 1, endColumn=span.end_column - 1)
    return {"message": message, "filePath": place.file, "textRange": reach}
