"""CLT002, CLT004 to CLT009, CLT011, CLT013: mqclient.ini and client channel definition tables.

Settings of mqclient.ini, channels that clients should not use, and entries of a table that work badly, or
against each other. The CAT rules check the syntax and the names of the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.language.available import DISABLED, cipherspec, parse_level
from mqtune.rules.common import entry_place, stanza_name
from mqtune.syntax.ccdt.tree import ARRAY, INTEGER, OBJECT, CcdtFile, Node
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import IniFile
from mqtune.text.editing import Place, Span
from mqtune.text.finding import INFO, ObjectName, Related

# CLT009, CLT011, CLT013: settings of mqclient.ini, and channels that clients should not use.

# prefixes of the default objects for channels; SYSTEM.ADMIN.SVRCONN is meant to be used
DEFAULT_CHANNELS = ("SYSTEM.DEF.", "SYSTEM.AUTO.")
CHECKS = ("CertificateValPolicy", "CCDTHttpsCertValPolicy", "TokenHttpsCertValPolicy", "HTTPSCertValidation")
CHANNELS, SSL = "CHANNELS", "SSL"


@rule("CLT009")
def system_channel_for_clients(estate: Estate) -> Iterator[Hit]:
    """A table, a client-connection channel or ServerConnectionParms names a SYSTEM channel that contains the
    defaults of other channels.
    """
    for client in estate.clients:
        if client.channel.startswith(DEFAULT_CHANNELS):
            yield default_channel_hit(client.channel, client.place)
    for ini in estate.client_inis:
        entry = ini.get(CHANNELS, "ServerConnectionParms")
        name = entry.value.partition("/")[0].strip() if entry is not None else ""
        if entry is not None and name.startswith(DEFAULT_CHANNELS):
            yield default_channel_hit(name, entry_place(ini, entry))


def default_channel_hit(name: str, place: Place) -> Hit:
    """The finding for one client that uses a default object as its channel."""
    return Hit(
        place,
        f"clients connect through {name}, which contains the defaults of other channels",
        object=ObjectName("CHANNEL", name),
        attribute="name",
    )


@rule("CLT011")
def certificate_checks_off(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """A key of stanza SSL in mqclient.ini is NONE."""
    for key in CHECKS:
        entry = ini.get(SSL, key)
        if entry is not None and entry.value.strip().upper() == "NONE":
            yield Hit(
                entry_place(ini, entry),
                f"{key}=NONE: the client accepts any certificate from anyone",
                help=f"remove {key}, and trust the authority that signed the server's certificate",
                object=stanza_name(SSL),
                attribute=key,
            )


@rule("CLT013")
def connection_without_tls(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """ServerConnectionParms is set in mqclient.ini, and stanza SSL names a key repository."""
    entry, keys = ini.get(CHANNELS, "ServerConnectionParms"), ini.get(SSL, "SSLKeyRepository")
    if entry is not None and entry.value.strip() and keys is not None and keys.value.strip():
        yield Hit(
            entry_place(ini, entry),
            "ServerConnectionParms cannot request TLS, but stanza SSL names a key repository",
            object=stanza_name(CHANNELS),
            attribute="ServerConnectionParms",
            related=(Related(entry_place(ini, keys), "the key repository is named here"),),
        )


# CLT002, CLT004 to CLT008: entries of a client channel definition table.

SLOW_HEARTBEAT_S = 300
MANAGEMENT = "connectionManagement"


def entries(file: CcdtFile) -> Iterator[Node]:
    """The entries of a table that are JSON objects."""
    table = file.root.get("channel") if file.root is not None and file.root.kind == OBJECT else None
    for entry in table.items if table is not None and table.kind == ARRAY else ():
        if entry.kind == OBJECT:
            yield entry


def value_at(entry: Node, *keys: str) -> Node | None:
    """The value at a path of keys; None if one of them is missing."""
    node: Node | None = entry
    for key in keys:
        node = node.get(key) if node is not None and node.kind == OBJECT else None
    return node


def text(entry: Node, *keys: str) -> str:
    """The value at a path of keys as text; "" if there is none."""
    node = value_at(entry, *keys)
    return str(node.value).strip() if node is not None and node.value is not None else ""


def number(entry: Node, *keys: str) -> int | None:
    """The value at a path of keys as an integer; None if it is not one."""
    node = value_at(entry, *keys)
    value = node.value if node is not None and node.kind == INTEGER else None
    return value if isinstance(value, int) else None


def addresses(entry: Node) -> tuple[str, ...]:
    """The `host(port)` of an entry's connections."""
    listed = value_at(entry, "clientConnection", "connection")
    items = listed.items if listed is not None and listed.kind == ARRAY else []
    return tuple(f"{text(item, 'host').lower()}({text(item, 'port') or '1414'})" for item in items)


def group_of(entry: Node) -> str:
    """The queue manager name that applications use to select an entry, without a leading asterisk."""
    return text(entry, "clientConnection", "queueManager").lstrip("*")


def span_of(entry: Node, *keys: str) -> Span:
    """The position of the value at a path of keys, or else of the entry's name."""
    node = value_at(entry, *keys) or entry.get("name")
    return node.span if node is not None else entry.span


def entry_hit(file: CcdtFile, entry: Node, place: Place, message: str, attribute: str) -> Hit:
    """A finding on one entry."""
    name = text(entry, "name")
    object = ObjectName("CCDT", name) if name else None
    return Hit(place, message, object=object, attribute=attribute)


