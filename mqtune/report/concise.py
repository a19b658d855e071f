"""One line per finding, for quick reading and for editors."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import Finding
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.ending import ending
from mqtune.report.report import Report


def write(
    report: Report, out: Callable[[str], object], palette: Palette = PLAIN, totals: bool = True
) -> None:
    """Write the lines, and the closing lines if `totals`."""
    for finding in report.shown():
        out(line(finding, palette, report.names_environments) + "\n")
    if totals:
        out(ending(report))


def line(finding: Finding, palette: Palette = PLAIN, names_environment: bool = False) -> str:
    """`file:line:column: severity CODE message`, with `[environment]` if files belong to several."""
    span = finding.place.span
    where = palette.bold(f"{finding.place.file}:{span.line}:{span.column}:")
    label = palette.severity(finding.severity, f"{finding.severity} {finding.code}")
    tail = f" [{finding.environment}]" if names_environment and finding.environment else ""
    return f"{where} {label} {finding.message}{tail}"
