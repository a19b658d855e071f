"""REF016 to REF020, REF034: listeners, and the two ends of channels and client connections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from mqtune.analysis.topology.clusters import RECEIVERS, SENDERS
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.clients import CONNECTING, build_hosts, declared_hosts, hosts_in
from mqtune.estate.indexes import near_name
from mqtune.estate.model import Client, Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.project.environments import USUAL
from mqtune.rules.common import defined_here, incomplete, may_have, object_name
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, ObjectName
from mqtune.text.patterns import lazy_pattern

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
        earlier = seen.setdefault((port, listener.text("IPADDR").lower()), listener)
        if earlier is not listener and not has_placeholder(port):
            yield Hit(
                place,
                f"LISTENER({listener.name}) and LISTENER({earlier.name}) both have PORT({port})",
                object=object_name(listener, queue_manager),
                attribute="PORT",
                related=defined_here(earlier, "PORT"),
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
    partner = estate.named(xmitq) if xmitq else None
    if partner is None:
        remotes = manager.with_value("QREMOTE", "XMITQ", xmitq) if xmitq else []
        names = {remote.text("RQMNAME") for remote in remotes} - {""}
        partner = estate.named(names.pop()) if len(names) == 1 else None
    return partner if partner is not manager else None


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
        ends = [
            receiver.name
            for kind in RECEIVERS
            for receiver in partner.of_type("CHANNEL", kind)
            if receiver.statements
        ]
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
            words, end = server_end_problem(client, manager, channel)
            if words == MISSING and not manager.complete:
                yield incomplete(manager)
            elif words:
                yield Hit(
                    client.place,
                    f"the client channel {client.channel} leads to {manager.label or 'a queue manager'}, "
                    f"which {words}",
                    help=f"define CHANNEL({client.channel}) CHLTYPE(SVRCONN), or correct the name",
                    object=ObjectName("CHANNEL", client.channel),
                    attribute="name",
                    related=defined_here(end),
                )


def server_end_problem(
    client: Client, manager: QueueManager, channel: MqObject | None
) -> tuple[str, MqObject | None]:
    """What is wrong with the server end, in words, and the channel concerned; "" if nothing is."""
    if channel is None:
        names = [
            connection.name for connection in manager.of_type("CHANNEL", "SVRCONN") if connection.statements
        ]
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


# REF034: channels that connect to a host of another environment.

RECEIVING = {"SDR": ("RCVR", "RQSTR"), "SVR": ("RCVR", "RQSTR"), "CLUSSDR": ("CLUSRCVR",)}
WORD = lazy_pattern(r"[a-z]+", re.IGNORECASE)


@rule("REF034")
def connection_to_another_environment(estate: Estate) -> Iterator[Hit]:
    """CONNAME of a channel names a host that belongs to another environment."""
    if not estate.environment or len(estate.of_run) < 2:
        return
    owners = estate.of_run[0].derived(owners_of_hosts)
    for manager in estate.queue_managers:
        for subtype in CONNECTING:
            for channel in manager.of_type("CHANNEL", subtype):
                if channel.statements and channel.is_given("CONNAME"):
                    yield from foreign_hosts(channel, manager, estate, owners)


def owners_of_hosts(first: Estate) -> dict[str, list[Estate]]:
    """The environments of a run that have a host: three of them if there are more."""
    owners: dict[str, list[Estate]] = {}
    for estate in first.of_run:
        hosts = estate.derived(build_hosts) if estate.environment else None
        for host in {*hosts.declared, *hosts.used} if hosts is not None else ():
            known = owners.setdefault(host, [])
            if len(known) < 3:
                known.append(estate)
    return owners


def foreign_hosts(
    channel: MqObject, manager: QueueManager, estate: Estate, by_host: dict[str, list[Estate]]
) -> Iterator[Hit]:
    """Report the first host of a channel that clearly belongs to exactly one other environment."""
    place = channel.place("CONNAME")
    for host in hosts_in(channel.text("CONNAME")):
        owners = [owner for owner in by_host.get(host, ()) if owner is not estate]
        if len(owners) != 1 or is_own(host, channel, manager, estate) or place is None:
            continue
        why = evidence(host, channel, manager, estate, owners[0])
        if why:
            yield Hit(
                place,
                f"CHANNEL({channel.name}) of environment {estate.environment} connects to {host}, a host of "
                f"environment {owners[0].environment}",
                note=f"{why}; messages would leave their environment",
                help=f"name the host of environment {estate.environment} in CONNAME",
                object=object_name(channel, manager),
                attribute="CONNAME",
            )
            return


def is_own(host: str, channel: MqObject, manager: QueueManager, estate: Estate) -> bool:
    """Whether anything in the environment but the channel itself shows that the host belongs to it."""
    hosts = estate.derived(build_hosts)
    users = hosts.used.get(host, set())
    return host in hosts.declared or len(users) > ((manager.label, channel.name) in users)


def evidence(host: str, channel: MqObject, manager: QueueManager, estate: Estate, owner: Estate) -> str:
    """What shows that a host that the owner's files name belongs to it, in words; "" if nothing does."""
    if host in owner.derived(build_hosts).declared:
        return f"a queue manager of {owner.environment} has this address in its own files"
    named = bears(host, owner.environment or "")
    if named and not bears(host, estate.environment or ""):
        return f"the files of {owner.environment} use the host, whose name says so"
    elsewhere = hosts_of_partner(channel, manager, estate)
    if host not in elsewhere.by_channel or elsewhere.by_channel[host] == {id(channel)}:
        others = islice(
            (
                partner_host
                for partner_host in elsewhere.sorted
                if elsewhere.by_channel[partner_host] != {id(channel)}
            ),
            3,
        )
        if known := ", ".join(others):
            return (
                f"only the files of {owner.environment} use the host otherwise, and the partner is at "
                f"{known} for other channels of {estate.environment}"
            )
    return ""


