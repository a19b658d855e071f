"""REF023 to REF025, REF029, REF030: the two ends of a channel between queue managers of the files."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.clients import connections
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.language.available import DIFFERENT, PERHAPS, difference
from mqtune.rules.chl.paths import ends
from mqtune.rules.common import defined_here, incomplete, object_name
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, ObjectName, Related

VERBS = {DIFFERENT: "does not match", PERHAPS: "is likely to be rejected by"}
NOTES = {
    DIFFERENT: "the channel does not start: AMQ9631 if the CipherSpecs differ, AMQ9639 if only one end has "
    "one (CipherSpec mismatches, q049340_)",
    PERHAPS: "an alias without upper bound negotiates the strongest common CipherSpec, which is rarely the "
    "one of the receiving end; the channel then fails with AMQ9631 (Relationship between alias CipherSpec "
    "settings, q014267_)",
}


@rule("REF023")
def mismatched_cipherspecs_of_channel(estate: Estate) -> Iterator[Hit]:
    """The CipherSpecs of the two ends of a channel do not match, or one end has none."""
    for channel, manager, end, partner in ends(estate):
        spec, partner_spec = channel.text("SSLCIPH"), end.text("SSLCIPH")
        verdict = "" if has_placeholder(spec + partner_spec) else difference(spec, partner_spec)
        given = channel if channel.is_given("SSLCIPH") else end
        place = given.place("SSLCIPH")
        if not verdict or place is None:
            continue
        owner, opposite = (manager, end) if given is channel else (partner, channel)
        yield Hit(
            place,
            f"SSLCIPH({spec or ' '}) of CHANNEL({channel.name}) {VERBS[verdict]} "
            f"SSLCIPH({partner_spec or ' '}) of its receiving end on {partner.label}",
            note=NOTES[verdict],
            object=object_name(given, owner),
            attribute="SSLCIPH",
            severity=None if verdict == DIFFERENT else INFO,
            related=defined_here(opposite, "SSLCIPH" if opposite.is_given("SSLCIPH") else ""),
        )


@rule("REF024")
def mismatched_sequence_wrap(estate: Estate) -> Iterator[Hit]:
    """SEQWRAP differs between the two ends of a channel."""
    for channel, manager, end, partner in ends(estate):
        wrap, partner_wrap = channel.number("SEQWRAP"), end.number("SEQWRAP")
        place = channel.place("SEQWRAP")
        if wrap is None or partner_wrap is None or wrap == partner_wrap or place is None:
            continue
        yield differing_hit("SEQWRAP", place, (channel, manager, end, partner))


@rule("REF025")
def mismatched_transport_type(estate: Estate) -> Iterator[Hit]:
    """TRPTYPE differs between the two ends of a channel."""
    for channel, manager, end, partner in ends(estate):
        transport, partner_transport = channel.value("TRPTYPE"), end.value("TRPTYPE")
        place = channel.place("TRPTYPE")
        if (
            not transport
            or not partner_transport
            or transport == partner_transport
            or has_placeholder(transport + partner_transport)
            or place is None
        ):
            continue
        yield differing_hit("TRPTYPE", place, (channel, manager, end, partner))


def differing_hit(
    keyword: str, place: Place, pair: tuple[MqObject, QueueManager, MqObject, QueueManager]
) -> Hit:
    """The finding for an attribute that differs between the ends of a channel."""
    channel, manager, end, partner = pair
    value, partner_value = channel.text(keyword), end.text(keyword)
    return Hit(
        place,
        f"CHANNEL({channel.name}) has {keyword}({value}), but its receiving end on {partner.label} has "
        f"{keyword}({partner_value})",
        help=f"set {keyword}({partner_value}) here, or {keyword}({value}) on {partner.label}",
        object=object_name(channel, manager),
        attribute=keyword,
        related=defined_here(end, keyword if end.is_given(keyword) else ""),
    )


@rule("REF029")
def connection_port_without_listener(estate: Estate) -> Iterator[Outcome]:
    """CONNAME of a sending channel names a port that no TCP listener of the partner has."""
    for channel, manager, _, partner in ends(estate):
        ports = listener_ports(partner)
        conname = channel.text("CONNAME")
        place = channel.place("CONNAME")
        if not ports or place is None or has_placeholder(conname) or channel.value("TRPTYPE") != "TCP":
            continue
        missing = sorted({port for _, port in connections(conname)} - ports)
        if missing and not ports & {port for _, port in connections(conname)}:
            if not partner.complete:
                yield incomplete(partner)
                continue
            known = ", ".join(str(port) for port in sorted(ports)[:8])
            yield Hit(
                place,
                f"CHANNEL({channel.name}) connects to port {missing[0]}, but the listeners of "
                f"{partner.label} use {known}",
                help=f"correct CONNAME, or define a listener with PORT({missing[0]}) on {partner.label}",
                object=object_name(channel, manager),
                attribute="CONNAME",
            )


def listener_ports(partner: QueueManager) -> set[int]:
    """The ports of a queue manager's own TCP listeners; empty if one of them is unknown."""
    ports: set[int] = set()
    for listener in partner.of_type("LISTENER", "TCP"):
        if not listener.statements or listener.name.startswith("SYSTEM."):
            continue
        port = _port(listener)
        if port is None:
            return set()
        ports.add(port)
    return ports


def _port(listener: MqObject) -> int | None:
    port = listener.number("PORT")
    return port or None


# REF030: TLS channels of a queue manager without a key repository.

# the channels that use the key repository of the queue manager
USING = ("SDR", "SVR", "RCVR", "RQSTR", "SVRCONN", "CLUSSDR", "CLUSRCVR")


@rule("REF030")
def tls_without_key_repository(queue_manager: QueueManager) -> Iterator[Hit]:
    """SSLKEYR is set to blank, and a channel has a CipherSpec."""
    qmgr = queue_manager.qmgr
    place = qmgr.place("SSLKEYR")
    if not qmgr.is_given("SSLKEYR") or qmgr.value("SSLKEYR") != "" or place is None:
        return
    channels = [
        channel
        for channel in queue_manager.with_filled("CHANNEL", ("SSLCIPH",))
        if channel.subtype in USING and channel.text("SSLCIPH")
    ]
    if channels:
        more = f" and {len(channels) - 1} more have" if len(channels) > 1 else " has"
        yield Hit(
            place,
            f"SSLKEYR is blank, but CHANNEL({channels[0].name}){more} a CipherSpec",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute="SSLKEYR",
            related=tuple(
                Related(spec_place, f"CHANNEL({channel.name}) has SSLCIPH({channel.text('SSLCIPH')})")
                for channel in channels[:8]
                if (spec_place := channel.place("SSLCIPH")) is not None
            ),
        )
