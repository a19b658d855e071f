"""A result as a document, and the document as Markdown and HTML, so that both say the same. Computes nothing.

A document has headings, paragraphs, tables, code and plots.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from mqtune.assets import asset_text
from mqtune.lab.core.definition import shown
from mqtune.lab.core.job import NOTICE, noise_of, promise, worse
from mqtune.lab.journal.result import Result
from mqtune.language.masking import masked
from mqtune.present.answer_text import fenced, plain
from mqtune.present.experiment.plots import ResultPlot, interval_plot, runs_plot, samples_plot
from mqtune.present.experiment.text import (
    LEVEL_TITLES,
    RUN_TITLES,
    confirmation_lines,
    cut_lines,
    driver_text,
    evidence_lines,
    level_row,
    minutes_text,
    noise_text,
    run_row,
    surroundings_text,
    verdict_text,
    where_text,
)
from mqtune.present.safe import safe


class Heading(NamedTuple):
    """A heading of level 1 to 3."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """A paragraph; a `loud` one is emphasised."""

    text: str
    loud: bool = False


class Points(NamedTuple):
    """A list of points."""

    points: tuple[str, ...]


class ReportTable(NamedTuple):
    """Rows below titles."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Code(NamedTuple):
    """Preformatted text."""

    language: str
    text: str


Part = Heading | Paragraph | Points | ReportTable | Code | ResultPlot


def document_of(result: Result) -> Iterator[Part]:
    """The parts of a report, the verdict first."""
    head = result.head
    yield Heading(1, f"{head.experiment} on {head.qmgr}: {verdict_text(result)}")
    if result.simulated:
        yield Paragraph(NOTICE, loud=True)
    yield from _verdict(result)
    yield from _confirmation(result)
    yield from _levels(result)
    yield from _advice(result)
    yield from _circumstances(result)
    yield from _runs(result)
    yield from _plan(result)


def _verdict(result: Result) -> Iterator[Part]:
    if result.plan is not None:
        yield Paragraph(result.plan.question)
    verdict = result.verdict
    if verdict is None:
        yield Paragraph(f"Not decided yet. Continue with mqtune experiment resume {result.id}.")
        return
    yield Paragraph(verdict.answer, loud=True)
    yield Points(tuple(evidence_lines(verdict)))


def _confirmation(result: Result) -> Iterator[Part]:
    head, *lines = (*confirmation_lines(result), "")
    if lines and result.confirming is not None:
        yield Heading(2, head)
        yield Points(tuple(line.strip() for line in lines if line.strip()))


def _levels(result: Result) -> Iterator[Part]:
    levels = result.levels
    if not levels:
        return
    yield Heading(2, f"Levels, in {result.head.unit}")
    yield ReportTable(LEVEL_TITLES, tuple(level_row(level) for level in levels))
    yield from filter(None, (interval_plot(levels, result.head.unit),))


def _advice(result: Result) -> Iterator[Part]:
    if result.advice is None or not (result.advice.sentences or result.advice.snippets):
        return
    yield Heading(2, "What follows")
    for sentence in result.advice.sentences:
        yield Paragraph(sentence)
    for snippet in result.advice.snippets:
        if snippet.restart:
            yield Paragraph(f"This takes effect after a restart of {result.head.qmgr}.")
        yield Code(snippet.language, snippet.text)


def _circumstances(result: Result) -> Iterator[Part]:
    head = result.head
    yield Heading(2, "Circumstances")
    rows = [
        ("result", result.id),
        ("where", where_text(result)),
        ("driver", driver_text(result)),
        ("mqtune", head.mqtune),
        ("opened", result.time),
        ("measured", f"{minutes_text(result.clock)}, at most {result.max_minutes:g} min"),
        ("sessions", str(result.sessions)),
        ("noise of the pilot", noise_text(result.noise)),
        ("noise of the runs", noise_text(noise_of(result.history))),
        ("promise", promise(worse(result.noise, noise_of(result.history)))),
    ]
    if surroundings := surroundings_text(result):
        rows.append(("surroundings", surroundings.removeprefix("surroundings: ")))
    rows += [(f"setting {name}", shown(value) or "-") for name, value in head.settings.items()]
    rows += [(f"check {check.name}", f"{check.state}: {check.message}") for check in result.checks]
    rows += [(f"note of {time}", text) for time, text in result.notes]
    rows += [("not undone", line) for line in result.left_over]
    yield ReportTable(("WHAT", "HOW"), tuple(rows))
    yield Code("sh", head.command_line)


def _runs(result: Result) -> Iterator[Part]:
    records = list(result.runs.values())
    if not records:
        return
    yield Heading(2, "Runs")
    yield ReportTable(RUN_TITLES, tuple(run_row(record) for record in records))
    yield from filter(None, (runs_plot(records, result.head.unit), samples_plot(records)))
    if cuts := tuple(cut_lines(records)):
        yield Heading(3, "Discarded as warm-up")
        yield Points(cuts)


def _plan(result: Result) -> Iterator[Part]:
    plan = result.plan
    if plan is None:
        return
    yield Heading(2, "What was done")
    yield from _titled("Held constant", plan.held_constant)
    yield from _titled("Decision rule", (plan.decision,))
    yield from _titled("Pitfalls", plan.pitfalls)
    if result.steps:
        yield Heading(3, "Steps")
        yield ReportTable(
            ("STEP", "QMGR", "WHAT", "STATE"),
            tuple(
                (
                    str(step_record.event.number),
                    step_record.event.qmgr,
                    step_record.event.what,
                    step_record.state,
                )
                for step_record in result.steps.values()
            ),
        )
    for step in plan.scripts:
        yield Paragraph(f"MQSC on {step.qmgr}: {step.what}")
        yield Code("mqsc", step.script)
    yield Heading(3, "Commands")
    for arm in plan.arms:
        if arm.processes:
            yield Paragraph(arm.arm.name)
            yield Code("sh", "\n".join(shlex.join(process.argv) for process in arm.processes))
    yield Paragraph(f"Source of the experiment: {plan.source}")


def _titled(title: str, lines: Sequence[str]) -> Iterator[Part]:
    if lines:
        yield Heading(3, title)
        yield Points(tuple(lines))


# HTML: one file including the plots; it loads nothing from elsewhere.


def html(result: Result) -> str:
    """The whole report."""
    head = result.head
    title = escape(safe(f"{head.experiment} on {head.qmgr}"))
    if result.simulated:
        title = f"SIMULATED: {title}"
    body, style = "\n".join(_parts(result)), asset_text("present/experiment/report.css")
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


# Markdown, for a wiki or a merge request. Plots are omitted; their figures are in the tables.


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
