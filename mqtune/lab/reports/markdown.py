"""A result as Markdown, for a wiki or a merge request. Plots are omitted; their figures are in the tables."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.lab.journal.result import Result
from mqtune.lab.reports.document import Code, Heading, Paragraph, Points, ReportTable, document_of
from mqtune.masking.secrets import masked
from mqtune.report.markdown_text import fenced, plain


def markdown(result: Result) -> str:
    """The whole report."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Result) -> Iterator[str]:
    for part in document_of(result):
        match part:
            case Heading(level, text):
                yield f"{'#' * level} {_line(text)}"
            case Paragraph(text, loud):
                yield f"**{_line(text)}**" if loud else _line(text)
            case Points(points):
                yield from (f"- {_line(point)}" for point in points)
            case ReportTable(titles, rows):
                yield _row(titles)
                yield f"|{'---|' * len(titles)}"
                yield from map(_row, rows)
            case Code(language, text):
                yield fenced(masked(text.rstrip()), language)
            case _:
                continue
        yield ""


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_line, cells))} |"


def _line(text: str) -> str:
    return plain(masked(" ".join(text.split()), prose=True))
