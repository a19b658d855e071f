"""Where a client connects in an environment, and what it should reach."""

from __future__ import annotations

from mqtune.cli.tracing.question import Result
from mqtune.flow.client_routes import (
    REACHED,
    Entry,
    channel_entries,
    client_routes,
    missed_members,
    reached_managers,
    table_entries,
)
from mqtune.project.load import shown_path
from mqtune.session.options import UsageError
from mqtune.text.spelling import nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate
    from mqtune.flow.client_routes import ClientRoute


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


def connections_of(every: list[Estate], ccdt: str | None, name: str) -> list[Connection]:
    """The routes of the client in each environment that has queue managers. Raises UsageError."""
    if ccdt:
        wanted = shown_path(ccdt)
        tables = [one for estate in every for one in estate.ccdts if one.document.source.shown == wanted]
        if not tables:
            raise UsageError(f"{ccdt} is not a CCDT in JSON", "name the JSON file that clients read")
        entries = table_entries(tables[0])
        own = [estate for estate in every if tables[0] in estate.ccdts and estate.queue_managers]
        estates = own or [estate for estate in every if estate.shown] or every[:1]
    else:
        entries = list(channel_entries(one for estate in every for one in estate.queue_managers))
        estates = [estate for estate in every if estate.shown] or every[:1]
    check_group(entries, name)
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
        listed = ", ".join(name or "(blank)" for name in names[:8])
        raise UsageError(
            f"no entry has queue manager name {plain!r}: the client fails with reason 2058",
            nearest_help(plain, names, f"the table has {listed}"),
        )
