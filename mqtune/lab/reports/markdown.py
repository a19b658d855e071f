"""A result as Markdown, for a wiki or a merge request. Plots are omitted; their figures are in the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.lab.journal.result import Result
from mqtune.lab.reports.document import Code, Heading, Paragraph, Points, ReportTable, document_of
from mqtune.text.printable import printable

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(result: Result) -> str:
    """The whole report."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Result) -> Iterator[str]:
    for part in document_of(result):
        match part:
            case Heading(level, text):
                yield f"{'#' * level} {_plain(text)}"
            case Paragraph(text, loud):
                yield f"**{_plain(text)}**" if loud else _plain(text)
            case Points(points):
                yield from (f"- {_plain(point)}" for point in points)
            case ReportTable(titles, rows):
                yield _row(titles)
                yield f"|{'---|' * len(titles)}"
                yield from map(_row, rows)
            case Code(language, text):
                yield from _fenced(language, text)
            case _:
                continue
        yield ""


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_plain, cells))} |"


def _fenced(language: str, text: str) -> Iterator[str]:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from map(printable, text.rstrip().splitlines())
    yield fence


def _plain(text: str) -> str:
    """Text with all markup characters escaped."""
    return _SPECIAL.sub(r"\\\1", printable(" ".join(text.split())))
