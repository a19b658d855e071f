"""The other end of a sender or server channel, and what starts the channel, as far as the files show it.

A sender starts the receiver of the same name at its CONNAME. Host names lead to a queue manager of the files
only if it states its address; otherwise the receiver's name and the port of its listeners decide.

The trigger of the transmission queue starts a channel. The channel initiator that starts with the queue
manager reads SYSTEM.CHANNEL.INITQ; another initiation queue needs `runmqchi -q`, or START CHINIT INITQ (IBM
MQ documentation, Triggering channels, q015730_).
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import LEAVES, STAYS, UNKNOWN
from mqtune.analysis.topology.clusters import partners_of
from mqtune.estate.clients import addresses_of, declared_hosts, owner_of_address
from mqtune.language.available import DIFFERENT, difference
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

    End = tuple[QueueManager, MqObject]


# The other end.


@record
class ChannelEnds:
    """The one receiver, or how the route ends, with the reason."""

    candidates: list[End]
    end: str = ""
    reason: str = ""
    assumed: str = ""
    notes: tuple[str, ...] = ()


def channel_ends(estate: Estate, manager: QueueManager, channel: MqObject, partner: str) -> ChannelEnds:
    """The other end of a channel over which messages for a queue manager are sent."""
    ends = list(partners_of(channel, manager, estate))
    ends = [end for end in ends if end[0].name == partner] or ends
    if len(ends) > 1:
        ends = at_address(channel, ends) or ends
    if not ends:
        return without_receiver(estate, manager, channel, partner)
    if len(ends) > 1:
        reason = f"several queue managers have the other end of CHANNEL({channel.name})"
        return ChannelEnds(ends, UNKNOWN, reason)
    peer, receiver = ends[0]
    reason = tls_difference(channel, receiver) or wrap_difference(channel, receiver)
    if reason:
        return ChannelEnds(ends, STAYS, reason)
    return ChannelEnds(ends, notes=address_notes(channel, peer))


def at_address(channel: MqObject, ends: list[End]) -> list[End]:
    """The candidates whose stated host or port is in CONNAME."""
    wanted = set(addresses_of(channel))
    by_host = [end for end in ends if {host for host, _ in wanted} & set(declared_hosts(end[0]))]
    ports = {port for _, port in wanted}
    chosen = [end for end in by_host or ends if ports & listener_ports(end[0])]
    return chosen or by_host


def listener_ports(manager: QueueManager) -> set[int]:
    """The ports of the TCP listeners that scripts define."""
    ports = (
        listener.number("PORT") for listener in manager.of_type("LISTENER", "TCP") if listener.statements
    )
    return {port for port in ports if port}


def address_notes(channel: MqObject, peer: QueueManager) -> tuple[str, ...]:
    """What does not fit: no listener of the partner has a port of CONNAME."""
    wanted, ports = addresses_of(channel), listener_ports(peer)
    if not wanted or not ports or ports & {port for _, port in wanted}:
        return ()
    listed = ", ".join(str(port) for port in sorted(ports))
    return (f"CONNAME names port {wanted[0][1]}, but the listeners of {peer.label} have {listed}",)


def without_receiver(estate: Estate, manager: QueueManager, channel: MqObject, partner: str) -> ChannelEnds:
    """The end at a channel for which no queue manager of the files has a receiver."""
    peer = estate.named(partner) or owner_of_address(estate, manager, channel)
    if peer is None or peer is manager:
        reason = f"no queue manager in the files has the other end of CHANNEL({channel.name})"
        return ChannelEnds([], LEAVES, reason)
    end = peer.channel(channel.name)
    has = f"defines it with CHLTYPE({end.subtype})" if end is not None else "does not define it"
    reason = f"CHANNEL({channel.name}) needs a receiver at {peer.label}, which {has}"
    if end is None and peer.qmgr.text("CHAD") == "ENABLED":
        return ChannelEnds([], UNKNOWN, f"{reason}, but may create it (CHAD(ENABLED))")
    certain = end is not None or peer.complete
    return ChannelEnds([], STAYS if certain else UNKNOWN, reason, assumed=STAYS)


def tls_difference(channel: MqObject, receiver: MqObject) -> str:
    """Why the channel cannot start: only one of its ends uses TLS, or their CipherSpecs differ."""
    mine, theirs = channel.text("SSLCIPH"), receiver.text("SSLCIPH")
    if has_placeholder(mine + theirs) or difference(mine, theirs) != DIFFERENT:
        return ""
    why = f"its sender has SSLCIPH({mine}), its receiver SSLCIPH({theirs})"
    if not mine or not theirs:
        why = f"only its {'sender' if mine else 'receiver'} has SSLCIPH"
    return f"CHANNEL({channel.name}) cannot start: {why}"


def wrap_difference(channel: MqObject, receiver: MqObject) -> str:
    """Why the channel cannot start: SEQWRAP, which is not negotiated, differs (Sequence number wrap)."""
    mine, theirs = channel.number("SEQWRAP"), receiver.number("SEQWRAP")
    if mine is None or theirs is None or mine == theirs:
        return ""
    return f"CHANNEL({channel.name}) cannot start: SEQWRAP is {mine} at its sender, {theirs} at its receiver"


# What starts the channel.

USUAL = "SYSTEM.CHANNEL.INITQ"
MONITORED = "SYSTEM.DEFAULT.INITIATION.QUEUE"
PROGRAM = "runmqchi"
ASSUMED = "assumes that the channel runs: "


def start_note(manager: QueueManager, channel: MqObject, queue: MqObject | None) -> str:
    """What starts a channel, or what is supposed."""
    if queue is None or queue.value("TRIGGER") != "YES":
        return f"{ASSUMED}the transmission queue does not trigger it"
    source, named = triggered(manager, queue)
    if named and named != channel.name and not has_placeholder(named):
        return f"{ASSUMED}{source}({named}) of the transmission queue names another one"
    initiation = queue.text("INITQ")
    if not initiation:
        return f"{ASSUMED}INITQ of the transmission queue is blank"
    doubt = start_doubt(manager, channel, queue)
    start = f"started by the channel initiator on {initiation}"
    if not doubt:
        return start
    program = f"`{PROGRAM} -q {initiation}` runs"
    needs = {
        unread_text(initiation, queue): program,
        undefined_text(initiation, queue): f"INITQ({initiation}) is defined and {program}",
    }
    return f"only if {needs[doubt]}: {start}" if doubt in needs else f"{ASSUMED}{doubt}"


def start_doubt(manager: QueueManager, channel: MqObject, queue: MqObject | None) -> str:
    """Why a transmission queue that should trigger its channel does not start it, in words; "" if it does, if
    it has no trigger, or if a placeholder decides.
    """
    if queue is None or queue.value("TRIGGER") != "YES":
        return ""
    name, initiation = f"XMITQ({queue.name})", queue.text("INITQ")
    source, named = triggered(manager, queue)
    if has_placeholder(initiation + named):
        return ""
    if queue.value("TRIGTYPE") == "NONE":
        return f"{name} has TRIGTYPE(NONE): no trigger message is written"
    if queue.value("TRIGTYPE") == "DEPTH":
        depth = queue.text("TRIGDPTH")
        return f"{name} has TRIGTYPE(DEPTH) TRIGDPTH({depth}): one trigger message, at that depth"
    if not initiation:
        return f"INITQ of {name} is blank: no trigger message is written"
    process = queue.text("PROCESS")
    if process and manager.complete and manager.find("PROCESS", process) is None:
        return f"PROCESS({process}) of {name} is not defined: no trigger message is written"
    if named and named != channel.name and not serves(manager, named, queue.name):
        return f"{source}({named}) of {name} names another channel"
    return unread(manager, initiation, queue)


def triggered(manager: QueueManager, queue: MqObject) -> tuple[str, str]:
    """The attribute that names the channel to start, of the transmission queue or of its process, and the
    name; "" if the channel is found by its transmission queue.
    """
    process = manager.find("PROCESS", queue.text("PROCESS"))
    for source, object in (("TRIGDATA", queue), ("USERDATA", process)):
        words = object.text(source).split() if object is not None else []
        if words:
            return source, words[0]
    return "", ""


def serves(manager: QueueManager, name: str, xmitq: str) -> bool:
    """Whether a channel takes messages from a transmission queue."""
    channel = manager.channel(name)
    return channel is not None and channel.text("XMITQ") == xmitq


def unread(manager: QueueManager, initiation: str, xmitq: MqObject) -> str:
    """Why no channel initiator is known to read an initiation queue, in words; "" if one is."""
    queue, name = manager.queue(initiation), f"XMITQ({xmitq.name})"
    if queue is None and manager.complete:
        return undefined_text(initiation, xmitq)
    for keyword in ("PUT", "GET"):
        if queue is not None and queue.value(keyword) == "DISABLED":
            return f"INITQ({initiation}) of {name} has {keyword}(DISABLED)"
    if is_started(manager, initiation):
        return ""
    if initiation == USUAL:
        manual = manager.qmgr.value("SCHINIT") == "MANUAL" and manager.qmgr.is_given("SCHINIT")
        return "SCHINIT(MANUAL): no channel initiator starts with the queue manager" if manual else ""
    if initiation == MONITORED:
        return f"INITQ({initiation}) of {name} is for trigger monitors, and no channel initiator reads it"
    return unread_text(initiation, xmitq)


def undefined_text(initiation: str, xmitq: MqObject) -> str:
    """That there is no initiation queue."""
    return f"INITQ({initiation}) of XMITQ({xmitq.name}) is not defined: no trigger message is written"


def unread_text(initiation: str, xmitq: MqObject) -> str:
    """That nothing is known to read an initiation queue that may be there."""
    return f"no channel initiator is known to read INITQ({initiation}) of XMITQ({xmitq.name})"


def is_started(manager: QueueManager, initiation: str) -> bool:
    """Whether a service or a command of the files starts a channel initiator for a queue."""
    started = set()
    for statement in manager.statements:
        if statement.verb != "START":
            continue
        if statement.type == "CHINIT" and (statement.text("INITQ") or USUAL) == initiation:
            return True
        if statement.type == "SERVICE":
            started.add(statement.name)
    return any(
        service.value("CONTROL") != "MANUAL" or service.name in started
        for service in manager.of_type("SERVICE")
        if runs_initiator(service, initiation)
    )


def runs_initiator(service: MqObject, initiation: str) -> bool:
    """Whether a service is a channel initiator for a queue."""
    command = f"{service.text('STARTCMD')} {service.text('STARTARG')}".replace('"', " ").replace("'", " ")
    return PROGRAM in command and not {initiation, f"-q{initiation}"}.isdisjoint(command.split())
