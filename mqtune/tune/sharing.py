"""SHARECNV of busy client channels, and the limits that count channel instances, in one change.

Does not know rules.
"""

from __future__ import annotations

from math import ceil

from mqtune.estate.busy_load import BUSY_CLIENT_PER_S, busiest_client, server_connections
from mqtune.estate.rewriting import qm_ini
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Why, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import TopicLoad
    from mqtune.tune.advice import Tuning

SHARE = "share-conversations"
LIMITS = "channel-limits"
CHANNELS = "Channels"
UNLIMITED = 999_999_999
DEFAULT_MAX_CHANNELS = 100  # of Multiplatforms; the appliance has no such limit
SOURCE = (
    "IBM MQ documentation, Tuning client and server-connection channels; "
    "JMS V7 performance report (2009), 7.3, p. 43"
)


def tune_sharing(tuning: Tuning) -> None:
    """One conversation a socket on the channels of busy clients."""
    queue_manager = tuning.queue_manager
    busiest = busiest_client(queue_manager)
    if busiest is None or busiest[1] < BUSY_CLIENT_PER_S:
        return
    shared = [
        channel
        for channel in server_connections(queue_manager)
        if (channel.number("SHARECNV") or 0) > 1 and not channel.placeholder
    ]
    for channel in shared:
        tuning.change(unshared(channel, *busiest))
    if shared:
        raise_limits(tuning, shared)


def unshared(channel: MqObject, load: TopicLoad, rate: float) -> Change:
    """SHARECNV(1), and room for the same number of conversations."""
    conversations = channel.number("SHARECNV") or 1
    settings = [Setting("SHARECNV", "1", channel.text("SHARECNV"), origin(channel, "SHARECNV"))]
    for word in ("MAXINST", "MAXINSTC"):
        limit = channel.number(word)
        if limit is not None and 0 < limit < UNLIMITED:
            more = min(limit * conversations, UNLIMITED)
            settings.append(Setting(word, str(more), str(limit), origin(channel, word)))
    why = Why(
        f"declared clients publish {rate:,.0f} messages/s each to {load.topic}, and {conversations} "
        "conversations may wait for each other on one socket",
        "about 15% more messages/s on average against shared sockets; more where hundreds of messages/s "
        "share one; nothing where a client has one conversation only",
        "each conversation becomes a channel instance of its own, with its own socket and memory; limits "
        "that "
        f"count instances are raised by the factor {conversations}, so that as many conversations fit as "
        "today",
        restart=False,
        measure=Measure(
            "messages/s of the clients and DISPLAY CHSTATUS instances, before and after, with the same "
            "programs connected"
        ),
        source=SOURCE,
        basis="published",
    )
    return Change(SHARE, ALTER, "CHANNEL", channel.name, tuple(settings), why, channel, subtype="SVRCONN")


def origin(channel: MqObject, keyword: str) -> str:
    """Where a value is from."""
    return "its own" if channel.is_given(keyword) else "the default"


def raise_limits(tuning: Tuning, channels: list[MqObject]) -> None:
    """MaxChannels and MaxActiveChannels, by the instances that come on top."""
    queue_manager = tuning.queue_manager
    if qm_ini(queue_manager) is None or queue_manager.platform == "appliance":
        tuning.ask(
            "add the qm.ini to the files",
            f"MaxChannels has to hold each conversation of {listed([one.name for one in channels])} by "
            "itself",
        )
        return
    more, unlimited = instances_on_top(queue_manager, channels)
    if unlimited:
        tuning.ask(
            f"set MAXINST on {listed([f'CHANNEL({name})' for name in unlimited])}, or see that MaxChannels "
            "holds "
            "every conversation of its clients by itself",
            "how many channel instances come on top is known of declared publishers only",
        )
    for key in ("MaxChannels", "MaxActiveChannels"):
        limit = queue_manager.ini_number(CHANNELS, key)
        if limit is None and key == "MaxChannels" and queue_manager.ini_value(CHANNELS, key) is None:
            limit = DEFAULT_MAX_CHANNELS
        if limit is not None and more:
            tuning.change(limit_change(queue_manager, key, limit, more))


def instances_on_top(queue_manager: QueueManager, channels: list[MqObject]) -> tuple[int, list[str]]:
    """How many channel instances the same conversations need more, and the channels without a limit."""
    more, unlimited = 0, []
    for channel in channels:
        limit, conversations = channel.number("MAXINST"), channel.number("SHARECNV") or 1
        if limit is not None and 0 < limit < UNLIMITED:
            more += limit * (conversations - 1)
        else:
            unlimited.append(channel.name)
    if unlimited:
        clients = sum(load.publishers or 0 for load in queue_manager.topic_loads if load.binding == "client")
        fewest = min(channel.number("SHARECNV") or 1 for channel in channels)
        more += clients - ceil(clients / fewest)
    return more, unlimited


def limit_change(queue_manager: QueueManager, key: str, limit: int, more: int) -> Change:
    """One limit of the queue manager."""
    written = queue_manager.ini_value(CHANNELS, key)
    settings = (Setting(key, str(limit + more), str(limit), "the default" if written is None else "qm.ini"),)
    why = Why(
        f"with SHARECNV(1) up to {more:,} channel instances come on top of those that {key}={limit} holds",
        "no client is refused with AMQ9513 for the change of SHARECNV; no gain by itself",
        "about 98 KB of memory for each further client connection, measured on V8.0",
        restart=True,
        measure=Measure(
            "the number of channels in DISPLAY CHSTATUS(*) at the busiest time, against the limit"
        ),
        source=f"{SOURCE}; IBM MQ documentation, Channels stanza of the qm.ini file",
        basis="published",
    )
    return Change(LIMITS, ALTER, STANZA, CHANNELS, settings, why)
