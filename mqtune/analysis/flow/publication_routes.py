"""Where a publication leads: matching subscriptions, and the members of a cluster that have some."""

from __future__ import annotations

from mqtune.analysis.flow.cluster_routes import HIERARCHY, cluster_steps, held, hierarchy_edges
from mqtune.analysis.flow.graph import (
    ARRIVAL,
    CHANNEL,
    DELIVERED,
    DISCARDED,
    PUBLISH,
    PUT,
    QUEUE_STEP,
    REFUSED,
    ROUTED,
    STAYS,
    SUBSCRIPTION,
    UNKNOWN,
    Edge,
    Step,
)
from mqtune.analysis.flow.load import Failure
from mqtune.analysis.topology.cluster_membership import assumed_of, doubt_between
from mqtune.analysis.topology.subscription_index import ON_REQUEST, interceptor
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.topic_strings import CHARACTER_SCHEME, branch_root, has_wildcard, levels_of, own_value
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.flow.graph import Graph, Node
    from mqtune.analysis.topology.clusters import Cluster, Member
    from mqtune.analysis.topology.subscription_index import Matching, Subscription
    from mqtune.analysis.topology.topics import TopicTree
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import TopicLoad

TOPIC_HOST = "TOPICHOST"
ALL = "ALL"
SWITCHED_OFF, INHIBITED = 2531, 2051


def publication_edges(graph: Graph, node: Node) -> Iterator[Edge]:
    """The ways on from a publication: to subscriptions, and to other members unless it came from one."""
    manager, topic = node.queue_manager, node.name
    if id(manager) in graph.absent:
        return
    refused = disabled(graph, node) if node.kind == PUBLISH and not has_wildcard(topic) else None
    if refused is not None:
        reason = f"{refused.reason}: publications fail with reason {refused.code}"
        yield Edge("", refused.place, end=REFUSED, reason=reason, code=refused.code)
        return
    if node.kind != PUBLISH and is_switched_off(manager):
        reason = f"PSMODE(DISABLED): {manager.label} does not process publications of other queue managers"
        yield Edge("", manager.qmgr.place("PSMODE"), end=STAYS, reason=reason)
        return
    root = branch_root(topic)
    if node.how == ROUTED:
        yield from host_edges(graph, node, root)
        return
    load = graph.topic_load(manager, topic)
    has_way = False
    for edge in subscriber_edges(graph, manager, topic):
        has_way = True
        yield edge
    if node.kind == PUBLISH:
        for edge in cluster_edges(graph, node, root):
            target = edge.target
            has_way = has_way or target is None or target.how != ROUTED or leads_on(graph, target)
            yield edge
    passes_on = node.kind == PUBLISH or node.how == HIERARCHY
    if passes_on and manager.derived(build_topics).effective(root, "PUBSCOPE")[0] != "QMGR":
        for edge in hierarchy_edges(graph, node, topic, wanted):
            has_way = True
            yield edge
    if not has_way:
        reason = f"no subscription in the files matches '{topic}'"
        if node.kind != PUBLISH and is_forced(graph, manager, topic):
            reason += ", and PROXYSUB(FORCE) brings its publications nevertheless"
        none = load is not None and load.subscribers == 0
        yield Edge("", None, end=DISCARDED if none else UNKNOWN, reason=reason, assumed=DISCARDED)


def subscriber_edges(graph: Graph, manager: QueueManager, topic: str) -> Iterator[Edge]:
    """The ways to the subscriptions of a queue manager, and to its declared subscribers without one."""
    full, part = subscriptions(manager.derived(build_topics), topic)
    known = graph.matching_edges.get(id(full))
    if known is None:
        first = interceptor(full)
        edges = [subscription_edge(graph, manager, subscription, 1.0, first) for subscription in full]
        known = graph.matching_edges[id(full)] = graph.grouped(manager, edges), first
    yield from known[0]
    for subscription in part:
        yield subscription_edge(graph, manager, subscription, None, known[1])
    more = undefined_subscribers(graph.topic_load(manager, topic), len(full))
    if more:
        name = f"queues of other subscribers to '{topic}'"
        step = Step(manager, QUEUE_STEP, name, name)
        yield Edge(f"{more} more subscribers declared", None, (step,), float(more), end=DELIVERED)


