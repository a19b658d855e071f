"""The channels that a queue manager needs for its declared pairs and clients, for rules and tuning."""

from __future__ import annotations

from math import ceil

from mqtune.estate.clusters import Cluster
from mqtune.estate.uniform_clusters import uniform_clusters
from mqtune.flow.machine_resources import CHANNELS_OF_A_PAIR, channel_clients, client_connections, client_link
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.provenance import Link


@record
class ChannelNeed:
    """The declared channel pairs and clients, and the smallest MaxChannels that should be set for them.

    `members` is the number of members of a uniform cluster whose clients count, because one member may be
    alone with all of them; 0 without one. `undeclared` names loads of clients whose number is unknown.
    """

    pairs: int
    clients: int
    members: int
    wanted: int
    chain: tuple[Link, ...]
    undeclared: tuple[str, ...]

    @property
    def least(self) -> int:
        """The channels that run if nothing overlaps."""
        return self.pairs * CHANNELS_OF_A_PAIR + self.clients


def channel_need(manager: QueueManager, estate: Estate) -> ChannelNeed:
    """The need of one queue manager."""
    pairs = max((load.channel_pairs or 0 for load in manager.cluster_loads), default=0)
    uniform = cluster_of(manager, estate)
    members = [member.queue_manager for member in uniform.members] if uniform is not None else [manager]
    found = [declared_clients(one) for one in members]
    clients = sum(count for count, _, _ in found)
    return ChannelNeed(
        pairs,
        clients,
        len(members) if uniform is not None and clients else 0,
        ceil((pairs * CHANNELS_OF_A_PAIR + clients) * overlap()),
        tuple(link for _, chain, _ in found for link in chain),
        tuple(name for _, _, names in found for name in names),
    )


def declared_clients(manager: QueueManager) -> tuple[int, list[Link], list[str]]:
    """The declared clients of a queue manager, their declarations, and loads of clients without a number."""
    count, chain, undeclared = client_connections(manager)
    by_channel = channel_clients(manager)
    total = sum(load.clients or 0 for load in by_channel)
    if total > count:
        return total, [client_link(load) for load in by_channel], undeclared
    return count, chain, undeclared


def cluster_of(manager: QueueManager, estate: Estate) -> Cluster | None:
    """The uniform cluster of a queue manager."""
    return next((one for one in uniform_clusters(estate) if one.membership(manager) is not None), None)


def overlap() -> float:
    """How many channels there are for each while ended ones and their successors overlap."""
    from mqtune.capacity.definition import model  # read only if pairs or clients are declared

    return next(one.value for one in model("hub-recovery").constants if one.name == "overlap")
