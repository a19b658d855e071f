"""Clients in the estate: CCDT entries and CLNTCONN channels, and the SVRCONN channels they lead to."""

from __future__ import annotations

from mqtune.estate.addresses import connections, is_loopback
from mqtune.estate.model import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.syntax.ccdt.tree import CcdtFile, Node


def build_clients(estate: Estate) -> list[Client]:
    """All clients of an estate, with the queue managers they reach."""
    clients = [client for ccdt in estate.ccdts for client in ccdt_clients(ccdt)]
    clients.extend(client for manager in estate.queue_managers for client in channel_clients(manager))
    places = Places(estate)
    for client in clients:
        client.reaches = [(manager, manager.channel(client.channel)) for manager in places.reached(client)]
    return clients


def ccdt_clients(ccdt: CcdtFile) -> Iterator[Client]:
    """The entries of a client channel definition table."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    for entry in table.items if table is not None else ():
        name, connection = entry.get("name"), entry.get("clientConnection")
        if name is None:
            continue
        manager = connection.get("queueManager") if connection is not None else None
        security = entry.get("transmissionSecurity")
        cipher = security.get("cipherSpecification") if security is not None else None
        yield Client(
            text_of(name),
            text_of(manager),
            tuple(addresses(connection)),
            ccdt.document.place(name.span),
            "ccdt",
            text_of(cipher),
        )


def addresses(connection: Node | None) -> Iterator[str]:
    """The `host(port)` of each connection of an entry."""
    listed = connection.get("connection") if connection is not None else None
    for item in listed.items if listed is not None else ():
        host, port = text_of(item.get("host")), text_of(item.get("port"))
        if host:
            yield f"{host}({port})" if port else host


def text_of(node: Node | None) -> str:
    """A scalar as text without surrounding blanks; "" for any other value."""
    return str(node.value).strip() if node is not None and node.value is not None else ""


def channel_clients(manager: QueueManager) -> Iterator[Client]:
    """The CLNTCONN channels that scripts define."""
    for channel in manager.of_type("CHANNEL", "CLNTCONN"):
        place = channel.place()
        if place is not None and not channel.name.startswith("SYSTEM.DEF."):
            names = tuple(f"{host}({port})" for host, port in connections(channel.text("CONNAME")))
            cipher = channel.text("SSLCIPH")
            yield Client(channel.name, channel.text("QMNAME"), names, place, "CLNTCONN", cipher)


class Places:
    """The queue managers of an estate by their names and by the addresses that they advertise."""

    __slots__ = ("_at", "_estate", "_named")

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._named: dict[str, list[QueueManager]] = {}
        self._at: dict[tuple[str, int], list[QueueManager]] = {}
        for manager in estate.queue_managers:
            if manager.in_heap:
                continue
            if manager.name:
                self._named.setdefault(manager.name, []).append(manager)
            for address in known_addresses(manager):
                self._at.setdefault(address, []).append(manager)

    def reached(self, client: Client) -> list[QueueManager]:
        """The queue managers that a client leads to: by name, else by an address that only one has."""
        if client.placeholder:
            return []
        by_name = self._named.get(client.queue_manager)
        if by_name:
            return by_name
        bearer = self._estate.named(client.queue_manager)
        if bearer is not None:
            return [bearer]
        wanted = {address for text in client.connections for address in connections(text)}
        found = {id(one): one for address in wanted for one in self._at.get(address, ())}
        return list(found.values()) if len(found) == 1 else []


def known_addresses(manager: QueueManager) -> set[tuple[str, int]]:
    """The addresses that a queue manager advertises in its cluster, which lead to it for every client."""
    found: set[tuple[str, int]] = set()
    for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
        found.update(one for one in connections(channel.text("CONNAME")) if not is_loopback(one[0]))
    return found
