"""Clients in the estate, and the hosts and addresses to which they and channels connect.

Clients are CCDT entries and CLNTCONN channels, with the SVRCONN channels they lead to. The hosts of an
environment are those at which its queue managers are, and those its channels connect to.
"""

from __future__ import annotations

from mqtune.estate.model import Client
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.values import read_connections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ccdt.tree import CcdtFile, Node


# Connection names, `host(port),host(port)`, and hosts.

DEFAULT_PORT = 1414  # the product's port if a connection name has none
CONNECTING = ("SDR", "SVR", "RQSTR", "CLUSSDR")


def connections(conname: str) -> tuple[tuple[str, int], ...]:
    """The hosts, in lower case, and ports of a connection name; parts that are not addresses are omitted."""
    return tuple(
        (connection.host.lower(), connection.port or DEFAULT_PORT)
        for connection in read_connections(conname)
        if connection.host and not connection.diagnostic
    )


def is_loopback(host: str) -> bool:
    """Whether an address means the local machine, and thus another one for each client."""
    return host in {"localhost", "::1"} or host.startswith("127.")


def is_ipv4_address(host: str) -> bool:
    """Whether a host is a numeric address of IPv4 rather than a name."""
    return host.count(".") == 3 and host.replace(".", "").isdecimal()


def own_addresses(manager: QueueManager) -> set[tuple[str, int]]:
    """The addresses that a queue manager states as its own, in cluster receivers and listeners."""
    endpoints = {
        address
        for channel in manager.of_type("CHANNEL", "CLUSRCVR")
        for address in connections(channel.text("CONNAME"))
        if not has_placeholder(channel.text("CONNAME"))
    }
    for listener in manager.of_type("LISTENER", "TCP"):
        host, port = listener.text("IPADDR").lower(), listener.number("PORT")
        if host and port:
            endpoints.add((host, port))
    return {address for address in endpoints if not is_loopback(address[0])}


def addresses_of(channel: MqObject) -> tuple[tuple[str, int], ...]:
    """The addresses in CONNAME; none if it contains a placeholder."""
    conname = channel.text("CONNAME")
    return () if has_placeholder(conname) else connections(conname)


def owners_of_addresses(estate: Estate) -> dict[tuple[str, int], list[QueueManager]]:
    """Return the queue managers that state each host and port as their own."""
    owners: dict[tuple[str, int], list[QueueManager]] = {}
    for manager in estate.queue_managers:
        for address in own_addresses(manager):
            owners.setdefault(address, []).append(manager)
    return owners


def owner_of_address(estate: Estate, manager: QueueManager, channel: MqObject) -> QueueManager | None:
    """Return the only other queue manager that states a host and port of CONNAME as its own."""
    known = estate.derived(owners_of_addresses)
    addresses = [address for address in addresses_of(channel) if not is_loopback(address[0])]
    owners = {id(owner): owner for address in addresses for owner in known.get(address, ())}
    owners.pop(id(manager), None)
    return next(iter(owners.values())) if len(owners) == 1 else None


class Hosts:
    """Hosts by what shows that they belong to an environment, in lower case and without loopback addresses.

    `declared` are those of cluster-receiver channels, listeners and AutoCluster stanzas: addresses of the
    environment's own queue managers. `used` are those that channels and clients connect to, each with the
    names of these channels and their queue managers.
    """

    __slots__ = ("declared", "used")

    def __init__(self) -> None:
        self.declared: set[str] = set()
        self.used: dict[str, set[tuple[str, str]]] = {}

    def use(self, conname: str, queue_manager: str, channel: str) -> None:
        """Add the hosts of a connection name."""
        for host in hosts_in(conname):
            self.used.setdefault(host, set()).add((queue_manager, channel))


def hosts_in(conname: str) -> tuple[str, ...]:
    """The hosts of a connection name, without loopback addresses; none if it contains a placeholder."""
    if has_placeholder(conname):
        return ()
    return tuple(dict.fromkeys(host for host, _ in connections(conname) if not is_loopback(host)))


def declared_hosts(manager: QueueManager) -> Iterable[str]:
    """The hosts at which a queue manager can be reached, as its own files show."""
    for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
        yield from hosts_in(channel.text("CONNAME"))
    for listener in manager.of_type("LISTENER", "TCP"):
        yield from hosts_in(listener.text("IPADDR"))


def build_hosts(estate: Estate) -> Hosts:
    """The hosts of an environment."""
    hosts = Hosts()
    for manager in estate.queue_managers:
        hosts.declared.update(declared_hosts(manager))
        for number in ("1", "2"):
            hosts.declared.update(
                hosts_in(manager.ini_value("AutoCluster", f"Repository{number}Conname") or "")
            )
        for subtype in CONNECTING:
            for channel in manager.of_type("CHANNEL", subtype):
                hosts.use(channel.text("CONNAME"), manager.label, channel.name)
    for client in estate.clients:
        for connection in client.connections:
            hosts.use(connection, client.queue_manager, client.channel)
    return hosts


# Clients.


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
        managers = {id(manager): manager for address in wanted for manager in self._at.get(address, ())}
        return list(managers.values()) if len(managers) == 1 else []


def known_addresses(manager: QueueManager) -> set[tuple[str, int]]:
    """The addresses that a queue manager advertises in its cluster, which lead to it for every client."""
    endpoints: set[tuple[str, int]] = set()
    for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
        endpoints.update(
            address for address in connections(channel.text("CONNAME")) if not is_loopback(address[0])
        )
    return endpoints
