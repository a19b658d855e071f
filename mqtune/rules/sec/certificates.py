"""SEC042, SEC046 to SEC048: the certificates that TLS channels accept, and their keys."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.chlauth import ChannelAuthentication
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import INFO, ObjectName
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.missing_things import queue_manager_place
from mqtune.rules.sec.identity import matches_all_names
from mqtune.syntax.placeholders import has_placeholder

REFRESH = "run REFRESH SECURITY TYPE(SSL)"
YES = ("Y", "YES")


def tls_channel(queue_manager: QueueManager) -> MqObject | None:
    """A channel with a CipherSpec that uses the certificates of the queue manager, if there is one."""
    for channel in queue_manager.with_filled("CHANNEL", ("SSLCIPH",)):
        if channel.text("SSLCIPH") and channel.subtype not in ("AMQP", "MQTT"):
            return channel
    return None


@rule("SEC042")
def unspecific_certificate_name(queue_manager: QueueManager) -> Iterator[Hit]:
    """SSLPEER matches every certificate, or a record does not name the issuer."""
    for record in queue_manager.chlauth:
        if record.subtype == "SSLPEERMAP" and record.statements and record.value("USERSRC") != "NOACCESS":
            yield from record_hit(record)
    for channel in queue_manager.with_filled("CHANNEL", ("SSLPEER",)):
        peer, place = channel.text("SSLPEER"), channel.place("SSLPEER")
        if place is not None and not has_placeholder(peer) and matches_all_names(peer):
            yield Hit(
                place,
                f"CHANNEL({channel.name}) has SSLPEER('{peer}'), which matches every certificate",
                note="the name is checked only if SSLPEER restricts it (SSLPEER, q082250_)",
                help="name the partner, such as 'CN=shop,O=example', or use SSLPEERMAP with SSLCERTI",
                object=ObjectName("CHANNEL", channel.name),
                attribute="SSLPEER",
            )


def record_hit(record: ChannelAuthentication) -> Iterator[Hit]:
    """Report a record that accepts a name from any authority."""
    peer = record.text("SSLPEER")
    if record.text("SSLCERTI") or not peer or has_placeholder(peer):
        return
    everyone = matches_all_names(peer)
    yield Hit(
        record.statements[-1].word_place("SSLPEER"),
        f"CHLAUTH({record.name}) SSLPEERMAP accepts '{peer}' from every certificate authority that the key "
        "repository trusts",
        note="a certificate of another authority matches too; SSLCERTI should name the issuer if several are "
        "trusted (Mapping an SSL or TLS Distinguished Name, q013840_)",
        help=f"{'name the partner in SSLPEER, or ' if everyone else ''}name the issuer in SSLCERTI",
        object=ObjectName("CHLAUTH", record.name),
        attribute="SSLCERTI",
        severity=None if everyone else INFO,
    )


@rule("SEC046")
def missing_revocation_check(queue_manager: QueueManager) -> Iterator[Outcome]:
    """SSLCRLNL is blank on a queue manager with TLS channels."""
    if queue_manager.qmgr.value("SSLCRLNL") != "":
        return
    if (queue_manager.ini_value("SSL", "CDPCheckExtensions") or "").strip().upper() in YES:
        return
    channel = tls_channel(queue_manager)
    place = queue_manager_place(queue_manager, "SSLCRLNL") if channel is not None else None
    if channel is not None and not queue_manager.complete:
        yield incomplete(queue_manager)
    elif channel is not None and place is not None:
        yield Hit(
            place,
            f"CHANNEL({channel.name}) uses TLS, but SSLCRLNL names no OCSP server or revocation list",
            note="only certificates that name an OCSP server themselves are checked for revocation (Working "
            "with revoked certificates)",
            help="define AUTHINFO objects with AUTHTYPE(OCSP) or CRLLDAP, list them in SSLCRLNL and "
            f"{REFRESH}",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute="SSLCRLNL",
        )


@rule("SEC047")
def lenient_certificate_policy(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A queue manager with TLS channels has CERTVPOL(ANY)."""
    object = queue_manager.qmgr
    policy = object.value("CERTVPOL")
    channel = tls_channel(queue_manager) if policy == "ANY" else None
    place = queue_manager_place(queue_manager, "CERTVPOL")
    if channel is not None and object.statements and not is_known(object, queue_manager, "CERTVPOL"):
        yield incomplete(queue_manager)
    elif channel is not None and place is not None and is_known(object, queue_manager, "CERTVPOL"):
        yield Hit(
            place,
            f"CERTVPOL({policy}) does not require that certificates conform to RFC 5280",
            note="ANY accepts a chain that any of the supported policies accepts (Certificate validation "
            "policies in IBM MQ)",
            help=f"test CERTVPOL(RFC5280) with the certificates of all partners, set it and {REFRESH}",
            object=ObjectName("QMGR", ""),
            attribute="CERTVPOL",
        )


@rule("SEC048")
def secret_key_never_reset(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A queue manager with TLS channels has SSLRKEYC(0)."""
    object = queue_manager.qmgr
    channel = tls_channel(queue_manager) if object.number("SSLRKEYC") == 0 else None
    place = queue_manager_place(queue_manager, "SSLRKEYC")
    if channel is not None and object.statements and not is_known(object, queue_manager, "SSLRKEYC"):
        yield incomplete(queue_manager)
    elif channel is not None and place is not None and is_known(object, queue_manager, "SSLRKEYC"):
        yield Hit(
            place,
            "SSLRKEYC(0): the secret keys of TLS channels are never renegotiated",
            note="a message channel may run for weeks with one key (Resetting SSL and TLS secret keys)",
            help=f"set SSLRKEYC to the bytes that may pass with one key, such as 524288000, and {REFRESH}",
            object=ObjectName("QMGR", ""),
            attribute="SSLRKEYC",
        )


def is_known(qmgr: MqObject, queue_manager: QueueManager, keyword: str) -> bool:
    """Whether the files show the effective value of an attribute of the queue manager."""
    return qmgr.is_given(keyword) or queue_manager.complete
