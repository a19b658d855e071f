"""Answers as JSON, as comma-separated values of their records, as Markdown, and as text for a terminal."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from mqtune.language.masking import Covered
from mqtune.present.answer import (
    BAD,
    DOUBT,
    GOOD,
    MARKDOWN,
    NORMAL,
    Answer,
    Body,
    Cell,
    Code,
    Page,
    Records,
    Row,
    Rows,
    Section,
    Share,
    Steps,
    Table,
)
from mqtune.present.excerpt import painted_line
from mqtune.present.findings_data import csv_text
from mqtune.present.layout import TITLE, Laid, Medium, cell_text, layout
from mqtune.present.safe import covered_row, dumps, safe
from mqtune.present.shown import shown, shown_sections
from mqtune.present.summary import PLAIN, Palette
from mqtune.text.messages import markdown, printable
from mqtune.text.patterns import lazy_pattern

VERSION = 1


class Writer(Protocol):
    """What text is written to."""

    def write(self, text: str) -> object:
        """Write a text."""


def data_of(answer: Answer[Any], remarks: Mapping[str, object]) -> dict[str, Any]:
    """The data of an answer with what belongs to every answer, masked: the JSON in every front end."""
    return versioned({**answer.data(), **remarks})


def versioned(data: Mapping[str, Any]) -> dict[str, Any]:
    """Data with the version of their form, masked."""
    return covered_row({"version": VERSION, **data})


def json_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Scalars on the first line, each list and object on lines of its own, one element a line."""
    scalars = {key: value for key, value in data.items() if not isinstance(value, list | dict)}
    yield dumps(scalars)[:-1]
    comma = "," if scalars else ""
    for key, value in data.items():
        if isinstance(value, list) and value:
            yield f"{comma}\n {dumps(key)}: ["
            for number, element in enumerate(value):
                yield (",\n  " if number else "\n  ") + dumps(element)
            yield "]"
        elif key not in scalars:
            yield f"{comma}\n {dumps(key)}: {dumps(value)}"
        comma = "," if key not in scalars else comma
    yield "}\n"


