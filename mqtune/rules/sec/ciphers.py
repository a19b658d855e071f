"""SEC026 to SEC028: re-enabled protocols, and CipherSpecs that are not FIPS-certified."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import ObjectName, Related
from mqtune.language.ciphers import DISABLED, CipherSpec, cipherspec
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.rules.common.load_places import declaration_place
from mqtune.syntax.placeholders import has_placeholder

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
NOTE = (
    "this applies to every channel, not only to the one that needed it; these protocols are disabled by "
    "default because the data they protect can be read or forged (enabling CipherSpecs, q014265_)"
)
HELP = (
    "upgrade the partner to TLS 1.2 or later and remove the setting; AllowedCipherSpecs can enable single "
    "CipherSpecs"
)


@rule("SEC026")
def weak_protocol_enabled(queue_manager: QueueManager) -> Iterator[Hit]:
    """Stanza SSL of qm.ini (AllowSSLV3, AllowTLSV1, AllowWeakCipherSpec, AllowedCipherSpecs) or the declared
    environment (AMQ_SSL_V3_ENABLE, AMQ_SSL_WEAK_CIPHER_ENABLE) enables a protocol or CipherSpec that is
    disabled by default.
    """
    for key, what in SETTINGS.items():
        found = queue_manager.ini_entry(STANZA, key)
        if found is not None and found[1].value.strip().upper() in YES:
            yield Hit(
                entry_place(*found),
                f"{key}={found[1].value} enables {what}",
                note=NOTE,
                help=HELP,
                object=stanza_name(STANZA),
                attribute=key,
            )
    yield from weak_list(queue_manager)
    for name, what in VARIABLES.items():
        if name in queue_manager.environment:
            yield Hit(
                queue_manager.variable_place(name) or declaration_place(queue_manager),
                f"{name} in the environment enables {what}",
                note=NOTE,
                help=HELP,
                object=ObjectName("ENVIRONMENT", name),
                attribute=name,
            )


def weak_list(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report AllowedCipherSpecs if it lists ALL, or CipherSpecs that are otherwise disabled."""
    found = queue_manager.ini_entry(STANZA, ALLOWED)
    if found is None or has_placeholder(found[1].value):
        return
    names = [part.strip() for part in found[1].value.split(",")]
    weak = [name for name in names if name.upper() == "ALL" or is_disabled(name, queue_manager)]
    if weak:
        yield Hit(
            entry_place(*found),
            f"{ALLOWED} includes {', '.join(weak[:8])}",
            note=NOTE,
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
            found
            for key in (*SETTINGS, ALLOWED)
            if (found := queue_manager.ini_entry(STANZA, key)) is not None
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
        note="it works because a setting in qm.ini enables it; the data it protects can be read or forged "
        "(enabling CipherSpecs, q014265_)",
        help="name a CipherSpec of TLS 1.2 or later at both ends, then remove the setting",
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
        note="the channel is expected not to start (specifying FIPS at run time, SSLFIPS; CipherSpecs in the "
        "MQ classes for Java, q113210_)",
        help="name a certified CipherSpec, or ANY_TLS12_OR_HIGHER",
        attribute="SSLCIPH",
        related=(Related(where, "SSLFIPS is set here"),) if where is not None else (),
    )