@rule("CLT002")
def conversation_sharing_off_in_ccdt(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """An entry of a client channel definition table has sharingConversations 0."""
    for entry in entries(file):
        if number(entry, MANAGEMENT, "sharingConversations") == 0:
            yield entry_hit(
                file,
                entry,
                file.document.place(span_of(entry, MANAGEMENT, "sharingConversations")),
                f"channel {text(entry, 'name')} has sharingConversations 0, which disables bidirectional "
                "heartbeats, read ahead and reconnection",
                attribute="channel[].connectionManagement.sharingConversations",
            )


@rule("CLT004")
def slow_heartbeat_with_several_hosts(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """An entry with several hosts has heartbeatInterval 300 or more."""
    slow = [
        entry
        for entry in entries(file)
        if (number(entry, MANAGEMENT, "heartbeatInterval") or 0) >= SLOW_HEARTBEAT_S
        and len(addresses(entry)) > 1
    ]
    for entry in slow[:1]:
        interval = number(entry, MANAGEMENT, "heartbeatInterval")
        more = f" and {len(slow) - 1} more" if len(slow) > 1 else ""
        yield entry_hit(
            file,
            entry,
            file.document.place(span_of(entry, MANAGEMENT, "heartbeatInterval")),
            f"channel {text(entry, 'name')}{more} leads to several hosts and has "
            f"heartbeatInterval {interval}",
            attribute="channel[].connectionManagement.heartbeatInterval",
        )


def groups(file: CcdtFile) -> list[list[Node]]:
    """The entries grouped by queue manager name, without groups of one."""
    by_name: dict[str, list[Node]] = {}
    for entry in entries(file):
        name = group_of(entry)
        if name and not has_placeholder(name):
            by_name.setdefault(name, []).append(entry)
    return [group for group in by_name.values() if len(group) > 1]


@rule("CLT005")
def weighted_and_unweighted_entries(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """Some of the entries for one queue manager name have a clientWeight and others have none, or 0."""
    if file.templated:
        return
    for group in groups(file):
        weights = [number(entry, MANAGEMENT, "clientWeight") for entry in group]
        if any(
            value_at(entry, MANAGEMENT, "clientWeight") and weight is None
            for entry, weight in zip(group, weights, strict=True)
        ):
            continue
        unweighted = [entry for entry, weight in zip(group, weights, strict=True) if not weight]
        weighted = [entry for entry, weight in zip(group, weights, strict=True) if weight]
        if unweighted and weighted:
            entry = unweighted[0]
            hit = entry_hit(
                file,
                entry,
                file.document.place(span_of(entry, MANAGEMENT, "clientWeight")),
                f"channel {text(entry, 'name')} has clientWeight 0, but {len(weighted)} of the {len(group)} "
                f"entries for {group_of(entry)} {'has' if len(weighted) == 1 else 'have'} a weight",
                attribute="channel[].connectionManagement.clientWeight",
            )
            hit.related = (
                Related(
                    file.document.place(span_of(weighted[0], MANAGEMENT, "clientWeight")),
                    "this entry has a weight",
                ),
            )
            yield hit


@rule("CLT006")
def duplicate_ccdt_entry(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """Two entries of a table have the same channel name, queue manager and addresses."""
    seen: dict[tuple[str, ...], Node] = {}
    for entry in entries(file):
        key = (text(entry, "name"), text(entry, "clientConnection", "queueManager"), *addresses(entry))
        if len(key) < 3 or file.templated or any(has_placeholder(part) for part in key):
            continue
        earlier = seen.setdefault(key, entry)
        if earlier is not entry:
            hit = entry_hit(
                file,
                entry,
                file.document.place(span_of(entry)),
                f"channel {key[0]} for {key[1] or '(blank)'} at {', '.join(key[2:5])} is in the table twice",
                attribute="channel[].name",
            )
            hit.related = (Related(file.document.place(span_of(earlier)), "the first entry is here"),)
            yield hit


@rule("CLT007")
def disabled_cipherspec_in_ccdt(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """An entry names a CipherSpec that is disabled by default at the declared level."""
    level = parse_level(estate.project.mq_version or "")
    for entry in entries(file):
        name = text(entry, "transmissionSecurity", "cipherSpecification")
        spec = cipherspec(name) if name else None
        if spec is None or spec.alias or spec.at(level)[0] != DISABLED:
            continue
        hit = entry_hit(
            file,
            entry,
            file.document.place(span_of(entry, "transmissionSecurity", "cipherSpecification")),
            f"channel {text(entry, 'name')} names {name} ({spec.protocol}), which is disabled by default",
            attribute="channel[].transmissionSecurity.cipherSpecification",
        )
        hit.severity = None if level is not None and spec.at(level)[1] == "high" else INFO
        yield hit


@rule("CLT008")
def unencrypted_entry_among_encrypted(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """Some of the entries for one queue manager name have a CipherSpec and others have none."""
    keys = ("transmissionSecurity", "cipherSpecification")
    for group in groups(file) if not file.templated else ():
        plain = [entry for entry in group if not text(entry, *keys)]
        secured = [entry for entry in group if text(entry, *keys)]
        if plain and secured:
            hit = entry_hit(
                file,
                plain[0],
                file.document.place(span_of(plain[0])),
                f"channel {text(plain[0], 'name')} for {group_of(plain[0])} has no CipherSpec, but "
                f"{len(secured)} of the {len(group)} entries for that name "
                f"{'has' if len(secured) == 1 else 'have'} one",
                attribute="channel[].transmissionSecurity.cipherSpecification",
            )
            hit.related = (Related(file.document.place(span_of(secured[0], *keys)), "this entry has TLS"),)
            yield hit
