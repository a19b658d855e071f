"""MaxChannels and MaxActiveChannels for declared channel pairs, and for conversations no longer shared."""

from __future__ import annotations

from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why
from mqtune.tune.figures import Figures

LIMITS = "channel-limits"
CHANNELS = "Channels"
KEYS = ("MaxChannels", "MaxActiveChannels")
DEFAULT_MAX_CHANNELS = 100  # of Multiplatforms; the appliance has no such limit
SOURCE = "IBM MQ documentation, Channels stanza of the qm.ini file"


def tune_channel_limits(tuning: Tuning, figures: Figures, more: int) -> None:
    """Raise the limits that would be reached; `more` is the number of additional channel instances."""
    queue_manager = tuning.queue_manager
    pairs = max((load.channel_pairs or 0 for load in queue_manager.cluster_loads), default=0)
    if queue_manager.platform == "appliance" or not (pairs or more):
        return
    if qm_ini(queue_manager) is None:
        tuning.ask("add the qm.ini to the files", "MaxChannels must cover all channels that run or retry")
        return
    hub = figures.run("hub-recovery", channel_pairs=pairs) if pairs else None
    least = int(hub.outputs["channels"]) if hub is not None else 0
    wanted = int(hub.outputs["max_channels_at_least"]) if hub is not None else 0
    limits = {key: limit_of(queue_manager, key) for key in KEYS}
    # if one has to be raised, both are: fewer channels than active channels would be a new error
    low = any(limit is not None and limit < least for limit in limits.values())
    for key, limit in limits.items():
        if limit is None:
            continue
        enough = (max(wanted, limit) if low else limit) + more
        if enough > limit:
            tuning.change(limit_change(queue_manager, key, limit, enough, pairs if low else 0, more))


def limit_of(queue_manager: QueueManager, key: str) -> int | None:
    """The effective limit; None if there is none, or if its value is unknown."""
    if queue_manager.ini_value(CHANNELS, key) is None:
        return DEFAULT_MAX_CHANNELS if key == "MaxChannels" else None
    return queue_manager.ini_number(CHANNELS, key)


def limit_change(
    queue_manager: QueueManager, key: str, limit: int, enough: int, pairs: int, more: int
) -> Change:
    """The change of one limit of the queue manager."""
    asked = []
    if pairs:
        asked.append(f"{pairs:,} declared channel pairs are {2 * pairs:,} channels, plus 50% for overlap")
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
        source=f"{SOURCE}; performance tuning for large clusters (2003), p. 9",
        basis="published",
    )
    return Change(LIMITS, ALTER, STANZA, CHANNELS, settings, why)
