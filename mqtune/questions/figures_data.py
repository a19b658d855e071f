"""The published tables as data."""

from __future__ import annotations

from typing import Any, TypedDict

from mqtune.capacity.published import Table
from mqtune.present.answer import Records
from mqtune.views.figures import csv_rows, head_of, rows_of

Json = dict[str, Any]  # everything about a table, as its report has it


class FiguresData(TypedDict):
    """The JSON of `mqtune figures list` and `export`."""

    tables: list[Json]


def list_data(tables: list[Table]) -> FiguresData:
    """Everything about each table but its rows, which are counted."""
    return {"tables": [{**head_of(table), "rows": len(table.rows)} for table in tables]}


def export_data(tables: list[Table], corrected: bool) -> FiguresData:
    """Everything about each table."""
    return {
        "tables": [{**head_of(table), "rows": rows_of(table, corrected)} for table in tables],
    }


def table_data(table: Table) -> Json:
    """The JSON of `mqtune figures show`."""
    return {**head_of(table), "rows": rows_of(table)}


def table_records(table: Table, corrected: bool) -> Records:
    """The figures of a table as printed, with units in the titles."""
    titles, *rows = csv_rows(table, corrected)
    return Records(titles, rows)
