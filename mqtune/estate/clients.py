"""Clients in the estate: CCDT entries and CLNTCONN channels, and the SVRCONN channels they lead to."""

from __future__ import annotations

from mqtune.estate.addresses import connections, is_loopback
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import field, record
from mqtune.text.spans import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ccdt.tree import CcdtFile, Node


@record
class Client:
    """One client connection into the estate: a CCDT entry or a CLNTCONN channel.

    `reaches` are the queue managers of the estate that it leads to, each with the server-connection channel
    of the same name if there is one; empty if the estate does not show it.
    """

    channel: str
    queue_manager: str
    connections: tuple[str, ...]  # host(port)
    place: Place
    source: str  # "ccdt" or "CLNTCONN"
    cipher: str = ""
    reaches: list[tuple[QueueManager, MqObject | None]] = field(init=False)

    def __post_init__(self) -> None:
        self.reaches = []

    @property
    def placeholder(self) -> bool:
        """Whether its channel or its queue manager is a placeholder."""
        return has_placeholder(self.channel) or has_placeholder(self.queue_manager)


def build_clients(estate: Estate) -> list[Client]:
    """All clients of an estate, with the queue managers they reach."""
    clients = [client for ccdt in estate.ccdts for client in ccdt_clients(ccdt)]
    clients.extend(client for manager in estate.queue_managers for client in channel_clients(manager))
    for client in clients:
        client.reaches = [(manager, manager.channel(client.channel)) for manager in reached(client, estate)]
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


def reached(client: Client, estate: Estate) -> list[QueueManager]:
    """The queue managers that a client leads to: by name, else by an address that only one of them has."""
    if client.placeholder:
        return []
    managers = [manager for manager in estate.queue_managers if not manager.in_heap]
    by_name = [manager for manager in managers if manager.name == client.queue_manager]
    if by_name and client.queue_manager:
        return by_name
    bearer = estate.named(client.queue_manager)
    if bearer is not None:
        return [bearer]
    wanted = {address for text in client.connections for address in connections(text)}
    found = [manager for manager in managers if wanted & known_addresses(manager)]
    return found if len(found) == 1 else []


def known_addresses(manager: QueueManager) -> set[tuple[str, int]]:
    """The addresses that a queue manager advertises in its cluster, which lead to it for every client."""
    found: set[tuple[str, int]] = set()
    for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
        found.update(one for one in connections(channel.text("CONNAME")) if not is_loopback(one[0]))
    return found