def write_csv(records: Records, out: Writer) -> None:
    """Write a header line and the records; no spreadsheet takes a text for a formula."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(records.columns)
    for row in records.rows:
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in row])


@lru_cache(maxsize=65_536, typed=True)
def csv_cell(cell: str) -> str:
    """A text that may be shown; most occur in many cells."""
    return csv_text(printable(cell) if isinstance(cell, Covered) else safe(cell))


# Text in Markdown, for comments of forges and for editors: nothing in a name or a value is markup or live.

_SPECIAL = {char: f"\\{char}" for char in "\\`*_{}[]<#~&"}
# as entities: a table is split at `|` whatever precedes it, and formulas are found before escapes
_SPECIAL |= {"|": "&#124;", "$": "&#36;", "\0": "&#8203;"}
_TRANSLATION = str.maketrans(_SPECIAL)
_DOMAINS = "app|biz|cloud|com|coop|dev|edu|gov|info|io|mobi|museum|name|net|org|pro|shop|web|xn--|xxx|xyz|рф"
# where a blank of no width (written as \0, which no printable text contains) ends what a forge makes live:
# mentions, references, addresses, domains (not ORDERS.IN), emoji, commits, formulas
_LIVE = lazy_pattern(
    r"(?<=@)|(?<=[#!&~^%])(?=[\w\"])|(?<=\$)|(?i:(?<=\bgh-))(?=\d)|(?<=:)(?=//)|(?<=/)(?=/)"
    rf"|(?i:(?<=\bwww))(?=\.)|(?<=[\w-])(?=\.(?i:{_DOMAINS}))|(?<=[\w-])(?=\.[A-Za-z][a-z]\b)"
    r"|(?<=:)(?=[\w+-]+:)"
)
_COMMIT = lazy_pattern(r"\b(?=\d*[a-f])[0-9a-f]{7,40}\b")
# a list, a rule, an underline or a command to GitLab (`/close`) at the start of a line
_BLOCK = lazy_pattern(r"(?=[-+=>/])|(?<=\d)(?=[.)])")


def plain(text: str, in_cell: bool = False) -> str:
    """A text, with its secrets masked, that is shown as it is, in a line or in a cell of a table, in which no
    list, quotation or rule begins.
    """
    text = _COMMIT.sub(lambda match: "\0".join(re.findall(".{1,6}", match[0])), safe(text).strip())
    text = _LIVE.sub("\0", text)
    start = None if in_cell else re.match(r"[-+=>/]|\d{1,9}[.)]", text)
    text = text.translate(_TRANSLATION)
    return _BLOCK.sub(r"\\", text, count=1) if start else text


def code(text: str) -> str:
    """A text, with its secrets masked, as code in a line; empty for an empty text."""
    text = safe(text)
    marks = "`" * (longest_run(text) + 1)
    aside = " " * (text.startswith(("`", " ")) or text.endswith(("`", " ")))
    return f"{marks}{aside}{text}{aside}{marks}" if text else ""


def fenced(text: str, language: str = "text") -> str:
    """Lines, with their secrets masked, as a block of code."""
    lines = [safe(line) for line in text.splitlines()]
    marks = "`" * max(3, max(map(longest_run, lines), default=0) + 1)
    return "\n".join((f"{marks}{language}", *lines, marks))


def longest_run(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, re.findall("`+", text)), default=0)


# Markdown, for merge requests and wikis.


def markdown_lines(title: str, answer: Answer[Any], level: int = NORMAL) -> Iterator[str]:
    """The lines of a page, with a heading for each section; the headline precedes a first one without."""
    yield f"# {plain(title)}"
    for number, section in enumerate(shown_sections(answer.sections(MARKDOWN), level)):
        heading = f"## {plain(section.title)}" if section.title else ""
        if not number and not heading:
            heading = plain(answer.headline)
        yield from ("", heading) if heading else ()
        yield ""
        lines = list(body_lines(section.body))
        yield from lines or [plain(section.empty)]
        body = section.body
        remarks = (getattr(body, "more", ""), getattr(body, "foot", ""))
        yield from (line for text in remarks if text for line in ("", plain(text)))


def body_lines(body: Body) -> Iterator[str]:
    """The lines of a body."""
    if isinstance(body, Table):
        if body.lines:
            cells = [[cell_of(cell, body.unknown) for cell in line.cells] for line in body.lines]
            yield from markdown([plain(column.title) for column in body.columns], cells)
    elif isinstance(body, Rows):
        yield from map(row_line, body.rows)
    elif isinstance(body, Steps):
        for step in body.steps:
            depth = "  " * (len(step.guide) // 2)
            outcome = f"**{plain(step.outcome)}**" if step.outcome else ""
            words = [*map(plain, step.cells), outcome, plain(step.reason)]
            yield f"{depth}- {', '.join(filter(None, words))}"
            yield from (f"{depth}  {row_line(note)}" for note in step.notes)
    elif isinstance(body, Page):
        yield from body.text.split("\n")
    else:
        yield from fenced("\n".join(body.lines), body.language).split("\n")


def cell_of(cell: Cell, unknown: str) -> str:
    """A cell; a share of all or more stands out."""
    text = plain(cell_text(cell, unknown), in_cell=True)
    return f"**{text}**" if isinstance(cell, Share) and (cell.share or 0.0) >= 1 else text


def row_line(row: Row) -> str:
    """A row as an entry of a list."""
    label = f"{plain(row.label)}: " if row.label else ""
    return f"- {label}{plain(row.text.strip())}" + (f" ({plain(row.note)})" if row.note else "")


# Text: sections one below the other, painted for a terminal. Lines are escaped where written.

LEAD = "  "  # before rows and steps below a title
MORE = "--verbose lists all"
DIFF = "diff"


class Exact(str):
    """A line that keeps its tabs where it is written, so that a diff can be applied."""

    __slots__ = ()


def section_lines(
    sections: Iterable[Section], level: int = NORMAL, palette: Palette = PLAIN, width: int = 0
) -> Iterator[str]:
    """The lines of all sections of a level, with a blank one between them."""
    first = True
    for section in shown_sections(sections, level):
        body = section.body
        if not first:
            yield ""
        if section.title:
            yield palette.bold(section.title)
        first = False
        untitled = isinstance(body, Table) and not any(column.title for column in body.columns)
        lead = LEAD if section.title and (untitled or isinstance(body, Rows | Steps)) else ""
        if isinstance(body, Code):  # of any length: not laid out, one line at a time
            yield from code_lines(body, palette)
            continue
        lines = 0
        for line in layout(body, Medium(width, len(lead))):
            lines += 1
            yield lead + painted(line, palette)
        if not lines and section.empty:
            yield lead + section.empty
        yield from (lead + text for text in more_lines(getattr(body, "more", "")))


def code_lines(code: Code, palette: Palette) -> Iterable[str]:
    """The lines of code, those of a diff in colours."""
    if code.language == DIFF:
        return (Exact(painted_line(line, palette)) for line in code.lines)
    return code.lines


def painted(line: Laid, palette: Palette) -> str:
    """A line with the codes of its styles."""
    return "".join(paint(text, style, palette) for text, style in line.parts).rstrip()


def paint(text: str, style: str, palette: Palette) -> str:
    """A text in a style."""
    if not palette.on or not style:
        return text
    if style == TITLE:
        return palette.bold(text)
    if style == GOOD:
        return palette.added(text)
    severity = {BAD: "error", DOUBT: "warning"}.get(style, style)
    return palette.severity(severity, text) if severity in ("error", "warning", "info") else text


def note_lines(notes: Rows, level: int = NORMAL) -> Iterator[str]:
    """The lines of remarks on the run."""
    body = shown(notes, level)
    for line in layout(body, Medium()):
        yield painted(line, PLAIN)
    yield from more_lines(getattr(body, "more", ""))


def more_lines(more: str) -> Iterator[str]:
    """What a level leaves out, and the option that shows it."""
    if more:
        yield f"{more}: {MORE}"
