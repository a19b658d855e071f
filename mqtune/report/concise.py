"""One line per finding, for quick reading and for editors."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import Finding
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.report import Report
from mqtune.report.summary import ending


def write(
    report: Report, out: Callable[[str], object], palette: Palette = PLAIN, totals: bool = True
) -> None:
    """Write the lines, and the closing lines if `totals`."""
    for finding in report.shown():
        out(line(finding, palette) + "\n")
    if totals:
        out(ending(report))


def line(finding: Finding, palette: Palette = PLAIN) -> str:
    """`file:line:column: severity CODE message`."""
    span = finding.place.span
    where = palette.bold(f"{finding.place.file}:{span.line}:{span.column}:")
    label = palette.severity(finding.severity, f"{finding.severity} {finding.code}")
    return f"{where} {label} {finding.message}"