def host_edges(graph: Graph, node: Node, root: str) -> Iterator[Edge]:
    """The ways on from a topic host: to its own subscriptions and to the other members that have some."""
    manager, topic = node.queue_manager, node.name
    declared = graph.publication(manager, topic, ARRIVAL)
    if declared.declared is not None:  # the declaration has all that arrives
        yield Edge("", None, target=declared)
    elif wanted(graph, manager, topic) is not False:
        yield from subscriber_edges(graph, manager, topic)
    route = route_of(graph, manager, root)
    if route is not None:
        yield from member_edges(graph, node, route)


def leads_on(graph: Graph, node: Node) -> bool:
    """Whether a publication leads anywhere from a topic host, which gets it in any case."""
    return next(publication_edges(graph, node), None) is not None


def disabled(graph: Graph, node: Node) -> Failure | None:
    """Why nothing can be published on a topic string: by the queue manager, or by the nearest topic object
    that decides, of this queue manager or advertised in one of its clusters.
    """
    manager, root = node.queue_manager, branch_root(node.name)
    if is_switched_off(manager):
        reason = "PSMODE(DISABLED): publish/subscribe is switched off"
        return Failure(SWITCHED_OFF, reason, manager.qmgr.place("PSMODE"))
    value, owner = manager.derived(build_topics).effective(root, "PUB")
    topic, label = (owner.object if owner is not None else None), ""
    depth = owner.depth if owner is not None else 0
    for advertiser, topic_object, its_depth in advertised_above(graph, manager, levels_of(root)):
        setting = own_value(topic_object, "PUB") if depth < its_depth else None
        if setting is not None:
            value, topic, depth, label = setting, topic_object, its_depth, f" of {advertiser.label}"
    if value != "DISABLED":
        return None
    name = f"TOPIC({topic.name}){label}" if topic is not None else "the topic"
    return Failure(INHIBITED, f"{name} has PUB(DISABLED)", topic.place("PUB") if topic is not None else None)


def is_switched_off(manager: QueueManager) -> bool:
    """Whether the publish/subscribe engine of a queue manager does not run."""
    return manager.qmgr.text("PSMODE") == "DISABLED"


def advertised_above(
    graph: Graph, manager: QueueManager, levels: tuple[str, ...]
) -> Iterator[tuple[QueueManager, MqObject, int]]:
    """The topic objects at or above a topic string that other members advertise in the clusters of a queue
    manager, each with its depth, unless the queue manager has an object of its own there.
    """
    pairs = [pair for cluster, _ in graph.memberships(manager) for pair in cluster.advertised]
    for member, topic in pairs:
        if member.queue_manager is manager or topic.type != "TOPIC":
            continue
        path = levels_of(topic.text("TOPICSTR"))
        if path and path == levels[: len(path)]:
            node = manager.derived(build_topics).node(topic.text("TOPICSTR"))
            if node is None or node.object is None:
                yield member.queue_manager, topic, len(path)


def held_back(subscription: Subscription, first: Subscription | None) -> Edge | None:
    """The end of a publication at a subscription that does not get it, or not at once: a publication goes to
    the subscriptions with the highest SUBLEVEL up to its own level, which is 9 unless the program sets it
    (IBM MQ documentation, DEFINE SUB).
    """
    object = subscription.object
    text, place = f"SUB({object.name})", object.place()
    if subscription.level == ON_REQUEST:
        reason = "REQONLY(YES): only a request (MQSUBRQ) delivers, and only the retained publication"
        return Edge(text, place, end=DISCARDED, reason=reason, through=object)
    if first is None or first.level <= subscription.level:
        return None
    reason = (
        f"SUB({first.object.name}) has SUBLEVEL({first.level}): this one gets only what it publishes again"
    )
    return Edge(text, place, (), None, end=UNKNOWN, reason=reason, through=object)


def undefined_subscribers(load: TopicLoad | None, evident: int) -> int:
    """How many declared subscribers no administrative subscription shows."""
    if load is None or load.subscribers is None:
        return 0
    return max(0, load.subscribers - evident)


