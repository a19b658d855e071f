"""`mqtune figures export`: the published tables as CSV or JSON."""

from __future__ import annotations

import csv
import io
import os

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.options import JSON
from mqtune.project.outputs import make_folder, write_output
from mqtune.report.encode import dumps
from mqtune.views.figures import all_tables, csv_rows, find_table, head_of, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.capacity.published import Table
    from mqtune.cli.figures.options import ExportFigures

HEADS = "tables.json"


def export_figures(options: ExportFigures) -> int:
    """Write tables to standard output or to a folder. Raises UsageError."""
    names = list(dict.fromkeys(options.names))
    tables = [find_table(name) for name in names] or all_tables()
    if options.output is None:
        if options.format == JSON:
            console.write(json_text(tables, options.corrected))
        else:
            console.write(csv_text(tables[0], options.corrected))
        return 0
    written = 0
    try:
        make_folder(options.output)
        for file, text in files(tables, options):
            write_output(os.path.join(options.output, file), text.encode())
            written += 1
    except OSError as error:
        raise cannot_write(options.output, error, "name a folder that can be written to") from error
    if not options.quiet:
        console.say(f"wrote {written} files to {options.output}")
    return 0


def files(tables: list[Table], options: ExportFigures) -> Iterator[tuple[str, str]]:
    """The name and text of each file: one per table; for CSV also one about all of them."""
    for one in tables:
        if options.format == JSON:
            yield f"{one.name}.json", json_text([one], options.corrected)
        else:
            yield f"{one.name}.csv", csv_text(one, options.corrected)
    if options.format != JSON:
        rows = ",".join("\n  " + dumps(head_of(one)) for one in tables)
        yield HEADS, f'{{"version": 1,\n "tables": [{rows}]}}\n'


def csv_text(one: Table, corrected: bool) -> str:
    """A table as CSV."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(csv_rows(one, corrected))
    return stream.getvalue()


def json_text(tables: list[Table], corrected: bool) -> str:
    """Tables as JSON, with everything about them."""
    rows = ",".join("\n  " + dumps({**head_of(one), "rows": rows_of(one, corrected)}) for one in tables)
    return f'{{"version": 1,\n "tables": [{rows}]}}\n'
