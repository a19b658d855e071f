"""UNI011, UNI012, UNI013: clients of a uniform cluster and their tables. Does not know files or formats."""

from __future__ import annotations

from mqtune.checks.hit import Hit
from mqtune.checks.uni_clusters import member_addresses, member_names, uniform_clusters, uniform_name
from mqtune.estate.addresses import connections
from mqtune.estate.clients import addresses, text_of
from mqtune.findings.finding import INFO, ObjectName
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.clusters import Cluster
    from mqtune.estate.model import Estate
    from mqtune.syntax.ccdt.tree import CcdtFile, Node
    from mqtune.text.spans import Place

BALANCING = "IBM MQ documentation, How automatic balancing works"
FIXED_WORDS = frozenset(("qmgr", "queuemanager", "disabled"))


class Entry:
    """One client connection of a table: the queue manager or group it stands for, and its addresses."""

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

    def setting(self, key: str) -> Node | None:
        """A value of connectionManagement."""
        return self.management.get(key) if self.management is not None else None


def entries_of(ccdt: CcdtFile) -> list[Entry]:
    """The client connections of a table; none of one whose structure is not known."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    if table is None or ccdt.templated:
        return []
    found = [Entry(node, ccdt) for node in table.items]
    return [entry for entry in found if not has_placeholder(entry.queue_manager)]


def served(entries: list[Entry], estate: Estate) -> Cluster | None:
    """The uniform cluster that a table leads to: it names a member or the address of one."""
    for cluster in uniform_clusters(estate):
        names, known = member_names(cluster), member_addresses(cluster)
        if any(entry.queue_manager in names or entry.addresses & known for entry in entries):
            return cluster
    return None


def groups(entries: list[Entry], cluster: Cluster) -> dict[str, list[Entry]]:
    """The entries that stand for no single member, by the name of their group."""
    own = member_names(cluster)
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.queue_manager not in own:
            found.setdefault(entry.queue_manager, []).append(entry)
    return {
        name: several for name, several in found.items() if len({a for e in several for a in e.addresses}) > 1
    }


def first_connections_not_spread(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """UNI012."""
    entries = entries_of(ccdt) if uniform_clusters(estate) else []
    cluster = served(entries, estate)
    if cluster is None:
        return
    for name, several in groups(entries, cluster).items():
        if len(several) < 2:
            continue  # one entry with a list of addresses is a list, not a group
        for entry in several:
            weight, affinity = entry.setting("clientWeight"), entry.setting("affinity")
            unweighted = weight is None or weight.value == 0
            if not unweighted and text_of(affinity).lower() == "none":
                continue
            weighed = f"clientWeight {0 if weight is None else weight.value}"
            words = weighed if unweighted else "affinity preferred"
            yield Hit(
                entry.place,
                f"an entry of group '{name}' has {words}, which does not spread the clients of "
                f"{cluster.name}",
                note="with weight 0 the entries are tried in a fixed order, so all clients begin at the "
                "first member and are moved afterwards"
                if unweighted
                else "with affinity preferred all connections of a process go to the entry that was chosen "
                "first",
                help='set "clientWeight": 1 and "affinity": "none" in connectionManagement of each entry',
                object=ObjectName("CLNTCONN", text_of(entry.node.get("name"))),
                attribute="clientWeight" if unweighted else "affinity",
                severity=None if unweighted else INFO,
            )
            break


def moved_client_without_entry(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """UNI013."""
    entries = entries_of(ccdt) if uniform_clusters(estate) else []
    cluster = served(entries, estate)
    if cluster is None:
        return
    names = member_names(cluster)
    there = {entry.queue_manager for entry in entries} & names
    together = groups(entries, cluster)
    missing = sorted(names - there)
    if not together or not missing or not names:
        return
    first = next(iter(together.values()))[0]
    yield Hit(
        first.place,
        f"the table has group '{first.queue_manager}' of uniform cluster {cluster.name} and no entry for "
        f"{', '.join(missing[:8])}",
        note="the group is for the first connection; a client that is moved is told the name of a queue "
        f"manager and looks for an entry of that name ({BALANCING})",
        help=f'add an entry with "queueManager": "{missing[0]}" for each member, beside the group',
        object=ObjectName("CLNTCONN", text_of(first.node.get("name"))),
        attribute="queueManager",
    )


def client_that_cannot_be_moved(estate: Estate) -> Iterator[Hit]:
    """UNI011."""
    if not uniform_clusters(estate):
        return
    for ccdt in estate.ccdts:
        entries = entries_of(ccdt)
        cluster = served(entries, estate)
        for entry in entries if cluster is not None else ():
            node = entry.setting("defaultReconnect")
            word = text_of(node).lower()
            if node is not None and cluster is not None and word in FIXED_WORDS:
                shown = ObjectName("CLNTCONN", text_of(entry.node.get("name")))
                place = ccdt.document.place(node.span)
                yield reconnect_hit(place, "defaultReconnect", text_of(node), cluster.name, shown, "yes")
    if not all(uniform_name(manager) for manager in estate.queue_managers):
        return  # the clients may be those of another queue manager
    for ini in estate.client_inis:
        found = ini.get("Channels", "DefRecon")
        if found is not None and found.value.strip().lower() in FIXED_WORDS:
            stanza = ObjectName("STANZA", "Channels")
            name = uniform_clusters(estate)[0].name
            place = ini.document.place(found.span)
            yield reconnect_hit(place, "DefRecon", found.value.strip(), name, stanza, "YES")


def reconnect_hit(place: Place, key: str, value: str, cluster: str, object: ObjectName, wanted: str) -> Hit:
    """A client that stays where it is."""
    return Hit(
        place,
        f"{key} {value} keeps clients of uniform cluster {cluster} where they are",
        note="only a client that may reconnect to any queue manager is moved when members come, go or have "
        f"more clients than others ({BALANCING})",
        help=f"set {key} to {wanted}, and give the instances of an application one name",
        object=object,
        attribute=key,
    )
