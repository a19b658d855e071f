"""PUB003, PUB004, PUB009, PUB010, PUB011: cluster topics."""

from __future__ import annotations

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.topics import build_topics
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.workload import cluster_names
from mqtune.rules.common import and_more, defined_here, differing, give, incomplete
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import ObjectName, Related
from mqtune.text.not_checked import INCOMPLETE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.topology.clusters import Cluster
    from mqtune.analysis.topology.topics import TopicNode
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject

SCOPES = ("PUBSCOPE", "SUBSCOPE")
FIGURE_6 = "FAKE"  # the cluster name in Figure 6 of the V8 publish/subscribe report, p. 17
# attributes that must be equal in all definitions of a cluster topic; first CLROUTE, which the cluster checks
SHARED = ("CLROUTE", "PUB", "SUB", "DURSUB", "DEFPSIST", "DEFPRTY", "PMSGDLV", "NPMSGDLV", *SCOPES)


def cluster_topics(queue_manager: QueueManager) -> list[tuple[MqObject, str]]:
    """The topic objects that scripts define in a cluster, with the cluster name."""
    return [
        (topic, name)
        for topic in queue_manager.of_type("TOPIC")
        if topic.statements
        for name in cluster_names(topic, queue_manager)
        if not has_placeholder(name) and "+" not in name
    ]


@rule("PUB003")
def local_scope_on_cluster_topic(queue_manager: QueueManager) -> Iterator[Hit]:
    """A cluster topic, or a topic above it in the tree, has PUBSCOPE(QMGR) or SUBSCOPE(QMGR)."""
    topics = cluster_topics(queue_manager)
    if not topics:
        return
    tree = queue_manager.derived(build_topics)
    reported: set[tuple[str, str]] = set()
    for topic, cluster in topics:
        string = topic.value("TOPICSTR")
        for scope in SCOPES:
            value, node = tree.effective(string, scope) if string else ("", None)
            setter = node.object if node is not None else None
            if value == "QMGR" and setter is not None and (setter.name, scope) not in reported:
                reported.add((setter.name, scope))
                yield from scope_hit(topic, cluster, scope, setter)


def scope_hit(topic: MqObject, cluster: str, scope: str, setter: MqObject) -> Iterator[Hit]:
    """Publications or subscriptions of a cluster topic stay on the queue manager."""
    place = setter.place(scope)
    if place is None:
        return
    where = "" if setter is topic else f", which TOPIC({topic.name}) inherits"
    what = "publications" if scope == "PUBSCOPE" else "subscriptions"
    yield Hit(
        place,
        f"TOPIC({setter.name}) has {scope}(QMGR){where}: {what} made here do not reach cluster {cluster}",
        note=f"TOPIC({topic.name}) is a cluster topic in {cluster}; scope QMGR keeps its {what} on this "
        "queue manager. Figure 6 of the V8 publish/subscribe report (p. 17) sets both scopes, which is not "
        "part of isolating a topic",
        help=f"set {scope}(ALL), or leave CLUSTER blank if the topic is meant to stay local",
        object=ObjectName("TOPIC", setter.name),
        attribute=scope,
        related=defined_here(topic, "CLUSTER") if setter is not topic else (),
    )


def has_members(cluster: Cluster) -> bool:
    """Whether a queue manager belongs to the cluster through a channel, repository or AutoCluster stanza."""
    return cluster.automatic or any(
        member.receivers or member.senders or member.repository for member in cluster.members
    )


@rule("PUB004")
def topic_in_unknown_cluster(estate: Estate) -> Iterator[Outcome]:
    """A topic names a cluster that no queue manager in the files belongs to."""
    for queue_manager in estate.queue_managers:
        for topic, name in cluster_topics(queue_manager):
            cluster = estate.derived(build_clusters).get(name)
            if cluster is not None and has_members(cluster):
                continue
            place = topic.place("CLUSTER")
            if place is None or not topic.is_given("CLUSTER"):
                continue
            if not queue_manager.complete and name != FIGURE_6:
                yield incomplete(queue_manager)
                continue
            copied = name == FIGURE_6
            yield Hit(
                place,
                f"TOPIC({topic.name}) names cluster {name}, but no queue manager in the files belongs to it",
                note="Figure 6 of the V8 publish/subscribe report (p. 17) prints CLUSTER(FAKE); naming a "
                "cluster is not part of isolating a topic"
                if copied
                else "other queue managers do not see the topic if its own queue manager is not in the "
                "cluster",
                help="remove CLUSTER; the topic keeps working as it does now"
                if copied
                else "correct the name, or define the CLUSRCVR channel of the cluster",
                object=ObjectName("TOPIC", topic.name),
                attribute="CLUSTER",
                fixes=give(topic, "CLUSTER", "") if copied else (),
            )


