"""CHL011, CHL012, CHL014, CHL026, CHL030: server-connection channels and their clients.

Channels under declared load, with standby instances, or that outlive their clients; limits on channels and
instances compared with each other and with the declared clients.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.loads import (
    BUSY_CLIENT_PER_S,
    ClientRate,
    busiest_client,
    clients_by_channel,
    server_connections,
)
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_attributes
from mqtune.estate.words import UNLIMITED
from mqtune.rules.common import declaration_place, entry_place, load_place, qm_inis, stanza_name
from mqtune.syntax.ini.tree import IniFile
from mqtune.text.editing import Place, Span
from mqtune.text.finding import UNSAFE, Fix, Impact, ObjectName, Related

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.budget.machine import ChannelNeed
    from mqtune.analysis.flow.resource import Link
    from mqtune.estate.model import Estate


SLOW_HEARTBEAT_S = 300  # the default; with it clients noticed after six minutes (RDQM report, p. 18)
SHOWN = 8
LIMITS = ("MAXINST", "MAXINSTC")


@rule("CHL011")
def shared_conversations_under_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """Declared clients publish, put or get 100 messages/s or more each, and a server-connection channel lets
    several conversations share a socket (SHARECNV above 1; the default is 10).
    """
    busiest = busiest_client(queue_manager)
    if busiest is None or busiest.each_per_s < BUSY_CLIENT_PER_S:
        return
    from mqtune.analysis.budget.machine import client_connections  # few projects declare busy clients

    channels = list(server_connections(queue_manager))
    named = clients_by_channel(queue_manager)
    for channel in channels:
        shared, place = channel.number("SHARECNV"), channel.place("SHARECNV")
        if shared is not None and shared > 1 and place is not None and (not named or channel.name in named):
            where = Related(place, "the channel is defined here")
            is_only = len(channels) == 1
            clients = named.get(channel.name) or (client_connections(queue_manager)[0] if is_only else None)
            yield sharing_hit(channel, shared, busiest, where, clients)


def sharing_hit(
    channel: MqObject, shared: int, busiest: ClientRate, where: Related, clients: int | None
) -> Hit:
    """The finding for one channel whose sockets busy clients share. No fix changes it if the number of its
    clients is unknown or above its limits.
    """
    limits = [
        f"{word}({channel.text(word)})" for word in LIMITS if (channel.number(word) or UNLIMITED) < UNLIMITED
    ]
    also = f" and with {' and '.join(limits)} of the channel" if limits else ""
    which = "" if clients is not None else " if these clients use the channel"
    least = min((number for word in LIMITS if (number := channel.number(word) or 0) > 0), default=UNLIMITED)
    known = all(channel.number(word) is not None for word in LIMITS if channel.is_given(word))
    fits = clients is not None and clients <= least and known
    edits = set_attributes(channel, {"SHARECNV": "1"}) if fits else ()
    return Hit(
        where.place,
        f"CHANNEL({channel.name}) shares a socket among {shared} conversations, but {busiest}",
        note="conversations that share a socket are about 15% slower (tuning client and server-connection "
        f"channels, q036143_), and at {BUSY_CLIENT_PER_S} messages/s or more they wait for each other (JMS "
        "V7 report, 7.3, p. 43)",
        help=f"set SHARECNV(1){which}; each conversation is then a channel instance: first compare "
        f"the number of clients with MaxChannels in qm.ini{also}",
        object=ObjectName("CHANNEL", channel.name),
        attribute="SHARECNV",
        related=(Related(load_place(busiest.load), f"{busiest.each_per_s:,.0f} messages/s of each client"),),
        fixes=(Fix(UNSAFE, "give each conversation its own socket", edits),) if edits else (),
    )


def same_queue_manager(queue_manager: QueueManager, ini: IniFile) -> bool:
    """Whether an ini file is known to belong to the same queue manager as the scripts: both are assigned to
    it, or they are in one folder with a single queue manager.
    """
    if queue_manager.name is not None:
        return True
    scripts = {script.document.source.shown for script in queue_manager.scripts}
    ini_path = ini.document.source.shown
    if queue_manager.folder in scripts:  # one of several queue managers in one folder
        return ini_path == queue_manager.folder
    if queue_manager.in_heap:
        return scripts == {ini_path}
    return {folder_of(script) for script in scripts} == {folder_of(ini_path)}


def folder_of(path: str) -> str:
    """The folder of a displayed path."""
    return path.replace("\\", "/").rpartition("/")[0]


def standby_evidence(queue_manager: QueueManager) -> str:
    """What shows that the queue manager has standby instances, in words; "" if nothing does."""
    for ini in qm_inis(queue_manager):
        for stanza in ("NativeHALocalInstance", "NativeHAInstance"):
            if ini.named(stanza) and same_queue_manager(queue_manager, ini):
                return f"stanza {stanza}"
    for receiver in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        if receiver.statements and "," in receiver.text("CONNAME"):
            return f"CHANNEL({receiver.name}) with several addresses"
    return ""


@rule("CHL012")
def slow_heartbeat_with_standby_instances(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue manager with standby instances has server-connection channels with HBINT of 300 or more,
    including the default.
    """
    shown = standby_evidence(queue_manager)
    if not shown:
        return
    channels = [
        channel
        for channel in server_connections(queue_manager)
        if (channel.number("HBINT") or 0) >= SLOW_HEARTBEAT_S
    ]
    place = channels[0].place("HBINT") if channels else None
    if place is None:
        return
    first, more = channels[0], len(channels) - 1
    yield Hit(
        place,
        f"CHANNEL({first.name}){f' and {more} more have' if more else ' has'} HBINT({first.text('HBINT')}), "
        f"but the queue manager has standby instances ({shown})",
        object=ObjectName("CHANNEL", first.name),
        attribute="HBINT",
        related=tuple(
            Related(other_place, f"CHANNEL({channel.name}) has HBINT({channel.text('HBINT')})")
            for channel in channels[1:SHOWN]
            if (other_place := channel.place("HBINT")) is not None
        ),
    )


