"""Answers as a table, JSON or CSV."""

from __future__ import annotations

import csv

from mqtune.cli import console
from mqtune.cli.table import print_table
from mqtune.estate.describe import Row, Value
from mqtune.language.entries import NUMBERS
from mqtune.masking.secrets import masked
from mqtune.query.answer import Answer, AnswerRow, Cell, Undecided
from mqtune.query.words import kind_of
from mqtune.report.colour import Palette
from mqtune.report.csv_format import csv_text
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row
from mqtune.report.secrets import safe, safe_value
from mqtune.text.printable import printable
from mqtune.text.spans import Place

UNKNOWN = "?"  # in a table


def write_table(found: Answer, palette: Palette, width: int, origin: bool) -> None:
    """Write a table; columns of which nothing is known are omitted."""
    if not found.rows:
        return
    owners = owner_columns(found)
    kinds = [row.kind_cell.text or "" if row.kind_cell else "" for row in found.rows]
    kind_title = [row.kind_cell.keyword for row in found.rows if row.kind_cell][:1]
    titles = [*owners, found.query.name_keyword, *kind_title, *found.columns, *(["PLACE"] if origin else [])]
    rows = []
    for row, kind in zip(found.rows, kinds, strict=True):
        cells = {cell.keyword: table_text(cell) for cell in row.cells}
        line = [OWNERS[title](row) for title in owners] + [safe_value(row.name_keyword, row.name)]
        line += [kind] * len(kind_title) + [cells.get(word, "") for word in found.columns]
        rows.append(line + ([place_text(row.place)] if origin else []))
    print_table(titles, rows, palette, width)


OWNERS = {
    "ENVIRONMENT": lambda row: printable(row.manager.environment_name or ""),
    "QUEUE MANAGER": lambda row: printable(row.manager.title or row.manager.folder),
}


def owner_columns(found: Answer) -> list[str]:
    """The columns that distinguish the queue managers, if there are several."""
    managers = {id(row.manager): row.manager for row in found.rows}.values()
    titles = ["ENVIRONMENT"] if any(one.environment_name for one in managers) else []
    return [*titles, "QUEUE MANAGER"] if titles or len(managers) > 1 else []


def table_text(cell: Cell) -> str:
    """The text of a cell in a table."""
    return UNKNOWN if cell.text is None else safe_value(cell.keyword, cell.text)


def place_text(place: Place | None) -> str:
    """`hub/a.mqsc:7`, "" without a place."""
    return "" if place is None else f"{printable(place.file)}:{place.span.line}"


def write_csv(found: Answer, origin: bool) -> None:
    """Write comma-separated values with a header line; always with environment and queue manager."""
    out = csv.writer(console, lineterminator="\n")
    origins = [f"{word} origin" for word in found.columns] if origin else []
    out.writerow(["environment", "queue_manager", "type", "name", *found.columns, "file", "line", *origins])
    for row in found.rows:
        cells = {cell.keyword: cell for cell in row.cells}
        values = [
            csv_text(safe_value(word, cells[word].text or "")) if word in cells else ""
            for word in found.columns
        ]
        line = [row.manager.environment_name or "", row.manager.title, shown_type(row), row.name]
        places = [csv_text(place_text(cells[word].place)) if word in cells else "" for word in found.columns]
        where = (
            [csv_text(printable(row.place.file)), str(row.place.span.line)]
            if row.place is not None
            else ["", ""]
        )
        fixed = [csv_text(safe(text)) for text in line]
        out.writerow([*fixed, *values, *where, *(places if origin else [])])


def shown_type(row: AnswerRow) -> str:
    """`QLOCAL`, `CHANNEL/SVRCONN`: the object type, with its subtype if it has one."""
    kind = row.kind_cell.text if row.kind_cell is not None else None
    return row.type if kind is None or kind == row.type or row.type == "TOPIC" else f"{row.type}/{kind}"


def write_json(found: Answer, origin: bool) -> None:
    """Write columns, rows and what is undecided."""
    columns = [column_row(found, word) for word in found.columns]
    rows = ",".join("\n  " + dumps(json_row(row, origin)) for row in found.rows)
    undecided = ",".join("\n  " + dumps(covered_row(undecided_row(one))) for one in found.undecided)
    command = dumps(masked(found.query.text, prose=True))
    console.write(
        f'{{"version": 1, "display": {command}, "considered": {found.considered},\n'
        f' "columns": {dumps(columns)},\n "rows": [{rows}],\n "undecided": [{undecided}]}}\n'
    )


def column_row(found: Answer, word: str) -> Row:
    """A column: its keyword and whether its values are numbers."""
    kinds = {kind_of(type, word) for type in found.query.types}
    return {"name": word, "type": "integer" if kinds & set(NUMBERS) else "string"}


def json_row(row: AnswerRow, origin: bool) -> Row:
    """A row of JSON: attributes as text or number; null for what is unknown."""
    place = row.place
    kind = row.kind_cell.text if row.kind_cell is not None else None
    found: Row = {
        "environment": row.manager.environment_name,
        "queue_manager": row.manager.title or None,
        "object": {"type": row.type, "name": row.name},
        "subtype": None if kind == row.type else kind,
        "attributes": {cell.keyword: cell.plain for cell in row.cells},
        "file": place.file if place is not None else None,
        "line": place.span.line if place is not None else None,
    }
    if origin:
        found["origins"] = {
            cell.keyword: place_columns(cell.place) for cell in row.cells if cell.place is not None
        }
    return covered_row(found)


def place_columns(place: Place | None) -> dict[str, Value]:
    """File and line of a value."""
    return {"file": place.file, "line": place.span.line} if place is not None else {}


def undecided_row(one: Undecided) -> Row:
    """One thing of which it is unknown whether it belongs to the answer."""
    return {
        "environment": one.manager.environment_name,
        "queue_manager": one.manager.title or None,
        "object": {"type": one.type, "name": one.name},
        "reason": one.why,
        "file": one.place.file if one.place is not None else None,
        "line": one.place.span.line if one.place is not None else None,
    }
