"""Findings as data: comma-separated values, the JSON format (a fixed contract), and counts by rule."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import TextIO

from mqtune import __version__
from mqtune.present.report import Report
from mqtune.present.safe import dumps, end, number, start
from mqtune.present.summary import PLAIN, Palette, as_json, ending
from mqtune.text.finding import Finding, Fix, Impact
from mqtune.text.patterns import whole_number

# Comma-separated values: one row for each finding, in the order of every output.

HEAD = (
    "code",
    "name",
    "severity",
    "confidence",
    "environment",
    "queue_manager",
    "object_type",
    "object_name",
    "file",
    "line",
    "column",
    "message",
    "help",
    "fingerprint",
)
# a spreadsheet would run a cell that begins with one of these; the wide forms in Chinese or Japanese
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def write_csv(report: Report, file: TextIO) -> None:
    """Write all findings. `file` is opened with newline=""."""
    writer = csv.writer(file)
    writer.writerow(HEAD)
    for item in report.items():
        finding = item.shown
        subject = finding.object
        row = (
            finding.code,
            finding.name,
            finding.severity,
            finding.confidence,
            finding.environment or "",
            finding.queue_manager or "",
            subject.type if subject is not None else "",
            subject.name if subject is not None else "",
            finding.place.file,
            str(finding.place.span.line),
            str(finding.place.span.column),
            finding.message,
            finding.help,
            item.fingerprint,
        )
        writer.writerow(map(csv_text, row))


def csv_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) and whole_number(text.lstrip("-")) is None else text


# JSON, with one finding per line.

VERSION = 1
TOOL = {"name": "mqtune", "version": __version__}


def write_findings_json(report: Report, out: Callable[[str], object]) -> None:
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
            "code": held.code,
            "count": held.count,
            "why": held.reason.why,
            "enable": report.redactor.hidden(held.reason.enable),
        }
        for held in totals.held_back
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


# Counts by rule, instead of the findings.


def _by_code(report: Report) -> list[tuple[int, Finding, int]]:
    """For each rule the number of findings, one of them, and the number with a safe fix; most first."""
    groups: dict[str, list[Finding]] = {}
    for finding in report.findings:
        groups.setdefault(finding.code, []).append(finding)
    ordered = sorted(groups.values(), key=lambda group: (-len(group), group[0].code))
    return [(len(group), group[0], sum(finding.fix() is not None for finding in group)) for group in ordered]


def write_statistics(
    report: Report, out: Callable[[str], object], palette: Palette = PLAIN, totals: bool = True
) -> None:
    """`12  warning  PUB002  cache-below-fan-out  (up to 3 fixable with --fix)`."""
    table = _by_code(report)
    width = len(str(table[0][0])) if table else 0
    for count, finding, fixable_count in table:
        label = palette.severity(finding.severity, f"{finding.severity:7}  {finding.code}")
        tail = f"  (up to {fixable_count} fixable with --fix)" if fixable_count else ""
        out(f"{count:{width}}  {label}  {finding.name}{tail}\n")
    if totals:
        out(ending(report))


def write_json(report: Report, out: Callable[[str], object]) -> None:
    """Write the counts as JSON."""
    from mqtune.present.safe import dumps
    from mqtune.present.summary import as_json

    rows = [
        {
            "code": finding.code,
            "name": finding.name,
            "severity": finding.severity,
            "count": count,
            "fixable": fixable_count,
        }
        for count, finding, fixable_count in _by_code(report)
    ]
    tool = {"name": "mqtune", "version": __version__}
    out(f'{{"version": {VERSION}, "tool": {dumps(tool)},\n "statistics": [')
    out(",".join("\n  " + dumps(row) for row in rows))
    out(f'],\n "summary": {dumps(summary(report))},\n {dumps(as_json(report))[1:]}\n')
