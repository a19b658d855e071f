"""A result as one HTML file including its plots; it loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mqtune.assets import asset_text
from mqtune.lab.core.job import NOTICE
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.document import Code, Heading, Paragraph, Points, ReportTable, document_of
from mqtune.lab.reports.plots import ResultPlot
from mqtune.report.secrets import safe


def html(result: Result) -> str:
    """The whole report."""
    head = result.head
    title = escape(safe(f"{head.experiment} on {head.qmgr}"))
    if result.simulated:
        title = f"SIMULATED: {title}"
    body, style = "\n".join(_parts(result)), asset_text("lab/reports/report.css")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _parts(result: Result) -> Iterator[str]:
    for part in document_of(result):
        match part:
            case Heading(level, text):
                yield f"<h{level}>{_text(text)}</h{level}>"
            case Paragraph(text, loud):
                mark = "simulated" if text == NOTICE else "loud"
                yield f'<p class="{mark}">{_text(text)}</p>' if loud else f"<p>{_text(text)}</p>"
            case Points(points):
                yield f"<ul>{''.join(f'<li>{_text(point)}</li>' for point in points)}</ul>"
            case ReportTable(titles, rows):
                head = "".join(f"<th>{_text(cell)}</th>" for cell in titles)
                lines = "".join(
                    f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>\n" for row in rows
                )
                yield f"<table>\n<tr>{head}</tr>\n{lines}</table>"
            case Code(_, text):
                lines = "\n".join(map(_text, text.rstrip().splitlines()))
                yield f"<pre>{lines}</pre>"
            case ResultPlot(svg, caption):
                mark = "SIMULATED. " if result.simulated else ""
                yield f"<figure>{svg}<figcaption>{mark}{_text(caption)}</figcaption></figure>"


def _text(text: str) -> str:
    return escape(safe(text))
