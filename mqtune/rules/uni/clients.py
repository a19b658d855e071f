"""UNI011, UNI012, UNI013: clients of a uniform cluster and their channel definition tables."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.client_tables import entries_of, groups, served, unspread
from mqtune.estate.clients import text_of
from mqtune.estate.model import Estate
from mqtune.estate.uniform_clusters import member_names, uniform_clusters, uniform_name
from mqtune.findings.finding import INFO, ObjectName
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.text.spans import Place
from mqtune.text.wording import listed

BALANCING = "IBM MQ documentation, How automatic balancing works"
FIXED_WORDS = frozenset(("qmgr", "queuemanager", "disabled"))


@rule("UNI012")
def unbalanced_first_connections(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """The group entries of a client channel definition table for a uniform cluster have weight 0 or affinity
    preferred, the defaults.
    """
    entries = entries_of(ccdt) if uniform_clusters(estate) else []
    cluster = served(entries, estate)
    if cluster is None:
        return
    for name, fixed in unspread(entries, cluster).items():
        entry = fixed[0]
        weight = entry.setting("clientWeight")
        weighed = f"clientWeight {0 if weight is None else weight.value}"
        words = "affinity preferred" if entry.weighted else weighed
        yield Hit(
            entry.place,
            f"an entry of group '{name}' has {words}, which does not distribute the clients over the members "
            f"of {cluster.name}",
            note="with affinity preferred all connections of a process use the entry that was chosen first"
            if entry.weighted
            else "with weight 0 the entries are tried in a fixed order, so all clients first connect to the "
            "first member and are moved afterwards",
            help='set "clientWeight": 1 and "affinity": "none" in connectionManagement of each entry',
            object=ObjectName("CLNTCONN", entry.channel),
            attribute="affinity" if entry.weighted else "clientWeight",
            severity=INFO if entry.weighted else None,
        )


@rule("UNI013")
def ccdt_group_without_member_entry(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A client channel definition table has a group for a uniform cluster, but no entry with the name of a
    member.
    """
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
        f"the table has group '{first.queue_manager}' for uniform cluster {cluster.name}, but no entry for "
        f"{listed(missing)}",
        note="the group is for the first connection; a client that is moved receives the name of a queue "
        f"manager and looks for an entry with that name ({BALANCING})",
        help=f'next to the group, add an entry for each member, such as "queueManager": "{missing[0]}"',
        object=ObjectName("CLNTCONN", first.channel),
        attribute="queueManager",
    )


@rule("UNI011")
def restricted_client_reconnection(estate: Estate) -> Iterator[Hit]:
    """A client channel definition table of a uniform cluster, or an mqclient.ini next to it, prevents clients
    from reconnecting to any queue manager.
    """
    if not uniform_clusters(estate):
        return
    for ccdt in estate.ccdts:
        entries = entries_of(ccdt)
        cluster = served(entries, estate)
        for entry in entries if cluster is not None else ():
            node = entry.setting("defaultReconnect")
            word = text_of(node).lower()
            if node is not None and cluster is not None and word in FIXED_WORDS:
                shown = ObjectName("CLNTCONN", entry.channel)
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
    """A client that cannot be moved to another member."""
    return Hit(
        place,
        f"{key} {value} prevents clients of uniform cluster {cluster} from being moved",
        note="only a client that may reconnect to any queue manager is moved when members start, stop or "
        f"have more clients than others ({BALANCING})",
        help=f"set {key} to {wanted}, and use the same name for all instances of an application",
        object=object,
        attribute=key,
    )
