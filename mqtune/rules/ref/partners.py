"""REF016 to REF020: listeners, and the two ends of channels and client connections."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.model import Client, Estate, QueueManager
from mqtune.estate.near import near_name
from mqtune.estate.objects import MqObject
from mqtune.estate.routes import RECEIVERS, SENDERS
from mqtune.findings.finding import INFO, ObjectName
from mqtune.language import catalogue
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.mistakes import may_have
from mqtune.rules.common.object_names import defined_here, object_name
from mqtune.syntax.placeholders import has_placeholder

STARTED = ("QMGR", "STARTONLY")
MISSING = "has no channel of that name"


@rule("REF016")
def listeners_on_same_port(queue_manager: QueueManager) -> Iterator[Hit]:
    """Two TCP listeners that start with the queue manager have the same port and address."""
    seen: dict[tuple[str, str], MqObject] = {}
    for listener in queue_manager.of_type("LISTENER", "TCP"):
        port, place = listener.value("PORT"), listener.place("PORT")
        if listener.value("CONTROL") not in STARTED or place is None or not port or port == "0":
            continue
        other = seen.setdefault((port, listener.text("IPADDR").lower()), listener)
        if other is not listener and not has_placeholder(port):
            yield Hit(
                place,
                f"LISTENER({listener.name}) and LISTENER({other.name}) both have PORT({port})",
                note="both start with the queue manager, and the second listener cannot bind the port",
                help="give each listener its own port, or set CONTROL(MANUAL) on one of them",
                object=object_name(listener, queue_manager),
                attribute="PORT",
                related=defined_here(other, "PORT"),
            )


@rule("REF017")
def listener_without_control(queue_manager: QueueManager) -> Iterator[Hit]:
    """A listener is defined without CONTROL, so that it has CONTROL(MANUAL)."""
    started = {
        statement.name
        for statement in queue_manager.statements
        if statement.verb == "START" and statement.type == "LISTENER"
    }
    for listener in queue_manager.of_type("LISTENER"):
        if not listener.statements or not listener.defined or listener.predefined or listener.placeholder:
            continue
        if listener.value("CONTROL") != "MANUAL" or listener.is_given("CONTROL"):
            continue
        if may_have(listener, "CONTROL"):
            continue
        place = listener.place()
        if place is None:
            continue
        has_start_command = listener.name in started
        yield Hit(
            place,
            f"LISTENER({listener.name}) does not set CONTROL, which defaults to MANUAL"
            + (": only START LISTENER starts it" if has_start_command else ": nothing here starts it"),
            note="after the next start of the queue manager no partner can connect until it is started",
            help="add CONTROL(QMGR), or CONTROL(MANUAL) if that is intended",
            object=object_name(listener, queue_manager),
            attribute="CONTROL",
            severity=INFO,
        )


def partner_of(channel: MqObject, manager: QueueManager, estate: Estate) -> QueueManager | None:
    """The queue manager of the estate that a sender's transmission queue leads to; None if unknown.

    It is the queue manager that the transmission queue is named after, or the one that all remote queue
    definitions using it name.
    """
    if len(estate.queue_managers) == 1:
        return None
    xmitq = channel.text("XMITQ")
    found = estate.named(xmitq) if xmitq else None
    if found is None:
        remotes = manager.with_value("QREMOTE", "XMITQ", xmitq) if xmitq else []
        names = {one.text("RQMNAME") for one in remotes} - {""}
        found = estate.named(names.pop()) if len(names) == 1 else None
    return found if found is not manager else None


@rule("REF018")
def channel_without_receiving_end(estate: Estate) -> Iterator[Outcome]:
    """A sender or server channel leads to a queue manager in these files that has no receiving channel of the
    same name.
    """
    for manager in estate.queue_managers:
        for subtype in SENDERS:
            for channel in manager.of_type("CHANNEL", subtype):
                partner = partner_of(channel, manager, estate) if channel.statements else None
                if partner is not None and not channel.placeholder:
                    yield from compare_ends(channel, manager, partner)


def compare_ends(channel: MqObject, manager: QueueManager, partner: QueueManager) -> Iterator[Outcome]:
    """Report a missing, misspelt or incompatible receiving end of a sender or server channel."""
    end = partner.channel(channel.name)
    words = ""
    if end is None:
        ends = [one.name for kind in RECEIVERS for one in partner.of_type("CHANNEL", kind) if one.statements]
        near = near_name(channel.name, ends)
        if near is not None:
            words, end = f"has no channel of that name, but has CHANNEL({near})", partner.channel(near)
        elif partner.complete:
            words = MISSING
        else:
            yield incomplete(partner)
    elif end.subtype not in RECEIVERS and end.defined:
        words = f"defines it with CHLTYPE({end.subtype})"
    place = channel.place()
    if words and place is not None:
        yield Hit(
            place,
            f"CHANNEL({channel.name}) leads to {partner.label}, which {words}",
            note="a sender channel starts the receiver channel of the same name; names are case-sensitive",
            help=f"define CHANNEL({channel.name}) CHLTYPE(RCVR) on {partner.label}, or name its channel here",
            object=object_name(channel, manager),
            related=defined_here(end),
        )


@rule("REF019")
def client_without_server_connection(estate: Estate) -> Iterator[Outcome]:
    """A CCDT entry or client-connection channel leads to a queue manager in these files that has no server-
    connection channel of the same name.
    """
    for client in estate.clients:
        for manager, channel in client.reaches:
            words, found = server_end_problem(client, manager, channel)
            if words == MISSING and not manager.complete:
                yield incomplete(manager)
            elif words:
                yield Hit(
                    client.place,
                    f"the client channel {client.channel} leads to {manager.label or 'a queue manager'}, "
                    f"which {words}",
                    note="a client connects through the server-connection channel of the same name; without "
                    "it the connection fails with reason 2540 (MQRC_UNKNOWN_CHANNEL_NAME)",
                    help=f"define CHANNEL({client.channel}) CHLTYPE(SVRCONN), or correct the name",
                    object=ObjectName("CHANNEL", client.channel),
                    attribute="name",
                    related=defined_here(found),
                )


def server_end_problem(
    client: Client, manager: QueueManager, channel: MqObject | None
) -> tuple[str, MqObject | None]:
    """What is wrong with the server end, in words, and the channel concerned; "" if nothing is."""
    if channel is None:
        names = [one.name for one in manager.of_type("CHANNEL", "SVRCONN") if one.statements]
        near = near_name(client.channel, names)
        if near is not None:
            return f"has no channel of that name, but has CHANNEL({near})", manager.channel(near)
        return MISSING, None
    if channel.defined and channel.subtype and channel.subtype != "SVRCONN":
        return f"defines it with CHLTYPE({channel.subtype})", channel
    return "", None


@rule("REF020")
def mismatched_cipherspecs(estate: Estate) -> Iterator[Hit]:
    """The CipherSpec of a client and that of its server-connection channel are incompatible."""
    for client in estate.clients:
        if has_placeholder(client.cipher):
            continue
        for manager, channel in client.reaches:
            if channel is None or channel.subtype != "SVRCONN" or not channel.defined:
                continue
            server = channel.value("SSLCIPH")
            if server is None or has_placeholder(server) or compatible(client.cipher, server):
                continue
            yield Hit(
                client.place,
                f"the client channel {client.channel} has {client.cipher or 'no CipherSpec'}, but "
                f"CHANNEL({channel.name}) of {manager.label or 'its queue manager'} has "
                f"{server or 'no CipherSpec'}",
                note="the queue manager refuses the connection, with AMQ9631 or AMQ9639 in its error log",
                help="give both ends the same CipherSpec, or an alias such as ANY_TLS12_OR_HIGHER",
                object=ObjectName("CHANNEL", client.channel),
                attribute="cipherSpecification",
                related=defined_here(channel, "SSLCIPH"),
            )


def compatible(client: str, server: str) -> bool:
    """Whether two CipherSpecs may be compatible: equal, or one of them an alias or unknown."""
    if not client or not server or client == server:
        return client == server
    known = [catalogue.cipherspec(name) for name in (client, server)]
    return any(spec is None or spec.alias for spec in known)
