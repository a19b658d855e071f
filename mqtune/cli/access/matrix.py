"""`mqtune access --matrix`: what every user and group holds on every object."""

from __future__ import annotations

import csv
from functools import lru_cache, partial

from mqtune.access.case import authority_evidence
from mqtune.access.matrix import Matrix, administers, is_too_large, users_without_authority
from mqtune.cli import console
from mqtune.cli.access.options import CSV
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.estate.keywords import QUEUE, QUEUE_TYPES
from mqtune.report.csv_format import csv_text
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.session.object_spec import parse_spec
from mqtune.session.options import UsageError
from mqtune.session.set_authority import add_authorities
from mqtune.text.printable import printable
from mqtune.text.wildcards import asterisks_match
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from mqtune.access.answer import Evidence
    from mqtune.access.holdings import Entity
    from mqtune.access.matrix import Cell
    from mqtune.cli.access.options import Access
    from mqtune.estate.authority import AuthorityRecord
    from mqtune.estate.model import QueueManager

    Row = dict[str, Any]

IF_EMPTY = {"authorities": "NONE"}  # a record without authority, which hides a more generic one
COLUMNS = (
    "environment",
    "queue_manager",
    "entity",
    "name",
    "object_type",
    "object",
    "authorities",
    "profile",
    "file",
    "line",
)
OWN = "the queue manager"
MOST_USERS = 20
MOST_NAMES = 4  # objects that a line of the table names


def print_matrix(options: Access) -> int:
    """Print the matrix, or with --since what changed. Raises UsageError and ProjectError."""
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    add_authorities(workspace)
    managers = [one for estate in workspace.estates for one in estate.shown]
    matrices = [matrix_of(one, options) for one in managers]
    check_size(matrices)
    if options.format in (JSON, CSV):
        rows = (
            cell_row(one, cell)
            for one, matrix in zip(managers, matrices, strict=True)
            for cell in matrix.cells()
        )
        print_json(rows, "cells") if options.format == JSON else print_csv(rows, COLUMNS)
    else:
        print_text(managers, matrices, options)
    return 0


def matrix_of(manager: QueueManager, options: Access) -> Matrix:
    """The cells of a queue manager that --user, --group and --object include."""
    return Matrix(manager, partial(wants_user, options), partial(wants_object, options))


def check_size(matrices: Sequence[Matrix]) -> None:
    """Raise UsageError if matrices have more cells than one run lists."""
    if is_too_large(matrices):
        raise UsageError(
            "the matrix has more cells than one run lists: users and groups times objects",
            "print it in parts, with --qmgr, --user, --group or --object",
        )


def wants_user(options: Access, entity: Entity) -> bool:
    """Whether --user and --group include a user or group."""
    if options.user is None and not options.groups:
        return True
    kind, name = entity
    users = [options.user] if options.user is not None else []
    patterns = users if kind == "PRINCIPAL" else options.groups
    return any(asterisks_match(pattern, name) for pattern in patterns)


def wants_object(options: Access, objtype: str, name: str) -> bool:
    """Whether --object includes an object."""
    if options.object is None:
        return True
    type, pattern = parse_spec(options.object)
    wanted = QUEUE if type in (QUEUE, *QUEUE_TYPES) else type
    return objtype == wanted and (objtype == "QMGR" or asterisks_match(pattern, name))


def cell_row(manager: QueueManager, cell: Cell) -> Row:
    """A cell in the keys of the JSON output."""
    where = evidence_of(cell.record)
    return {
        "environment": manager.environment_name,
        "queue_manager": manager.label,
        "entity": cell.entity[0],
        "name": cell.entity[1],
        "object_type": cell.objtype,
        "object": cell.object or None,
        "authorities": list(cell.words),
        "administrator": administers(cell.entity, manager.platform),
        "profile": None if cell.objtype == "QMGR" else cell.record.profile,
        "file": where.file or None,
        "line": where.line or None,
    }


@lru_cache(maxsize=16_384)
def evidence_of(record: AuthorityRecord) -> Evidence:
    """A record as evidence; it decides for many objects."""
    return authority_evidence(record)


