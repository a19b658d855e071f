"""Lays a body out as lines for a width: labels in a column, long texts wrapped, nothing cut in the middle.

The lines of text and screen are the same; they differ in how styles are painted (`Medium`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mqtune.present.answer import (
    BULLET,
    FAINT,
    WIDEST,
    Body,
    Cell,
    Code,
    Item,
    Page,
    Row,
    Rows,
    Share,
    Step,
    Steps,
    Table,
    blocks,
    headings,
)

WIDEST_LABEL = 18
HEAD = -1
GAP = 2
LINK = " ›"
FILLER = "\0"  # control characters are shown escaped, so that no text contains it
BRANCHES = " ├└│"  # what precedes the names in a trace
LETTER = {"error": "E", "warning": "W", "info": "I"}
LEAST_ROOM = 10
LEAST_WRAPPED = 24  # columns that are worth a column of wrapped text
BAR = 20  # cells of a full bar
TITLE, LABEL, LINKED = "head", "label", "link"  # styles; others are tones and severities

Part = tuple[str, str]


class Laid(NamedTuple):
    """One line: parts with the names of their styles, and the number of its item or HEAD."""

    number: int
    parts: tuple[Part, ...]


class Medium(NamedTuple):
    """What lines are made for. `width` is 0 without a limit, of which the front end takes `lead`; `measure`
    gives the columns of a text. `links` marks what leads to a card, `bars` shows shares as bars.
    """

    width: int = 0
    lead: int = 0
    measure: Callable[[str], int] = len
    links: bool = False
    bars: bool = False

    @property
    def room(self) -> int:
        """The columns of a line."""
        return max(1, self.width - self.lead)


def items_of(body: Body) -> Sequence[Item]:
    """What a cursor can mark in a body, in the order of the numbers of its lines."""
    if isinstance(body, Rows):
        return body.rows
    if isinstance(body, Table):
        return body.lines
    if isinstance(body, Steps):
        return body.steps
    texts = body.lines if isinstance(body, Code) else [block.text for block in blocks(body.text)]
    return [Row("", text) for text in texts]


def layout(body: Body, medium: Medium) -> Iterator[Laid]:
    """The lines of a body."""
    if isinstance(body, Table):
        yield from table_lines(body, medium)
    elif isinstance(body, Steps):
        yield from step_lines(body.steps, medium)
    elif isinstance(body, Rows):
        label = label_width(body.rows, medium)
        for number, row in enumerate(body.rows):
            yield from row_lines(row, number, label, medium, body.verbatim)
    elif isinstance(body, Page):
        yield from page_lines(body.text, medium)
    else:
        for number, line in enumerate(body.lines):
            yield from row_lines(Row("", line), number, 0, medium, verbatim=True)


# rows


def label_width(rows: Sequence[Row], medium: Medium) -> int:
    """The width of the column with the labels: at most a third of a wide screen."""
    longest = max((medium.measure(label_of(row)) for row in rows), default=0)
    return min(max(WIDEST_LABEL, medium.width // 3), longest) if medium.width else longest


def label_of(row: Row) -> str:
    """The label of a row; that of a finding begins with the letter of its severity."""
    letter = LETTER.get(row.severity, "")
    return f"{letter} {row.label}".strip() if letter else row.label


def row_lines(row: Row, number: int, label: int, medium: Medium, verbatim: bool = False) -> list[Laid]:
    """The lines of one row: label, text and note."""
    measure, head, above = medium.measure, label_of(row), []
    lead = head + " " * max(0, label - measure(head)) + (" " * GAP if label else "")
    style = row.severity or LABEL
    if measure(lead) > label + GAP:  # a long label has a line of its own
        above = [Laid(number, ((head, style),))]
        lead = " " * (label + GAP)
    room = max(LEAST_ROOM, medium.room - measure(lead)) if medium.width else 0
    linked = medium.links and row.target is not None
    lines: list[list[Part]] = [
        [(part, LINKED if linked else row.tone)] for part in wrapped(row.text, room, verbatim, measure)
    ]
    if linked and not verbatim:
        lines[-1].append((LINK, FAINT))
        room = room and room - measure(LINK)
    if row.note:
        left = room - measure(lines[-1][0][0]) - GAP
        if not room or measure(row.note) <= left:
            lines[-1].append(((" " * GAP if row.text else "") + row.note, FAINT))
        else:
            indent = " " * (len(row.text) - len(row.text.lstrip(BRANCHES)) or (0 if label else GAP))
            notes = wrapped(row.note, max(LEAST_ROOM, room - len(indent)), False, measure)
            lines += [[(indent + part, FAINT)] for part in notes]
    blank = " " * measure(lead)
    return above + [
        Laid(number, ((blank if at else lead, "" if at else style), *parts)) for at, parts in enumerate(lines)
    ]


def wrapped(text: str, room: int, verbatim: bool, measure: Callable[[str], int]) -> list[str]:
    """A text in lines of a width, broken between words; of a verbatim text in any place."""
    if not room or measure(text) <= room:
        return [text]
    if verbatim:
        return chopped(text, room, measure)
    import textwrap  # few texts are that long

    indent = " " * (len(text) - len(text.lstrip()))
    # textwrap counts letters: one of two columns counts as two
    columns = text if text.isascii() else "".join(sign + FILLER * (measure(sign) - 1) for sign in text)
    parts = textwrap.wrap(columns, room, subsequent_indent=indent, break_on_hyphens=False)
    return [part.replace(FILLER, "") for part in parts] or [text]


def chopped(text: str, room: int, measure: Callable[[str], int]) -> list[str]:
    """A text cut into lines of a width."""
    if text.isascii():
        return [text[at : at + room] for at in range(0, len(text), room)]
    lines, line, used = [], "", 0
    for sign in text:
        size = measure(sign)
        if line and used + size > room:
            lines.append(line)
            line, used = "", 0
        line, used = line + sign, used + size
    return [*lines, line]


# tables


def table_lines(table: Table, medium: Medium) -> Iterator[Laid]:
    """The titles and lines of a table; on a narrow screen without its least important columns."""
    if not table.lines:
        return
    texts = [[cell_text(cell, table.unknown, medium.bars) for cell in line.cells] for line in table.lines]
    titles = [column.title for column in table.columns]
    heads = stacked(titles) if table.stacked else [titles] if any(titles) else []
    sizes = [max(map(medium.measure, cells)) for cells in zip(*heads, *texts, strict=True)]
    room = medium.room - (len(LINK) if medium.links else 0) if medium.width else 0
    total = sum(sizes) + GAP * (len(sizes) - 1)
    if table.vertical and total > min(table.vertical, room or table.vertical):
        yield from vertical_lines(table, texts)
        return
    wrapping = len(titles) - 1 if table.columns[-1].wraps and room else None
    fixed = [at for at in range(len(titles)) if at != wrapping]
    kept = fitting(table, fixed, sizes, room) if room else fixed
    shape = [(at, sizes[at], table.columns[at].numbers) for at in kept]
    used = sum(size + GAP for _, size, _ in shape)
    head_shape = [*shape, *([(wrapping, 0, False)] if wrapping and room - used >= LEAST_WRAPPED else [])]
    for head in heads:
        yield Laid(HEAD, ((joined(head, head_shape, medium.measure), TITLE),))
    for number, (line, cells) in enumerate(zip(table.lines, texts, strict=True)):
        linked = medium.links and line.target is not None
        text, *below = [joined(cells, shape, medium.measure)]
        if wrapping is not None:
            text, *below = continued(text, cells[wrapping], used, room, medium.measure)
        parts = ((text, LINKED if linked else line.tone),)
        yield Laid(number, (*parts, (LINK, FAINT)) if linked else parts)
        yield from (Laid(number, ((part, FAINT),)) for part in below)
    left = [title for at, title in enumerate(titles) if at != wrapping and at not in kept]
    if left:
        yield Laid(HEAD, ((f"left out: {', '.join(left)}", FAINT),))
    if table.foot:
        yield Laid(HEAD, ((table.foot, FAINT),))


def stacked(titles: Sequence[str]) -> list[list[str]]:
    """The titles of the columns, one word below the other."""
    words = [title.split("_") for title in titles]
    most = max(map(len, words))
    columns = [[""] * (most - len(word)) + word for word in words]
    return [list(line) for line in zip(*columns, strict=True)]


def vertical_lines(table: Table, texts: list[list[str]]) -> Iterator[Laid]:
    """A line for each cell that is not empty, below the first cell of its line."""
    first, *columns = table.columns
    for number, (name, *cells) in enumerate(texts):
        yield Laid(number, ((f"{first.title} {name}", TITLE),))
        for column, cell in zip(columns, cells, strict=True):
            if cell:
                unit = f" {column.unit}" if column.unit else ""
                yield Laid(number, ((f"  {column.title} = {cell}{unit}", ""),))


def fitting(table: Table, places: list[int], sizes: list[int], width: int) -> list[int]:
    """The columns that fit a width: at least the first."""
    kept = list(places)
    while len(kept) > 1 and sum(sizes[at] for at in kept) + GAP * (len(kept) - 1) > width:
        kept.remove(max(kept[1:], key=lambda at: (table.columns[at].priority, at)))
    return kept


def continued(line: str, text: str, start: int, width: int, measure: Callable[[str], int]) -> list[str]:
    """A line with the text of its last column, which begins at `start`, and what does not fit below it."""
    if not text:
        return [line]
    if width - start < LEAST_WRAPPED:
        indent = " " * (2 * GAP)
        return [line, *(indent + part for part in wrapped(text, width - len(indent), False, measure))]
    first, *rest = wrapped(text, width - start, False, measure)
    return [line + " " * (start - measure(line)) + first, *(" " * start + part for part in rest)]


def joined(
    cells: Sequence[str], shape: Sequence[tuple[int, int, bool]], measure: Callable[[str], int]
) -> str:
    """The cells of a line in their columns."""
    parts = []
    for at, size, at_right in shape:
        blank = " " * (size - measure(cells[at]))
        parts.append(blank + cells[at] if at_right else cells[at] + blank)
    return (" " * GAP).join(parts).rstrip()


def cell_text(cell: Cell, unknown: str, bars: bool = False) -> str:
    """A cell as text."""
    if cell is None:
        return unknown
    if bars and isinstance(cell, Share) and cell.share is not None:
        return f"{bar(cell.share, cell.open)} {cell.text}"
    return cell if isinstance(cell, str) else str(cell)


def bar(share: float, open: bool = False) -> str:
    """A share as a bar of text; the rest is hatched if more may be used."""
    full = min(BAR, round(share * BAR))
    return "█" * full + ("╱" if open else "░") * (BAR - full)


# steps


def step_lines(steps: Sequence[Step], medium: Medium) -> Iterator[Laid]:
    """Each step with its aligned cells, outcome and reason, and its notes below."""
    count = max((len(step.cells) for step in steps), default=0)
    columns = [[*step.cells, *[""] * (count - len(step.cells)), step.outcome] for step in steps]
    for cells, step in zip(columns, steps, strict=True):
        cells[0] = step.guide + cells[0]
    sizes = [max(map(medium.measure, cells)) for cells in zip(*columns, strict=True)]
    shape = [(at, size, False) for at, size in enumerate(sizes)]
    for number, (step, cells) in enumerate(zip(steps, columns, strict=True)):
        text = joined(cells, shape, medium.measure)
        row = Row("", text, step.reason, step.target, "", step.place, step.tone)
        yield from row_lines(row, number, 0, medium)
        indent = " " * (medium.measure(step.guide) + GAP)
        width = max((medium.measure(note.label) for note in step.notes), default=0)
        for note in step.notes:
            label = note.label and note.label + " " * (width - medium.measure(note.label) + 1)
            below = note._replace(label="", text=f"{indent}{label}{note.text}")
            yield from row_lines(below, number, 0, medium)


# pages


def page_lines(markdown: str, medium: Medium) -> Iterator[Laid]:
    """The lines of a page: as it is written, if there is no width."""
    if not medium.width:
        for number, (line, is_heading) in enumerate(headings(markdown)):
            yield Laid(number, ((line, TITLE if is_heading else ""),))
        return
    room = max(LEAST_ROOM, min(medium.room, WIDEST))
    for number, block in enumerate(blocks(markdown)):
        indent = len(BULLET) if block.is_item else 0
        lines = wrapped(block.text[indent:], room - indent, block.is_code, medium.measure)
        for at, line in enumerate(lines):
            lead = "" if not indent else " " * indent if at else BULLET
            yield Laid(number, ((lead + line, TITLE if block.is_heading else ""),))
