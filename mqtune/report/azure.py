"""Logging commands of Azure Pipelines: issues on the summary page of a run."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import INFO, Finding
from mqtune.report.concise import line
from mqtune.report.not_checked import lines
from mqtune.report.report import Report


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write one command per line. Azure has only errors and warnings: other findings, and what was not
    checked, are ordinary lines.
    """
    for item in report.items():
        finding = item.shown
        out(line(finding) + "\n" if finding.severity == INFO else _command(finding))
    for text in lines(report):
        out(f"mqtune: {text}\n")


def _command(finding: Finding) -> str:
    span = finding.place.span
    fields = [
        ("type", finding.severity),
        ("sourcepath", finding.place.file),
        ("linenumber", str(span.line)),
        ("columnnumber", str(span.column)),
        ("code", finding.code),
    ]
    properties = "".join(f"{name}={escape_property(value)};" for name, value in fields)
    return f"##vso[task.logissue {properties}]{escape_data(finding.message)}\n"


def escape_data(text: str) -> str:
    """Escape the text after the closing bracket."""
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape the value of a property, which ends at `;` or `]`."""
    return escape_data(text).replace(";", "%3B").replace("]", "%5D")
