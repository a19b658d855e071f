"""SHARECNV of busy client channels and the limits on channel instances, in one change."""

from __future__ import annotations

from mqtune.estate.busy_load import BUSY_CLIENT_PER_S, ClientRate, busiest_client, server_connections
from mqtune.estate.keywords import UNLIMITED
from mqtune.estate.objects import MqObject
from mqtune.tune.advice import ALTER, Change, Measure, Setting, Tuning, Why

SHARE = "share-conversations"
SOURCE = (
    "IBM MQ documentation, Tuning client and server-connection channels; "
    "JMS V7 performance report (2009), 7.3, p. 43"
)


def tune_sharing(tuning: Tuning) -> int:
    """Recommend one conversation per socket for busy clients; returns the additional channel instances."""
    queue_manager = tuning.queue_manager
    busiest = busiest_client(queue_manager)
    if busiest is None or busiest.each_per_s < BUSY_CLIENT_PER_S:
        return 0
    shared = [
        channel
        for channel in server_connections(queue_manager)
        if (channel.number("SHARECNV") or 0) > 1 and not channel.placeholder
    ]
    for channel in shared:
        tuning.change(unshared(channel, busiest))
    return instances_on_top(shared)


def unshared(channel: MqObject, busiest: ClientRate) -> Change:
    """SHARECNV(1), with limits raised for the same number of conversations."""
    conversations = channel.number("SHARECNV") or 1
    settings = [Setting("SHARECNV", "1", channel.text("SHARECNV"), origin(channel, "SHARECNV"))]
    for word in ("MAXINST", "MAXINSTC"):
        limit = channel.number(word)
        if limit is not None and 0 < limit < UNLIMITED:
            more = min(limit * conversations, UNLIMITED)
            settings.append(Setting(word, str(more), str(limit), origin(channel, word)))
    why = Why(
        f"{busiest}, and {conversations} conversations may wait for each other on one socket",
        "about 15% more messages/s on average than with shared sockets; more if hundreds of messages/s share "
        "a socket; nothing if a client has only one conversation",
        "each conversation becomes a channel instance with its own socket and memory; limits on instances "
        f"are raised by the factor {conversations}, so that as many conversations are possible as today",
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


def instances_on_top(channels: list[MqObject]) -> int:
    """The additional channel instances for as many conversations as the limits of the channels allow
    today.
    """
    more = 0
    for channel in channels:
        limit, conversations = channel.number("MAXINST"), channel.number("SHARECNV") or 1
        if limit is not None and 0 < limit < UNLIMITED:
            more += limit * (conversations - 1)
    return more
