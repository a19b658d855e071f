"""Formats plans, results and comparisons: lines for people, data for programs, Markdown and HTML."""

from __future__ import annotations

from mqtune.lab.journal.result import Result
from mqtune.present.experiment.data import result_data
from mqtune.present.experiment.document import html, markdown
from mqtune.present.safe import covered_row, dumps

MARKDOWN, HTML, JSON = "markdown", "html", "json"
FORMATS = (MARKDOWN, HTML, JSON)


def write_report(result: Result, format: str) -> str:
    """The report in one of FORMATS."""
    if format == HTML:
        return html(result)
    return markdown(result) if format == MARKDOWN else dumps(covered_row(result_data(result))) + "\n"
