"""The layout of runmqsc: a message for each object, attributes in two columns of fixed width."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.estate.keywords import QUEUE_TYPES
from mqtune.estate.model import QueueManager
from mqtune.language import catalogue
from mqtune.query.answer import FLAG, Answer, AnswerRow, Cell
from mqtune.report.colour import Palette
from mqtune.report.secrets import safe_value
from mqtune.text.printable import printable

INDENT = "   "
WIDTH = 40  # of a column
# message lines of runmqsc; the others have no number here
HEADINGS = {
    **dict.fromkeys(QUEUE_TYPES, "AMQ8409I: Display Queue details."),
    "QMGR": "AMQ8408I: Display Queue Manager details.",
    "CHANNEL": "AMQ8414I: Display Channel details.",
    "PROCESS": "AMQ8407I: Display Process details.",
    "NAMELIST": "AMQ8550I: Display namelist details.",
    "AUTHINFO": "AMQ8566I: Display authentication information details.",
    "LISTENER": "AMQ8630I: Display listener information details.",
    "TOPIC": "AMQ8633I: Display topic details.",
    "SUB": "AMQ8096I: IBM MQ subscription inquired.",
    "CHLAUTH": "AMQ8878I: Display channel authentication record details.",
    "AUTHREC": "AMQ8864I: Display authority record details.",
    "SERVICE": "Display service information details.",
    "COMMINFO": "Display communication information details.",
    "POLICY": "Display security policy details.",
}


def write_runmqsc(found: Answer, palette: Palette, origin: bool) -> None:
    """Write what was found, below the name of each queue manager."""
    owner: QueueManager | None = None
    for row in found.rows:
        if row.manager is not owner:
            owner = row.manager
            if owner.qualified:
                console.line(palette.bold(printable(owner.qualified)))
        console.line(heading(row.type))
        for line in packed(texts_of(row)):
            console.line(f"{INDENT}{line}")
        if origin:
            write_origins(row)


def heading(type: str) -> str:
    """The message line above an object."""
    return HEADINGS.get(type, f"Display {type} details.")


def texts_of(row: AnswerRow) -> list[str]:
    """`QUEUE(A)`, `TYPE(QLOCAL)`, then the attributes in alphabetical order."""
    texts = [f"{row.name_keyword}({safe_value(row.name_keyword, row.name)})"]
    if row.kind_cell is not None:
        texts.append(cell_text(row.kind_cell, row.type))
    cells = row.cells if row.type == "AUTHREC" else sorted(row.cells, key=lambda cell: cell.keyword)
    return texts + [cell_text(cell, row.type) for cell in cells if cell.text is not None]


def cell_text(cell: Cell, type: str) -> str:
    """`MAXDEPTH(5000)`, `DESCR( )`, `NOTRIGGER`."""
    text = cell.text or ""
    if cell.kind == FLAG and text in ("YES", "NO"):
        attribute = catalogue.attribute(type, cell.keyword)
        negative = attribute.negative if attribute is not None else ""
        return cell.keyword if text == "YES" else negative or f"NO{cell.keyword}"
    return f"{cell.keyword}({safe_value(cell.keyword, text) or ' '})"


def packed(texts: list[str]) -> list[str]:
    """Two texts a line; one that does not fit its column has a line of its own."""
    lines: list[str] = []
    left = ""
    for text in texts:
        if len(text) >= WIDTH - 1:
            lines += [left] if left else []
            lines.append(text)
            left = ""
        elif left:
            lines.append(f"{left:<{WIDTH}}{text}")
            left = ""
        else:
            left = text
    return lines + ([left] if left else [])


def write_origins(row: AnswerRow) -> None:
    """Write the position of what sets each value, as comments of MQSC."""
    for cell in row.cells:
        if cell.place is not None:
            where = f"{printable(cell.place.file)}:{cell.place.span.line}"
            console.line(f"* {cell.keyword:<10} {where}")
    if row.place is not None:
        console.line(f"* {'defined':<10} {printable(row.place.file)}:{row.place.span.line}")
