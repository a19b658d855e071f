"""SEC026 to SEC028, SEC042, SEC046 to SEC048: protocols, CipherSpecs and certificates."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import ChannelAuthentication
from mqtune.language.available import DISABLED, CipherSpec, cipherspec
from mqtune.rules.common import declaration_place, entry_place, incomplete, queue_manager_place, stanza_name
from mqtune.rules.sec.administrators import matches_all_names
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, ObjectName, Related

# SEC026 to SEC028: re-enabled protocols, and CipherSpecs that are not FIPS-certified.

STANZA = "SSL"
SETTINGS = {
    "AllowSSLV3": "SSL 3.0",
    "AllowTLSV1": "TLS 1.0",
    "AllowWeakCipherSpec": "CipherSpecs that are broken or unencrypted",
}
VARIABLES = {
    "AMQ_SSL_V3_ENABLE": "SSL 3.0",
    "AMQ_SSL_WEAK_CIPHER_ENABLE": "CipherSpecs that are broken or unencrypted",
}
CCM = "_CCM"
ALLOWED = "AllowedCipherSpecs"
YES = ("Y", "YES", "T", "TRUE", "1")


@rule("SEC026")
def weak_protocol_enabled(queue_manager: QueueManager) -> Iterator[Hit]:
    """Stanza SSL of qm.ini (AllowSSLV3, AllowTLSV1, AllowWeakCipherSpec, AllowedCipherSpecs) or the declared
    environment (AMQ_SSL_V3_ENABLE, AMQ_SSL_WEAK_CIPHER_ENABLE) enables a protocol or CipherSpec that is
    disabled by default.
    """
    for key, what in SETTINGS.items():
        setting = queue_manager.ini_entry(STANZA, key)
        if setting is not None and setting[1].value.strip().upper() in YES:
            yield Hit(
                entry_place(*setting),
                f"{key}={setting[1].value} enables {what}",
                object=stanza_name(STANZA),
                attribute=key,
            )
    yield from weak_list(queue_manager)
    for name, what in VARIABLES.items():
        if name in queue_manager.environment:
            yield Hit(
                queue_manager.variable_place(name) or declaration_place(queue_manager),
                f"{name} in the environment enables {what}",
                object=ObjectName("ENVIRONMENT", name),
                attribute=name,
            )


def weak_list(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report AllowedCipherSpecs if it lists ALL, or CipherSpecs that are otherwise disabled."""
    setting = queue_manager.ini_entry(STANZA, ALLOWED)
    if setting is None or has_placeholder(setting[1].value):
        return
    names = [part.strip() for part in setting[1].value.split(",")]
    weak = [name for name in names if name.upper() == "ALL" or is_disabled(name, queue_manager)]
    if weak:
        yield Hit(
            entry_place(*setting),
            f"{ALLOWED} includes {', '.join(weak[:8])}",
            help="remove the CipherSpecs that are disabled by default",
            object=stanza_name(STANZA),
            attribute=ALLOWED,
        )


def is_disabled(name: str, queue_manager: QueueManager) -> bool:
    """Whether a CipherSpec is known to be disabled by default at the queue manager's level."""
    spec = cipherspec(name)
    return spec is not None and not spec.alias and spec.at(queue_manager.level)[0] == DISABLED


@rule("SEC027", skip=Skip(given=("SSLCIPH",), reads=("SSLCIPH",)))
def weak_cipherspec(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A channel names a CipherSpec that is disabled by default, and a setting in qm.ini enables it.

    If nothing enables it, another rule reports that the channel does not start.
    """
    name = object.text("SSLCIPH")
    place = object.place("SSLCIPH") if is_disabled(name, queue_manager) else None
    if place is None or not object.is_given("SSLCIPH"):
        return
    setting = next(
        (
            entry
            for key in (*SETTINGS, ALLOWED)
            if (entry := queue_manager.ini_entry(STANZA, key)) is not None
        ),
        None,
    )
    spec = cipherspec(name)
    if setting is None or spec is None:
        return
    yield Hit(
        place,
        f"CHANNEL({object.name}) has {name} ({spec.protocol}, {encryption_of(spec)}), which is disabled by "
        "default",
        attribute="SSLCIPH",
        related=(Related(entry_place(*setting), f"{setting[1].key} is set here"),),
    )


def encryption_of(spec: CipherSpec) -> str:
    """The encryption algorithm of a CipherSpec, in words."""
    return spec.encryption if spec.encryption not in ("", "none") else "no encryption"


@rule("SEC028", skip=Skip(given=("SSLCIPH",), reads=("SSLCIPH",)))
def cipherspec_not_fips_certified(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The queue manager has SSLFIPS(YES), and a channel names a CipherSpec that neither FIPS 140-2 nor FIPS
    140-3 certifies.
    """
    qmgr, name = queue_manager.qmgr, object.text("SSLCIPH")
    if qmgr.value("SSLFIPS") != "YES" or not object.is_given("SSLCIPH"):
        return
    place = object.place("SSLCIPH")
    if place is None:
        return
    spec = cipherspec(name)
    if CCM in name:  # only the Java client's table calls them uncertified; the queue manager's is not known
        return
    if spec is None or spec.alias or spec.fips_140_2 is not False or spec.fips_140_3 is not False:
        return
    where = qmgr.place("SSLFIPS")
    yield Hit(
        place,
        f"CHANNEL({object.name}) has {name}, but SSLFIPS(YES) accepts only certified CipherSpecs",
        attribute="SSLCIPH",
        related=(Related(where, "SSLFIPS is set here"),) if where is not None else (),
    )


# SEC042, SEC046 to SEC048: the certificates that TLS channels accept, and their keys.

ACCEPTED = ("Y", "YES")


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
    if (queue_manager.ini_value("SSL", "CDPCheckExtensions") or "").strip().upper() in ACCEPTED:
        return
    channel = tls_channel(queue_manager)
    place = queue_manager_place(queue_manager, "SSLCRLNL") if channel is not None else None
    if channel is not None and not queue_manager.complete:
        yield incomplete(queue_manager)
    elif channel is not None and place is not None:
        yield Hit(
            place,
            f"CHANNEL({channel.name}) uses TLS, but SSLCRLNL names no OCSP server or revocation list",
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
            object=ObjectName("QMGR", ""),
            attribute="SSLRKEYC",
        )


def is_known(qmgr: MqObject, queue_manager: QueueManager, keyword: str) -> bool:
    """Whether the files show the effective value of an attribute of the queue manager."""
    return qmgr.is_given(keyword) or queue_manager.complete
