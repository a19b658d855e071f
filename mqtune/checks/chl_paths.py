"""CHL013, CHL019, CHL020: what a channel has on its way: exits, compression, message lengths.

Does not know files or formats.
"""

from __future__ import annotations

from mqtune.checks.hit import Hit
from mqtune.checks.ini_places import entry_place, qm_inis
from mqtune.checks.ref_names import defined_here, object_name
from mqtune.checks.ref_partners import partner_of
from mqtune.estate.routes import RECEIVERS, SENDERS
from mqtune.findings.finding import ObjectName, Related
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

EXITS = ("SCYEXIT", "MSGEXIT", "SENDEXIT", "RCVEXIT", "MREXIT")
API_EXITS = "ApiExitLocal"
LISTS = {"COMPMSG": "messages", "COMPHDR": "headers"}


def exits_of(queue_manager: QueueManager) -> tuple[str, tuple[Related, ...]]:
    """The first exit that runs inside channels, in words, and where the exits are set."""
    related: list[Related] = []
    words = ""
    for channel in queue_manager.of_type("CHANNEL"):
        for keyword in EXITS if channel.statements else ():
            place = channel.place(keyword)
            if channel.is_given(keyword) and channel.text(keyword) and place is not None:
                words = words or f"CHANNEL({channel.name}) has a {keyword}"
                related.append(Related(place, f"{keyword} of CHANNEL({channel.name})"))
    for ini in qm_inis(queue_manager):
        for stanza in ini.named(API_EXITS):
            name = stanza.get("Name")
            words = words or f"API exit {name.value if name is not None else ''} is configured".replace(
                "  ", " "
            )
            related.append(Related(ini.document.place(stanza.name_span), "an API exit runs in channels too"))
    return words, tuple(related[:8])


def fastpath_with_exits(queue_manager: QueueManager) -> Iterator[Hit]:
    """CHL013."""
    found = queue_manager.ini_entry("Channels", "MQIBindType")
    if found is None or found[1].value.strip().upper() != "FASTPATH":
        return
    words, related = exits_of(queue_manager)
    if words:
        yield Hit(
            entry_place(*found),
            f"MQIBindType=FASTPATH, and {words}",
            note="a fastpath channel works inside the queue manager's own memory: an exit that writes where "
            "it should not, or ends the process, can bring the queue manager down (Best Practises, 7.1.2, "
            "p. 29; Channels stanza, q018980_)",
            help="set MQIBindType=STANDARD, or remove the exits from the channels",
            object=ObjectName("STANZA", "Channels"),
            attribute="MQIBindType",
            related=related,
        )


def ends(estate: Estate) -> Iterator[tuple[MqObject, QueueManager, MqObject, QueueManager]]:
    """Sender and receiver channels of the estate that belong together, each with its queue manager."""
    for manager in estate.queue_managers:
        for subtype in SENDERS:
            for channel in manager.of_type("CHANNEL", subtype):
                if not channel.statements or not channel.defined or channel.placeholder:
                    continue
                partner = partner_of(channel, manager, estate)
                end = partner.channel(channel.name) if partner is not None else None
                if partner is not None and end is not None and end.subtype in RECEIVERS and end.defined:
                    yield channel, manager, end, partner


def no_compression_in_common(estate: Estate) -> Iterator[Hit]:
    """CHL019."""
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
                f"CHANNEL({channel.name}) offers {keyword}({','.join(wanted)}), and {partner.name} takes "
                f"{keyword}({','.join(taken)}) only",
                note=f"the first technique that both ends name is used; here there is none, so that {what} "
                "go uncompressed without a word (DEFINE CHANNEL, q085520_)",
                help=f"name {asked[0]} in {keyword} of CHANNEL({end.name}) on {partner.name} too",
                object=object_name(channel, manager),
                attribute=keyword,
                related=defined_here(end, keyword if end.is_given(keyword) else ""),
            )


def length_shrinks(estate: Estate) -> Iterator[Hit]:
    """CHL020."""
    for manager in estate.queue_managers:
        for subtype in SENDERS:
            for channel in manager.of_type("CHANNEL", subtype):
                queue = manager.queue(channel.text("XMITQ")) if channel.statements else None
                if queue is not None:
                    yield from shorter(queue, channel, f"CHANNEL({channel.name})", manager)
    for channel, manager, end, partner in ends(estate):
        yield from shorter(channel, end, f"CHANNEL({end.name}) of {partner.name}", manager)


def shorter(before: MqObject, after: MqObject, next: str, manager: QueueManager) -> Iterator[Hit]:
    """The step behind takes less than the one before; only lengths that somebody wrote down count."""
    length, limit, place = before.number("MAXMSGL"), after.number("MAXMSGL"), before.place("MAXMSGL")
    given = before.is_given("MAXMSGL") and after.is_given("MAXMSGL")
    if not given or not length or not limit or length <= limit or place is None:
        return
    yield Hit(
        place,
        f"{before.type}({before.name}) takes messages of {length} bytes, and {next} behind it {limit}",
        note="the ends of a channel agree on the smaller length; a longer message is put on the dead-letter "
        "queue, or stops the channel where there is none (q041020_)",
        help=f"raise MAXMSGL of {next} to {length}, or lower it here",
        object=object_name(before, manager),
        attribute="MAXMSGL",
        related=defined_here(after, "MAXMSGL"),
    )
