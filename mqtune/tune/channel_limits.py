"""MaxChannels, MaxActiveChannels and MAXINST for declared pairs and clients.

A limit protects the queue manager, so it is derived from the declared need alone, for the channels that the
declared load names, and never scaled.
"""

from __future__ import annotations

from math import ceil

from mqtune.estate.authority import is_administrator
from mqtune.estate.busy_load import buffered_queues
from mqtune.estate.hub.receivers import is_dedicated_repository
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import qm_ini
from mqtune.flow.channel_need import ChannelNeed, channel_need, overlap
from mqtune.flow.machine_resources import instance_resources
from mqtune.flow.resource import Resource
from mqtune.text.numbers import bytes_text
from mqtune.text.wildcards import asterisks_match
from mqtune.text.wording import listed
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Objection, Open, Setting, Tuning, Why

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
    decided = next((f"{key} stays at {low[key]:,}" for key, one in objections.items() if one), "")
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
    from mqtune.capacity.errors import ModelError  # only if a limit has to be raised
    from mqtune.capacity.run import run

    queue_manager = tuning.queue_manager
    memory = queue_manager.declaration.memory_bytes if queue_manager.declaration is not None else None
    if memory is None:
        return ""
    binding = queue_manager.ini_value(CHANNELS, "MQIBindType") or ""
    changed = [one.values["MQIBindType"] for one in tuning.changes if "MQIBindType" in one.values]
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
    found = instance_resources(queue_manager, need.clients, list(need.chain), ())
    return {one.resource.removeprefix("CHANNEL(").removesuffix(")"): one for one in found}


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
    channels = {one.name: one for one in queue_manager.of_type("CHANNEL", "SVRCONN")}
    for name, resource in instances_of(queue_manager, estate).items():
        channel, limit, used = channels[name], resource.limit, resource.used
        others = [*tuning.changes, *(held.change for held in tuning.held_back)]
        closed = closed_by(channel)
        if closed and used and all(one.object is not channel for one in others):
            text = f"CHANNEL({name}): {used:,.0f} clients are declared, but {closed}"
            tuning.open.append(Open(kind="limit", text=text, reason=SOURCE_INSTANCES))
        if closed or limit is None or used is None or used <= limit or channel.placeholder:
            continue
        if any(one.object is channel and "MAXINST" in one.values for one in others):
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
