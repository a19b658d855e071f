"""Limits and settings of channels: MaxChannels, MaxActiveChannels, MAXINST, MQIBindType, SHARECNV.

A limit protects the queue manager, so it is derived from the declared need alone, for the channels that the
declared load names, and never scaled.
"""

from __future__ import annotations

from math import ceil

from mqtune.analysis.budget.machine import ChannelNeed, channel_need, instance_resources, overlap
from mqtune.analysis.flow.resource import Resource
from mqtune.analysis.topology.channels import (
    channel_exits,
    is_dedicated_repository,
    many_channels,
    many_pairs,
)
from mqtune.analysis.topology.loads import (
    BUSY_CLIENT_PER_S,
    ClientRate,
    buffered_queues,
    busiest_client,
    clients_by_channel,
    server_connections,
)
from mqtune.analysis.tune.advice import ALTER, STANZA, Change, Measure, Objection, Open, Setting, Tuning, Why
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import is_administrator
from mqtune.estate.rewriting import qm_ini
from mqtune.estate.words import UNLIMITED
from mqtune.text.messages import listed
from mqtune.text.patterns import asterisks_match, bytes_text

LIMITS, INSTANCES = "channel-limits", "instance-limits"
CHANNELS = "Channels"
KEYS = ("MaxChannels", "MaxActiveChannels")
ZOS, ZOS_KEYS = "zos", ("MAXCHL", "ACTCHL")
DEFAULT_MAX_CHANNELS = 100  # of Multiplatforms; the appliance has no such limit
SOURCE = "IBM MQ documentation, Channels stanza of the qm.ini file"
SOURCE_ZOS = "IBM MQ documentation, ALTER QMGR (MAXCHL, ACTCHL)"
SOURCE_INSTANCES = "IBM MQ documentation, DEFINE CHANNEL (MAXINST)"
INSTANCE_LIMITS = ("MAXINST", "MAXINSTC")
REPORT = "performance tuning for large clusters (2003), p. 9"


def tune_channel_limits(tuning: Tuning, estate: Estate) -> str:
    """Raise the limits of the queue manager that the declared pairs and clients would reach. Returns why
    no more instances are possible; empty if they are.
    """
    queue_manager = tuning.queue_manager
    need = channel_need(queue_manager, estate)
    if need.undeclared:
        names = [f"'{name}'" for name in need.undeclared]
        tuning.ask(
            f"declare clients for {listed(names)}",
            "MaxChannels and MAXINST must cover a channel instance for each of them",
        )
    if queue_manager.platform == "appliance" or not need.least:
        return ""
    if queue_manager.platform == ZOS:
        return limits_of_zos(tuning, need)
    if qm_ini(queue_manager) is None:
        if need.least > DEFAULT_MAX_CHANNELS:
            tuning.ask("add the qm.ini to the files", "MaxChannels must cover all channels that run or retry")
        return ""
    return raise_limits(tuning, need)


def limits_of_zos(tuning: Tuning, need: ChannelNeed) -> str:
    """Compare the limits on z/OS, which are attributes of the queue manager, with the need. Returns which are
    lower.
    """
    limits = {word: tuning.queue_manager.qmgr.number(word) for word in ZOS_KEYS}
    low = [f"{word}({limit})" for word, limit in limits.items() if limit is not None and limit < need.least]
    if not low:
        return ""
    names = f"{' and '.join(low)} of QMGR {'is' if len(low) == 1 else 'are'} lower"
    text = f"{names} than the {need.least:,} declared channels"
    tuning.open.append(Open(kind="limit", text=text, reason=SOURCE_ZOS))
    return names


def raise_limits(tuning: Tuning, need: ChannelNeed) -> str:
    """Raise the limits in qm.ini to the need, as far as the declared memory allows. Returns why they stay."""
    queue_manager = tuning.queue_manager
    limits = {key: limit_of(queue_manager, key) for key in KEYS}
    # if one has to be raised, both are: fewer channels than active channels would be a new error
    short = memory_short(tuning, need.wanted)
    if not any(limit is not None and limit < need.least for limit in limits.values()):
        return short
    if is_dedicated_repository(queue_manager):
        del limits["MaxActiveChannels"]
    low = {key: limit for key, limit in limits.items() if limit is not None and limit < need.wanted}
    changes = {key: limit_change(queue_manager, key, limit, need) for key, limit in low.items()}
    objections = {key: tuning.objection_to(change) for key, change in changes.items()}
    decided = next((f"{key} stays at {low[key]:,}" for key, objection in objections.items() if objection), "")
    for key, change in changes.items():
        if short:
            tuning.hold_back(change, "memory", short)
        elif decided:
            tuning.hold_back(change, *(objections[key] or ("limit", decided)))
        else:
            tuning.change(change)
    return short or decided


