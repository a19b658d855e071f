"""The answer to a DISPLAY command as data: JSON and records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NotRequired, TypedDict

from mqtune.language.entries import NUMBERS
from mqtune.present.answer import Records
from mqtune.present.bodies import value
from mqtune.query.answer import Answer, AnswerRow, Undecided
from mqtune.query.words import kind_of
from mqtune.text.spans import Place


class ObjectName(TypedDict):
    """Type and name of an object."""

    type: str
    name: str


class Where(TypedDict):
    """File and line of a value."""

    file: str
    line: int


class QueryColumn(TypedDict):
    """A keyword, and whether its values are numbers."""

    name: str
    type: str


class QueryRow(TypedDict):
    """One object: attributes as text or number, None for what is unknown."""

    environment: str | None
    queue_manager: str | None
    object: ObjectName
    subtype: str | None
    attributes: dict[str, str | int | None]
    file: str | None
    line: int | None
    origins: NotRequired[dict[str, Where]]


class QueryData(TypedDict):
    """The JSON of `mqtune query`. `left_out` counts the objects of clusters that were not compared."""

    display: str
    considered: int
    left_out: int
    columns: list[QueryColumn]
    rows: list[QueryRow]
    undecided: list[Undecided]


def query_data(answer: Answer, origin: bool) -> QueryData:
    """The data of an answer."""
    return {
        "display": answer.query.text,
        "considered": answer.considered,
        "left_out": answer.left_out,
        "columns": [column(answer, word) for word in answer.columns],
        "rows": [data_row(row, origin) for row in answer.rows],
        "undecided": answer.undecided,
    }


def column(answer: Answer, word: str) -> QueryColumn:
    """A column of an answer."""
    kinds = {kind_of(type, word) for type in answer.query.types}
    return {"name": word, "type": "integer" if kinds & set(NUMBERS) else "string"}


def data_row(row: AnswerRow, origin: bool) -> QueryRow:
    """One object."""
    kind = row.kind_cell.text if row.kind_cell is not None else None
    data: QueryRow = {
        "environment": row.manager.environment_name,
        "queue_manager": row.manager.title or None,
        "object": {"type": row.type, "name": row.name},
        "subtype": None if kind == row.type else kind,
        "attributes": {cell.keyword: cell.plain for cell in row.cells},
        "file": row.place.file if row.place is not None else None,
        "line": row.place.span.line if row.place is not None else None,
    }
    if origin:
        data["origins"] = {
            cell.keyword: {"file": cell.place.file, "line": cell.place.span.line}
            for cell in row.cells
            if cell.place is not None
        }
    return data


def query_records(answer: Answer, origin: bool) -> Records:
    """A record for each object, always with environment and queue manager."""
    origins = [f"{word} origin" for word in answer.columns] if origin else []
    columns = ["environment", "queue_manager", "type", "name", *answer.columns, "file", "line", *origins]
    return Records(columns, (record(answer, row, origin) for row in answer.rows))


def record(answer: Answer, row: AnswerRow, origin: bool) -> list[str | int | float | None]:
    """The record of one object."""
    cells = {cell.keyword: cell for cell in row.cells}
    values = [value(word, cells[word].text or "") if word in cells else "" for word in answer.columns]
    places = [place_text(cells[word].place) if word in cells else "" for word in answer.columns]
    where = [row.place.file, row.place.span.line] if row.place is not None else ["", ""]
    owner = [row.manager.environment_name or "", row.manager.title]
    return [*owner, shown_type(row), row.name, *values, *where, *(places if origin else [])]


def shown_type(row: AnswerRow) -> str:
    """`QLOCAL`, `CHANNEL/SVRCONN`: the object type, with its subtype if it has one."""
    kind = row.kind_cell.text if row.kind_cell is not None else None
    return row.type if kind is None or kind == row.type or row.type == "TOPIC" else f"{row.type}/{kind}"


def place_text(place: Place | None) -> str:
    """`hub/a.mqsc:7`, "" without a place."""
    return "" if place is None else f"{place.file}:{place.span.line}"


def rows_by_manager(answer: Answer) -> Iterator[list[AnswerRow]]:
    """The objects of each queue manager."""
    rows: list[AnswerRow] = []
    for row in answer.rows:
        if rows and row.manager is not rows[0].manager:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
