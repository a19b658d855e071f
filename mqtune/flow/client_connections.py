"""Where a client connects in each environment, and what it should reach."""

from __future__ import annotations

from mqtune.flow.client_routes import (
    GROUP,
    REACHED,
    Entry,
    channel_entries,
    client_routes,
    missed_members,
    reached_managers,
    table_entries,
)
from mqtune.text.errors import CorrectableError
from mqtune.text.spelling import nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.estate.model import Estate
    from mqtune.flow.client_routes import ClientRoute
    from mqtune.syntax.ccdt.tree import CcdtFile

MOST_LISTED = 8


class NoEntryError(CorrectableError):
    """A table without the entry that a client asks for: what is wrong, and what to do."""


class Connection:
    """The routes of a client in one environment, and the queue managers that it reaches."""

    def __init__(self, estate: Estate, routes: list[ClientRoute], name: str) -> None:
        self.estate = estate
        self.routes = routes
        self.reached = reached_managers(routes)
        grouped = name.strip()[:1] in ("", GROUP)
        self.missed = list(missed_members(estate, routes)) if grouped else []

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


def connections_of(every: Sequence[Estate], table: CcdtFile | None, name: str) -> list[Connection]:
    """The routes of the client in each environment that has queue managers, by a table or else the CLNTCONN
    channels of the files. Raises NoEntryError.
    """
    shown = [estate for estate in every if estate.shown] or list(every[:1])
    if table is not None:
        entries = table_entries(table)
        estates = [estate for estate in every if table in estate.ccdts and estate.queue_managers] or shown
    else:
        entries = list(channel_entries(one for estate in every for one in estate.queue_managers))
        estates = shown
    check_group(entries, name)
    return [Connection(estate, client_routes(estate, entries, name), name) for estate in estates]


def check_group(entries: list[Entry], wanted: str) -> None:
    """Raise NoEntryError for a table without entries, and for a name that no entry has."""
    if not entries:
        raise NoEntryError(
            "there is no client connection", "name a table in JSON, or define CLNTCONN channels"
        )
    names = sorted({one.queue_manager for one in entries})
    plain = wanted.strip().removeprefix(GROUP)
    if plain not in names:
        listed = ", ".join(name or "(blank)" for name in names[:MOST_LISTED])
        raise NoEntryError(
            f"no entry has queue manager name {plain!r}: the client fails with reason 2058",
            nearest_help(plain, names, f"the table has {listed}"),
        )


def order_of(routes: Sequence[ClientRoute]) -> str:
    """The order in which the entries are tried; "" for a single one."""
    if len(routes) < 2:
        return ""
    weighted = [route for route in routes if route.entry.weight not in ("", "0")]
    if not weighted:
        return "by the name of the channel (all weights are 0); the first that answers is used"
    few = len(weighted) < len(routes)
    plain = "those without weight first, by the name of the channel; then " if few else ""
    kept = any(route.entry.affinity == "preferred" for route in weighted)
    more = "; affinity preferred: one process keeps its choice while it can" if kept else ""
    return f"{plain}at random by weight{more}"
