"""Workflow commands of GitHub Actions: annotations on the changed lines."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import ERROR, INFO, WARNING, Finding
from mqtune.report.not_checked import lines
from mqtune.report.report import Report

_COMMANDS = {ERROR: "error", WARNING: "warning", INFO: "notice"}


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write one command per line. What was not checked is first: GitHub shows ten notices of a step."""
    for text in lines(report):
        out(f"::notice title=mqtune::{escape_data(text)}\n")
    for item in report.items():
        out(_command(item.shown))


def _command(finding: Finding) -> str:
    span = finding.place.span
    fields = [
        ("title", f"mqtune ({finding.code})"),
        ("file", finding.place.file),
        ("line", str(span.line)),
        ("endLine", str(span.end_line)),
    ]
    if span.line == span.end_line:  # columns are rejected if the lines differ
        fields += [("col", str(span.column)), ("endColumn", str(max(span.column, span.end_column - 1)))]
    properties = ",".join(f"{name}={escape_property(value)}" for name, value in fields)
    where = f"{finding.place.file}:{span.line}:{span.column}"
    text = f"{where}: {finding.code} {finding.message}"
    text += f"\nnote: {finding.note}" if finding.note else ""
    text += f"\nhelp: {finding.help}" if finding.help else ""
    return f"::{_COMMANDS[finding.severity]} {properties}::{escape_data(text)}\n"


def escape_data(text: str) -> str:
    """Escape the text after the second `::`."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape the value of a property, in which `:` and `,` are separators."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")
