"""Utilisation of channel instances and processors, and the channels that a queue manager needs.

The need follows from the declared pairs and clients. Rules and tuning use it, too.
"""

from __future__ import annotations

from math import ceil

from mqtune.analysis.flow.graph import PUT
from mqtune.analysis.flow.load import PERSISTENT_RATE, RATE
from mqtune.analysis.flow.publication_routes import subscriptions, undefined_subscribers
from mqtune.analysis.flow.resource import Link, Resource, chain_of
from mqtune.analysis.topology.channels import is_dedicated_repository
from mqtune.analysis.topology.cluster_membership import uniform_clusters
from mqtune.analysis.topology.clusters import Cluster
from mqtune.analysis.topology.loads import server_connections
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.words import UNLIMITED
from mqtune.estate.workload import declared_loads
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.flow.graph import Node
    from mqtune.analysis.flow.traversal import Passages
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.settings import ChannelLoad


MAX_CHANNELS, MAX_ACTIVE = "MaxChannels", "MaxActiveChannels"
ZOS_LIMITS = ("MAXCHL", "ACTCHL")  # IBM MQ documentation, ALTER QMGR
DEFAULT_MAX_CHANNELS = 100  # IBM MQ documentation, Channels stanza of the qm.ini file
CHANNELS_OF_A_PAIR = 2


def channel_resources(traffic: Passages) -> Iterator[Resource]:
    """Declared clients and channel pairs compared with MaxChannels, MAXINST and MAXINSTC."""
    manager = traffic.queue_manager
    clients, chain, open = client_connections(manager)
    by_channel = channel_clients(manager)
    if sum(load.clients or 0 for load in by_channel) > clients:
        clients = sum(load.clients or 0 for load in by_channel)
        chain = [client_link(load) for load in by_channel]
    missing = tuple(f"the clients of {name} are not declared" for name in open)
    pairs = max(manager.cluster_loads, key=lambda load: load.channel_pairs or 0, default=None)
    used = clients
    if pairs is not None and pairs.channel_pairs:
        used += pairs.channel_pairs * CHANNELS_OF_A_PAIR
        text = f"{pairs.channel_pairs:,} channel pairs declared for cluster {pairs.cluster}"
        chain = [*chain, Link(text, pairs.file, pairs.line)]
    elif traffic.channels:
        used += len(traffic.channels)
    if chain and used and manager.platform != "appliance":
        name, limit, basis = max_channels(manager)
        yield Resource(
            manager,
            name,
            "channels",
            "channels",
            None,
            used,
            limit,
            basis,
            chain=tuple(chain),
            grows=False,
            missing=missing,
        )
    if clients:
        yield from instance_resources(manager, clients, chain, missing)


def channel_clients(manager: QueueManager) -> list[ChannelLoad]:
    """The declared clients of server connections."""
    declared = manager.declaration.channels if manager.declaration is not None else ()
    return [load for load in declared if load.clients]


def client_link(load: ChannelLoad) -> Link:
    """The declaration of the clients of a channel."""
    return Link(f"{load.clients or 0:,} clients declared for CHANNEL({load.channel})", load.file, load.line)


def max_channels(manager: QueueManager) -> tuple[str, int | None, str]:
    """The limit on channels: its name, its effective value, and where it comes from. The smaller of those on
    current and on active channels counts; on z/OS these are attributes of the queue manager. The channels of
    a full repository without queues are seldom active at the same time.
    """
    if manager.platform == "zos":
        limits = [(limit, word) for word in ZOS_LIMITS if (limit := manager.qmgr.number(word)) is not None]
        if len(limits) < len(ZOS_LIMITS):
            return ZOS_LIMITS[0], None, ""
        limit, word = min(limits, key=lambda pair: pair[0])
        return word, limit, f"{word} of QMGR"
    limit, basis = manager.ini_number("Channels", MAX_CHANNELS), "MaxChannels in stanza Channels"
    if manager.ini_entry("Channels", MAX_CHANNELS) is None:
        limit, basis = DEFAULT_MAX_CHANNELS, "default of MaxChannels (IBM MQ documentation)"
    active = manager.ini_number("Channels", MAX_ACTIVE)
    if limit and active and active < limit and not is_dedicated_repository(manager):
        return MAX_ACTIVE, active, "MaxActiveChannels in stanza Channels"
    return MAX_CHANNELS, limit, basis


def client_connections(manager: QueueManager) -> tuple[int, list[Link], list[str]]:
    """The declared client connections, their declarations, and the loads whose clients are not declared."""
    count, chain, open = 0, [], []
    topics, queues = declared_loads(manager)
    loads: list[TopicLoad | QueueLoad] = [*topics, *queues]
    for load in loads:
        name = load.topic if isinstance(load, TopicLoad) else load.queue
        producers = load.publishers if isinstance(load, TopicLoad) else load.producers
        clients = load.clients
        if clients is None and load.binding == "client":
            if producers is None:
                open.append(name)
            clients = (producers or 0) + (load.consumers or 0)
        if clients:
            count += clients
            chain.append(Link(f"{clients:,} clients declared for {name}", load.file, load.line))
    return count, chain, open


