"""PUB002, PUB006, PUB017, PUB018, PUB020 to PUB022: declared publications, compared with published figures.

The limits of rates were measured on IBM MQ V7.5 and V8, which the findings state. The costs of a fan-out are
those of the IBM MQ V8.0 publish/subscribe performance report, 3.3.1 and Chart 15; declared subscribers take
precedence over administrative subscriptions of the branch.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.busy_topics import (
    MARGIN_HANDLES,
    cache_handles,
    has_too_many_topics,
    mostly_idle,
    persistent,
    publish_threads,
    widest_reach,
)
from mqtune.analysis.topology.topics import build_topics
from mqtune.capacity.topics import fan_out
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini, set_ini
from mqtune.estate.topic_strings import branch_root
from mqtune.project.settings import TopicLoad
from mqtune.rules.common import load_place
from mqtune.text.editing import Place, Span
from mqtune.text.finding import INFO, UNSAFE, Fix, Impact, ObjectName, Related
from mqtune.text.not_checked import TOO_MANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.traversal import Passages
    from mqtune.analysis.topology.busy_topics import Reach
    from mqtune.capacity.definition import Constant
    from mqtune.capacity.topics import FanOut
    from mqtune.estate.model import Estate


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
    from mqtune.analysis.flow.load import RATE
    from mqtune.analysis.flow.traversal import Flow, passages
    from mqtune.capacity.run import run

    for traversal in estate.derived(Flow).derived(passages):
        manager = traversal.queue_manager
        if traversal.arrivals.load is None or publish_threads(manager) != 1:
            continue
        rate = traversal.arrivals.value(RATE)
        if not rate:
            continue
        outcome = run("cluster-publish", topology="direct", arrival_rate=0)  # for its constants
        thread = next(constant for constant in outcome.constants if constant.name == "one_thread_per_s")
        if rate >= NEAR * thread.value:
            yield arrival_hit(traversal, rate, thread)


def arrival_hit(traversal: Passages, rate: float, thread: Constant) -> Hit:
    """More arrives than one thread republished in measurements, or nearly so."""
    from mqtune.analysis.flow.load import RATE
    from mqtune.analysis.flow.resource import chain_of

    manager, nodes = traversal.queue_manager, [node for node, _, _ in traversal.arrivals.ways]
    roots = [branch_root(node.name) for node in nodes]
    clusters = sorted({name for root in roots if (name := manager.derived(build_topics).cluster(root)[0])})
    of = f" of cluster {', '.join(clusters)}" if clusters else ""
    much = ("at least " if traversal.arrivals.missing(RATE, "rate") else "") + f"{rate:,.0f} publications/s"
    names = {node.name for node in nodes}
    local_load = next((load for load in manager.topic_loads if load.topic in names), None)
    place = arrival_place(manager, local_load)
    links = [link for link in chain_of(traversal.arrivals.ways) if link.file]
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
        related=tuple(
            relation
            for relation in related[:8]
            if local_load is None or relation.place != load_place(local_load)
        ),
    )


def arrival_place(manager: QueueManager, local_load: TopicLoad | None) -> Place | None:
    """The place of the key if it is set, otherwise that of the receiving queue manager's load, if any."""
    setting = manager.ini_entry(STANZA, THREADS)
    if setting is not None:
        ini, entry = setting
        return ini.document.place(entry.span)
    return load_place(local_load) if local_load is not None else None


