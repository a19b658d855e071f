"""The queue manager at the other end of a sender or server channel, as far as the files show it.

A sender starts the receiver of the same name at its CONNAME. Host names lead to a queue manager of the files
only if it states its address; otherwise the receiver's name and the port of its listeners decide.
"""

from __future__ import annotations

from mqtune.estate.addresses import addresses_of, declared_hosts, owner_of_address
from mqtune.estate.routes import partners_of
from mqtune.flow.graph import LEAVES, STAYS, UNKNOWN
from mqtune.language.ciphers import DIFFERENT, difference
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

    End = tuple[QueueManager, MqObject]


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
    found = list(partners_of(channel, manager, estate))
    found = [one for one in found if one[0].name == partner] or found
    if len(found) > 1:
        found = at_address(channel, found) or found
    if not found:
        return without_receiver(estate, manager, channel, partner)
    if len(found) > 1:
        reason = f"several queue managers have the other end of CHANNEL({channel.name})"
        return ChannelEnds(found, UNKNOWN, reason)
    other, receiver = found[0]
    reason = tls_difference(channel, receiver) or wrap_difference(channel, receiver)
    if reason:
        return ChannelEnds(found, STAYS, reason)
    return ChannelEnds(found, notes=address_notes(channel, other))


def at_address(channel: MqObject, found: list[End]) -> list[End]:
    """The candidates whose stated host or port is in CONNAME."""
    wanted = set(addresses_of(channel))
    by_host = [one for one in found if {host for host, _ in wanted} & set(declared_hosts(one[0]))]
    ports = {port for _, port in wanted}
    chosen = [one for one in by_host or found if ports & listener_ports(one[0])]
    return chosen or by_host


def listener_ports(manager: QueueManager) -> set[int]:
    """The ports of the TCP listeners that scripts define."""
    ports = (one.number("PORT") for one in manager.of_type("LISTENER", "TCP") if one.statements)
    return {port for port in ports if port}


def address_notes(channel: MqObject, other: QueueManager) -> tuple[str, ...]:
    """What does not fit: no listener of the partner has a port of CONNAME."""
    wanted, ports = addresses_of(channel), listener_ports(other)
    if not wanted or not ports or ports & {port for _, port in wanted}:
        return ()
    listed = ", ".join(str(port) for port in sorted(ports))
    return (f"CONNAME names port {wanted[0][1]}, but the listeners of {other.label} have {listed}",)


def without_receiver(estate: Estate, manager: QueueManager, channel: MqObject, partner: str) -> ChannelEnds:
    """The end at a channel for which no queue manager of the files has a receiver."""
    other = estate.named(partner) or owner_of_address(estate, manager, channel)
    if other is None or other is manager:
        reason = f"no queue manager in the files has the other end of CHANNEL({channel.name})"
        return ChannelEnds([], LEAVES, reason)
    end = other.channel(channel.name)
    has = f"defines it with CHLTYPE({end.subtype})" if end is not None else "does not define it"
    reason = f"CHANNEL({channel.name}) needs a receiver at {other.label}, which {has}"
    if end is None and other.qmgr.text("CHAD") == "ENABLED":
        return ChannelEnds([], UNKNOWN, f"{reason}, but may create it (CHAD(ENABLED))")
    certain = end is not None or other.complete
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
