"""CHL001, CHL013, CHL019, CHL020, CHL023 to CHL025: message channels, and the channel messages in error logs.

Exits, and the two ends of a channel: compression, message lengths, pipelining, attributes of cluster
channels; what does not start; channels that may fail together without message suppression.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.channels import (
    RECOMMENDED,
    STANZA,
    VARIABLE,
    allowed_numbers,
    channel_exits,
    is_channel_message,
    list_entries,
    many_channels,
    many_pairs,
    numbers,
    recommended_settings,
    suppressed_numbers,
    suppresses,
)
from mqtune.analysis.topology.clusters import RECEIVERS, SENDERS
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import qm_ini, set_ini
from mqtune.language.access import variables as known_variables
from mqtune.rules.common import (
    declaration_place,
    defined_here,
    differing,
    entry_place,
    load_place,
    object_name,
)
from mqtune.rules.ref.partners import partner_of
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.editing import Place
from mqtune.text.finding import UNSAFE, Fix, ObjectName, Related
from mqtune.text.messages import listed

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
    exits = list(channel_exits(queue_manager, file))
    related = tuple(Related(place, text) for _, text, place in exits[:8])
    return (exits[0][0] if exits else ""), related


@rule("CHL013")
def fastpath_with_exits(queue_manager: QueueManager) -> Iterator[Hit]:
    """MQIBindType=FASTPATH is set in qm.ini, and a channel has an exit (SCYEXIT, MSGEXIT, SENDEXIT, RCVEXIT,
    MREXIT), or an API exit is configured.
    """
    setting = queue_manager.ini_entry("Channels", "MQIBindType")
    if setting is None or setting[1].value.strip().upper() != "FASTPATH":
        return
    words, related = exits_of(queue_manager, setting[0])
    if words:
        yield Hit(
            entry_place(*setting),
            f"MQIBindType=FASTPATH is set, but {words}",
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
            wanted, accepted = channel.values(keyword), end.values(keyword)
            place = channel.place(keyword)
            asked = [word for word in wanted if word not in ("NONE", "ANY")]
            unknown = any(has_placeholder(word) for word in (*wanted, *accepted))
            if not asked or not accepted or unknown or place is None:
                continue
            if "ANY" in wanted or "ANY" in accepted or set(asked) & set(accepted):
                continue
            yield Hit(
                place,
                f"CHANNEL({channel.name}) offers {keyword}({','.join(wanted)}), but {partner.label} accepts "
                f"only {keyword}({','.join(accepted)})",
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
        setting = manager.ini_entry("Channels", PIPELINE)
        if setting is None or pair in reported or qm_ini(partner) is None:
            continue
        unknown = has_placeholder(partner.ini_value("Channels", PIPELINE) or "")
        length, partner_length = (
            manager.ini_number("Channels", PIPELINE),
            partner.ini_number("Channels", PIPELINE),
        )
        if (length or 0) > 1 and (partner_length or 1) == 1 and not unknown:
            reported.add(pair)
            yield Hit(
                entry_place(*setting),
                f"{manager.label} has {PIPELINE}={setting[1].value}, but {partner.label} at the other end of "
                f"CHANNEL({channel.name}) does not",
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
                    object=object_name(channel, manager),
                    attribute=different[0],
                    related=defined_here(end),
                )


# CHL025: what does not start with the queue manager.

STARTED = {
    "SCHINIT": ("the channel initiator", "triggered and retrying channels stay down"),
    "SCMDSERV": ("the command server", "MQ Explorer and other programs cannot send commands"),
}


@rule("CHL025")
def manual_channel_initiator(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """SCHINIT or SCMDSERV is MANUAL."""
    for keyword, (what, consequence) in STARTED.items():
        place = object.place(keyword) if object.is_given(keyword) else None
        if place is not None and object.value(keyword) == "MANUAL":
            yield Hit(
                place,
                f"{what} does not start with the queue manager: {keyword}(MANUAL)",
                note=f"after a restart or a fail-over, {consequence} until an operator starts it (ALTER "
                "QMGR, q085320_)",
                help=f"set {keyword}(QMGR), the default",
                attribute=keyword,
            )


# CHL001: message suppression. No entry of a list is an error: the product ignores unknown entries.

INTERVAL_VARIABLE = "MQ_CHANNEL_SUPPRESS_INTERVAL"


@rule("CHL001")
def channel_messages_not_suppressed(queue_manager: QueueManager) -> Iterator[Hit]:
    """Many channels may fail together and the messages of their failures are not suppressed, or a list
    contains an entry without effect.
    """
    yield from useless_in_lists(queue_manager)
    yield from useless_in_environment(queue_manager)
    if not suppresses(queue_manager):
        yield from not_suppressed(queue_manager)


def not_suppressed(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report many channels without suppression: declared pairs, or otherwise defined channels."""
    load = many_pairs(queue_manager)
    defined = many_channels(queue_manager) if load is None else []
    if load is not None:
        yield missing(queue_manager, f"{load.channel_pairs} channel pairs", load_place(load))
    elif defined:
        place = defined[0].place()
        if place is not None:
            yield missing(queue_manager, f"{len(defined)} message channels", place)