def memory_short(tuning: Tuning, instances: int) -> str:
    """Why the declared memory does not suffice for some channel instances; empty if it does or is unknown."""
    from mqtune.capacity.definition import ModelError  # only if a limit has to be raised
    from mqtune.capacity.run import run

    queue_manager = tuning.queue_manager
    memory = queue_manager.declaration.memory_bytes if queue_manager.declaration is not None else None
    if memory is None:
        return ""
    binding = queue_manager.ini_value(CHANNELS, "MQIBindType") or ""
    changed = [change.values["MQIBindType"] for change in tuning.changes if "MQIBindType" in change.values]
    kind = "fastpath" if [binding, *changed][-1].upper() == "FASTPATH" else "standard"
    try:
        outcome = run("memory", clients=instances, queues=buffered_queues(queue_manager), bind_type=kind)
    except ModelError as error:
        return f"the memory that {instances:,} channel instances need is unknown: {error.message}"
    needed = outcome.outputs["memory_bytes"]
    if needed <= memory:
        return ""
    return (
        f"{instances:,} channel instances need {bytes_text(needed)} of memory (model memory), and memory is "
        f"{bytes_text(memory)}"
    )


def limit_of(queue_manager: QueueManager, key: str) -> int | None:
    """The effective limit; None if there is none, or if its value is unknown."""
    if queue_manager.ini_value(CHANNELS, key) is None:
        return DEFAULT_MAX_CHANNELS if key == "MaxChannels" else None
    return queue_manager.ini_number(CHANNELS, key)


def asked_by(need: ChannelNeed) -> str:
    """What needs channels, in words."""
    parts = []
    if need.pairs:
        parts.append(f"{need.pairs:,} declared channel pairs are {2 * need.pairs:,} channels")
    if need.members > 1:
        parts.append(
            f"{need.clients:,} clients of {need.members} members of the uniform cluster, all of which a "
            "member that "
            "is alone has to accept"
        )
    elif need.clients:
        parts.append(f"{need.clients:,} clients are declared")
    return f"{' and '.join(parts)}, plus 50% for overlap"


def limit_change(queue_manager: QueueManager, key: str, limit: int, need: ChannelNeed) -> Change:
    """The change of one limit of the queue manager."""
    written = queue_manager.ini_value(CHANNELS, key)
    settings = (Setting(key, str(need.wanted), str(limit), "the default" if written is None else "qm.ini"),)
    why = Why(
        f"{key} is {limit:,}: {asked_by(need)}",
        "no channel is rejected with AMQ9513 because of the limit; no gain in itself",
        "about 98 KB of memory for each additional client connection (V8.0), and 80 KB more if its channel "
        "is not fastpath",
        restart=True,
        measure=Measure(
            "the number of channels in DISPLAY CHSTATUS(*) at the busiest time, compared with the limit"
        ),
        source=f"{SOURCE}; {REPORT}",
        basis="published",
    )
    return Change(LIMITS, ALTER, STANZA, CHANNELS, settings, why)


def instances_of(queue_manager: QueueManager, estate: Estate) -> dict[str, Resource]:
    """The instances that declared clients need, by the name of the server connection."""
    need = channel_need(queue_manager, estate)
    resources = instance_resources(queue_manager, need.clients, list(need.chain), ())
    return {resource.resource.removeprefix("CHANNEL(").removesuffix(")"): resource for resource in resources}


def wanted_instances(used: float) -> int:
    """The smallest MAXINST for a number of declared clients."""
    return ceil(used * overlap())


def closed_by(channel: MqObject) -> str:
    """The limit that refuses all clients of a channel, in words; empty if none does."""
    word = next((word for word in INSTANCE_LIMITS if channel.number(word) == 0), "")
    return f"{word}(0) refuses all clients of the channel" if word else ""


def guarded(tuning: Tuning, channel: MqObject, used: float, full: str) -> Objection | None:
    """What forbids more instances of a channel, and the reason; None if nothing does."""
    if closed := closed_by(channel):
        return "instances", closed
    if user := administrator_of(tuning.queue_manager, channel):
        return "instances", f"clients of the channel run as {user}, who administers MQ"
    return ("limit", f"{used:,.0f} clients are declared, but {full}") if full else None