def subscription_edge(
    graph: Graph,
    manager: QueueManager,
    subscription: Subscription,
    factor: float | None,
    first: Subscription | None,
) -> Edge:
    """The way to the destination of a subscription, the same for all topic strings that it matches with the
    same interceptor.
    """
    key = (subscription.object, factor, first)
    edge = graph.subscription_edges.get(key)
    if edge is None:
        edge = held_back(subscription, first) or destination(graph, manager, subscription.object, factor)
        graph.subscription_edges[key] = edge
    return edge


def destination(graph: Graph, manager: QueueManager, object: MqObject, factor: float | None) -> Edge:
    """The way to the destination of a subscription; a selector lets an unknown part through."""
    text, place = f"SUB({object.name})", object.place()
    if object.text("SELECTOR"):
        factor = None
    name, to = object.text("DEST"), object.text("DESTQMGR")
    if name and has_placeholder(name + to):
        reason = "the destination is a placeholder"
        return Edge(text, place, (), factor, end=UNKNOWN, reason=reason, through=object)
    if name:
        target = graph.node(manager, PUT, name, to)
        return Edge(text, place, (), factor, target, way=SUBSCRIPTION, through=object)
    queue = f"managed queue of SUB({object.name})"
    step = Step(manager, QUEUE_STEP, queue, queue)
    return Edge(text, place, (step,), factor, end=DELIVERED, way=SUBSCRIPTION, through=object)


def subscriptions(tree: TopicTree, topic: str) -> tuple[Matching, list[Subscription]]:
    """The administrative subscriptions that get every publication of a topic string or branch, and those
    that get an unknown part of a branch.
    """
    root = branch_root(topic)
    if not has_wildcard(topic):
        return tree.reached(topic), []
    full, others = tree.branch(root)
    levels = levels_of(root)
    return full, [subscription for subscription in others if may_overlap(subscription, levels)]


def may_overlap(subscription: Subscription, root: tuple[str, ...]) -> bool:
    """Whether a subscription can match something at or below a topic string."""
    if subscription.scheme == CHARACTER_SCHEME:
        return True
    pattern = levels_of(subscription.topic)
    for mine, level in zip(pattern, root, strict=False):
        if mine == "#":
            return True
        if mine not in (level, "+"):
            return False
    return len(pattern) >= len(root)


class Route:
    """How publications of a topic string go to the other members of a cluster.

    `member` publishes, `text` names the topic, `hosts` are the members that route its publications, none if
    they are sent directly; `available` are those that can.
    """

    __slots__ = ("available", "cluster", "hosts", "member", "text")

    def __init__(self, graph: Graph, cluster: Cluster, member: Member, root: str, text: str) -> None:
        self.cluster = cluster
        self.member = member
        self.text = text
        self.hosts = topic_hosts(cluster, root)
        self.available = [host for host in self.hosts if takes_part(graph, host.queue_manager)]

    def is_host(self, manager: QueueManager) -> bool:
        """Whether a queue manager routes the publications of others."""
        return any(host.queue_manager is manager for host in self.hosts)


def route_of(graph: Graph, manager: QueueManager, root: str) -> Route | None:
    """How the publications of a queue manager go to other members; None if they go to none."""
    tree = manager.derived(build_topics)
    if not takes_part(graph, manager) or tree.effective(root, "PUBSCOPE")[0] == "QMGR":
        return None
    name, definer = tree.cluster(root)
    for cluster, member in graph.memberships(manager):
        if (name or clustered_at(graph, cluster, root)) == cluster.name:
            text = f"cluster topic of {cluster.name}"
            if definer is not None and definer.object is not None:
                text = f"TOPIC({definer.object.name}) in cluster {cluster.name}"
            return Route(graph, cluster, member, root, text)
    return None


def cluster_edges(graph: Graph, node: Node, root: str) -> Iterator[Edge]:
    """What a queue manager sends to other members of a cluster: one copy to each with matching
    subscriptions, or one in all, to a topic host (IBM MQ documentation, Topic host routing in clusters).
    """
    manager, topic = node.queue_manager, node.name
    route = route_of(graph, manager, root)
    if route is None:
        return
    if not route.hosts or route.is_host(manager):
        yield from member_edges(graph, node, route)
        return
    count = len(route.available)
    choice = f"{route.text} has {count} topic hosts: each publication goes to one"
    for host in route.available:
        target = graph.node(host.queue_manager, ARRIVAL, topic, manager.name or "", ROUTED)
        yield from sent(graph, route, host, 1 / count, target, *[choice] * (count > 1))
    if not route.available:
        reason = f"no topic host of {route.text} is available"
        yield Edge(route.text, None, end=STAYS, reason=reason)


