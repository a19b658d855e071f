"""Where clients connect, in each environment, and what they should reach.

A queue manager name selects entries of a client channel definition table, in the order in which they are
tried, and their addresses lead to queue managers. A name after `*` selects a group, whose queue managers may
have any name (IBM MQ 9.4 documentation, Role of the client channel definition table, and Queue manager groups
in the CCDT).
"""

from __future__ import annotations

from mqtune.analysis.flow.channel_start import listener_ports
from mqtune.analysis.flow.graph import LEAVES, REFUSED, UNKNOWN
from mqtune.analysis.topology.cluster_membership import entries_of, member_names, uniform_clusters
from mqtune.estate.clients import (
    addresses,
    connections,
    declared_hosts,
    is_ipv4_address,
    is_loopback,
    own_addresses,
    text_of,
)
from mqtune.language.available import DIFFERENT, difference
from mqtune.syntax.document import has_placeholder
from mqtune.text.messages import CorrectableError
from mqtune.text.record import record
from mqtune.text.spelling import nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.analysis.topology.cluster_membership import TableEntry
    from mqtune.analysis.topology.clusters import Cluster
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.text.editing import Place


REACHED = "reached"
GROUP = "*"
TLS_FAILED, NO_CHANNEL, WRONG_CHANNEL, WRONG_NAME, NOT_AVAILABLE = 2393, 2540, 2539, 2058, 2537


@record
class Entry:
    """One client connection of a table or of the CLNTCONN channels of a queue manager, with its settings as
    written or by default.
    """

    channel: str
    queue_manager: str
    connections: tuple[str, ...]
    weight: str
    affinity: str
    reconnect: str
    sharing: str
    cipher: str
    place: Place | None


@record
class ClientEnd:
    """What is at one address of an entry: a queue manager with its channel, or why the client fails there."""

    DATA = "address outcome reason_code=code? reason queue_manager=queue_manager.label notes"

    address: str
    outcome: str
    reason: str = ""
    code: int = 0
    queue_manager: QueueManager | None = None
    channel: MqObject | None = None
    notes: tuple[str, ...] = ()


@record
class ClientRoute:
    """An entry with the ends of its addresses, in the order in which they are tried."""

    DATA = (
        "channel=entry.channel queue_manager=entry.queue_manager weight=entry.weight "
        "affinity=entry.affinity reconnect=entry.reconnect sharing_conversations=entry.sharing "
        "cipher=entry.cipher? place=entry.place addresses=ends"
    )

    entry: Entry
    ends: tuple[ClientEnd, ...]


def table_entries(ccdt: CcdtFile) -> list[Entry]:
    """The entries of a table in JSON."""
    return [entry_of(entry) for entry in entries_of(ccdt)]


def entry_of(entry: TableEntry) -> Entry:
    """One entry with its settings; the defaults are those of the MQSC attributes."""
    security = entry.node.get("transmissionSecurity")
    cipher = security.get("cipherSpecification") if security is not None else None
    return Entry(
        entry.channel,
        entry.queue_manager,
        tuple(addresses(entry.node.get("clientConnection"))),
        text_of(entry.setting("clientWeight")) or "0",
        text_of(entry.setting("affinity")) or "preferred",
        text_of(entry.setting("defaultReconnect")) or "no",
        text_of(entry.setting("sharingConversations")) or "default",
        text_of(cipher),
        entry.place,
    )


def channel_entries(managers: Iterable[QueueManager]) -> Iterator[Entry]:
    """The CLNTCONN channels that scripts define; they are the entries of AMQCLCHL.TAB."""
    for manager in managers:
        for channel in manager.of_type("CHANNEL", "CLNTCONN"):
            if not channel.statements or channel.name.startswith("SYSTEM.DEF."):
                continue
            names = tuple(f"{host}({port})" for host, port in connections(channel.text("CONNAME")))
            yield Entry(
                channel.name,
                channel.text("QMNAME"),
                names,
                channel.text("CLNTWGHT") or "0",
                channel.text("AFFINITY").lower(),
                channel.text("DEFRECON").lower(),
                channel.text("SHARECNV"),
                channel.text("SSLCIPH"),
                channel.place(),
            )