def bears(host: str, environment: str) -> bool:
    """Whether a part of a host name is the name of an environment: `prod` also matches `production`."""
    words, wanted = set(WORD.findall(host.lower())), set(WORD.findall(environment.lower()))
    if words & wanted:
        return True
    usual = [(word, wanted_word) for word in words & USUAL for wanted_word in wanted & USUAL]
    return any(word.startswith(wanted_word) or wanted_word.startswith(word) for word, wanted_word in usual)


class PartnerHosts:
    """The hosts of a queue manager, as far as its files and the channels that lead to it show them, each with
    the channels that name it; None is its own files.
    """

    __slots__ = ("by_channel", "sorted")

    def __init__(self, by_channel: dict[str, set[int | None]]) -> None:
        self.by_channel = by_channel
        self.sorted = sorted(by_channel)


NO_HOSTS = PartnerHosts({})


def hosts_of_partner(channel: MqObject, manager: QueueManager, estate: Estate) -> PartnerHosts:
    """The hosts of the queue manager that a channel leads to; none if it may be one of several."""
    partners = receiving(channel, manager, estate)
    return estate.derived(build_partners).get(partners[0], NO_HOSTS) if len(partners) == 1 else NO_HOSTS


def build_partners(estate: Estate) -> dict[QueueManager, PartnerHosts]:
    """The hosts of the queue managers to which channels lead."""
    by_manager: dict[QueueManager, dict[str, set[int | None]]] = {}
    for manager in estate.queue_managers:
        for channel in chain(*(manager.of_type("CHANNEL", subtype) for subtype in RECEIVING)):
            partners = receiving(channel, manager, estate)
            if len(partners) == 1:
                hosts = by_manager.setdefault(partners[0], {})
                for host in hosts_in(channel.text("CONNAME")):
                    hosts.setdefault(host, set()).add(id(channel))
    for partner, hosts in by_manager.items():
        for host in declared_hosts(partner):
            hosts.setdefault(host, set()).add(None)
    return {partner: PartnerHosts(hosts) for partner, hosts in by_manager.items()}


def receiving(channel: MqObject, manager: QueueManager, estate: Estate) -> list[QueueManager]:
    """The queue managers of the environment with the receiving end of a channel, some of many."""
    ends = estate.derived(build_ends)
    kinds = RECEIVING.get(channel.subtype, ())
    return [
        partner for kind in kinds for partner in ends.get((channel.name, kind), ()) if partner is not manager
    ]


def build_ends(estate: Estate) -> dict[tuple[str, str], list[QueueManager]]:
    """The queue managers with a receiving channel by its name and kind: three of them if there are more."""
    ends: dict[tuple[str, str], list[QueueManager]] = {}
    for manager in estate.queue_managers:
        for kind in {kind for kinds in RECEIVING.values() for kind in kinds}:
            for channel in manager.of_type("CHANNEL", kind):
                known = ends.setdefault((channel.name, kind), [])
                if len(known) < 3:
                    known.append(manager)
    return ends
