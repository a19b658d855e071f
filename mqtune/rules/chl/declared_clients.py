"""CHL030: declared clients compared with the limits on channels and instances."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import Impact, ObjectName, Related
from mqtune.rules.common.ini_places import entry_place
from mqtune.rules.common.load_places import declaration_place
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.channel_need import ChannelNeed
    from mqtune.flow.provenance import Link

MOST_RELATED = 8


@rule("CHL030")
def clients_above_channel_limits(estate: Estate) -> Iterator[Hit]:
    """More clients are declared than MaxChannels of qm.ini or MAXINST of their channel allows."""
    from mqtune.flow.channel_need import channel_need  # imported here: few projects declare clients

    for manager in estate.queue_managers:
        need = channel_need(manager, estate)
        if need.clients:
            yield from above_max_channels(manager, need)
            yield from above_instances(manager)


def above_max_channels(manager: QueueManager, need: ChannelNeed) -> Iterator[Hit]:
    """The finding for MaxChannels, if qm.ini sets it."""
    found = manager.ini_entry("Channels", "MaxChannels")
    limit = manager.ini_number("Channels", "MaxChannels")
    if found is None or limit is None or need.least <= limit:
        return
    alone = f" of {need.members} members, one of which may be alone" if need.members else ""
    pairs = f", and {need.pairs} channel pairs" if need.pairs else ""
    yield Hit(
        entry_place(*found),
        f"MaxChannels is {limit}, but {need.clients:,} clients are declared{alone}{pairs}",
        note="each client connection is a channel, unless conversations share one; those above the limit are "
        "refused with AMQ9513, and the application receives reason 2537 (MQRC_CHANNEL_NOT_AVAILABLE)",
        help=f"set MaxChannels={need.wanted} or more in stanza Channels of qm.ini and restart",
        object=ObjectName("STANZA", "Channels"),
        attribute="MaxChannels",
        impact=Impact("channels", "channels", limit, need.wanted, "declared clients and channel pairs"),
        related=related(need.chain),
    )


def above_instances(manager: QueueManager) -> Iterator[Hit]:
    """The findings for MAXINST of the channels whose clients are known."""
    from mqtune.flow.machine_resources import channel_resources
    from mqtune.flow.passages import Passages

    for one in channel_resources(Passages(manager)):
        if one.kind != "instances" or one.used is None or not one.limit or not one.is_exceeded:
            continue  # conversations of one process may share an instance: the least counts
        channel = manager.channel(one.resource.removeprefix("CHANNEL(").removesuffix(")"))
        if channel is None:
            continue
        place = channel.place("MAXINST") or channel.place() or declaration_place(manager)
        yield Hit(
            place,
            f"{one.resource} has MAXINST({one.limit:.0f}), but {one.used:,.0f} clients are declared",
            note=f"{instances_of(channel)}; those above the limit are refused "
            "with AMQ9489, and the application receives reason 2537 (MQRC_CHANNEL_NOT_AVAILABLE)",
            help=f"set MAXINST({one.used * 3 // 2:.0f}) or more, or correct the declared clients",
            object=ObjectName("CHANNEL", channel.name),
            attribute="MAXINST",
            impact=Impact("instances", "instances", one.limit, one.used, "declared clients"),
            related=related(one.chain),
        )


def instances_of(channel: MqObject) -> str:
    """How many instances the conversations of clients are, in words."""
    shared = channel.number("SHARECNV") or 0
    if shared > 1:
        return f"even if SHARECNV({shared}) conversations share each instance, the clients need more of them"
    return "with SHARECNV(1) or less each connection is an instance"


def related(chain: tuple[Link, ...]) -> tuple[Related, ...]:
    """The declarations of the clients."""
    links = [link for link in chain if link.file][:MOST_RELATED]
    return tuple(
        Related(Place(link.file or "", Span(link.line or 1, 1, link.line or 1, 2)), link.text)
        for link in links
    )