def by_string(estate: Estate) -> dict[tuple[str, str], list[tuple[QueueManager, MqObject]]]:
    """The definitions of each cluster topic on all queue managers, by cluster and topic string."""
    definitions: dict[tuple[str, str], list[tuple[QueueManager, MqObject]]] = {}
    for queue_manager in estate.queue_managers:
        for topic, name in cluster_topics(queue_manager):
            string = topic.value("TOPICSTR")
            if string and not has_placeholder(string):
                definitions.setdefault((name, string), []).append((queue_manager, topic))
    return definitions


@rule("PUB009")
def conflicting_cluster_topics(estate: Estate) -> Iterator[Hit]:
    """Two queue managers define the same topic string in the same cluster with different attributes."""
    if len(estate.queue_managers) < 2:
        return
    for (name, string), definitions in by_string(estate).items():
        first_manager, first = definitions[0]
        for queue_manager, topic in definitions[1:]:
            different = differing(topic, first, SHARED)
            if different and queue_manager.label != first_manager.label:
                yield from disagreement(
                    name, string, (first_manager, first), (queue_manager, topic), different
                )


def disagreement(
    cluster: str,
    string: str,
    first: tuple[QueueManager, MqObject],
    second: tuple[QueueManager, MqObject],
    different: list[str],
) -> Iterator[Hit]:
    """Two definitions of one cluster topic."""
    (first_manager, base), (queue_manager, topic) = first, second
    keyword = different[0]
    place = topic.place(keyword)
    if place is None:
        return
    yield Hit(
        place,
        f"TOPIC({topic.name}) on {queue_manager.label} has {keyword}({topic.text(keyword)}), but "
        f"{first_manager.label} has {keyword}({base.text(keyword)}) for '{string}' in cluster "
        f"{cluster}{and_more(different)}",
        note="each member uses one of the definitions, and which one may change"
        if keyword != "CLROUTE"
        else "all definitions of a cluster topic need the same CLROUTE: a definition with a different one is "
        "not used in the cluster, and an error is logged",
        help=f"use the same {', '.join(different)} in both definitions",
        object=ObjectName("TOPIC", topic.name),
        attribute=keyword,
        related=defined_here(base, keyword),
    )


def above(node: TopicNode) -> Iterator[tuple[MqObject, str]]:
    """The cluster topics above a node, the nearest first."""
    for upper in node.upwards():
        if upper is not node and upper.object is not None and upper.object.text("CLUSTER"):
            yield upper.object, upper.object.text("CLUSTER")


@rule("PUB010")
def nested_cluster_topics(queue_manager: QueueManager) -> Iterator[Hit]:
    """A topic in one cluster lies below a topic in another cluster."""
    topics = cluster_topics(queue_manager)
    if len(topics) < 2:
        return
    for topic, name in topics:
        node = queue_manager.derived(build_topics).node(topic.text("TOPICSTR"))
        place = topic.place("CLUSTER")
        upper = next(above(node), None) if node is not None and node.object is topic else None
        if upper is None or place is None or upper[1] == name or has_placeholder(upper[1]):
            continue
        yield Hit(
            place,
            f"TOPIC({topic.name}) is in cluster {name}, but TOPIC({upper[0].name}) above it is in {upper[1]}",
            object=ObjectName("TOPIC", topic.name),
            attribute="CLUSTER",
            related=defined_here(upper[0], "CLUSTER"),
        )


@rule("PUB011")
def single_topic_host(estate: Estate) -> Iterator[Outcome]:
    """A topic with CLROUTE(TOPICHOST) is on only one member of a cluster with three or more members."""
    for (name, string), definitions in by_string(estate).items():
        cluster = estate.derived(build_clusters).get(name)
        queue_manager, topic = definitions[0]
        if cluster is None or len(cluster.members) < 3 or len(definitions) != 1:
            continue
        place = topic.place("CLROUTE")
        if topic.value("CLROUTE") != "TOPICHOST" or place is None:
            continue
        if not cluster.complete:
            yield INCOMPLETE
            continue
        yield Hit(
            place,
            f"topic '{string}' of cluster {name} has only one host, {queue_manager.label}",
            object=ObjectName("TOPIC", topic.name),
            attribute="CLROUTE",
            related=other_members(cluster, queue_manager),
        )


def other_members(cluster: Cluster, queue_manager: QueueManager) -> tuple[Related, ...]:
    """The CLUSRCVR channels of the other members."""
    channels = [
        channel
        for member in cluster.members
        if member.queue_manager is not queue_manager
        for channel in member.receivers[:1]
    ]
    return tuple(
        Related(place, f"CHANNEL({channel.name}) of another member")
        for channel in channels[:8]
        if (place := channel.place()) is not None
    )
