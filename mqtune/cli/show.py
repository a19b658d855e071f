"""`mqtune show`: rows of the estate as tables or JSON, with secrets masked."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.estate import describe
from mqtune.flow.path_rows import path_rows
from mqtune.report.rows import covered_row
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.session.object_spec import parse_spec
from mqtune.session.options import UsageError
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.cli.commands import Show
    from mqtune.estate.describe import Row, Value
    from mqtune.estate.model import Estate
    from mqtune.report.colour import Palette
    from mqtune.session.workspace import Workspace

# the columns of each table, as keys of the rows
COLUMNS = {
    "topics": (
        "environment",
        "queue_manager",
        "topic",
        "object",
        "isolated",
        "inherits",
        "cluster",
        "subscriptions",
        "place",
    ),
    "objects": (
        "environment",
        "queue_manager",
        "type",
        "subtype",
        "name",
        "given",
        "like",
        "place",
        "description",
    ),
    "object": ("attribute", "value", "origin", "from", "place"),
    "paths": ("environment", "queue_manager", "kind", "from", "steps", "end", "reason", "place"),
    "clusters": ("environment", "cluster", "full_repositories", "members"),
}
_WORDS = {
    "objects": "object",
    "topics": "topic",
    "paths": "path",
    "clusters": "cluster",
    "object": "attribute",
}


def show(options: Show) -> int:
    """Print one view of the estate. Raises UsageError and ProjectError."""
    what, spec = options.command, options.spec or ""
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    rows = [covered_row(row) for estate in estates_of(workspace, spec) for row in _rows(what, estate, spec)]
    if options.format == JSON:
        _print_json(what, rows)
        return 0
    palette = console.palette(options.color)
    if what == "object":
        _print_objects(rows, palette)
    elif rows:
        _print_rows(what, rows, palette)
    if not options.quiet:
        for note in workspace.notes:
            console.say(printable(note))
        console.say(plural(len(rows), _WORDS[what]))
    return 0


def estates_of(workspace: Workspace, spec: str) -> list[Estate]:
    """The estates to show: those that have the named object; all if none has."""
    estates = workspace.estates
    having = [one for one in estates if spec and describe.find_objects(one, *parse_spec(spec))]
    return having or estates


def _rows(what: str, estate: Estate, spec: str) -> Iterable[Row]:
    if what == "topics":
        return describe.topic_rows(estate)
    if what == "objects":
        return describe.object_rows(estate)
    if what == "paths":
        return path_rows(estate)
    if what == "clusters":
        return describe.cluster_rows(estate)
    return _object_rows(estate, spec)


def _object_rows(estate: Estate, spec: str) -> Iterable[Row]:
    """The attributes of every object that `TYPE(NAME)` matches. Raises UsageError."""
    type, name = parse_spec(spec)
    found = describe.find_objects(estate, type, name)
    if not found:
        known = sorted({one["name"] for one in describe.object_rows(estate) if one["type"] == type}, key=str)
        there = ", ".join(str(one) for one in known[:8]) + (" …" if len(known) > 8 else "")
        raise UsageError(
            f"no queue manager defines {type}({name})",
            f"defined are {there}" if known else "`mqtune show objects` lists all objects",
        )
    for manager, object in found:
        for row in describe.attribute_rows(manager, object):
            owner = describe.owner_columns(manager)
            yield {**owner, "object": f"{object.type}({object.name})", **row}


def _print_json(what: str, rows: Sequence[Row]) -> None:
    from mqtune.report.encode import dumps

    key = "attributes" if what == "object" else what
    console.write(f'{{"version": 1,\n {dumps(key)}: [')
    console.write(",".join("\n  " + dumps(row) for row in rows))
    console.line("]}")


def _print_rows(what: str, rows: Sequence[Row], palette: Palette) -> None:
    columns = [name for name in COLUMNS[what] if any(cell(row, name) for row in rows)]
    titles = [name.replace("_", " ").upper() for name in columns]
    print_table(titles, [[cell(row, name) for name in columns] for row in rows], palette, console.width())


def _print_objects(rows: Sequence[Row], palette: Palette) -> None:
    """Print each object below its name, queue manager and environment."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        key = (str(row["environment"] or ""), str(row["queue_manager"] or ""), str(row["object"]))
        groups.setdefault(key, []).append(row)
    for number, ((environment, manager, name), group) in enumerate(groups.items()):
        owner = f", queue manager {printable(manager)}" if manager else ""
        owner += f", environment {printable(environment)}" if environment else ""
        console.write(("\n" if number else "") + palette.bold(f"{printable(name)}{owner}") + "\n")
        _print_rows("object", group, palette)


def cell(row: Row, name: str) -> str:
    """The text of a column of a table."""
    if name == "place":
        return f"{printable(str(row['file']))}:{row['line']}" if row.get("file") else ""
    if name == "steps":
        return _steps(row["steps"])
    if name == "members":
        return _members(row["members"])
    return _text(row.get(name))


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value)
    return printable(str(value))


def _steps(steps: Value) -> str:
    """`QLOCAL(A) → channel X (not defined)`."""
    shown = []
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict):
            missing = " (not defined)" if step["defined"] is False else ""
            shown.append(f"{_text(step['what'])} {_text(step['name'])}{missing}")
    return " → ".join(shown)


def _members(members: Value) -> str:
    found = [member for member in members if isinstance(member, dict)] if isinstance(members, list) else []
    return ", ".join(_text(member["queue_manager"]) or "(no name)" for member in found)
