"""Settings for publications: publish threads, cluster-receiver channels, and PubSubCacheSize.

Threads and channels are increased together if order does not matter.
"""

from __future__ import annotations

from mqtune.analysis.topology.busy_topics import (
    MARGIN_HANDLES,
    Reach,
    cache_handles,
    load_name,
    member_needing_order,
    memberships,
    mostly_idle,
    needs_order_in,
    order_needed,
    publish_threads,
    publishes,
    receivers,
    same_network,
    widest_reach,
)
from mqtune.analysis.topology.clusters import Cluster
from mqtune.analysis.topology.topics import build_topics
from mqtune.analysis.tune.advice import (
    ALTER,
    DEFINE,
    STANZA,
    Change,
    Figures,
    Measure,
    Setting,
    Tuning,
    Why,
    basis_of,
    source_of,
    spread,
)
from mqtune.capacity.topics import MEASURED_CORES, recommended
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import branch_root
from mqtune.project.settings import ClusterLoad, TopicLoad
from mqtune.text.messages import listed

PARAMETERS = "TuningParameters"
KEY = "pscNumPubThreads"
THREADS, CHANNELS = "publish-threads", "receiver-channels"
LONGEST_NAME = 20
HOST_REPORT = "IBM MQ V8.0 publish/subscribe performance report (2015), 6.1 and 6.2.3, p. 39 and 43"
REPORT = "IBM MQ V8.0 publish/subscribe performance report (2015), 6.2.2 and 6.2.3, p. 41 and 42"


def tune_republishing(tuning: Tuning, figures: Figures, estate: Estate) -> None:
    """Preserve the order if it is declared to matter; increase both if it is declared not to."""
    queue_manager = tuning.queue_manager
    threads = publish_threads(queue_manager)
    if threads is None:
        return  # the value is unknown
    needed = order_needed(queue_manager)
    joined = [
        (cluster, receivers(member))
        for cluster, member in memberships(estate, queue_manager)
        if publishes(cluster) and receivers(member)
    ]
    if needed is not None:
        if threads > 1:
            tuning.change(keep_order(threads, needed))
        for cluster, channels in joined:
            if len(channels) > 1 and needs_order_in(queue_manager, cluster):
                one_receiver(tuning, cluster, channels)
    order = f"order is declared for {load_name(needed)}" if needed is not None else order_of_members(joined)
    for cluster, channels in joined:
        if unordered(queue_manager, cluster) and not order:
            routes(tuning, figures, cluster)
        if order:
            if unordered(queue_manager, cluster) and (threads == 1 or len(channels) == 1):
                widen(tuning, figures, cluster, channels, threads, order)
        elif not unordered(queue_manager, cluster):
            tuning.ask(
                f"declare ordered = true or false for cluster {cluster.name}",
                "several publish threads and receiver channels raise the rate but do not preserve the order",
            )
        elif threads == 1 or len(channels) == 1:
            widen(tuning, figures, cluster, channels, threads)


def order_of_members(joined: list[tuple[Cluster, list[MqObject]]]) -> str:
    """For which cluster another member declares order, in words; empty if none does."""
    for cluster, _ in joined:
        if (needing := member_needing_order(cluster)) is not None:
            manager, load = needing
            topic = f" ({load_name(load)})" if isinstance(load, TopicLoad) else ""
            return f"{manager.label} declares order for publications of cluster {cluster.name}{topic}"
    return ""


