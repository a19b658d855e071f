"""`mqtune trace --connect`: where a client connects by its table, and what its messages reach from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from mqtune.analysis.flow.client_routes import (
    REACHED,
    WRONG_NAME,
    ClientEnd,
    ClientRoute,
    Connection,
    NoEntryError,
    connections_of,
    order_of,
)
from mqtune.analysis.flow.graph import REFUSED, UNKNOWN
from mqtune.analysis.trace.trace_lines import FORK, LAST, Followed, followed
from mqtune.estate.model import Estate
from mqtune.language.access import reason_name
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DOUBT,
    GOOD,
    NORMAL,
    Answer,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    link,
)
from mqtune.project.load import shown_path
from mqtune.questions.card_sources import place_of, place_text
from mqtune.questions.fields import Parameter
from mqtune.questions.trace import (
    NAME,
    NOT_AS_EXPECTED,
    USUAL,
    ClientData,
    Destination,
    Put,
    client_data,
    expectation_of,
    traced,
)
from mqtune.questions.trace import sections as trace_sections
from mqtune.session.opened import Project
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.text.messages import UsageError, listed

EXAMPLES = ("mqtune trace --ccdt ccdt.json --connect '*APPS' ORDERS estate/",)
TONES = {REACHED: GOOD, REFUSED: BAD, UNKNOWN: DOUBT}


def client(
    project: Project,
    name: Annotated[Destination | None, NAME] = None,
    *,
    connect: Annotated[
        str,
        Parameter("queue manager name that the client connects with: QM1, '*GROUP'", metavar="NAME"),
    ],
    ccdt: Annotated[
        str | None,
        Parameter("client channel definition table in JSON that the client uses", metavar="FILE", opens=True),
    ] = None,
    put: Put = USUAL,
) -> Answer[ClientData]:
    """Show where a client connects by its table, and what its messages reach from there.

    With `--expect reached` it has to reach every address and every member of a uniform cluster.
    """
    reaches = put.expect == (REACHED,)
    expectation = None if reaches else expectation_of(put.expect)
    estates = project.secured.estates
    connections: list[tuple[Connection, list[Followed]]] = []
    for connection in connected(estates, ccdt, connect):
        results = [
            followed(
                traced(connection.estate, manager, name, put.message, put.user, put.groups),
                expectation,
                f"{name} of {manager.label}",
            )
            for manager in connection.reached
            if name is not None
        ]
        connections.append((connection, results))
    failing = [
        connection for connection, results in connections if is_failing(connection, results, put.expect)
    ]
    labels = [manager.label for connection, _ in connections for manager in connection.reached]
    return Answer(
        REACHED if labels else "not reached",
        f"{connect or '(blank)'} reaches {', '.join(labels) or 'no queue manager of the files'}",
        lambda layout: (
            part
            for connection, results in connections
            for part in connection_sections(connection, results, reaches, put.max_branches)
        ),
        lambda: client_data(connect, connections),
        met=not failing if put.expect else None,
        status=NOT_AS_EXPECTED if failing else 0,
    )


def connected(estates: Sequence[Estate], ccdt: str | None, name: str) -> list[Connection]:
    """The connections of a client. Raises UsageError."""
    try:
        return connections_of(estates, table_of(estates, ccdt) if ccdt else None, name)
    except NoEntryError as error:
        raise UsageError(error.message, error.help) from error


def table_of(estates: Sequence[Estate], path: str) -> CcdtFile:
    """The table in a file. Raises UsageError."""
    wanted = shown_path(path)
    for estate in estates:
        for table in estate.ccdts:
            if table.document.source.shown == wanted:
                return table
    raise UsageError(f"{path} is not a CCDT in JSON", "name the JSON file that clients read")


def is_failing(connection: Connection, results: Sequence[Followed], expect: Sequence[str]) -> bool:
    """Whether a client does not end where it is expected."""
    if tuple(expect) == (REACHED,):
        return bool(connection.failing)
    return bool(expect) and (not results or any(result.failing for result in results))


def connection_sections(
    connection: Connection, results: Sequence[Followed], reaches: bool, most: int
) -> Iterator[Section]:
    """The entries, what they reach, and the traces."""
    environment = connection.estate.environment
    steps = [step for route in connection.routes for step in entry_steps(route)]
    yield Section(f"environment {environment}" if environment else "", Steps(steps), BRIEF)
    yield Section("what is reached", Rows(list(reach_rows(connection))), BRIEF)
    for result in results:
        yield from trace_sections(result, most)
    if reaches:
        title = f"{'not ' if connection.failing else ''}as expected: {REACHED}"
        rows = [Row("", text, tone=BAD) for text in connection.failing]
        yield Section(title, Rows(rows), BRIEF, "every address and member is reached")


def entry_steps(route: ClientRoute) -> Iterator[Step]:
    """An entry with its settings, and what is at each of its addresses."""
    entry = route.entry
    cipher = f"TLS {entry.cipher}" if entry.cipher else "no TLS"
    settings = f"weight {entry.weight}, affinity {entry.affinity}, reconnect {entry.reconnect}"
    settings += f", SHARECNV {entry.sharing}, {cipher}"
    place = place_of(entry.place)
    text = "  ".join(filter(None, (settings, place_text(place))))
    cells = (entry.channel, entry.queue_manager or "(blank)")
    yield Step("", cells, "", text, (), link(place), place)
    for number, end in enumerate(route.ends):
        sign = LAST if number == len(route.ends) - 1 else FORK
        where = place_of(end.channel.place()) if end.channel is not None else None
        tone = TONES.get(end.outcome, "")
        yield Step(sign, (end.address,), "", end_text(end), (), link(where), where, tone)


def end_text(end: ClientEnd) -> str:
    """`reached QM1`, `refused 2540 MQRC_UNKNOWN_CHANNEL_NAME: …`."""
    if end.outcome == REACHED and end.queue_manager is not None:
        place = place_of(end.channel.place()) if end.channel is not None else None
        text = f"{REACHED} {end.queue_manager.label} {place_text(place)}".strip()
        return text + (f" ({'; '.join(end.notes)})" if end.notes else "")
    code = f" {end.code} {reason_name(end.code)}" if end.code and end.outcome == REFUSED else ""
    return f"{end.outcome}{code}: {end.reason}"


def reach_rows(connection: Connection) -> Iterator[Row]:
    """The order of the entries, and which queue managers and members of uniform clusters are reached."""
    order = order_of(connection.routes)
    if order:
        yield Row("", f"order: {order}", level=NORMAL)
    if WRONG_NAME in {end.code for route in connection.routes for end in route.ends}:
        group = connection.routes[0].entry.queue_manager
        yield Row("", f"with '*{group}' the client accepts a queue manager of any name")
    labels = [manager.label for manager in connection.reached]
    yield Row("", f"reached: {', '.join(labels) or 'no queue manager of the files'}")
    every = connection.estate.queue_managers
    rest = [manager.label for manager in every if manager not in connection.reached]
    if rest and labels:
        yield Row("", f"not reached: {listed(rest)}")
    for cluster, missed in connection.missed:
        if missed:
            text = f"uniform cluster {cluster.name}: {', '.join(missed)} not reached by this name"
            yield Row("", text, tone=BAD)
        else:
            count = len(cluster.members)
            yield Row("", f"uniform cluster {cluster.name}: all {count} members are reached")
