"""CLT009, CLT011, CLT013: settings of mqclient.ini, and channels that clients should not use."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.syntax.ini.tree import IniFile
from mqtune.text.spans import Place

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
        note="by default a queue manager closes it to all addresses (SYSTEM.* NOACCESS), and a change to it "
        "affects every channel that is defined later (resolving CHLAUTH access issues)",
        help="define your own server-connection channel, and name it here",
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
                note="anyone on the network path can answer in place of the server and read everything (SSL "
                "stanza of the client configuration file)",
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
            note="the connection that it defines is unencrypted; the key repository is not used for it "
            "(CHANNELS stanza of the client configuration file)",
            help="define the connection in a client channel definition table with a CipherSpec",
            object=stanza_name(CHANNELS),
            attribute="ServerConnectionParms",
            related=(Related(entry_place(ini, keys), "the key repository is named here"),),
        )