def routes(tuning: Tuning, figures: Figures, cluster: Cluster) -> None:
    """Hint at a second topic host, and at clients in place of a cluster: neither is a change of this queue
    manager alone.
    """
    hosts = [
        (member.queue_manager, object)
        for member, object in cluster.advertised
        if object.text("CLROUTE") == "TOPICHOST"
    ]
    local_topics = [object.name for manager, object in hosts if manager is tuning.queue_manager]
    single = [name for name in local_topics if sum(object.name == name for _, object in hosts) == 1]
    if single:
        topics = listed([f"TOPIC({name})" for name in single])
        tuning.hint(
            f"define {topics} with CLROUTE(TOPICHOST) on a second member of cluster {cluster.name}",
            f"all publications that are routed pass {tuning.name}, whose processors and republishing thread "
            "become the limit; several hosts share them, publications on different hosts overtake each "
            "other, and no rate above that of direct routing is expected",
            HOST_REPORT,
        )
    outcome = figures.run("cluster-publish", topology="topic-host" if hosts else "direct")
    if outcome is not None:
        tuning.hint(
            "let publishers connect as clients to the queue manager of the subscribers, if they can, instead "
            f"of publishing through cluster {cluster.name}",
            f"through a cluster with {'a topic host' if hosts else 'direct routing'}, one thread and one "
            f"channel {outcome.outputs['factor']:.0%} of the rate of such clients was reached",
            source_of(outcome),
        )


def one_receiver(tuning: Tuning, cluster: Cluster, channels: list[MqObject]) -> None:
    """Hint at the channel to keep: no snippet can remove a channel from a cluster safely."""
    others = listed([channel.name for channel in channels[1:]])
    tuning.hint(
        f"keep {channels[0].name} as the only CLUSRCVR of cluster {cluster.name}, and remove {others} from "
        "it",
        "order is declared, and messages on several receiver channels overtake each other",
        REPORT,
        ("CLU001",),
    )


def unordered(queue_manager: QueueManager, cluster: Cluster) -> bool:
    """Whether the publications of a cluster are declared as not ordered."""
    if any(load.ordered is False for load in queue_manager.cluster_loads if load.cluster == cluster.name):
        return True
    tree = queue_manager.derived(build_topics)
    return any(
        load.ordered is False and tree.cluster(branch_root(load.topic))[0] == cluster.name
        for load in queue_manager.topic_loads
    )


def keep_order(threads: int, needed: TopicLoad | ClusterLoad) -> Change:
    """One publish thread, because order is declared."""
    why = Why(
        f"order is declared for {load_name(needed)}, and {threads} threads process SYSTEM.INTER.QMGR.PUBS in "
        "parallel, so publications overtake each other",
        "publications from other queue managers keep their order; the gain of several threads is lost, 9% "
        "(direct) to 25% (topic host) for 5 threads with one receiver channel on 4 cores",
        f"above about 5,800 publications/s from other queue managers one thread is the limit; {KEY} appears "
        "in performance reports only",
        restart=True,
        measure=Measure("the depth of SYSTEM.INTER.QMGR.PUBS under load: it stays near 0", "cluster-publish"),
        source=REPORT,
        basis="published",
    )
    settings = (Setting(KEY, "1", str(threads), "qm.ini"),)
    return Change(THREADS, ALTER, STANZA, PARAMETERS, settings, why)


def widen(
    tuning: Tuning,
    figures: Figures,
    cluster: Cluster,
    channels: list[MqObject],
    threads: int,
    order: str = "",
) -> None:
    """Recommend as many threads and channels as were measured, or as there are cores if those are fewer. Both
    are held back if publications of any cluster need order: the threads process those of all clusters.
    """
    queue_manager = tuning.queue_manager
    declaration = queue_manager.declaration
    cores = declaration.cores if declaration is not None else None
    if cores is None and order:
        cores = MEASURED_CORES  # no number makes a difference
    if cores is None:
        tuning.ask(
            "declare cores",
            f"{KEY} and the CLUSRCVR channels of cluster {cluster.name} depend on it: as many "
            "threads as cores (5 on four), and up to 4 channels",
        )
        return
    wide, many = recommended(cores)
    if many < 2:
        return
    why = widening(figures, cluster, (threads, len(channels)), (max(wide, threads), many), cores)
    now = queue_manager.ini_value(PARAMETERS, KEY)
    settings = (Setting(KEY, str(wide), now or "1", "qm.ini" if now else "the default"),)
    change = Change(THREADS, ALTER, STANZA, PARAMETERS, settings, why, causes=(channels[0],))
    if order:
        shared = f"{order}, and the publish threads are those of all clusters"
        if threads < wide:
            tuning.hold_back(change, "ordered", f"cluster {cluster.name}: {shared}")
        if len(channels) < many:
            (name,) = free_names(queue_manager, channels[0], 1)
            further = further_receiver(name, channels[0], why)
            tuning.hold_back(further, "ordered", f"cluster {cluster.name}: {order}")
        return
    already = any(change.about == THREADS for change in tuning.changes)  # by another cluster
    if threads < wide and not already and not tuning.change(change):
        return  # more channels alone were not measured
    for name in new_names(tuning, channels, many - len(channels)):
        tuning.change(further_receiver(name, channels[0], why))


