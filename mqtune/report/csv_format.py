"""Findings as a table for spreadsheets: one row each, in the order of every output."""

from __future__ import annotations

import csv
from typing import TextIO

from mqtune.report.report import Report
from mqtune.text.numbers import whole_number

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


def write(report: Report, file: TextIO) -> None:
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
