"""GitLab's code quality report: a JSON array with one entry per finding."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import ERROR, INFO, WARNING
from mqtune.report.encode import dumps
from mqtune.report.report import Item, Report

_SEVERITIES = {ERROR: "major", WARNING: "minor", INFO: "info"}


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write the array, one entry per line."""
    out("[")
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(_entry(item)))
        separator = ",\n  "
    out("]\n" if separator == "\n  " else "\n]\n")


def _entry(item: Item) -> dict[str, object]:
    finding = item.shown
    span = finding.place.span
    return {
        "description": f"{finding.code}: {finding.message}",
        "check_name": finding.code,
        # without the line, so that a merge request does not show a moved finding as new
        "fingerprint": item.fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": finding.place.file, "lines": {"begin": span.line, "end": span.end_line}},
    }