def administrator_of(queue_manager: QueueManager, channel: MqObject) -> str:
    """The administrator as whom clients of a channel run, by MCAUSER or a mapping record; empty if none."""
    records = [
        record
        for record in queue_manager.channel_records.of(channel.name)
        if record.name != "*" and asterisks_match(record.name, channel.name)
    ]
    users = [channel.text("MCAUSER"), *(record.text("MCAUSER") for record in records)]
    return next((user for user in users if is_administrator(user, queue_manager.platform)), "")


def tune_instances(tuning: Tuning, estate: Estate, full: str) -> None:
    """Raise MAXINST of the server connections whose declared clients would reach it."""
    queue_manager = tuning.queue_manager
    channels = {channel.name: channel for channel in queue_manager.of_type("CHANNEL", "SVRCONN")}
    for name, resource in instances_of(queue_manager, estate).items():
        channel, limit, used = channels[name], resource.limit, resource.used
        others = [*tuning.changes, *(held.change for held in tuning.held_back)]
        closed = closed_by(channel)
        if closed and used and all(change.object is not channel for change in others):
            text = f"CHANNEL({name}): {used:,.0f} clients are declared, but {closed}"
            tuning.open.append(Open(kind="limit", text=text, reason=SOURCE_INSTANCES))
        if closed or limit is None or used is None or used <= limit or channel.placeholder:
            continue
        if any(change.object is channel and "MAXINST" in change.values for change in others):
            continue  # together with SHARECNV
        change = instances_change(channel, used, limit)
        objection = guarded(tuning, channel, used, full)
        if objection is not None:
            tuning.hold_back(change, *objection)
        else:
            tuning.change(change)


def instances_change(channel: MqObject, used: float, limit: float) -> Change:
    """The change of MAXINST of one channel."""
    origin = "its own" if channel.is_given("MAXINST") else "the default"
    why = Why(
        f"{used:,.0f} clients are declared, and CHANNEL({channel.name}) accepts {limit:,.0f} instances",
        "no client is rejected with AMQ9489 because of the limit; no gain in itself",
        "the limit also protects the queue manager from a client that connects without end: MAXINSTC "
        "limits the instances of one machine",
        restart=False,
        measure=Measure("the number of instances in DISPLAY CHSTATUS at the busiest time"),
        source=f"{SOURCE_INSTANCES}; JMS V7 performance report (2009), 6.4, p. 40",
    )
    settings = (Setting("MAXINST", str(wanted_instances(used)), f"{limit:.0f}", origin),)
    return Change(INSTANCES, ALTER, "CHANNEL", channel.name, settings, why, channel, subtype="SVRCONN")


# Fastpath channels, which all reports but one used: MQIBindType, unless exits forbid it.

BINDING = "fastpath-channels"
CHANNELS_STANZA, KEY = "Channels", "MQIBindType"
BINDING_SOURCE = (
    "performance tuning for large clusters (2003), p. 2 and 8; JMS V7 performance report (2009), chapter 3, "
    "p. 13; "
    "IBM MQ V8.0 publish/subscribe performance report (2015), A.3, p. 46; IBM MQ performance: best "
    "practises, and "
    "tuning (2020), 7.1.2, p. 29"
)


def tune_binding(tuning: Tuning) -> None:
    """Recommend MQIBindType=FASTPATH if channels carry a declared load and no exit runs in them."""
    queue_manager = tuning.queue_manager
    busy = work_of_channels(queue_manager)
    written = queue_manager.ini_value(CHANNELS_STANZA, KEY)
    file = qm_ini(queue_manager)
    if not busy or written is not None or file is None:
        return  # a value that is set is a decision
    exits = next((words for words, _, _ in channel_exits(queue_manager, file)), "")
    if exits:
        tuning.hint(
            f"leave {KEY} at STANDARD: {exits}",
            "an exit in a fastpath channel runs inside the queue manager's own memory, and one that "
            "overwrites "
            "memory or ends the process can end the queue manager",
            BINDING_SOURCE,
        )
        return
    why = Why(
        f"{busy}, and each channel program passes every message to an agent in another process",
        "less CPU and memory for each channel: with 2000 channel pairs 37% of the processors instead of 52% "
        "(one "
        "run each, 2003), and about 80 KB less for each channel (V8.0)",
        "a channel program then works inside the queue manager's own memory: an exit, or a channel program "
        "that is "
        "killed (kill -9), can damage the queue manager or end it. Do not set it with exits, and stop "
        "channels with "
        "STOP CHANNEL only",
        restart=True,
        measure=Measure(
            "CPU of the machine and messages/s at the same load, with both values; channels that were "
            "running keep "
            "the old one"
        ),
        source=BINDING_SOURCE,
        basis="published",
    )
    tuning.change(
        Change(
            BINDING,
            ALTER,
            STANZA,
            CHANNELS_STANZA,
            (Setting(KEY, "FASTPATH", "STANDARD", "the default"),),
            why,
        )
    )