def missing(queue_manager: QueueManager, many: str, place: Place) -> Hit:
    """The finding that nothing is suppressed."""
    held_back = qm_ini(queue_manager) is None
    name = f"queue manager {queue_manager.name}" if queue_manager.name else "the queue manager"
    unknown = ", as far as the files show (no qm.ini is among them)" if held_back else ""
    values = recommended_settings(queue_manager)
    listed = ", ".join(suppressed_numbers(queue_manager))
    what = f"only {listed}, which are not messages of failing channels" if listed else "no channel messages"
    edits = set_ini(queue_manager, STANZA, values)
    text = f"suppress channel messages {values['SuppressMessage']}"
    return Hit(
        place,
        f"{name} has {many} that may fail together and suppresses {what}{unknown}",
        note="every failing channel writes to the error log again and again; in the large clusters report "
        "1000 pairs did not recover from a network failure until these messages were suppressed, "
        "and then took under 3 minutes (V5.3, 2003; p. 1 and 5; the mechanism is still documented)",
        help=f"set SuppressMessage={values['SuppressMessage']} and SuppressInterval=60 in stanza "
        f"{STANZA} of qm.ini and restart, or set {VARIABLE} in the environment of the starting process",
        object=ObjectName("STANZA", STANZA),
        attribute="SuppressMessage",
        severity="info" if held_back else None,
        fixes=(Fix(UNSAFE, text, edits, restart=True),) if edits else (),
    )


def useless_in_lists(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report numbers that QMErrorLog cannot suppress, and an interval without a list."""
    for ini, entry in list_entries(queue_manager):
        if has_placeholder(entry.value):
            continue
        allowed = allowed_numbers()
        useless = [item for item in numbers(entry.value) if item not in allowed]
        if useless:
            yield list_hit(ini, entry, useless, allowed)
    yield from useless_interval(queue_manager)


def list_hit(ini: IniFile, entry: Entry, useless: list[str], allowed: tuple[str, ...]) -> Hit:
    """The finding for one list."""
    kept = [item for item in numbers(entry.value) if item in allowed]
    prefixed = any(item.upper().startswith("AMQ") for item in useless)
    shown = listed(useless)
    edit = ini.document.edit(entry.span, f"{entry.key}={','.join(kept)}") if kept else None
    return Hit(
        ini.document.place(entry.value_span),
        f"{entry.key} lists {shown}, which {STANZA} cannot suppress",
        note="only the numbers of a documented list can be suppressed in the queue manager error log; others "
        f"have no effect{'; write the number without the letters AMQ' if prefixed else ''}",
        help=f"choose from {', '.join(allowed)}; {VARIABLE} accepts any channel message",
        object=ObjectName("STANZA", STANZA),
        attribute=entry.key,
        fixes=(Fix(UNSAFE, f"remove {shown}", (edit,), restart=True),) if edit is not None else (),
    )


def useless_interval(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report SuppressInterval without a SuppressMessage list, which has no effect."""
    setting = queue_manager.ini_entry(STANZA, "SuppressInterval")
    if setting is not None and queue_manager.ini_entry(STANZA, "SuppressMessage") is None:
        ini, entry = setting
        yield Hit(
            ini.document.place(entry.span),
            f"SuppressInterval={entry.value} without a SuppressMessage list suppresses nothing",
            help=f"add SuppressMessage={','.join(RECOMMENDED)}, or remove the interval",
            object=ObjectName("STANZA", STANZA),
            attribute="SuppressInterval",
        )


def useless_in_environment(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report values of the declared environment variables that have no effect."""
    variables = queue_manager.environment
    if not variables:
        return
    known = known_variables()
    for name in variables:
        if not name.startswith("MQ_") and name not in known and f"MQ_{name}" in known:
            yield variable_hit(
                queue_manager, name, f"the variable {name} must be named MQ_{name}", f"name it MQ_{name}"
            )
    declared = variables.get(VARIABLE, "")
    items = [] if has_placeholder(declared) else numbers(declared)
    useless = [item for item in items if not is_channel_message(item)]
    if useless:
        yield variable_hit(
            queue_manager,
            VARIABLE,
            f"{VARIABLE} lists {', '.join(useless[:8])}, not a channel message number",
            "list only channel messages: four digits that begin with 9, without the letters AMQ",
        )
    most = known[VARIABLE]
    if most is not None and len(items) > most:
        yield variable_hit(
            queue_manager,
            VARIABLE,
            f"{VARIABLE} lists {len(items)} numbers; the maximum is {most}",
            f"keep the {most} that matter, for instance {','.join(RECOMMENDED)}",
        )
    if INTERVAL_VARIABLE in variables and VARIABLE not in variables:
        yield variable_hit(
            queue_manager,
            INTERVAL_VARIABLE,
            f"{INTERVAL_VARIABLE} without {VARIABLE} suppresses nothing",
            f"set {VARIABLE}={','.join(RECOMMENDED)}, or remove the interval",
        )


def variable_hit(queue_manager: QueueManager, name: str, message: str, help: str) -> Hit:
    """A finding on an environment variable, which mqtune.toml declares or a script exports."""
    return Hit(
        queue_manager.variable_place(name) or declaration_place(queue_manager),
        message,
        note="the product ignores it without a message (IBM MQ documentation, suppressing channel error "
        "messages from error logs on Multiplatforms; large clusters report, p. 5)",
        help=help,
        object=ObjectName("ENVIRONMENT", name),
        attribute=name,
    )