@rule("CHL014")
def instance_limits_above_channel_limit(queue_manager: QueueManager) -> Iterator[Hit]:
    """The MAXINST limits of the server-connection channels add up to more than MaxChannels or
    MaxActiveChannels of qm.ini.
    """
    limits = [
        (key, setting, number)
        for key in ("MaxChannels", "MaxActiveChannels")
        if (setting := queue_manager.ini_entry("Channels", key)) is not None
        and (number := queue_manager.ini_number("Channels", key)) is not None
    ]
    if not limits:
        return
    key, (ini, entry), most = min(limits, key=lambda candidate: candidate[2])
    limited = [
        (channel, limit)
        for channel in server_connections(queue_manager)
        if channel.is_given("MAXINST") and 0 < (limit := channel.number("MAXINST") or 0) < UNLIMITED
    ]
    total = sum(limit for _, limit in limited)
    first = limited[0][0].place("MAXINST") if limited else None
    if total <= most or first is None or not same_queue_manager(queue_manager, ini):
        return
    names = " and ".join(f"CHANNEL({channel.name})" for channel, _ in limited[:2])
    rest = f" and {len(limited) - 2} more" if len(limited) > 2 else ""
    yield Hit(
        first,
        f"{names}{rest} may have {total:,} instances, more than {key}={entry.value} allows for all channels",
        help=f"raise {key} above the sum of MAXINST and the message channels, or lower MAXINST to what the "
        "clients need",
        object=ObjectName("CHANNEL", limited[0][0].name),
        attribute="MAXINST",
        related=(Related(entry_place(ini, entry), f"{key} is set here"),),
    )


# CHL030: declared clients compared with the limits on channels and instances.

MOST_RELATED = 8


@rule("CHL030")
def clients_above_channel_limits(estate: Estate) -> Iterator[Hit]:
    """More clients are declared than MaxChannels of qm.ini or MAXINST of their channel allows."""
    from mqtune.analysis.budget.machine import channel_need  # imported here: few projects declare clients

    for manager in estate.queue_managers:
        need = channel_need(manager, estate)
        if need.clients:
            yield from above_max_channels(manager, need)
            yield from above_instances(manager)


def above_max_channels(manager: QueueManager, need: ChannelNeed) -> Iterator[Hit]:
    """The finding for MaxChannels, if qm.ini sets it."""
    setting = manager.ini_entry("Channels", "MaxChannels")
    limit = manager.ini_number("Channels", "MaxChannels")
    if setting is None or limit is None or need.least <= limit:
        return
    alone = f" of {need.members} members, one of which may be alone" if need.members else ""
    pairs = f", and {need.pairs} channel pairs" if need.pairs else ""
    yield Hit(
        entry_place(*setting),
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
    from mqtune.analysis.budget.machine import channel_resources
    from mqtune.analysis.flow.traversal import Passages

    for usage in channel_resources(Passages(manager)):
        if usage.kind != "instances" or usage.used is None or not usage.limit or not usage.is_exceeded:
            continue  # conversations of one process may share an instance: the least counts
        channel = manager.channel(usage.resource.removeprefix("CHANNEL(").removesuffix(")"))
        if channel is None:
            continue
        place = channel.place("MAXINST") or channel.place() or declaration_place(manager)
        yield Hit(
            place,
            f"{usage.resource} has MAXINST({usage.limit:.0f}), but {usage.used:,.0f} clients are declared",
            note=f"{instances_of(channel)}; those above the limit are refused "
            "with AMQ9489, and the application receives reason 2537 (MQRC_CHANNEL_NOT_AVAILABLE)",
            help=f"set MAXINST({usage.used * 3 // 2:.0f}) or more, or correct the declared clients",
            object=ObjectName("CHANNEL", channel.name),
            attribute="MAXINST",
            impact=Impact("instances", "instances", usage.limit, usage.used, "declared clients"),
            related=related(usage.chain),
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


# CHL026: channels that outlive their clients.

STANZA, KEY = "TCP", "KeepAlive"
NO = ("NO", "N")


@rule("CHL026")
def undetected_client_failure(queue_manager: QueueManager) -> Iterator[Hit]:
    """Neither keep-alive nor DISCINT nor heartbeats end the channel of a client that disappeared."""
    setting = queue_manager.ini_entry(STANZA, KEY)
    if setting is None or setting[1].value.strip().upper() not in NO:
        return
    channels = [
        channel
        for channel in queue_manager.of_type("CHANNEL", "SVRCONN")
        if channel.statements and not channel.name.startswith("SYSTEM.") and outlives_client(channel)
    ]
    if channels:
        more = f" and {len(channels) - 1} more" if len(channels) > 1 else ""
        yield Hit(
            entry_place(*setting),
            f"nothing ends an instance of CHANNEL({channels[0].name}){more} if its client disappears: "
            f"KeepAlive={setting[1].value.strip()}, DISCINT(0) and "
            + ("SHARECNV(0)" if channels[0].number("SHARECNV") == 0 else "HBINT(0)"),
            object=stanza_name(STANZA),
            attribute=KEY,
            related=tuple(
                Related(place, f"CHANNEL({channel.name}) is defined here")
                for channel in channels[:8]
                if (place := channel.place("SHARECNV")) is not None
            ),
        )


def outlives_client(channel: MqObject) -> bool:
    """Whether neither idle time nor heartbeats in both directions end a channel."""
    return channel.number("DISCINT") == 0 and 0 in (channel.number("SHARECNV"), channel.number("HBINT"))
