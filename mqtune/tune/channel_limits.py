"""MaxChannels, MaxActiveChannels and MAXINST for declared pairs and clients, and for unshared
conversations.
"""

from __future__ import annotations

from math import ceil

from mqtune.estate.hub.receivers import is_dedicated_repository
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.rewriting import qm_ini
from mqtune.flow.channel_need import ChannelNeed, channel_need, overlap
from mqtune.flow.machine_resources import instance_resources
from mqtune.text.wording import listed
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why

LIMITS, INSTANCES = "channel-limits", "instance-limits"
CHANNELS = "Channels"
KEYS = ("MaxChannels", "MaxActiveChannels")
DEFAULT_MAX_CHANNELS = 100  # of Multiplatforms; the appliance has no such limit
SOURCE = "IBM MQ documentation, Channels stanza of the qm.ini file"
REPORT = "performance tuning for large clusters (2003), p. 9"


def tune_channel_limits(tuning: Tuning, estate: Estate, more: int) -> None:
    """Raise the limits that would be reached; `more` is the number of additional channel instances."""
    queue_manager = tuning.queue_manager
    need = channel_need(queue_manager, estate)
    if need.undeclared:
        names = [f"'{name}'" for name in need.undeclared]
        tuning.ask(
            f"declare clients for {listed(names)}",
            "MaxChannels and MAXINST must cover a channel instance for each of them",
        )
    if queue_manager.platform == "appliance" or not (need.least or more):
        return
    if qm_ini(queue_manager) is None:
        if need.least > DEFAULT_MAX_CHANNELS or more:
            tuning.ask("add the qm.ini to the files", "MaxChannels must cover all channels that run or retry")
        return
    limits = {key: limit_of(queue_manager, key) for key in KEYS}
    # if one has to be raised, both are: fewer channels than active channels would be a new error
    low = any(limit is not None and limit < need.least for limit in limits.values())
    for key, limit in limits.items():
        if limit is None or (key == "MaxActiveChannels" and is_dedicated_repository(queue_manager)):
            continue
        enough = (max(need.wanted, limit) if low else limit) + more
        if enough > limit:
            tuning.change(limit_change(queue_manager, key, limit, enough, need if low else None, more))


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


def limit_change(
    queue_manager: QueueManager, key: str, limit: int, enough: int, need: ChannelNeed | None, more: int
) -> Change:
    """The change of one limit of the queue manager; `need` if pairs or clients exceed it."""
    asked = [asked_by(need)] if need is not None else []
    if more:
        asked.append(f"SHARECNV(1) adds up to {more:,} channel instances")
    written = queue_manager.ini_value(CHANNELS, key)
    settings = (Setting(key, str(enough), str(limit), "the default" if written is None else "qm.ini"),)
    why = Why(
        f"{key} is {limit:,}: {'; '.join(asked)}",
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


def tune_instances(tuning: Tuning, estate: Estate) -> None:
    """Raise MAXINST of server connections that the declared clients would reach."""
    queue_manager = tuning.queue_manager
    need = channel_need(queue_manager, estate)
    channels = {f"CHANNEL({one.name})": one for one in queue_manager.of_type("CHANNEL", "SVRCONN")}
    if not need.clients:
        return
    for resource in instance_resources(queue_manager, need.clients, list(need.chain), ()):
        channel = channels[resource.resource]
        limit, used = resource.limit, resource.used
        unshared = [one for one in tuning.changes if one.object is channel and "MAXINST" in one.values]
        current = max([int(limit or 0), *(int(one.values["MAXINST"]) for one in unshared)])
        if limit is None or used is None or used <= current or channel.placeholder:
            continue
        enough = str(ceil(used * overlap()))
        if unshared:
            for one in unshared[0].settings:
                if one.keyword == "MAXINST":
                    one.value = enough
            continue
        origin = "its own" if channel.is_given("MAXINST") else "the default"
        why = Why(
            f"{used:,.0f} clients are declared, and CHANNEL({channel.name}) accepts {limit:,.0f} instances",
            "no client is rejected with AMQ9489 because of the limit; no gain in itself",
            "the limit also protects the queue manager from a client that connects without end: MAXINSTC "
            "limits the instances of one machine",
            restart=False,
            measure=Measure("the number of instances in DISPLAY CHSTATUS at the busiest time"),
            source="IBM MQ documentation, DEFINE CHANNEL (MAXINST); JMS V7 performance report (2009), 6.4, "
            "p. 40",
        )
        settings = (Setting("MAXINST", enough, f"{limit:.0f}", origin),)
        tuning.change(
            Change(INSTANCES, ALTER, "CHANNEL", channel.name, settings, why, channel, subtype="SVRCONN")
        )