def widening(
    figures: Figures, cluster: Cluster, now: tuple[int, int], then: tuple[int, int], cores: int
) -> Why:
    """The rationale for threads and channels; `now` and `then` are both counts before and after."""
    topology = "topic-host" if routed(cluster) else "direct"
    before, after = (
        figures.run("cluster-publish", topology=topology, publish_threads=threads, receiver_channels=channels)
        for threads, channels in (now, then)
    )
    if before is not None and after is not None:
        gain = (after.outputs["factor"] / before.outputs["factor"] - 1) * 100
        effect = (
            f"{gain:.0f}% more publications/s between queue managers ({topology} routing, 4 cores of 3.3 "
            f"GHz, V8.0), once both are changed; not measured with {cores} cores"
            if cores != MEASURED_CORES
            else f"{gain:.0f}% more publications/s between queue managers ({topology} routing, 4 cores, "
            "V8.0), once both are changed; threads alone gain 9 to 25%"
        )
    else:
        effect = (
            f"no figure: {then[0]} threads with {then[1]} channels instead of {now[0]} with {now[1]} were "
            "never measured"
        )
    return Why(
        f"publications of cluster {cluster.name} need no order, and arrive through {now[0]} thread"
        f"{'s' if now[0] > 1 else ''} and {now[1]} channel{'s' if now[1] > 1 else ''}",
        effect,
        "publications overtake each other, even within one topic; too many threads lose throughput through "
        f"lock contention; {KEY} appears in performance reports only. The gain needs the same threads "
        "and channels on "
        f"each member of the cluster{named_members(cluster)}",
        restart=True,
        measure=Measure(
            "publications/s from another member at full speed and the depth of SYSTEM.INTER.QMGR.PUBS, with "
            "both settings",
            "cluster-publish",
        ),
        source=REPORT if after is None else source_of(after),
        basis="none" if after is None else basis_of(after),
    )


def named_members(cluster: Cluster) -> str:
    """The members that the files show, in parentheses; empty if there is only one."""
    names = [member.queue_manager.label for member in cluster.members]
    return f" ({listed(names)})" if len(names) > 1 else ""


def routed(cluster: Cluster) -> bool:
    """Whether a topic of the cluster is routed through topic hosts."""
    return any(
        object.type == "TOPIC" and object.text("CLROUTE") == "TOPICHOST" for _, object in cluster.advertised
    )


def new_names(tuning: Tuning, channels: list[MqObject], count: int) -> list[str]:
    """Names for additional receiver channels; empty, with a hint, if the first one cannot be copied."""
    first, queue_manager = channels[0], tuning.queue_manager
    if count < 1:
        return []
    if first.placeholder or not first.defined or not same_network(channels):
        tuning.hint(
            f"define {count} more CLUSRCVR channel{'s' if count > 1 else ''} like {first.name}",
            "its name or address is not fixed in the files, so no definition can be derived from it",
            REPORT,
        )
        return []
    return free_names(queue_manager, first, count)


def free_names(queue_manager: QueueManager, first: MqObject, count: int) -> list[str]:
    """Unused names for channels like the first one."""
    names: list[str] = []
    number = 2
    while len(names) < count:
        end = f".{number}"
        name = first.name[: LONGEST_NAME - len(end)] + end
        if queue_manager.channel(name) is None:
            names.append(name)
        number += 1
    return names