def instance_resources(
    manager: QueueManager, clients: int, chain: list[Link], missing: tuple[str, ...]
) -> Iterator[Resource]:
    """The instances of each server connection with declared clients, and of the only one unless the clients
    are declared for others. Which clients use which of the others is unknown; none do if all are declared
    for channels.
    """
    by_channel = {load.channel: load for load in channel_clients(manager)}
    channels = list(server_connections(manager))
    defined = {channel.name for channel in channels}
    all_named = (
        by_channel.keys() <= defined
        and not missing
        and clients <= sum(load.clients or 0 for load in by_channel.values())
    )
    several = "several server connections: which clients use this one is unknown"
    if len(channels) == 1 and by_channel:
        several = "the clients are declared for other channels, which are not defined as server connections"
    for channel in channels:
        limit, shared = channel.number("MAXINST"), channel.number("SHARECNV") or 0
        name = f"CHANNEL({channel.name})"
        declared = by_channel.get(channel.name)
        if declared is None and all_named:
            continue
        is_known = declared is not None or (len(channels) == 1 and not by_channel)
        used = float(declared.clients or 0) if declared is not None else float(clients)
        more: tuple[str, ...] = ()
        least, open = used / max(shared, 1), missing if declared is None and is_known else ()
        if open:
            used = least  # more clients need more, sharing needs less
        basis = "MAXINST"
        if shared > 1:
            more = (f"SHARECNV({shared}): conversations of one process share an instance, so fewer may do",)
            basis = f"MAXINST, if no connections share an instance: SHARECNV({shared})"
        yield Resource(
            manager,
            name,
            "instances",
            "instances",
            None,
            used if is_known else None,
            limit if limit is not None and limit < UNLIMITED else None,
            basis if limit is not None and limit < UNLIMITED else None,
            more if is_known else (several,),
            (client_link(declared),) if declared is not None else tuple(chain),
            False,
            least if is_known else None,
            open,
        )


def cpu_resources(traffic: Passages, nodes: list[Node]) -> Iterator[Resource]:
    """The processors that declared puts and publications need, with as many gets as messages delivered."""
    declaration = traffic.queue_manager.declaration
    loaded = [node for node in nodes if node.source is not None and node.declared is not None]
    if declaration is None or declaration.cores is None or not loaded:
        return
    percent, source, known = 0.0, "", False
    missing: dict[str, None] = {}
    for node in loaded:
        cost, why, basis = cpu_of(node, declaration.cores)
        if why:
            missing[why] = None
        if cost is not None:
            percent, known, source = percent + cost, True, basis
    yield Resource(
        traffic.queue_manager,
        "cpu",
        "cpu",
        "% of all cores",
        None,
        percent if known else None,
        100.0,
        f"model triplets; {source}" if known else None,
        ("applications on the same cores, messages of 2 KB",),
        tuple(chain_of((node, None, 0) for node in loaded)),
        missing=(*missing, "channels, streamed copies and other work are not included"),
    )


def cpu_of(node: Node, cores: int) -> tuple[float | None, str, str]:
    """The per cent of all cores that one source needs, None if unknown; what it leaves out; the source."""
    from mqtune.capacity.definition import ModelError
    from mqtune.capacity.run import run

    load, source = node.declared, node.source
    if load is None or source is None:
        return None, f"no load is declared for {node.title}", ""
    rate, part = source.rate, source.values[PERSISTENT_RATE]
    if rate is None or source.is_partial(RATE):
        return None, f"the rate of {node.title} is unknown", ""
    if part is None or source.is_partial(PERSISTENT_RATE):
        return None, f"the persistence of {node.title} is unknown", ""
    copies = 1
    if isinstance(load, TopicLoad):
        full, _ = subscriptions(node.queue_manager.derived(build_topics), node.name)
        copies = len(full) + undefined_subscribers(load, len(full))
    counted = min(copies, 1)
    try:
        outcome = run(
            "triplets",
            triplets=1,
            messaging="point-to-point" if node.kind == PUT else "publish-subscribe",
            location="remote" if load.binding == "client" else "local",
            persistence="yes" if part else "no",
        )
    except ModelError as error:
        return None, f"{node.title}: {error.message}", ""
    measured = next(constant for constant in outcome.constants if constant.name == "cpu_percent_per_1000")
    machine = outcome.inputs["cores"]
    cost = rate * (1 + counted) / 1000 * measured.value * machine / cores
    why = (
        f"{node.title}: only one delivery is counted, the cost of more was not measured" if copies > 1 else ""
    )
    return cost, why, measured.source


# The needed channels.


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
    declared = [declared_clients(member) for member in members]
    clients = sum(count for count, _, _ in declared)
    return ChannelNeed(
        pairs,
        clients,
        len(members) if uniform is not None and clients else 0,
        ceil((pairs * CHANNELS_OF_A_PAIR + clients) * overlap()),
        tuple(link for _, chain, _ in declared for link in chain),
        tuple(name for _, _, names in declared for name in names),
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
    return next(
        (cluster for cluster in uniform_clusters(estate) if cluster.membership(manager) is not None), None
    )


def overlap() -> float:
    """How many channels there are for each while ended ones and their successors overlap."""
    from mqtune.capacity.definition import model  # read only if pairs or clients are declared

    return next(constant.value for constant in model("hub-recovery").constants if constant.name == "overlap")
