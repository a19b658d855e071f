"""CLU001, CLU002: republishing threads, compared with the required order and with the cores.

One thread republishes what arrives from other queue managers through one channel, unless pscNumPubThreads
and additional CLUSRCVR channels increase the rate; neither preserves the order of publications (IBM MQ
V8.0 publish/subscribe performance report, 6.2.2 and 6.2.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.busy_topics import (
    load_name,
    memberships,
    needs_order_in,
    order_needed,
    publish_threads,
    publishes,
    receivers,
    same_network,
)
from mqtune.analysis.topology.clusters import Cluster, Member
from mqtune.capacity.topics import recommended
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_ini
from mqtune.project.settings import ClusterLoad, TopicLoad
from mqtune.rules.common import declaration_place, entry_place, load_place, stanza_name
from mqtune.text.finding import UNSAFE, Fix, ObjectName, Related

STANZA = "TuningParameters"
KEY = "pscNumPubThreads"
REPORT = "IBM MQ V8.0 publish/subscribe performance report (2015)"


@rule("CLU001")
def publish_threads_break_ordering(estate: Estate) -> Iterator[Hit]:
    """`pscNumPubThreads` is above 1, or a cluster has several CLUSRCVR channels, although order is required;
    or only one of the two is increased.
    """
    for queue_manager in estate.queue_managers:
        threads = publish_threads(queue_manager)
        needed = order_needed(queue_manager)
        joined = memberships(estate, queue_manager)
        if needed is not None:
            yield from broken_order(queue_manager, threads, needed, joined)
        else:
            yield from half_widened(queue_manager, threads, joined)


def broken_order(
    queue_manager: QueueManager,
    threads: int | None,
    needed: TopicLoad | ClusterLoad,
    joined: list[tuple[Cluster, Member]],
) -> Iterator[Hit]:
    """Order is required, but threads or channels do not preserve it."""
    if threads is not None and threads > 1:
        yield threads_hit(queue_manager, threads, needed)
    for cluster, member in joined:
        if needs_order_in(queue_manager, cluster) and len(receivers(member)) > 1:
            yield receivers_hit(cluster, receivers(member), needed)


def threads_hit(queue_manager: QueueManager, threads: int, needed: TopicLoad | ClusterLoad) -> Hit:
    """More than one republishing thread although order is required."""
    setting = queue_manager.ini_entry(STANZA, KEY)
    assert setting is not None  # the number of threads was read from this entry
    ini, entry = setting
    edits = set_ini(queue_manager, STANZA, {KEY: "1"})
    return Hit(
        ini.document.place(entry.span),
        f"with {KEY}={threads}, publications from other queue managers overtake each other, but "
        f"order is declared for {load_name(needed)}",
        note="several threads process SYSTEM.INTER.QMGR.PUBS in parallel, so the order of arrival is lost, "
        f"even within one topic ({REPORT}, 6.2.2, p. 41)",
        help=f"set {KEY}=1, or declare ordered = false if the order does not matter",
        object=ObjectName("STANZA", STANZA),
        attribute=KEY,
        related=(Related(load_place(needed), "order is declared here"),),
        fixes=(Fix(UNSAFE, f"set {KEY}=1", edits, restart=True),) if edits else (),
    )


def receivers_hit(cluster: Cluster, channels: list[MqObject], needed: TopicLoad | ClusterLoad) -> Hit:
    """Several CLUSRCVR channels although order is required."""
    place = channels[1].place()
    assert place is not None  # only channels with statements are counted
    others = tuple(
        Related(channel_place, f"CHANNEL({channel.name})")
        for channel in (channels[0], *channels[2:])
        if (channel_place := channel.place()) is not None
    )
    return Hit(
        place,
        f"with {len(channels)} CLUSRCVR channels in cluster {cluster.name}, messages overtake each other, "
        f"but order is declared for {load_name(needed)}",
        note="for every additional CLUSRCVR the senders have a channel that runs in parallel with the first "
        f"one ({REPORT}, 6.2.3, p. 42)",
        help=f"keep one CLUSRCVR for cluster {cluster.name}, or declare ordered = false",
        object=ObjectName("CHANNEL", channels[1].name),
        attribute="CLUSTER",
        related=(*others, Related(load_place(needed), "order is declared here")),
    )


def half_widened(
    queue_manager: QueueManager, threads: int | None, joined: list[tuple[Cluster, Member]]
) -> Iterator[Hit]:
    """Only one of the two bottlenecks is widened: most of the gain is lost, and the order is too."""
    if threads is None:
        return
    known = [(cluster, member) for cluster, member in joined if receivers(member)]
    if threads > 1:
        if known and all(len(receivers(member)) == 1 for _, member in known):
            yield threads_alone(queue_manager, threads, known)
        return
    if queue_manager.ini_entry(STANZA, KEY) is None and not queue_manager.inis:
        return  # the threads may be set in a qm.ini outside the files
    for cluster, member in known:
        if len(receivers(member)) > 1 and publishes(cluster) and same_network(receivers(member)):
            yield receivers_alone(cluster, receivers(member))


def threads_alone(queue_manager: QueueManager, threads: int, known: list[tuple[Cluster, Member]]) -> Hit:
    """Several threads, but one channel."""
    setting = queue_manager.ini_entry(STANZA, KEY)
    assert setting is not None  # the number of threads was read from this entry
    ini, entry = setting
    cluster, member = known[0]
    channel = receivers(member)[0]
    place = channel.place()
    return Hit(
        ini.document.place(entry.span),
        f"{KEY}={threads} increases the republishing rate, but publications of cluster {cluster.name} still "
        f"arrive through one CLUSRCVR channel, {channel.name}",
        note="several threads or channels do not preserve the order; on 4 cores 5 threads alone gained 9% in "
        f"a direct cluster, 5 threads and 4 CLUSRCVR channels together 38% ({REPORT}, 6.2.2 and 6.2.3, p. "
        "42)",
        help="define more CLUSRCVR channels, up to the number of cores, 4 were measured, or set "
        f"{KEY}=1 to preserve the order",
        object=ObjectName("STANZA", STANZA),
        attribute=KEY,
        confidence="medium",
        related=(Related(place, "the only CLUSRCVR"),) if place is not None else (),
    )


def receivers_alone(cluster: Cluster, channels: list[MqObject]) -> Hit:
    """Several channels, but one thread."""
    place = channels[1].place()
    assert place is not None  # only channels with statements are counted
    return Hit(
        place,
        f"publications of cluster {cluster.name} arrive through {len(channels)} CLUSRCVR channels, but one "
        "thread republishes them",
        note="several threads or channels do not preserve the order; the republishing thread is then the "
        f"limit, about 5,800 publications/s on one 3.3 GHz core ({REPORT}, read from Chart 28, p. 41)",
        help=f"set {KEY} in stanza {STANZA} of qm.ini to the number of cores (5 on four cores, as "
        "measured), or keep one CLUSRCVR",
        object=ObjectName("CHANNEL", channels[1].name),
        attribute="CLUSTER",
        confidence="medium",
    )


# CLU002: more republishing threads than cores.

# in the report five threads on four cores were best, and more gained nothing
SPARE_THREADS = 1


@rule("CLU002")
def more_publish_threads_than_cores(queue_manager: QueueManager) -> Iterator[Hit]:
    """The number of publish threads (pscNumPubThreads) exceeds the declared cores by more than one."""
    cores = queue_manager.declaration.cores if queue_manager.declaration is not None else None
    threads = queue_manager.ini_number(STANZA, KEY) if cores else None
    setting = queue_manager.ini_entry(STANZA, KEY)
    if not cores or not threads or setting is None or threads <= cores + SPARE_THREADS:
        return
    wanted, _ = recommended(cores)
    edits = set_ini(queue_manager, STANZA, {KEY: str(wanted)})
    yield Hit(
        entry_place(*setting),
        f"{KEY}={threads}, but the queue manager has {cores} cores",
        help=f"set {KEY}={wanted} in stanza {STANZA} and restart; the key appears in performance "
        "reports only",
        object=stanza_name(STANZA),
        attribute=KEY,
        related=(Related(declaration_place(queue_manager), "the cores are declared here"),),
        fixes=(Fix(UNSAFE, f"set {KEY}={wanted}", edits, restart=True),) if edits else (),
    )