def further_receiver(name: str, first: MqObject, why: Why) -> Change:
    """One more receiver channel with the same values as the first."""
    channel_why = Why(
        why.reason, why.effect, why.risk, False, why.measure, why.source, why.basis
    )  # channels need no restart
    settings = (Setting("LIKE", first.name, "", f"all values of CHANNEL({first.name})"),)
    return Change(
        CHANNELS,
        DEFINE,
        "CHANNEL",
        name,
        settings,
        channel_why,
        behind=first.statements[0],
        subtype="CLUSRCVR",
        causes=(first,),
    )


# PubSubCacheSize for the widest fan-out.

CACHE_KEY = "PubSubCacheSize"
CACHE = "cache-size"


def tune_fan_out(tuning: Tuning, figures: Figures) -> None:
    """Recommend a cache that is large enough for the queue handles of the widest publication."""
    queue_manager = tuning.queue_manager
    reach = widest_reach(queue_manager)
    if reach is None:
        return
    written = queue_manager.ini_value(PARAMETERS, CACHE_KEY)
    cache = cache_handles(queue_manager)
    if cache is None or reach.queues <= cache:
        return  # the value is unknown, or sufficient
    persistence = "yes" if reach.persistent else "no"
    now = figures.run("fan-out", subscribers=reach.queues, cache=cache, persistence=persistence)
    if now is None:
        return
    time_us = now.outputs["publish_time_us"]
    if mostly_idle(reach.load, time_us):
        tuning.hint(
            f"leave {CACHE_KEY} at {cache}: a publication on '{reach.topic}' reaches {reach.queues} queues, "
            "but its publishers are idle nearly all of the time",
            f"one publication takes {time_us:,.0f} us at the declared rate",
            source_of(now),
        )
        return
    value = str(reach.queues + MARGIN_HANDLES)
    settings = (Setting(CACHE_KEY, value, str(cache), "qm.ini" if written else "the default"),)
    reasons = why(figures, reach, cache, persistence)
    causes = (reach.evident.object,) if reach.evident is not None else ()
    tuning.change(Change(CACHE, ALTER, STANZA, PARAMETERS, settings, reasons, causes=causes))


def why(figures: Figures, reach: Reach, cache: int, persistence: str) -> Why:
    """The rationale for the size."""
    wide = {"subscribers": reach.queues, "persistence": persistence}
    before = figures.range("fan-out", "publish_time_us", cache=cache, **wide)
    after = figures.range("fan-out", "publish_time_us", cache=reach.queues + MARGIN_HANDLES, **wide)
    gains = [(old / new - 1) * 100 for (old, _), (new, _) in zip(before, after, strict=True)]
    outcome = figures.run("fan-out", cache=cache, **wide)
    assert outcome is not None  # the need was found with it
    kind = "persistent" if reach.persistent else "non-persistent"
    whose = " and ".join(whose for _, whose in before)
    warned = "".join(f"; {warning}" for warning in outcome.warnings)
    return Why(
        f"a publication on '{reach.topic}' reaches {reach.queues} subscriber queues, and a publisher keeps "
        f"{cache} open; each additional queue is opened and closed for every publication",
        f"a publication takes {spread([time for time, _ in after])} us instead of "
        f"{spread([time for time, _ in before])} us, {spread(gains, '%')} more publications/s for one local "
        f"{kind} publisher at full speed ({whose}){warned}",
        "each publisher keeps this many queue handles; the key appears in performance reports only, so check "
        "that the error log does not report it",
        restart=True,
        measure=Measure(
            f"the rate of one publisher at full speed with {reach.queues} subscribers that drain their "
            f"queues, with {CACHE_KEY}={cache} and with the new value",
            "fan-out",
        ),
        source=f"{source_of(outcome)}; plus {MARGIN_HANDLES} handles, because the break was found 1.3 below "
        "the setting (Chart 10)",
        basis=basis_of(outcome),
    )