def print_json(rows: Iterable[Row], key: str) -> None:
    """Print the rows as JSON."""
    console.write(f'{{"version": 1,\n "{key}": [')
    for number, row in enumerate(rows):
        console.write(("," if number else "") + "\n  " + dumps(covered_row(row)))
    console.write("]}\n")


def print_csv(rows: Iterable[Row], columns: Iterable[str]) -> None:
    """Print the rows as comma-separated values with a header line."""
    out = csv.writer(console, lineterminator="\n")
    titles = list(columns)
    out.writerow(titles)
    for row in rows:
        out.writerow([cell_text(text_of(row[title]) or IF_EMPTY.get(title, "")) for title in titles])


@lru_cache(maxsize=65_536)
def cell_text(text: str) -> str:
    """A text that may be printed in a cell; most occur in many."""
    return csv_text(safe(text))


def text_of(value: object) -> str:
    """A value as text: a list with blanks between its items."""
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)


def print_text(managers: list[QueueManager], matrices: list[Matrix], options: Access) -> None:
    """Print a table for each queue manager: a line for all objects on which the same is held.

    The records of administrators do not limit them, so they are only counted unless --verbose asks for them.
    """
    palette = console.palette(options.color)
    count = 0
    for manager, matrix in zip(managers, matrices, strict=True):
        groups = grouped(manager, matrix)
        count += sum(len(names) for _, names in groups)
        shown = [one for one in groups if options.verbose or not one[0]["administrator"]]
        if len(managers) > 1:
            console.line(palette.bold(printable(manager.qualified)))
        if shown:
            titles = ("USER OR GROUP", "AUTHORITIES", "OBJECTS", "BY")
            print_table(titles, [line_of(*one) for one in shown], palette, console.width())
        else:
            console.line("no authority record of a user or group applies to an object in the files")
        for text in remarks(manager, [row for row, _ in groups], options):
            console.line(printable(text))
    if not options.quiet:
        console.say(f"{plural(count, 'cell')}; membership in groups is not in the files")


def remarks(manager: QueueManager, rows: list[Row], options: Access) -> list[str]:
    """What the table does not show: administrators, and users without any authority."""
    found = []
    administrators = {f"{row['entity']}({row['name']})": None for row in rows if row["administrator"]}
    if administrators and not options.verbose:
        found.append(
            f"{', '.join(administrators)} administer MQ and hold every authority; --verbose lists records"
        )
    if options.user is None and not options.groups and options.object is None:
        users = users_without_authority(manager)
        texts = [f"no authority record for user {user}: {why}" for user, why in users.items()]
        shown = texts if options.verbose else texts[:MOST_USERS]
        found += shown
        if len(shown) < len(texts):
            found.append(f"and for {plural(len(texts) - len(shown), 'more user')}; --verbose lists all")
    return found


def grouped(manager: QueueManager, matrix: Matrix) -> list[tuple[Row, list[str]]]:
    """The cells with the same user, type and authorities together: those of one generic profile, and those
    with a profile each. The first as a row, and the names of all objects.
    """
    groups: dict[tuple[object, ...], tuple[Row, list[str]]] = {}
    for cell in matrix.cells():
        record = id(cell.record) if cell.record.profile != cell.object else None
        key = (cell.entity, cell.objtype, cell.words, record)
        if key not in groups:
            groups[key] = (cell_row(manager, cell), [])
        groups[key][1].append(cell.object)
    return list(groups.values())


def line_of(first: Row, names: list[str]) -> list[str]:
    """One line of the table."""
    who = f"{first['entity']}({first['name']})" + (" (administrator)" if first["administrator"] else "")
    objects = OWN
    if first["object_type"] != "QMGR":
        objects = f"{first['object_type']} {listed(names, MOST_NAMES)}"
    place = f"{first['file']}:{first['line']}" if first["file"] else "default"
    if first["profile"] == first["object"] and len(names) > 1:
        place = f"a profile each, {place} and others"
    elif first["profile"]:
        place = f"{first['profile']}, {place}"
    return [
        printable(text)
        for text in (who, ",".join(first["authorities"]) or IF_EMPTY["authorities"], objects, place)
    ]