@rule("PUB017")
def rate_above_publisher_limit(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared publish rate is higher than the rate measured for that many publishers and subscribers."""
    for load in queue_manager.topic_loads:
        if not load.publish_rate_per_s or not load.publishers:
            continue
        from mqtune.analysis.budget.queues import reached_queues  # needed only for a declared rate

        cache, queues = cache_handles(queue_manager), reached_queues(queue_manager, load)
        if cache is None or not queues:
            continue
        # a client is slower than a local publisher, so that the local limit is certain for it, too
        cost = fan_out(queues, cache, persistent(queue_manager, load))
        rate = load.publish_rate_per_s / load.publishers
        if rate > cost.publish_rate_per_s:
            yield publisher_hit(load, queues, cost, rate)


def publisher_hit(load: TopicLoad, queues: int, cost: FanOut, rate: float) -> Hit:
    """One publisher cannot reach its declared rate."""
    warnings = "".join(f"; {warning}" for warning in cost.warnings)
    client = load.binding == "client"
    return Hit(
        load_place(load),
        f"each publisher of '{load.topic}' is declared with {rate:,.0f} publications/s to {queues} "
        f"subscribers, but only {cost.publish_rate_per_s:,.0f}/s were measured",
        note=f"one publication takes {cost.publish_time_us:.0f} us on its publisher's thread, so more cores "
        f"do not help ({cost.source}{warnings}); measure the rate of other releases and machines",
        help="spread the publications over more publishers, or the subscribers over more topics"
        + ("; clients are slower than the local publishers of these figures" if client else ""),
        object=ObjectName("TOPICSTR", branch_root(load.topic)),
        attribute="publish-rate",
        severity=None if rate > FAR * cost.publish_rate_per_s else INFO,
        impact=Impact(
            "publish rate of one publisher",
            "1/s",
            round(rate),
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
    from mqtune.capacity.topics import planned_share, topic_lock_limit

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


# PUB002: a fan-out that is larger than PubSubCacheSize.

KEY = "PubSubCacheSize"


@rule("PUB002")
def cache_below_fan_out(queue_manager: QueueManager) -> Iterator[Outcome]:
    """A publication matches more subscriber queues than `PubSubCacheSize` can cache handles for (48 by
    default).
    """
    cache = cache_handles(queue_manager)
    if cache is None:
        return  # other rules report an invalid value
    widest = widest_reach(queue_manager)
    if has_too_many_topics(queue_manager):
        yield TOO_MANY
    if widest is None or widest.queues <= cache:
        return
    from mqtune.capacity.topics import fan_out  # most runs declare no load and need no figures

    now = fan_out(widest.queues, cache, widest.persistent)
    after = fan_out(widest.queues, widest.queues + MARGIN_HANDLES, widest.persistent)
    yield hit(queue_manager, widest, cache, now, after)


def hit(queue_manager: QueueManager, reach: Reach, cache: int, now: FanOut, after: FanOut) -> Hit:
    """The finding, at the entry that sets the cache, otherwise at the origin of the fan-out."""
    gain = round((now.publish_time_us / after.publish_time_us - 1) * 100)
    kind = "persistent" if reach.persistent else "non-persistent"
    held_back = mostly_idle(reach.load, now.publish_time_us) or qm_ini(queue_manager) is None
    warnings = "".join(f"; {warning}" for warning in now.warnings)
    unknown = "" if qm_ini(queue_manager) is not None else "; the files contain no qm.ini"
    return Hit(
        place(queue_manager, reach),
        f"a publication on '{reach.topic}' reaches {reach.queues} subscriber queues, but "
        f"{KEY} is {cache}{unknown}",
        note=f"each queue beyond the cache is looked up, opened and closed for every publication: "
        f"{now.publish_time_us:.0f} us now, {after.publish_time_us:.0f} us with a large enough cache, "
        f"{gain}% more publications/s for one {kind} publisher on IBM MQ V8.0 "
        f"({now.source}{warnings}); {KEY} appears in performance reports only",
        help=f"set {KEY}={reach.queues + MARGIN_HANDLES} in stanza {STANZA} of qm.ini and restart; "
        "each publisher then keeps that many queue handles open",
        object=ObjectName("STANZA", STANZA),
        attribute=KEY,
        severity="info" if held_back else None,
        impact=Impact(
            "publish time",
            "us",
            round(now.publish_time_us, 1),
            round(after.publish_time_us, 1),
            f"fan-out model, local {kind} publisher, {now.source}",
        ),
        related=related(queue_manager, reach),
        fixes=fixes(queue_manager, reach),
    )


def place(queue_manager: QueueManager, reach: Reach) -> Place:
    """The place of the key, otherwise that of the declaration or subscription."""
    setting = queue_manager.ini_entry(STANZA, KEY)
    if setting is not None:
        ini, entry = setting
        return ini.document.place(entry.span)
    return evidence(reach)


def evidence(reach: Reach) -> Place:
    """The place of the declaration or subscription that shows the fan-out."""
    if reach.evident is not None:
        defined = reach.evident.object.place()
        if defined is not None:
            return defined
    assert reach.load is not None  # a reach has a declaration or a subscription
    return load_place(reach.load)


def related(queue_manager: QueueManager, reach: Reach) -> tuple[Related, ...]:
    """The evidence, if the finding is at the key."""
    if queue_manager.ini_entry(STANZA, KEY) is None:
        return ()
    return (Related(evidence(reach), f"{reach.queues} subscriber queues"),)


def fixes(queue_manager: QueueManager, reach: Reach) -> tuple[Fix, ...]:
    """The fix that sets the key to the fan-out plus 2."""
    value = str(reach.queues + MARGIN_HANDLES)
    edits = set_ini(queue_manager, STANZA, {KEY: value})
    return (Fix(UNSAFE, f"set {KEY}={value}", edits, restart=True),) if edits else ()


# PUB020 to PUB022: what is declared of publishers and subscribers.

MANY_SUBSCRIBERS = 60_000  # "more than 60,000 subscribers" (V8 report, 6, p. 38)
NULL_RATE_PER_S = 1000  # a lower rate costs too little to be reported


def topic_of(load: TopicLoad) -> ObjectName:
    """The branch as the object of a finding."""
    return ObjectName("TOPICSTR", branch_root(load.topic))


@rule("PUB020")
def publishers_beyond_numa_zone(queue_manager: QueueManager) -> Iterator[Hit]:
    """More publishers with standard bindings are declared than one NUMA zone has cores."""
    declaration = queue_manager.declaration
    zone = declaration.numa_zone_cores if declaration is not None else None
    for load in queue_manager.topic_loads if zone else ():
        if load.binding != "standard" or (load.publishers or 0) <= (zone or 0):
            continue
        yield Hit(
            load_place(load),
            f"{load.publishers} publishers with standard bindings are declared for '{load.topic}', "
            "but a NUMA "
            f"zone has {zone} cores",
            object=topic_of(load),
            attribute="publishers",
        )


@rule("PUB021")
def publications_without_subscribers(queue_manager: QueueManager) -> Iterator[Hit]:
    """Many publications per second are declared that no subscriber gets."""
    for load in queue_manager.topic_loads:
        if load.subscribers != 0 or (load.publish_rate_per_s or 0) < NULL_RATE_PER_S:
            continue
        root = branch_root(load.topic)
        tree = queue_manager.derived(build_topics)
        if tree.reached(root) or tree.near_branch(root):
            continue
        yield Hit(
            load_place(load),
            f"{load.publish_rate_per_s:,.0f} publications/s to '{load.topic}' are declared with no "
            "subscriber",
            object=topic_of(load),
            attribute="subscribers",
        )


@rule("PUB022")
def subscribers_for_several_queue_managers(queue_manager: QueueManager) -> Iterator[Hit]:
    """More than 60,000 subscribers are declared for one queue manager."""
    for load in queue_manager.topic_loads:
        evident = queue_manager.derived(build_topics).reached(branch_root(load.topic)).queues
        count = max(load.subscribers or 0, evident)
        if count <= MANY_SUBSCRIBERS:
            continue
        yield Hit(
            load_place(load),
            f"{count:,} subscribers of '{load.topic}' are declared for one queue manager",
            object=topic_of(load),
            attribute="subscribers",
        )
