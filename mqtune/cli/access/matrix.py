"""`mqtune access --matrix`: what every user and group holds on every object."""

from __future__ import annotations

import csv
from functools import lru_cache

from mqtune.access.case import authority_evidence
from mqtune.access.matrix import administers, matrix, users_without_authority
from mqtune.cli import console
from mqtune.cli.access.options import CSV
from mqtune.cli.command import nothing_found, open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.estate.keywords import QUEUE, QUEUE_TYPES
from mqtune.report.csv_format import csv_text
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.session.object_spec import parse_spec
from mqtune.session.set_authority import add_authorities
from mqtune.text.printable import printable
from mqtune.text.wildcards import asterisks_match
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from mqtune.access.answer import Evidence
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
    rows = [cell_row(one, cell) for one in managers for cell in matrix(one) if wanted(options, cell)]
    if options.format == JSON:
        print_json(rows, "cells")
    elif options.format == CSV:
        print_csv(rows, COLUMNS)
    else:
        print_text(rows, managers, options)
    return 0


def wanted(options: Access, cell: Cell) -> bool:
    """Whether --user, --group and --object include a cell."""
    kind, name = cell.entity
    if options.user is not None or options.groups:
        users = [options.user] if options.user is not None else []
        patterns = users if kind == "PRINCIPAL" else options.groups
        if not any(asterisks_match(pattern, name) for pattern in patterns):
            return False
    if options.object is None:
        return True
    type, object = parse_spec(options.object)
    objtype = QUEUE if type in (QUEUE, *QUEUE_TYPES) else type
    return cell.objtype == objtype and (objtype == "QMGR" or asterisks_match(object, cell.object))


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


def print_json(rows: list[Row], key: str) -> None:
    """Print the rows as JSON."""
    lines = ",".join("\n  " + dumps(covered_row(row)) for row in rows)
    console.write(f'{{"version": 1,\n "{key}": [{lines}]}}\n')


def print_csv(rows: list[Row], columns: Iterable[str]) -> None:
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


def print_text(rows: list[Row], managers: list[QueueManager], options: Access) -> None:
    """Print a table for each queue manager: a line for all objects on which the same is held.

    The records of administrators do not limit them, so they are only counted unless --verbose asks for them.
    """
    palette = console.palette(options.color)
    for manager in managers:
        mine = [row for row in rows if owner(row) == (manager.environment_name, manager.label)]
        shown = [row for row in mine if options.verbose or not row["administrator"]]
        if len(managers) > 1:
            console.line(palette.bold(printable(manager.qualified)))
        lines = [line_of(group) for group in grouped(shown)]
        if lines:
            titles = ("USER OR GROUP", "AUTHORITIES", "OBJECTS", "BY")
            print_table(titles, lines, palette, console.width())
        else:
            console.line("no authority record of a user or group applies to an object in the files")
        for text in remarks(manager, mine, options):
            console.line(printable(text))
    if not options.quiet:
        console.say(f"{plural(len(rows), 'cell')}; membership in groups is not in the files")


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


def owner(row: Row) -> tuple[str | None, str]:
    """Environment and queue manager of a row."""
    return (row["environment"], row["queue_manager"])


def grouped(rows: list[Row]) -> list[list[Row]]:
    """The rows with the same user, type and authorities together: those of one generic profile, and those
    with a profile each.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        place = (row["file"], row["line"], row["profile"]) if row["profile"] != row["object"] else None
        words = ",".join(row["authorities"])
        groups.setdefault((row["entity"], row["name"], row["object_type"], words, place), []).append(row)
    return list(groups.values())


def line_of(rows: list[Row]) -> list[str]:
    """One line of the table."""
    first = rows[0]
    who = f"{first['entity']}({first['name']})" + (" (administrator)" if first["administrator"] else "")
    names = [row["object"] for row in rows]
    objects = OWN
    if first["object_type"] != "QMGR":
        objects = f"{first['object_type']} {listed(names, MOST_NAMES)}"
    place = f"{first['file']}:{first['line']}" if first["file"] else "default"
    if first["profile"] == first["object"] and len(rows) > 1:
        place = f"a profile each, {place} and others"
    elif first["profile"]:
        place = f"{first['profile']}, {place}"
    return [
        printable(text)
        for text in (who, ",".join(first["authorities"]) or IF_EMPTY["authorities"], objects, place)
    ]