def member_edges(graph: Graph, node: Node, route: Route) -> Iterator[Edge]:
    """One copy for each other member with matching subscriptions, except that which published."""
    manager, topic = node.queue_manager, node.name
    publisher = node.to if node.how == ROUTED else ""
    for member in route.cluster.joined:
        remote = member.queue_manager
        if remote is manager or remote.name == publisher or not takes_part(graph, remote):
            continue
        factor = wanted(graph, remote, topic, not route.is_host(remote))
        if factor is not False:
            target = graph.publication(remote, topic, ARRIVAL)
            yield from sent(graph, route, member, factor, target)


def sent(
    graph: Graph, route: Route, member: Member, factor: float | None, target: Node, *notes: str
) -> Iterator[Edge]:
    """The ways of a copy over the channels to a member."""
    for steps, share in cluster_steps(graph, route.member.queue_manager, route.cluster, member):
        part, reason = (None if factor is None else factor * share), held(steps)
        if reason:
            yield Edge(route.text, None, steps, part, end=STAYS, reason=reason, notes=notes)
        else:
            doubt = doubt_between(route.cluster, route.member, member)
            known = (*notes, *assumed_of((route.member, member)))
            yield Edge(route.text, None, steps, part, target, way=CHANNEL, notes=known, doubt=doubt)


def takes_part(graph: Graph, manager: QueueManager) -> bool:
    """Whether a queue manager is there, and takes part in publish/subscribe of its clusters."""
    return id(manager) not in graph.absent and manager.qmgr.text("PSCLUS") != "DISABLED"


def clustered_at(graph: Graph, cluster: Cluster, root: str) -> str:
    """The cluster's name if a member advertises a topic at or above a topic string."""
    for member in cluster.joined:
        if takes_part(graph, member.queue_manager) and any(
            advertised.type == "TOPIC" for advertised in member.objects
        ):
            name, _ = member.queue_manager.derived(build_topics).cluster(root)
            if name == cluster.name:
                return cluster.name
    return ""


def topic_hosts(cluster: Cluster, root: str) -> list[Member]:
    """The members that route the publications of a topic string: those with the nearest cluster topic above
    it, if that has CLROUTE(TOPICHOST); none if publications are sent directly.
    """
    nearest = 0
    hosts: list[Member] = []
    for member in cluster.joined:
        name, node = member.queue_manager.derived(build_topics).cluster(root)
        if name != cluster.name or node is None or node.object is None or node.depth < nearest:
            continue
        if node.depth > nearest:
            nearest, hosts = node.depth, []
        if node.object.value("CLROUTE") == TOPIC_HOST:
            hosts.append(member)
    return hosts


def wanted(graph: Graph, manager: QueueManager, topic: str, by_arrivals: bool = True) -> float | bool | None:
    """The part of the publications that a member asks for: 1, None if unknown, False for none.

    Declared arrivals show that it asks for them, except at a topic host: it gets those of others as well.
    """
    tree = manager.derived(build_topics)
    if tree.effective(branch_root(topic), "SUBSCOPE")[0] == "QMGR":
        return False
    full, part = subscriptions(tree, topic)
    if any(subscription.object.value("SUBSCOPE") != "QMGR" for subscription in full) or is_forced(
        graph, manager, topic
    ):
        return 1.0
    load = graph.topic_load(manager, topic)
    if load is not None and (load.subscribers or (by_arrivals and load.publishers == 0)):
        return 1.0
    return None if any(subscription.object.value("SUBSCOPE") != "QMGR" for subscription in part) else False


def is_forced(graph: Graph, manager: QueueManager, topic: str) -> bool:
    """Whether a queue manager asks for publications without a subscription: PROXYSUB(FORCE) of a topic object
    at or above the topic string, of its own or advertised by other members of its clusters.
    """
    root = branch_root(topic)
    defined = [
        node.object
        for node in manager.derived(build_topics).deepest(root).upwards()
        if node.object is not None
    ]
    others = [topic_object for _, topic_object, _ in advertised_above(graph, manager, levels_of(root))]
    return any(topic_object.value("PROXYSUB") == "FORCE" for topic_object in (*defined, *others))
