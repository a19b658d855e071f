"""`mqtune figures`: the published tables, one of them with everything about it, and all as data."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, TypedDict

from mqtune.capacity.published import Table as Published
from mqtune.present.answer import (
    BRIEF,
    Answer,
    Cell,
    Column,
    Line,
    OutFile,
    Records,
    Row,
    Rows,
    Section,
    Table,
)
from mqtune.present.answer_text import json_lines, versioned, write_csv
from mqtune.questions.fields import Parameter, named
from mqtune.questions.models import ERRATA, all_tables, csv_rows, find_table, head_of, matching, rows_of
from mqtune.text.messages import UsageError, plural

EXAMPLES = (
    "mqtune figures list",
    "mqtune figures list streaming --format json",
    "mqtune figures show v8-chart-15",
    "mqtune figures show streaming-table-1 --format json",
    "mqtune figures export v8-chart-15 > chart-15.csv",
    "mqtune figures export --output figures/",
)
HEADS = "tables.json"
WIDEST = 120  # a wider table is shown one row below the other
PLAIN = ("text", "number", "keyword", "")  # columns without a unit
TABLES = "tables"  # the kind of names that are completed


class FiguresData(TypedDict):
    """The JSON of `mqtune figures list` and `export`: everything about a table, as its report has it."""

    tables: list[dict[str, Any]]


def list_figures(
    words: Annotated[
        tuple[str, ...],
        Parameter("only tables whose name, title or report contains all of these", metavar="WORD"),
    ] = (),
) -> Answer[FiguresData]:
    """List the published tables with their source."""
    tables = matching(list(words))
    if not tables:
        raise UsageError(f"no table matches {' '.join(words)}", "`mqtune figures list` lists all tables")
    hint = "`mqtune figures show NAME` shows one; `mqtune figures export` writes CSV or JSON"
    return Answer(
        "found",
        plural(len(tables), "table"),
        lambda _: [Section("", table_of_tables(tables), BRIEF)],
        lambda: {"tables": [{**head_of(table), "rows": len(table.rows)} for table in tables]},
        hint=hint,
    )


def table_of_tables(tables: list[Published]) -> Table:
    """A line for each table."""
    titles = ("NAME", "ROWS", "ORIGIN", "YEAR", "PAGE", "TITLE")
    columns = [Column(title, 0 if title == "NAME" else 1, wraps=title == "TITLE") for title in titles]
    lines = [
        Line(
            (
                table.name,
                len(table.rows),
                table.origin,
                table.source.year,
                f"p. {table.page}",
                table.title,
            )
        )
        for table in tables
    ]
    return Table(columns, lines)


def show_figures(
    name: Annotated[str, Parameter("a table, as listed by `mqtune figures list`", completes=TABLES)],
) -> Answer[dict[str, Any]]:
    """Show a published table with units, page, conditions and errata."""
    table = find_table(name)
    return Answer(
        "found",
        f"{table.name}: {table.title}",
        lambda _: table_sections(table),
        lambda: {**head_of(table), "rows": rows_of(table)},
    )


def table_sections(table: Published) -> Iterator[Section]:
    """Title and source, conditions, rows with units, notes and errata."""
    about = ("release", "platform", "hardware", "conditions")
    rows = [Row("source", f"{table.source}; {table.origin}")]
    rows += [Row(key, text) for key in about if (text := getattr(table, key))]
    yield Section(f"{table.name}: {table.title}", Rows(rows), BRIEF)
    yield Section("", figures_of(table), BRIEF)
    rows = [Row("note", note) for note in table.notes]
    for entry in table.corrections:
        text = f"printed {entry['printed']}, correct {entry['corrected']}: {entry['reason']}"
        rows.append(Row(f"* {ERRATA}", f"row {entry['row']}, {entry['column']}: {text}"))
    yield Section("", Rows(rows), BRIEF)


def figures_of(table: Published) -> Table:
    """The rows as printed; a misprint has a mark."""
    marked = {(entry["row"], entry["column"]) for entry in table.corrections}
    lines = []
    for number, row in enumerate(table.rows, 1):
        cells: list[Cell] = [str(number)]
        for key, cell in row.items():
            mark = "*" if (number, key) in marked else ""
            cells.append("–" + mark if cell is None else f"{cell}{mark}")
        lines.append(Line(cells))
    columns = [Column("row", 0)]
    columns += [Column(key, unit="" if unit in PLAIN else unit) for key, unit in table.units.items()]
    units = "; ".join(f"{column.title} in {column.unit}" for column in columns if column.unit)
    return Table(columns, lines, foot=f"units: {units}" if units else "", stacked=True, vertical=WIDEST)


def export_figures(
    names: Annotated[
        tuple[str, ...], Parameter("tables, by default all", metavar="NAME", completes=TABLES)
    ] = (),
    *,
    corrected: Annotated[bool, Parameter("replace misprints by the correct figures")] = False,
) -> Answer[FiguresData]:
    """Write published tables as CSV or JSON.

    CSV has the figures as printed, with units in its first line; errata are in the last column. With
    `--output` each table is written to a file of its own, and tables.json gives source, page, conditions,
    units and errata of all.
    """
    tables = [find_table(name) for name in dict.fromkeys(names)] or all_tables()

    def records() -> Records:
        if len(names) != 1:
            raise UsageError(
                "CSV on standard output is possible for one table only",
                f"name one table, or use {named('output')} DIR or {named('format')} json",
            )
        return table_records(tables[0], corrected)

    return Answer(
        "found",
        plural(len(tables), "table"),
        lambda _: [Section("", table_of_tables(tables), BRIEF)],
        lambda: export_data(tables, corrected),
        records,
        files=partial(table_files, tables, corrected),
    )


def export_data(tables: list[Published], corrected: bool) -> FiguresData:
    """Everything about each table."""
    return {"tables": [{**head_of(table), "rows": rows_of(table, corrected)} for table in tables]}


def table_records(table: Published, corrected: bool) -> Records:
    """The figures of a table as printed, with units in the titles."""
    titles, *rows = csv_rows(table, corrected)
    return Records(titles, rows)


def table_files(tables: list[Published], corrected: bool, format: str) -> Iterator[OutFile]:
    """The file of each table; for CSV also one about all of them."""
    for table in tables:
        if format == "json":
            text = "".join(json_lines(versioned(export_data([table], corrected))))
        else:
            stream = io.StringIO()
            write_csv(table_records(table, corrected), stream)
            text = stream.getvalue()
        yield OutFile(f"{table.name}.{format}", text)
    if format != "json":
        heads: FiguresData = {"tables": [head_of(table) for table in tables]}
        yield OutFile(HEADS, "".join(json_lines(versioned(heads))))