def work_of_channels(queue_manager: QueueManager) -> str:
    """What the channels have to carry, in words; empty if it is not declared, or little."""
    pairs = many_pairs(queue_manager)
    if pairs is not None:
        return f"{pairs.channel_pairs:,} channel pairs are declared"
    if many := many_channels(queue_manager):
        return f"{len(many):,} message channels are defined"
    busiest = busiest_client(queue_manager)
    return str(busiest) if busiest is not None and busiest.each_per_s >= BUSY_CLIENT_PER_S else ""


# SHARECNV of the channels of busy clients, with MAXINST for the instances that these then need.

SHARE = "share-conversations"
SHARING_SOURCE = (
    "IBM MQ documentation, Tuning client and server-connection channels; "
    "JMS V7 performance report (2009), 7.3, p. 43"
)


def tune_sharing(tuning: Tuning, estate: Estate, full: str) -> None:
    """Recommend one conversation per socket for busy clients, on the channels that they are declared to use.
    `full` is why the limits of the queue manager allow no more instances.
    """
    queue_manager = tuning.queue_manager
    busiest = busiest_client(queue_manager)
    if busiest is None or busiest.each_per_s < BUSY_CLIENT_PER_S:
        return
    instances = instances_of(queue_manager, estate)
    for channel in server_connections(queue_manager):
        if (channel.number("SHARECNV") or 0) > 1 and not channel.placeholder:
            resource = instances.get(channel.name)
            used = resource.used if resource is not None else None
            change = unshared(channel, busiest, used)
            objection = unproven(tuning, channel, used) or guarded(tuning, channel, used or 0.0, full)
            if objection is not None:
                tuning.hold_back(change, *objection)
            else:
                tuning.change(change)


def unproven(tuning: Tuning, channel: MqObject, used: float | None) -> Objection | None:
    """Why the declared load does not prove the change of a channel; None if it does."""
    if used is None:
        named = clients_by_channel(tuning.queue_manager)
        if not named:
            tuning.ask(
                "declare [[queue-manager.channel]] with channel and clients",
                "it decides which of several server connections the declared clients use",
            )
        why = (
            "the declared clients use others"
            if named
            else "which of several the declared clients use is unknown"
        )
        return "clients", f"{why} ([[queue-manager.channel]])"
    unknown = [word for word in INSTANCE_LIMITS if channel.is_given(word) and channel.number(word) is None]
    if unknown:
        return "instances", f"{unknown[0]}({channel.text(unknown[0])}) is unknown until it is replaced"
    most = channel.number("MAXINSTC")
    if most is not None and 0 < most < used:
        return "instances", (
            f"MAXINSTC({most}) limits the connections of one machine; with SHARECNV(1) these are as many "
            f"conversations, and how the {used:,.0f} declared clients are distributed is unknown"
        )
    return None


def unshared(channel: MqObject, busiest: ClientRate, used: float | None) -> Change:
    """SHARECNV(1), and MAXINST if the declared clients then exceed it."""
    conversations = channel.number("SHARECNV") or 1
    settings = [Setting("SHARECNV", "1", channel.text("SHARECNV"), origin(channel, "SHARECNV"))]
    limit = channel.number("MAXINST")
    limited = limit is not None and 0 < limit < UNLIMITED
    if limit is not None and limited and used is not None and used > limit:
        settings.append(
            Setting("MAXINST", str(wanted_instances(used)), str(limit), origin(channel, "MAXINST"))
        )
    kept = (
        f", so more than {settings[-1].value if len(settings) > 1 else limit} are refused" if limited else ""
    )
    why = Why(
        f"{busiest}, and {conversations} conversations may wait for each other on one socket",
        "about 15% more messages/s on average than with shared sockets; more if hundreds of messages/s share "
        "a socket; nothing if a client has only one conversation",
        f"each conversation becomes a channel instance with its own socket and memory{kept}: count those "
        "that are not declared, such as the sessions of a JMS connection",
        restart=False,
        measure=Measure(
            "messages/s of the clients and instances in DISPLAY CHSTATUS, before and after, with the same "
            "programs connected"
        ),
        source=SHARING_SOURCE,
        basis="published",
    )
    return Change(SHARE, ALTER, "CHANNEL", channel.name, tuple(settings), why, channel, subtype="SVRCONN")


def origin(channel: MqObject, keyword: str) -> str:
    """The origin of a value."""
    return "its own" if channel.is_given(keyword) else "the default"
