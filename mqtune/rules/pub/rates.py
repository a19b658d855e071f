"""PUB006, PUB017, PUB018: declared publication rates compared with published limits.

The limits were measured on IBM MQ V7.5 and V8, which the findings state.
"""

from __future__ import annotations

from mqtune.capacity.fan_out import fan_out
from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.publication_order import publish_threads
from mqtune.estate.reach import cache_handles, persistent
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import INFO, Impact, ObjectName, Related
from mqtune.rules.common.load_places import load_place
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.capacity.definition import Constant
    from mqtune.capacity.fan_out import FanOut
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.passages import Passages
    from mqtune.project.settings import TopicLoad

THREADS = "pscNumPubThreads"
STANZA = "TuningParameters"
NEAR = 0.7
FAR = 1.5


@rule("PUB006")
def republishing_near_limit(estate: Estate) -> Iterator[Hit]:
    """Publications arrive from other queue managers at nearly the highest rate measured for one republishing
    thread.
    """
    if not any(manager.topic_loads for manager in estate.queue_managers):
        return
    # imported here: the figures are needed only if a rate is declared
    from mqtune.capacity.run import run
    from mqtune.flow.load import RATE
    from mqtune.flow.passages import passages
    from mqtune.flow.traversal import Flow

    for here in estate.derived(Flow).derived(passages):
        manager = here.queue_manager
        if here.arrivals.load is None or publish_threads(manager) != 1:
            continue
        rate = here.arrivals.value(RATE)
        if not rate:
            continue
        outcome = run("cluster-publish", topology="direct", arrival_rate=0)  # for its constants
        thread = next(one for one in outcome.constants if one.name == "one_thread_per_s")
        if rate >= NEAR * thread.value:
            yield arrival_hit(here, rate, thread)


def arrival_hit(here: Passages, rate: float, thread: Constant) -> Hit:
    """More arrives than one thread republished in measurements, or nearly so."""
    from mqtune.flow.load import RATE
    from mqtune.flow.provenance import chain_of

    manager, nodes = here.queue_manager, [node for node, _, _ in here.arrivals.ways]
    roots = [branch_root(node.name) for node in nodes]
    clusters = sorted({name for root in roots if (name := manager.derived(build_topics).cluster(root)[0])})
    of = f" of cluster {', '.join(clusters)}" if clusters else ""
    much = ("at least " if here.arrivals.missing(RATE, "rate") else "") + f"{rate:,.0f} publications/s"
    names = {node.name for node in nodes}
    own = next((load for load in manager.topic_loads if load.topic in names), None)
    place = arrival_place(manager, own)
    links = [link for link in chain_of(here.arrivals.ways) if link.file]
    related = [
        Related(Place(link.file or "", Span(link.line or 1, 1, link.line or 1, 2)), link.text)
        for link in links
    ]
    return Hit(
        place if place is not None else related[0].place,
        f"{much}{of} arrive at {manager.label}, which republishes them with one thread",
        note=f"one thread republished {thread.value:,.0f}/s on a 3.3 GHz core ({thread.source}), and "
        "messages built up on SYSTEM.INTER.QMGR.PUBS at 6,000/s in another test (MP0C, p. 22); measure the "
        "limit of other releases and machines",
        help=f"if the order of publications does not matter, set {THREADS} in stanza {STANZA} of qm.ini to "
        "the number of cores (5 on four cores, as measured) and define up to 4 CLUSRCVR channels; otherwise "
        "distribute the topics "
        "over several queue managers",
        object=ObjectName("QMGR", manager.name or ""),
        attribute=THREADS,
        severity=None if rate >= thread.value else INFO,
        impact=Impact(
            "publications to republish",
            "1/s",
            round(rate),
            thread.value,
            f"model cluster-publish: declared rates compared with one republishing thread, {thread.source}",
        ),
        related=tuple(one for one in related[:8] if own is None or one.place != load_place(own)),
    )


