"""SHARECNV of the channels of busy clients, with MAXINST for the instances that these then need."""

from __future__ import annotations

from mqtune.estate.busy_load import (
    BUSY_CLIENT_PER_S,
    ClientRate,
    busiest_client,
    clients_by_channel,
    server_connections,
)
from mqtune.estate.keywords import UNLIMITED
from mqtune.estate.model import Estate
from mqtune.estate.objects import MqObject
from mqtune.tune.advice import ALTER, Change, Measure, Objection, Setting, Tuning, Why
from mqtune.tune.channel_limits import INSTANCE_LIMITS, guarded, instances_of, wanted_instances

SHARE = "share-conversations"
SOURCE = (
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
        source=SOURCE,
        basis="published",
    )
    return Change(SHARE, ALTER, "CHANNEL", channel.name, tuple(settings), why, channel, subtype="SVRCONN")


def origin(channel: MqObject, keyword: str) -> str:
    """The origin of a value."""
    return "its own" if channel.is_given(keyword) else "the default"
