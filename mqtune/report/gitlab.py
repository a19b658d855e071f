"""GitLab's code quality report: a JSON array with one entry per finding.

What was not checked is one more entry, of severity info, whose fingerprint is its text: a merge request that
changes what is checked shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from mqtune.findings.finding import ERROR, INFO, WARNING
from mqtune.report.encode import dumps
from mqtune.report.not_checked import first_file, lines
from mqtune.report.report import Item, Report

NOT_CHECKED = "not-checked"
_SEVERITIES = {ERROR: "major", WARNING: "minor", INFO: "info"}


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write the array, one entry per line."""
    out("[")
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(_entry(item)))
        separator = ",\n  "
    text = "\n".join(lines(report))
    if text:
        out(separator + dumps(_not_checked(text, first_file(report))))
        separator = ",\n  "
    out("]\n" if separator == "\n  " else "\n]\n")


def _not_checked(text: str, file: str) -> dict[str, object]:
    return {
        "description": text,
        "check_name": NOT_CHECKED,
        "fingerprint": sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32],
        "severity": _SEVERITIES[INFO],
        "location": {"path": file, "lines": {"begin": 1, "end": 1}},
    }


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
