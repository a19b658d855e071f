"""`mqtune access --matrix --since REV`: who gained and who lost which authority on which object."""

from __future__ import annotations

import os

from mqtune.access.matrix import changed
from mqtune.cli import console
from mqtune.cli.access.matrix import COLUMNS, OWN, cell_row, check_size, matrix_of, print_csv, print_json
from mqtune.cli.access.options import CSV
from mqtune.cli.options import JSON
from mqtune.report.summary import plural
from mqtune.session.comparison import Comparer
from mqtune.session.options import Options
from mqtune.session.set_authority import add_authorities
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.access.matrix import ChangedCell
    from mqtune.cli.access.matrix import Row
    from mqtune.cli.access.options import Access
    from mqtune.estate.model import QueueManager
    from mqtune.report.colour import Palette


def print_changes(options: Access) -> int:
    """Print the cells that differ from a revision. Raises UsageError and ProjectError."""
    rows = list(changed_rows(options))
    if options.format == JSON:
        print_json(rows, "changes")
    elif options.format == CSV:
        print_csv(rows, [*(title for title in COLUMNS if title != "authorities"), "gained", "lost"])
    else:
        print_text(rows, console.palette(options.color))
        if not options.quiet:
            console.say(f"{plural(len(rows), 'changed cell')} since {options.since}")
    return 0


def changed_rows(options: Access) -> Iterator[Row]:
    """The changed cells of all queue managers in the keys of the JSON output."""
    given = Options(
        config=options.config,
        values=options.values_files,
        environments=options.environments,
        queue_managers=options.qmgrs,
        complete=options.complete,
    )
    paths = options.paths or ["."]
    since = str(options.since)
    with Comparer(given) as comparer:
        before = comparer.open_revision(
            since, since, [os.path.abspath(path) for path in paths], is_absolute=True
        )
        after = comparer.open_paths(paths)
        add_authorities(before.workspace)
        add_authorities(after.workspace)
        for old, new in comparer.pairs(before, after):
            matrices = [matrix_of(one, options) if one is not None else None for one in (old, new)]
            check_size([one for one in matrices if one is not None])
            for one in changed(*matrices):
                yield changed_row(one, old, new, before.side.shown)


def changed_row(
    one: ChangedCell, old: QueueManager | None, new: QueueManager | None, shown: Callable[[str], str]
) -> Row:
    """One changed cell. `shown` gives the path of a file of the revision as displayed."""
    manager = new or old
    assert manager is not None  # one of them has the cell
    row = cell_row(manager, one.cell)
    if one.after is None and row["file"]:
        row["file"] = shown(row["file"])
    return {**row, "gained": list(one.gained), "lost": list(one.lost)}


def print_text(rows: list[Row], palette: Palette) -> None:
    """Print a line for what is gained and one for what is lost in each cell."""
    owners = {(row["environment"], row["queue_manager"]) for row in rows}
    for row in rows:
        object = OWN if row["object"] is None else f"{row['object_type']}({row['object']})"
        who = f"{row['entity']}({row['name']})"
        place = f"  {row['file']}:{row['line']}" if row["file"] else ""
        title = "/".join(filter(None, (row["environment"], row["queue_manager"]))) + "  "
        where = title if len(owners) > 1 else ""
        for sign, words, paint in (("+", row["gained"], palette.added), ("-", row["lost"], palette.removed)):
            if words:
                text = printable(f"{sign} {where}{who}  {','.join(words)}  {object}{place}")
                console.line(paint(text))
