"""`mqtune trace --connect`: where a client connects by its table, and what its messages reach from there."""

from __future__ import annotations

import os
import sys

from mqtune.cli import console
from mqtune.cli.command import nothing_found, open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.cli.tracing.question import NOT_AS_EXPECTED, Result, check_name
from mqtune.cli.tracing.text_output import place_text, print_trace, shown
from mqtune.estate.describe import place_columns
from mqtune.flow.client_routes import (
    REACHED,
    WRONG_NAME,
    Entry,
    channel_entries,
    client_routes,
    missed_members,
    reached_managers,
    table_entries,
)
from mqtune.language.reasons import reason_name
from mqtune.project.load import shown_path
from mqtune.report.rows import covered_row
from mqtune.session.options import UsageError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.estate.describe import Row
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.client_routes import ClientEnd, ClientRoute
    from mqtune.report.colour import Palette
    from mqtune.session.workspace import Workspace

TITLES = ("ENTRY", "WEIGHT", "AFFINITY", "RECONNECT", "SHARECNV", "TLS", "ADDRESS", "END")


class Connection:
    """The routes of a client in one environment, and the traces from the queue managers that it reaches."""

    def __init__(self, estate: Estate, routes: list[ClientRoute], name: str) -> None:
        self.estate = estate
        self.routes = routes
        self.reached = reached_managers(routes)
        grouped = name.strip()[:1] in ("", "*")
        self.missed = list(missed_members(estate, routes)) if grouped else []
        self.results: list[Result] = []

    @property
    def failing(self) -> list[str]:
        """Why a client may not be connected to every queue manager that it should reach."""
        found = [
            f"{route.entry.channel} {end.address}: {end.outcome}, {end.reason}"
            for route in self.routes
            for end in route.ends
            if end.outcome != REACHED
        ]
        for cluster, names in self.missed:
            found += [f"uniform cluster {cluster.name}: {name} is not reached" for name in names]
        return found if self.routes else ["no entry has that queue manager name"]


def connect(options: TraceOptions, trace: Callable[[Estate, QueueManager, str], Result]) -> int:
    """Print where a client connects, and the traces from there. Raises UsageError and ProjectError."""
    name, paths = split(options)
    if name:
        check_name(name)
    workspace = open_workspace([*(paths or ["."]), *([options.ccdt] if options.ccdt else [])], options)
    if workspace.is_empty:
        raise nothing_found(paths)
    connections = connections_of(workspace, options)
    for one in connections:
        one.results = [trace(one.estate, manager, name) for manager in one.reached] if name else []
    if options.format == JSON:
        print_json(connections, options)
    else:
        for one in connections:
            print_connection(one, options)
    return NOT_AS_EXPECTED if any(is_unexpected(one, options) for one in connections) else 0


def is_unexpected(one: Connection, options: TraceOptions) -> bool:
    """Whether a client does not end where --expect states."""
    if options.expect == [REACHED]:
        return bool(one.failing)
    return bool(options.expect) and (not one.results or any(result.failing for result in one.results))


def split(options: TraceOptions) -> tuple[str, list[str]]:
    """The name to trace, "" for none, and the paths: a first word that exists is a path."""
    words = list(options.words)
    if words and not os.path.exists(words[0]):
        return words[0], words[1:]
    return "", words


def connections_of(workspace: Workspace, options: TraceOptions) -> list[Connection]:
    """The routes of the client in each environment that has queue managers. Raises UsageError."""
    every = workspace.estates
    if options.ccdt:
        wanted = shown_path(options.ccdt)
        tables = [one for estate in every for one in estate.ccdts if one.document.source.shown == wanted]
        if not tables:
            raise UsageError(f"{options.ccdt} is not a CCDT in JSON", "name the JSON file that clients read")
        entries = table_entries(tables[0])
        own = [estate for estate in every if tables[0] in estate.ccdts and estate.queue_managers]
        estates = own or [estate for estate in every if estate.shown] or every[:1]
    else:
        entries = list(channel_entries(one for estate in every for one in estate.queue_managers))
        estates = [estate for estate in every if estate.shown] or every[:1]
    check_group(entries, options.connect or "")
    name = options.connect or ""
    return [Connection(estate, client_routes(estate, entries, name), name) for estate in estates]


def check_group(entries: list[Entry], wanted: str) -> None:
    """Raise UsageError for a table without entries, and for a name that is nearly one of the table."""
    if not entries:
        raise UsageError(
            "there is no client connection", "name a table with --ccdt, or define CLNTCONN channels"
        )
    names = sorted({one.queue_manager for one in entries})
    plain = wanted.strip().removeprefix("*")
    if plain not in names:
        near = nearest(plain, names)
        listed = ", ".join(name or "(blank)" for name in names[:8])
        help = f"the nearest is {near}" if near else f"the table has {listed}"
        raise UsageError(
            f"no entry has queue manager name {plain!r}: the client fails with reason 2058", help
        )


