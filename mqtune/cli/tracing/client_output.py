"""Prints where a client connects: the entries of its table, what they reach, and the traces from there."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.tracing.connection import Connection
from mqtune.cli.tracing.text_output import place_text, print_trace
from mqtune.estate.describe import place_columns
from mqtune.flow.client_routes import REACHED, WRONG_NAME
from mqtune.flow.trace_lines import FORK, LAST
from mqtune.language.reasons import reason_name
from mqtune.report.rows import covered_row
from mqtune.report.secrets import safe
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.estate.describe import Row
    from mqtune.flow.client_routes import ClientEnd, ClientRoute
    from mqtune.report.colour import Palette


def print_connection(one: Connection, options: TraceOptions) -> None:
    """Print the entries, what they reach, and the traces."""
    palette = console.palette(options.color)
    if one.estate.environment:
        console.line(palette.bold(f"environment {one.estate.environment}"))
    for route in one.routes:
        print_entry(route)
    for line in explained(one, options):
        console.line(safe(line))
    print_reach(one, palette)
    for manager, result in zip(one.reached, one.results, strict=False):
        result.title = f"{result.trace.name} of {manager.label}" if result.trace is not None else ""
        print_trace(result, palette, options, first=False)
    if options.expect == [REACHED]:
        console.write("not as expected: reached\n" if one.failing else "as expected: reached\n")
        for text in one.failing:
            console.line(f"  {safe(text)}")


def print_entry(route: ClientRoute) -> None:
    """Print an entry with its settings, and what is at each of its addresses."""
    entry = route.entry
    cipher = f"TLS {entry.cipher}" if entry.cipher else "no TLS"
    settings = f"weight {entry.weight}, affinity {entry.affinity}, reconnect {entry.reconnect}"
    settings += f", SHARECNV {entry.sharing}, {cipher}"
    head = f"{entry.channel}  {entry.queue_manager or '(blank)'}  {settings}  {place_text(entry.place)}"
    console.line(safe(head).rstrip())
    width = max((len(end.address) for end in route.ends), default=0)
    for number, end in enumerate(route.ends):
        sign = LAST if number == len(route.ends) - 1 else FORK
        console.line(safe(f"{sign}{end.address:<{width}}  {end_text(end)}"))


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
        console.line(safe(f"with '*{group}' the client accepts a queue manager of any name"))
    console.line(safe(f"reached: {', '.join(labels) or 'no queue manager of the files'}"))
    others = [manager.label for manager in one.estate.queue_managers if manager not in one.reached]
    if others and one.reached:
        console.line(safe(f"not reached: {listed(others)}"))
    for cluster, missed in one.missed:
        if missed:
            text = f"uniform cluster {cluster.name}: {', '.join(missed)} not reached by this name"
            console.line(palette.bold(safe(text)))
        else:
            count = len(cluster.members)
            console.line(safe(f"uniform cluster {cluster.name}: all {count} members are reached"))


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
    console.write(f'{{"version": 1,\n "connections": [{listed}]}}\n')


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
