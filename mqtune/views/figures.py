"""The published tables as plain data: rows with units, source and errata, for the front ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mqtune.capacity.published import Table, reports, table
from mqtune.text.errors import UsageError
from mqtune.text.spelling import nearest

Json = dict[str, Any]
ERRATA = "errata"


def all_tables() -> list[Table]:
    """Every published table, in the order of the reports."""
    return [table(name) for name in table_names()]


def table_names() -> list[str]:
    """The names of all tables."""
    return [name for head in reports().values() for name in head["tables"]]


def find_table(name: str) -> Table:
    """The table of that name. Raises UsageError, with the nearest name, if there is none."""
    names = table_names()
    if name in names:
        return table(name)
    close = nearest(name, names)
    near = f"; the nearest is {close!r}" if close else ""
    raise UsageError(f"unknown table {name!r}{near}", "`mqtune figures list` lists all tables")


def matching(words: list[str]) -> list[Table]:
    """The tables whose name, title or report contains all of some words."""
    wanted = [word.lower() for word in words]
    return [one for one in all_tables() if all(word in _text(one) for word in wanted)]


def _text(one: Table) -> str:
    return f"{one.name} {one.title} {one.source} {one.release} {reports()[one.report]['full-title']}".lower()


def head_of(one: Table) -> Json:
    """Everything about a table except its rows."""
    report = reports()[one.report]
    return {
        "name": one.name,
        "title": one.title,
        "report": report["full-title"],
        "year": report["year"],
        "where": one.where,
        "page": one.page,
        "origin": one.origin,
        "release": one.release,
        "platform": one.platform,
        "hardware": one.hardware,
        "conditions": one.conditions,
        "notes": one.notes,
        "units": one.units,
        ERRATA: one.corrections,
    }


def rows_of(one: Table, corrected: bool = False) -> list[Json]:
    """The rows as printed, or with misprints replaced by the correct figures."""
    if not corrected:
        return one.rows
    return [
        {column: one.corrected(number, column) for column in row} for number, row in enumerate(one.rows, 1)
    ]


def errata_of(one: Table, number: int) -> str:
    """The errata of a row, counted from 1, in one line."""
    return "; ".join(
        f"{entry['column']}: printed {entry['printed']}, correct {entry['corrected']}, {entry['reason']}"
        for entry in one.corrections
        if entry["row"] == number
    )


def csv_rows(one: Table, corrected: bool = False) -> Iterator[list[str]]:
    """The lines of a table for CSV: the columns with their units, then the rows; errata are a last column."""
    units = {"text", "number", "keyword", ""}
    titles = [column if unit in units else f"{column} [{unit}]" for column, unit in one.units.items()]
    with_errata = bool(one.corrections) and not corrected
    yield [*titles, *([ERRATA] if with_errata else [])]
    for number, row in enumerate(rows_of(one, corrected), 1):
        cells = ["" if cell is None else str(cell) for cell in row.values()]
        yield [*cells, *([errata_of(one, number)] if with_errata else [])]
