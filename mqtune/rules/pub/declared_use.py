"""PUB020 to PUB022: what is declared of publishers and subscribers, compared with the reports."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import ObjectName
from mqtune.project.settings import TopicLoad
from mqtune.rules.common.load_places import load_place

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
            note="with standard bindings the rate had its peak with as many local publishers as one zone had "
            "cores, 12 of 24, and fell beyond it (V8 publish/subscribe report, 2.1.2.1, p. 13)",
            help="use fewer publishers, bind them and the queue manager to the zone, or use fastpath "
            "bindings if "
            "the programs are robust; mqtune experiment run topic-limit --set bindings=standard measures it",
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
            note="they are discarded, but each takes the locks of the topic tree and about 4.5 us of its "
            "publisher (V8 publish/subscribe report, 2.1.3.1, p. 15)",
            help="publish only what is subscribed to, or declare the subscribers",
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
            note="the V8 publish/subscribe report names 60,000 subscribers as the number beyond "
            "which several "
            "queue managers are needed (6, p. 38)",
            help="divide the subscribers among the members of a cluster: each member gets one copy of a "
            "publication and delivers it to its own subscribers",
            object=topic_of(load),
            attribute="subscribers",
        )