def selected(entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries for a queue manager name, in the order in which they are tried: those without a weight by
    the name of the channel, then the others in an order that their weights decide.
    """
    wanted = name.strip().removeprefix(GROUP)
    matching = [entry for entry in entries if entry.queue_manager == wanted]
    weighted = [entry for entry in matching if entry.weight not in ("", "0")]
    plain = sorted(
        (entry for entry in matching if entry.weight in ("", "0")), key=lambda entry: entry.channel
    )
    return plain + weighted


def client_routes(estate: Estate, entries: Sequence[Entry], name: str) -> list[ClientRoute]:
    """The entries that a name selects, and what is at their addresses."""
    plain = name.strip()
    asked = "" if plain.startswith(GROUP) else plain
    book = AddressBook(estate)
    return [
        ClientRoute(entry, tuple(client_end(book, entry, address, asked) for address in entry.connections))
        for entry in selected(entries, name)
    ]


def client_end(book: AddressBook, entry: Entry, address: str, name: str) -> ClientEnd:
    """What is at an address; with a `name` the queue manager must have it."""
    if has_placeholder(address + entry.channel):
        return ClientEnd(address, UNKNOWN, "the address or the channel is a placeholder")
    manager, why = book.at(address, name)
    if manager is None:
        reason = why or "no queue manager in the files states this address"
        return ClientEnd(address, UNKNOWN if why else LEAVES, reason)
    if name and manager.name is not None and manager.name != name:
        reason = f"{manager.name} is there, but the client asks for {name}"
        return ClientEnd(address, REFUSED, reason, WRONG_NAME, manager)
    return at_channel(entry, address, manager, why)


class AddressBook:
    """The queue managers by the addresses and hosts that they state as their own."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self._owners: dict[tuple[str, int], list[QueueManager]] = {}
        self._at_host: dict[str, list[QueueManager]] = {}
        for manager in estate.queue_managers:
            if manager.in_heap:
                continue
            for address in {*own_addresses(manager), *stated_by_cluster(manager)}:
                self._owners.setdefault(address, []).append(manager)
            for host in set(declared_hosts(manager)):
                self._at_host.setdefault(host, []).append(manager)

    def at(self, address: str, name: str) -> tuple[QueueManager | None, str]:
        """The queue manager at an address, and a doubt: by an address that it states, by its host and the
        port of its listener, or by the name that the client asks for.
        """
        wanted = connections(address)
        owners = distinct(owner for pair in wanted for owner in self._owners.get(pair, ()))
        if not owners:
            at_host = distinct(manager for host, _ in wanted for manager in self._at_host.get(host, ()))
            owners = [
                manager for manager in at_host if {port for _, port in wanted} & listener_ports(manager)
            ]
            if at_host and not owners:
                listed = ", ".join(sorted(manager.label for manager in at_host))
                return None, f"{listed} is at that host, but no listener in the files has that port"
        if len(owners) > 1:
            listed = ", ".join(manager.label for manager in owners)
            return None, f"several queue managers state that address: {listed}"
        if owners:
            return owners[0], ""
        manager = self.estate.named(name) if name else None
        return (None, "") if manager is None else by_name(manager, wanted)


def by_name(manager: QueueManager, wanted: Iterable[tuple[str, int]]) -> tuple[QueueManager | None, str]:
    """The queue manager that a client names, at an address that no files state, and a doubt; not if its own
    addresses are others. Only IPv4 addresses are compared: a machine can have several names, and both kinds.
    """
    stated = sorted(set(declared_hosts(manager)))
    hosts = {host for host, _ in wanted}
    if stated and all(map(is_ipv4_address, (*stated, *hosts))):
        return None, f"{manager.label} states {', '.join(stated)} as its own addresses, not this one"
    known = f"the files state {', '.join(stated)}" if stated else "the files do not state its address"
    return manager, f"by its name: {known}"


def distinct(managers: Iterable[QueueManager]) -> list[QueueManager]:
    """Each queue manager once."""
    return list({id(manager): manager for manager in managers}.values())


def stated_by_cluster(manager: QueueManager) -> set[tuple[str, int]]:
    """The addresses of a queue manager in its own AutoCluster stanza."""
    stated: set[tuple[str, int]] = set()
    for number in ("1", "2"):
        if manager.name and manager.ini_value("AutoCluster", f"Repository{number}Name") == manager.name:
            stated.update(connections(manager.ini_value("AutoCluster", f"Repository{number}Conname") or ""))
    conname = manager.ini_value("Variables", "CONNAME") or ""
    stated.update(() if has_placeholder(conname) else connections(conname))
    return {address for address in stated if not is_loopback(address[0])}


def at_channel(entry: Entry, address: str, manager: QueueManager, doubt: str) -> ClientEnd:
    """What the server-connection channel of a queue manager does with a client."""
    channel = manager.channel(entry.channel)
    notes = [doubt] if doubt else []
    if channel is None:
        reason = f"{manager.label} does not define CHANNEL({entry.channel})"
        if manager.qmgr.text("CHAD") == "ENABLED":
            return ClientEnd(address, UNKNOWN, f"{reason}, but may create it (CHAD(ENABLED))", 0, manager)
        end = REFUSED if manager.complete else UNKNOWN
        reason += "" if manager.complete else " in the files"
        return ClientEnd(address, end, reason, NO_CHANNEL, manager)
    if channel.subtype != "SVRCONN":
        reason = f"CHANNEL({entry.channel}) of {manager.label} has CHLTYPE({channel.subtype})"
        return ClientEnd(address, REFUSED, reason, WRONG_CHANNEL, manager, channel)
    if channel.number("MAXINST") == 0 or channel.number("MAXINSTC") == 0:
        keyword = "MAXINST" if channel.number("MAXINST") == 0 else "MAXINSTC"
        reason = f"CHANNEL({entry.channel}) of {manager.label} has {keyword}(0)"
        return ClientEnd(address, REFUSED, reason, NOT_AVAILABLE, manager, channel)
    reason = cipher_difference(entry.cipher, channel.text("SSLCIPH"))
    if reason:
        reason = f"CHANNEL({entry.channel}) of {manager.label}: {reason}"
        return ClientEnd(address, REFUSED, reason, TLS_FAILED, manager, channel)
    if channel.text("SSLCIPH"):
        needs = "no certificate of the client" if channel.text("SSLCAUTH") == "OPTIONAL" else "a certificate"
        needs += f" of {channel.text('SSLPEER')}" if channel.text("SSLPEER") else ""
        notes.append(f"SSLCIPH({channel.text('SSLCIPH')}) with {needs}")
    sharing = channel.text("SHARECNV")
    if sharing == "0":
        notes.append("SHARECNV(0): no automatic reconnection and no shared conversations")
    return ClientEnd(address, REACHED, "", 0, manager, channel, tuple(notes))


def cipher_difference(client: str, server: str) -> str:
    """Why TLS cannot start between two CipherSpecs; "" if it can, or if that is unknown."""
    if has_placeholder(client + server):
        return ""
    if bool(client) != bool(server):
        return "only the server uses TLS" if server else "only the client uses TLS"
    if difference(client, server) != DIFFERENT:
        return ""
    return f"SSLCIPH({server}) and {client} of the client differ"


def reached_managers(routes: Iterable[ClientRoute]) -> list[QueueManager]:
    """The queue managers that a client can reach, each once."""
    managers: dict[int, QueueManager] = {}
    for route in routes:
        for end in route.ends:
            if end.outcome == REACHED and end.queue_manager is not None:
                managers.setdefault(id(end.queue_manager), end.queue_manager)
    return list(managers.values())


def missed_members(estate: Estate, routes: Sequence[ClientRoute]) -> Iterator[tuple[Cluster, list[str]]]:
    """The uniform clusters that a client reaches, each with the members that it does not reach."""
    reached = reached_managers(routes)
    for cluster in uniform_clusters(estate):
        members = [member.queue_manager for member in cluster.members]
        if not any(manager in members for manager in reached):
            continue
        names = {manager.label for manager in members} | member_names(cluster)
        yield cluster, sorted(names - {manager.label for manager in reached})


# The connections that mqtune.toml declares, and what each should reach.

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
        failures = [
            f"{route.entry.channel} {end.address}: {end.outcome}, {end.reason}"
            for route in self.routes
            for end in route.ends
            if end.outcome != REACHED
        ]
        for cluster, names in self.missed:
            failures += [f"uniform cluster {cluster.name}: {name} is not reached" for name in names]
        return failures if self.routes else ["no entry has that queue manager name"]


def connections_of(every: Sequence[Estate], table: CcdtFile | None, name: str) -> list[Connection]:
    """The routes of the client in each environment that has queue managers, by a table or else the CLNTCONN
    channels of the files. Raises NoEntryError.
    """
    shown = [estate for estate in every if estate.shown] or list(every[:1])
    if table is not None:
        entries = table_entries(table)
        estates = [estate for estate in every if table in estate.ccdts and estate.queue_managers] or shown
    else:
        entries = list(channel_entries(manager for estate in every for manager in estate.queue_managers))
        estates = shown
    check_group(entries, name)
    return [Connection(estate, client_routes(estate, entries, name), name) for estate in estates]


def check_group(entries: list[Entry], wanted: str) -> None:
    """Raise NoEntryError for a table without entries, and for a name that no entry has."""
    if not entries:
        raise NoEntryError(
            "there is no client connection", "name a table in JSON, or define CLNTCONN channels"
        )
    names = sorted({entry.queue_manager for entry in entries})
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
