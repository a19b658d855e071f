"""The JSON format, a fixed contract with other programs. One finding per line."""

from __future__ import annotations

from collections.abc import Callable

from mqtune import __version__
from mqtune.findings.finding import Finding, Fix, Impact
from mqtune.report.encode import dumps, end, number, start
from mqtune.report.not_checked import as_json
from mqtune.report.report import Report

VERSION = 1
TOOL = {"name": "mqtune", "version": __version__}


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write the complete report, finding by finding."""
    out(f'{{"version": {VERSION}, "tool": {dumps(TOOL)},\n "findings": [')
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(finding_row(item.shown)))
        separator = ",\n  "
    out(f'],\n "summary": {dumps(summary(report))},\n {dumps(as_json(report))[1:]}\n')


def data_of(report: Report) -> dict[str, object]:
    """What `write` writes, see `LintData`."""
    findings = [finding_row(item.shown) for item in report.items()]
    head = {"version": VERSION, "tool": dict(TOOL), "findings": findings}
    return {**head, "summary": summary(report), **as_json(report)}


def summary(report: Report) -> dict[str, object]:
    """The totals of a run."""
    totals = report.totals
    held_back = [
        {
            "code": one.code,
            "count": one.count,
            "why": one.reason.why,
            "enable": report.redactor.hidden(one.reason.enable),
        }
        for one in totals.held_back
    ]
    return {
        "files": totals.files,
        "commands": totals.commands,
        **report.counts(),
        "suppressed": totals.suppressed,
        "held_back": held_back,
    }


def finding_row(finding: Finding) -> dict[str, object]:
    """A finding in the keys of the JSON output."""
    span = finding.place.span
    subject = finding.object
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "message": finding.message,
        "file": finding.place.file,
        "start": start(span),
        "end": end(span),
        "environment": finding.environment,
        "queue_manager": finding.queue_manager,
        "object": None if subject is None else {"type": subject.type, "name": subject.name},
        "impact": _impact(finding.impact),
        "references": [
            {"title": item.title, "where": item.where, "page": item.page} for item in finding.references
        ],
        "related": [
            {
                "file": item.place.file,
                "start": start(item.place.span),
                "end": end(item.place.span),
                "message": item.message,
            }
            for item in finding.related
        ],
        "fixes": [_fix(fix) for fix in finding.fixes if fix.edits],
    }


def _impact(impact: Impact | None) -> dict[str, object] | None:
    if impact is None:
        return None
    return {
        "quantity": impact.quantity,
        "unit": impact.unit,
        "now": number(impact.now),
        "after": number(impact.after),
        "basis": impact.basis,
    }


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "applicability": fix.applicability,
        "message": fix.message,
        "restart": fix.restart,
        "edits": [
            {
                "file": edit.place.file,
                "start": start(edit.place.span),
                "end": end(edit.place.span),
                "content": edit.content,
            }
            for edit in fix.edits
        ],
    }