def print_connection(one: Connection, options: TraceOptions) -> None:
    """Print the entries, what they reach, and the traces."""
    palette = console.palette(options.color)
    if one.estate.environment:
        sys.stdout.write(palette.bold(f"environment {one.estate.environment}") + "\n")
    rows = [row_of(route, end) for route in one.routes for end in route.ends]
    print_table(TITLES, [[shown(cell) for cell in row] for row in rows], palette, console.width())
    for line in explained(one, options):
        sys.stdout.write(shown(line) + "\n")
    print_reach(one, palette)
    for result in one.results:
        result.title = f"{result.trace.name} of {result.trace.queue_manager.label}"
        print_trace(result, palette, options, first=False)
    if options.expect == [REACHED]:
        sys.stdout.write("not as expected: reached\n" if one.failing else "as expected: reached\n")
        for text in one.failing:
            sys.stdout.write(f"  {shown(text)}\n")


def row_of(route: ClientRoute, end: ClientEnd) -> tuple[str, ...]:
    """The row of one address."""
    entry = route.entry
    return (
        f"{entry.channel} {place_text(entry.place)}".strip(),
        entry.weight,
        entry.affinity,
        entry.reconnect,
        entry.sharing,
        entry.cipher or "none",
        end.address,
        end_text(end),
    )


def end_text(end: ClientEnd) -> str:
    """`reached QM1`, `refused 2540 MQRC_UNKNOWN_CHANNEL_NAME: …`."""
    if end.outcome == REACHED and end.queue_manager is not None:
        text = f"{REACHED} {end.queue_manager.label}"
        place = end.channel.place() if end.channel is not None else None
        return f"{text} {place_text(place)}".strip() + (f" ({'; '.join(end.notes)})" if end.notes else "")
    code = f" {end.code} {reason_name(end.code)}" if end.code and end.outcome == "refused" else ""
    return f"{end.outcome}{code}: {end.reason}"


def explained(one: Connection, options: TraceOptions) -> list[str]:
    """The order in which the entries are tried."""
    if options.quiet or len(one.routes) < 2:
        return []
    weighted = [route for route in one.routes if route.entry.weight not in ("", "0")]
    if not weighted:
        return ["order: by the name of the channel (all weights are 0); the first that answers is used"]
    plain = (
        "those without weight first, by the name of the channel; then "
        if len(weighted) < len(one.routes)
        else ""
    )
    kept = any(route.entry.affinity == "preferred" for route in weighted)
    more = "; affinity preferred: one process keeps its choice while it can" if kept else ""
    return [f"order: {plain}at random by weight{more}"]


def print_reach(one: Connection, palette: Palette) -> None:
    """Print which queue managers and members of uniform clusters are reached, and which are not."""
    labels = [manager.label for manager in one.reached]
    codes = {end.code for route in one.routes for end in route.ends}
    if WRONG_NAME in codes:
        group = one.routes[0].entry.queue_manager
        sys.stdout.write(shown(f"with '*{group}' the client accepts a queue manager of any name") + "\n")
    sys.stdout.write(shown(f"reached: {', '.join(labels) or 'no queue manager of the files'}") + "\n")
    others = [manager.label for manager in one.estate.queue_managers if manager not in one.reached]
    if others and one.reached:
        more = f" and {len(others) - 8} more" if len(others) > 8 else ""
        sys.stdout.write(shown(f"not reached: {', '.join(others[:8])}{more}") + "\n")
    for cluster, missed in one.missed:
        if missed:
            text = f"uniform cluster {cluster.name}: {', '.join(missed)} not reached by this name"
            sys.stdout.write(palette.bold(shown(text)) + "\n")
        else:
            count = len(cluster.members)
            sys.stdout.write(shown(f"uniform cluster {cluster.name}: all {count} members are reached") + "\n")


def print_json(connections: list[Connection], options: TraceOptions) -> None:
    """Print the routes and traces as JSON."""
    from mqtune.cli.tracing.json_output import trace_row
    from mqtune.report.encode import dumps

    rows = []
    for one in connections:
        row: Row = {
            "environment": one.estate.environment,
            "connect": options.connect,
            "entries": [entry_row(route) for route in one.routes],
            "reached": [manager.label for manager in one.reached],
            "uniform_clusters": [
                {"cluster": cluster.name, "missed": list(missed)} for cluster, missed in one.missed
            ],
            "traces": [trace_row(result) for result in one.results],
        }
        rows.append(dumps(covered_row(row)))
    listed = ",".join(f"\n  {row}" for row in rows)
    sys.stdout.write(f'{{"version": 1,\n "connections": [{listed}]}}\n')


def entry_row(route: ClientRoute) -> Row:
    """One entry with the ends of its addresses."""
    entry = route.entry
    return {
        "channel": entry.channel,
        "queue_manager": entry.queue_manager,
        "weight": entry.weight,
        "affinity": entry.affinity,
        "reconnect": entry.reconnect,
        "sharing_conversations": entry.sharing,
        "cipher": entry.cipher or None,
        **place_columns(entry.place),
        "addresses": [
            {
                "address": end.address,
                "outcome": end.outcome,
                "reason_code": end.code or None,
                "reason": end.reason,
                "queue_manager": end.queue_manager.label if end.queue_manager is not None else None,
                "notes": list(end.notes),
            }
            for end in route.ends
        ],
    }