def arrival_place(manager: QueueManager, own: TopicLoad | None) -> Place | None:
    """The place of the key if it is set, otherwise that of the receiving queue manager's load, if any."""
    found = manager.ini_entry(STANZA, THREADS)
    if found is not None:
        ini, entry = found
        return ini.document.place(entry.span)
    return load_place(own) if own is not None else None


@rule("PUB017")
def rate_above_publisher_limit(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared publish rate is higher than the rate measured for that many publishers and subscribers."""
    for load in queue_manager.topic_loads:
        if not load.publish_rate_per_s or not load.publishers:
            continue
        from mqtune.flow.topic_resources import reached_queues  # needed only for a declared rate

        cache, queues = cache_handles(queue_manager), reached_queues(queue_manager, load)
        if cache is None or not queues:
            continue
        # a client is slower than a local publisher, so that the local limit is certain for it, too
        cost = fan_out(queues, cache, persistent(queue_manager, load))
        each = load.publish_rate_per_s / load.publishers
        if each > cost.publish_rate_per_s:
            yield publisher_hit(load, queues, cost, each)


def publisher_hit(load: TopicLoad, queues: int, cost: FanOut, each: float) -> Hit:
    """One publisher cannot reach its declared rate."""
    warnings = "".join(f"; {warning}" for warning in cost.warnings)
    client = load.binding == "client"
    return Hit(
        load_place(load),
        f"each publisher of '{load.topic}' is declared with {each:,.0f} publications/s to {queues} "
        f"subscribers, but only {cost.publish_rate_per_s:,.0f}/s were measured",
        note=f"one publication takes {cost.publish_time_us:.0f} us on its publisher's thread, so more cores "
        f"do not help ({cost.source}{warnings}); measure the rate of other releases and machines",
        help="spread the publications over more publishers, or the subscribers over more topics"
        + ("; clients are slower than the local publishers of these figures" if client else ""),
        object=ObjectName("TOPICSTR", branch_root(load.topic)),
        attribute="publish-rate",
        severity=None if each > FAR * cost.publish_rate_per_s else INFO,
        impact=Impact(
            "publish rate of one publisher",
            "1/s",
            round(each),
            round(cost.publish_rate_per_s),
            f"declared rate compared with the fan-out model, {cost.source}",
        ),
    )


@rule("PUB018")
def isolated_topic_near_lock_limit(queue_manager: QueueManager) -> Iterator[Hit]:
    """A branch is isolated, but its declared publish rate is near or above the highest rate measured for one
    topic lock.
    """
    loads = [load for load in queue_manager.topic_loads if load.publish_rate_per_s]
    if not loads:
        return
    # imported here: the figures are needed only if a rate is declared
    from mqtune.capacity.topic_lock import planned_share, topic_lock_limit

    limit = topic_lock_limit()
    tree = queue_manager.derived(build_topics)
    for load in loads:
        root, rate = branch_root(load.topic), load.publish_rate_per_s or 0.0
        node = tree.node(root)
        near = planned_share(load.publishers or 1) * limit.limit_per_s
        if rate < near or not tree.isolated(root) or node is None or node.object is None:
            continue  # PUB001 covers branches that inherit
        place = node.object.place() or load_place(load)
        yield Hit(
            place,
            f"TOPIC({node.object.name}) is isolated, but {rate:,.0f} publications/s take its single lock",
            note=f"one lock sustained {limit.limit_per_s:,} publications/s on IBM MQ V{limit.release} "
            f"({limit.source}); above that the rate fell to about half, with more than 113 publishers and "
            "busy "
            "processors from 51% of it (Chart 16); measure the limit of other releases and machines",
            help="split the branch into several topic objects, isolate each of them, and distribute the "
            "publishers over them",
            object=ObjectName("TOPIC", node.object.name),
            attribute="publish-rate",
            severity=None if rate >= limit.limit_per_s else INFO,
            impact=Impact(
                "utilisation of the published limit of one topic lock",
                "%",
                round(rate / limit.limit_per_s * 100, 1),
                None,
                f"declared publish rate compared with {limit.limit_per_s:,} publications/s, {limit.source}",
            ),
            related=(Related(load_place(load), "the rate is declared here"),),
        )
