"""The cluster-receiver channels of a hub, and what is unfavourable about them.

The figures are those of the large clusters report (2003), p. 2, 7 and 9.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.estate.message_suppression import MANY_PAIRS
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.project.settings import ClusterLoad

FAST_RETRY_S = 10
DEFAULT_DISCINT_S = 6000
GOOD_DISCINT_S = 600
ADOPTION = {"AdoptNewMCA": "ALL", "AdoptNewMCACheck": "ALL"}  # of stanza Channels


def pairs_of(queue_manager: QueueManager, least: int = 1) -> Iterator[tuple[ClusterLoad, int]]:
    """The clusters with at least `least` declared channel pairs, each with their number."""
    for load in queue_manager.cluster_loads:
        if load.channel_pairs is not None and load.channel_pairs >= least:
            yield load, load.channel_pairs


def hub_receivers(queue_manager: QueueManager) -> Iterator[tuple[ClusterLoad, int, MqObject]]:
    """The cluster-receiver channels of a hub in the clusters with many declared pairs."""
    for load, pairs in pairs_of(queue_manager, MANY_PAIRS):
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
            known = channel.statements and channel.defined
            if known and load.cluster in cluster_names(channel, queue_manager):
                yield load, pairs, channel


def keeps_idle_channels(channel: MqObject) -> bool:
    """Whether idle channels stay active for the default time or longer, or for ever."""
    interval = channel.number("DISCINT")
    return interval is not None and not 0 < interval < DEFAULT_DISCINT_S


def notices_late(channel: MqObject) -> bool:
    """Whether a lost partner is detected only after its senders retry, so that they are refused."""
    heartbeat, retry = channel.number("HBINT"), channel.number("SHORTTMR")
    return heartbeat is not None and retry is not None and heartbeat > retry


def adopts(queue_manager: QueueManager) -> bool:
    """Whether a receiver channel whose sender returns is ended and replaced."""
    return (queue_manager.ini_value("Channels", "AdoptNewMCA") or "NO").strip().upper() != "NO"


def is_dedicated_repository(queue_manager: QueueManager) -> bool:
    """Whether a queue manager is a full repository and has no queue for applications."""
    master = queue_manager.qmgr
    if not (master.text("REPOS") or master.text("REPOSNL")):
        return False
    return not any(
        queue.statements and queue.text("USAGE") != "XMITQ" and not queue.name.startswith("SYSTEM.")
        for queue in queue_manager.of_type("QLOCAL")
    )
