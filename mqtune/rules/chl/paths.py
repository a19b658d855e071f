"""CHL013, CHL019, CHL020, CHL023, CHL024: exits, and the two ends of a channel: compression, message
lengths, pipelining, attributes of cluster channels.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.hub.exits import channel_exits
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import qm_ini
from mqtune.estate.routes import RECEIVERS, SENDERS
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.differences import differing
from mqtune.rules.common.ini_places import entry_place
from mqtune.rules.common.object_names import defined_here, object_name
from mqtune.rules.ref.partners import partner_of
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.placeholders import has_placeholder

PIPELINE = "PipeLineLength"
# attributes that a cluster sender takes from the receiver's definition
GOVERNED = (
    "SHORTTMR",
    "SHORTRTY",
    "LONGTMR",
    "LONGRTY",
    "HBINT",
    "DISCINT",
    "BATCHSZ",
    "BATCHINT",
    "NPMSPEED",
)
LISTS = {"COMPMSG": "messages", "COMPHDR": "headers"}


def exits_of(queue_manager: QueueManager, file: IniFile) -> tuple[str, tuple[Related, ...]]:
    """The first exit that runs in channels, in words, and where the exits are set."""
    found = list(channel_exits(queue_manager, file))
    related = tuple(Related(place, text) for _, text, place in found[:8])
    return (found[0][0] if found else ""), related


@rule("CHL013")
def fastpath_with_exits(queue_manager: QueueManager) -> Iterator[Hit]:
    """MQIBindType=FASTPATH is set in qm.ini, and a channel has an exit (SCYEXIT, MSGEXIT, SENDEXIT, RCVEXIT,
    MREXIT), or an API exit is configured.
    """
    found = queue_manager.ini_entry("Channels", "MQIBindType")
    if found is None or found[1].value.strip().upper() != "FASTPATH":
        return
    words, related = exits_of(queue_manager, found[0])
    if words:
        yield Hit(
            entry_place(*found),
            f"MQIBindType=FASTPATH is set, but {words}",
            note="a fastpath channel works inside the queue manager's own memory: an exit that overwrites "
            "memory, or ends the process, can bring the queue manager down (Best Practises, 7.1.2, p. 29; "
            "Channels stanza, q018980_)",
            help="set MQIBindType=STANDARD, or remove the exits from the channels",
            object=ObjectName("STANZA", "Channels"),
            attribute="MQIBindType",
            related=related,
        )


def ends(estate: Estate) -> Iterator[tuple[MqObject, QueueManager, MqObject, QueueManager]]:
    """The pairs of sending and receiving channels of the estate, each channel with its queue manager."""
    if len(estate.queue_managers) < 2:
        return
    for manager in estate.queue_managers:
        for subtype in SENDERS:
            for channel in manager.of_type("CHANNEL", subtype):
                if not channel.statements or not channel.defined or channel.placeholder:
                    continue
                partner = partner_of(channel, manager, estate)
                end = partner.channel(channel.name) if partner is not None else None
                if partner is not None and end is not None and end.subtype in RECEIVERS and end.defined:
                    yield channel, manager, end, partner


@rule("CHL019")
def mismatched_channel_compression(estate: Estate) -> Iterator[Hit]:
    """A sender or server channel offers compression (COMPMSG, COMPHDR), and the receiving channel in these
    files accepts none of the techniques it offers.
    """
    for channel, manager, end, partner in ends(estate):
        for keyword, what in LISTS.items():
            wanted, taken = channel.values(keyword), end.values(keyword)
            place = channel.place(keyword)
            asked = [word for word in wanted if word not in ("NONE", "ANY")]
            unknown = any(has_placeholder(word) for word in (*wanted, *taken))
            if not asked or not taken or unknown or place is None:
                continue
            if "ANY" in wanted or "ANY" in taken or set(asked) & set(taken):
                continue
            yield Hit(
                place,
                f"CHANNEL({channel.name}) offers {keyword}({','.join(wanted)}), but {partner.label} accepts "
                f"only {keyword}({','.join(taken)})",
                note=f"the first technique that both ends list is used; here there is none, so {what} are "
                "silently sent uncompressed (DEFINE CHANNEL, q085520_)",
                help=f"list {asked[0]} in {keyword} of CHANNEL({end.name}) on {partner.label} too",
                object=object_name(channel, manager),
                attribute=keyword,
                related=defined_here(end, keyword if end.is_given(keyword) else ""),
            )


@rule("CHL020")
def shrinking_message_length(estate: Estate) -> Iterator[Hit]:
    """MAXMSGL decreases along the route."""
    for manager in estate.queue_managers:
        for subtype in SENDERS:
            for channel in manager.of_type("CHANNEL", subtype):
                if not channel.is_given("MAXMSGL"):
                    continue
                queue = manager.queue(channel.text("XMITQ"))
                if queue is not None:
                    yield from shorter(queue, channel, f"CHANNEL({channel.name})", manager)
    for channel, manager, end, partner in ends(estate):
        yield from shorter(channel, end, f"CHANNEL({end.name}) of {partner.label}", manager)


def shorter(before: MqObject, after: MqObject, next: str, manager: QueueManager) -> Iterator[Hit]:
    """Report `after` if it accepts shorter messages than `before`. Only explicit lengths are compared."""
    words = before.word("MAXMSGL"), after.word("MAXMSGL")
    if None in words or words[0] is words[1]:
        return  # the same word is the same length
    length, limit = before.number("MAXMSGL"), after.number("MAXMSGL")
    if not length or not limit or length <= limit:
        return
    place = before.place("MAXMSGL")
    if place is None:
        return
    yield Hit(
        place,
        f"{before.type}({before.name}) accepts messages of {length} bytes, but {next} only {limit}",
        note="the ends of a channel agree on the smaller length; a longer message is put on the dead-letter "
        "queue, or stops the channel if there is none (q041020_)",
        help=f"raise MAXMSGL of {next} to {length}, or lower it here",
        object=object_name(before, manager),
        attribute="MAXMSGL",
        related=defined_here(after, "MAXMSGL"),
    )


@rule("CHL023")
def pipelining_at_one_end(estate: Estate) -> Iterator[Hit]:
    """PipeLineLength is above 1 in one queue manager of a channel pair, and the qm.ini of the other is among
    the files and does not set it above 1.

    There is one finding per pair of queue managers.
    """
    reported: set[tuple[int, int]] = set()
    for channel, manager, _, partner in ends(estate):
        pair = (id(manager), id(partner))
        found = manager.ini_entry("Channels", PIPELINE)
        if found is None or pair in reported or qm_ini(partner) is None:
            continue
        unknown = has_placeholder(partner.ini_value("Channels", PIPELINE) or "")
        here, there = manager.ini_number("Channels", PIPELINE), partner.ini_number("Channels", PIPELINE)
        if (here or 0) > 1 and (there or 1) == 1 and not unknown:
            reported.add(pair)
            yield Hit(
                entry_place(*found),
                f"{manager.label} has {PIPELINE}={found[1].value}, but {partner.label} at the other end of "
                f"CHANNEL({channel.name}) does not",
                note="a channel sends with two threads only if both ends allow it (Channels stanza, "
                "q018980_; Best Practises, 5.4.4, p. 12)",
                help=f"set {PIPELINE}=2 in the qm.ini of {partner.label} too, and restart it",
                object=ObjectName("STANZA", "Channels"),
                attribute=PIPELINE,
                related=defined_here(channel),
            )


@rule("CHL024")
def cluster_sender_receiver_mismatch(estate: Estate) -> Iterator[Hit]:
    """A manually defined CLUSSDR sets SHORTTMR, SHORTRTY, LONGTMR, LONGRTY, HBINT, DISCINT, BATCHSZ, BATCHINT
    or NPMSPEED to a different value from the CLUSRCVR of the same name in these files.
    """
    receivers: dict[str, MqObject] = {}
    for manager in estate.queue_managers:
        for channel in manager.of_type("CHANNEL", "CLUSRCVR"):
            if channel.statements and channel.defined and not channel.placeholder:
                receivers.setdefault(channel.name, channel)
    for manager in estate.queue_managers:
        for channel in manager.of_type("CHANNEL", "CLUSSDR"):
            end = receivers.get(channel.name)
            if end is None or not channel.statements or not channel.defined:
                continue
            different = differing(channel, end, filter(channel.is_given, GOVERNED))
            place = channel.place(different[0]) if different else None
            if place is not None:
                mine = ", ".join(f"{word}({channel.text(word)})" for word in different)
                theirs = ", ".join(f"{word}({end.text(word)})" for word in different)
                yield Hit(
                    place,
                    f"CHANNEL({channel.name}) has {mine}, but its CLUSRCVR has {theirs}",
                    note="the CLUSRCVR's definition applies to every channel of the cluster; the manual "
                    "CLUSSDR applies only until the first contact (large clusters report, p. 2; clustering, "
                    "q017590_)",
                    help="set the values on the CLUSRCVR, and omit them here",
                    object=object_name(channel, manager),
                    attribute=different[0],
                    related=defined_here(end),
                )
