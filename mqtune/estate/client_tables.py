"""The tables of clients of uniform clusters: entries, and which of them form a group.

A group is what a client requests on its first connection: entries with a common name that is not a
member's.
"""

from __future__ import annotations

from mqtune.estate.addresses import connections
from mqtune.estate.clients import addresses, text_of
from mqtune.estate.uniform_clusters import member_addresses, member_names, uniform_clusters
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.clusters import Cluster
    from mqtune.estate.model import Estate
    from mqtune.syntax.ccdt.tree import CcdtFile, Node
    from mqtune.text.spans import Place


class TableEntry:
    """One client connection in a table: its queue manager or group, and its addresses."""

    __slots__ = ("addresses", "management", "node", "place", "queue_manager")

    def __init__(self, node: Node, ccdt: CcdtFile) -> None:
        connection = node.get("clientConnection")
        group = connection.get("queueManager") if connection is not None else None
        self.node = node
        self.queue_manager = text_of(group)
        self.addresses = {one for text in addresses(connection) for one in connections(text)}
        self.management = node.get("connectionManagement")
        shown = node.get("name") or node
        self.place: Place = ccdt.document.place(shown.span)

    @property
    def channel(self) -> str:
        """The name of the channel."""
        return text_of(self.node.get("name"))

    def setting(self, key: str) -> Node | None:
        """A setting of connectionManagement."""
        return self.management.get(key) if self.management is not None else None

    @property
    def weighted(self) -> bool:
        """Whether the entry takes part in the choice by weight; an unknown weight counts as one."""
        return text_of(self.setting("clientWeight")) not in ("", "0")

    @property
    def spreads(self) -> bool:
        """Whether clients are spread over the entry: a weight above 0, and no known affinity."""
        affinity = text_of(self.setting("affinity"))
        return self.weighted and (affinity.lower() == "none" or has_placeholder(affinity))


def entries_of(ccdt: CcdtFile) -> list[TableEntry]:
    """The client connections of a table; none if its structure is unknown."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    if table is None or ccdt.templated:
        return []
    found = [TableEntry(node, ccdt) for node in table.items]
    return [entry for entry in found if not has_placeholder(entry.queue_manager)]


def served(entries: list[TableEntry], estate: Estate) -> Cluster | None:
    """The uniform cluster that a table leads to, because it names a member or the address of one."""
    for cluster in uniform_clusters(estate):
        names, known = member_names(cluster), member_addresses(cluster)
        if any(entry.queue_manager in names or entry.addresses & known for entry in entries):
            return cluster
    return None


def groups(entries: list[TableEntry], cluster: Cluster) -> dict[str, list[TableEntry]]:
    """The entries that belong to no single member and lead to several addresses, by the name of the group."""
    own = member_names(cluster)
    found: dict[str, list[TableEntry]] = {}
    for entry in entries:
        if entry.queue_manager not in own:
            found.setdefault(entry.queue_manager, []).append(entry)
    return {
        name: several for name, several in found.items() if len({a for e in several for a in e.addresses}) > 1
    }


def unspread(entries: list[TableEntry], cluster: Cluster) -> dict[str, list[TableEntry]]:
    """The entries that keep clients together, by group; one entry with a list of addresses is not a group."""
    found = {
        name: [entry for entry in several if not entry.spreads]
        for name, several in groups(entries, cluster).items()
        if len(several) > 1
    }
    return {name: fixed for name, fixed in found.items() if fixed}
