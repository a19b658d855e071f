"""`mqtune figures list` and `show`: the published tables, and one of them with everything about it."""

from __future__ import annotations

from textwrap import wrap

from mqtune.cli import console
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.session.options import UsageError
from mqtune.text.table import aligned, widths
from mqtune.views.figures import ERRATA, find_table, head_of, matching, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.published import Table
    from mqtune.cli.figures.options import ListFigures, ShowFigures
    from mqtune.report.colour import Palette

WIDTH, WIDEST = 100, 120
PLAIN = ("text", "number", "keyword", "")  # columns without a unit
NUMBERED = "row"


def list_figures(options: ListFigures) -> int:
    """Print the tables that match. Raises UsageError if none does."""
    found = matching(options.words)
    if not found:
        raise UsageError(
            f"no table matches {' '.join(options.words)}", "`mqtune figures list` lists all tables"
        )
    if options.format == JSON:
        from mqtune.report.encode import dumps

        rows = ",".join("\n  " + dumps({**head_of(one), "rows": len(one.rows)}) for one in found)
        console.write(f'{{"version": 1,\n "tables": [{rows}]}}\n')
        return 0
    lines = [
        (one.name, str(len(one.rows)), one.origin, str(one.source.year), f"p. {one.page}", one.title)
        for one in found
    ]
    print_table(
        ("NAME", "ROWS", "ORIGIN", "YEAR", "PAGE", "TITLE"),
        lines,
        console.palette(options.color),
        console.width(),
    )
    if not options.quiet:
        console.say("`mqtune figures show NAME` shows one; `mqtune figures export` writes CSV or JSON")
    return 0


def show_figures(options: ShowFigures) -> int:
    """Print one table. Raises UsageError."""
    one = find_table(options.name)
    if options.format == JSON:
        from mqtune.report.encode import dumps

        rows = ",".join("\n  " + dumps(row) for row in rows_of(one))
        head = ",\n ".join(f"{dumps(key)}: {dumps(value)}" for key, value in head_of(one).items())
        console.write(f'{{"version": 1,\n {head},\n "rows": [{rows}]}}\n')
        return 0
    print_one(one, console.palette(options.color))
    return 0


def print_one(one: Table, palette: Palette) -> None:
    """Print a table: title and source, conditions, rows with units, notes and errata."""
    console.line(palette.bold(f"{one.name}: {one.title}"))
    console.line(f"{one.source}; {one.origin}")
    about = (("release", one.release), ("platform", one.platform), ("hardware", one.hardware))
    for name, text in (*about, ("conditions", one.conditions)):
        if text:
            paragraph(palette.bold(name) + ": ", text)
    console.line()
    marked = {(entry["row"], entry["column"]) for entry in one.corrections}
    lines = [
        [str(number), *(cell_text(cell) + "*" * ((number, key) in marked) for key, cell in row.items())]
        for number, row in enumerate(one.rows, 1)
    ]
    titles = stacked(one)
    if sum(widths([*titles, *lines])) + 2 * len(one.units) <= WIDEST:
        for count, line in enumerate(aligned([*titles, *lines])):
            console.line(palette.bold(line) if count < len(titles) else line)
        print_units(one)
    else:  # wide tables are printed one row below the other
        for number, *cells in lines:
            console.line(palette.bold(f"{NUMBERED} {number}"))
            for (column, unit), cell in zip(one.units.items(), cells, strict=True):
                if cell:
                    console.line(f"  {column} = {cell}{'' if unit in PLAIN else ' ' + unit}")
    for note in one.notes:
        paragraph(palette.bold("note") + ": ", note)
    for entry in one.corrections:
        text = f"printed {entry['printed']}, correct {entry['corrected']}: {entry['reason']}"
        paragraph(f"* {palette.bold(ERRATA)}: ", f"row {entry['row']}, {entry['column']}: {text}")


def stacked(one: Table) -> list[list[str]]:
    """The titles of the columns, one word below the other."""
    words = [[NUMBERED], *(column.split("_") for column in one.units)]
    most = max(map(len, words))
    columns = [[""] * (most - len(word)) + word for word in words]
    return [list(line) for line in zip(*columns, strict=True)]


def print_units(one: Table) -> None:
    """Print the unit of each column that has one."""
    units = [f"{column} in {unit}" for column, unit in one.units.items() if unit not in PLAIN]
    if units:
        paragraph("units: ", "; ".join(units))


def cell_text(cell: object) -> str:
    """A cell as text; a figure that the report does not give is a dash."""
    return "–" if cell is None else str(cell)


def paragraph(lead: str, text: str) -> None:
    """Print a text in lines of limited width."""
    for number, line in enumerate(wrap(text, WIDTH - 4) or [""]):
        console.line(f"{lead if not number else '    '}{line}")
