"""Where a put to a queue name leads: alias, remote queue, transmission queue, cluster, streamed copy."""

from __future__ import annotations

from mqtune.estate.clusters import transmission_queues
from mqtune.estate.references import in_cluster, is_clustered
from mqtune.estate.routes import (
    CLUSTER_XMITQ,
    is_transmission,
    partners_of,
    senders_of,
    transmission_to,
)
from mqtune.flow.graph import (
    ARRIVED,
    CHANNEL_STEP,
    COPY,
    DELIVERED,
    LEAVES,
    PUT,
    QUEUE_STEP,
    REFUSED,
    STAYS,
    UNKNOWN,
    Edge,
    Step,
)
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.clusters import Cluster, Member
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Graph, Node

DEFAULT_WEIGHT = 50  # CLWLWGHT


def put_edges(graph: Graph, node: Node) -> Iterator[Edge]:
    """The ways on from a put, by the rules of queue name resolution."""
    manager = node.queue_manager
    if has_placeholder(node.name) or has_placeholder(node.to):
        yield Edge("", None, end=UNKNOWN, reason="the name contains a placeholder")
    elif node.to:
        yield from to_queue_manager(graph, manager, node.name, node.to, "")
    else:
        queue = node.object = manager.queue(node.name)
        if queue is None:
            yield from elsewhere(graph, node)
        elif queue.value("PUT") == "DISABLED":
            yield Edge(
                "", queue.place("PUT"), end=REFUSED, reason="PUT(DISABLED): puts fail with reason 2051"
            )
        elif queue.type == "QALIAS":
            yield alias_edge(graph, node, queue)
        elif queue.type == "QREMOTE":
            yield from remote_edges(graph, node, queue)
        elif queue.type == "QLOCAL":
            yield from local_or_shared(graph, node, queue)
        else:
            yield Edge("", queue.place(), end=UNKNOWN, reason="each open of a model queue creates a queue")


def name_of(queue: MqObject) -> str:
    """`QLOCAL(A)`."""
    return f"{queue.type}({queue.name})"


def queue_step(queue_manager: QueueManager, queue: MqObject) -> Step:
    """A local queue on the way; a transmission queue is called that in chains."""
    text = f"XMITQ({queue.name})" if is_transmission(queue) else name_of(queue)
    return Step(queue_manager, QUEUE_STEP, name_of(queue), text, queue)


def alias_edge(graph: Graph, node: Node, alias: MqObject) -> Edge:
    """The way through an alias."""
    manager, target, text = node.queue_manager, alias.text("TARGET"), name_of(alias)
    place = alias.place("TARGET")
    if not target or has_placeholder(target):
        return Edge(text, place, end=UNKNOWN, reason="the target is unknown")
    if alias.value("TARGTYPE") != "TOPIC":
        other = manager.queue(target)
        if other is not None and other.type == "QALIAS":
            reason = f"QALIAS({target}) is an alias too: every open fails with reason 2001"
            return Edge(text, place, end=REFUSED, reason=reason)
        return Edge(text, place, target=graph.node(manager, PUT, target, how=node.how))
    topic = manager.find("TOPIC", target)
    string = topic.value("TOPICSTR") if topic is not None else None
    if string is None or has_placeholder(string):
        return Edge(text, place, end=UNKNOWN, reason=f"the topic string of TOPIC({target}) is unknown")
    return Edge(text, place, target=graph.publication(manager, string))


def remote_edges(graph: Graph, node: Node, remote: MqObject) -> Iterator[Edge]:
    """The ways through a remote definition."""
    manager, name, text = node.queue_manager, remote.text("RNAME"), name_of(remote)
    partner, xmitq = remote.text("RQMNAME"), remote.text("XMITQ")
    if not name or has_placeholder(name + partner + xmitq):
        yield Edge(text, remote.place("RNAME"), end=UNKNOWN, reason="the remote queue is unknown")
    elif xmitq:
        for edge in by_transmission_queue(graph, manager, xmitq, name, partner, text):
            edge.place = remote.place()
            yield edge
    elif partner == manager.name or not partner:
        yield Edge(text, remote.place(), target=graph.node(manager, PUT, name))
    else:
        for edge in to_queue_manager(graph, manager, name, partner, text):
            edge.place = remote.place()
            yield edge


def to_queue_manager(
    graph: Graph, manager: QueueManager, name: str, partner: str, text: str
) -> Iterator[Edge]:
    """The ways to a queue on another queue manager: alias, transmission queue, cluster, default."""
    alias = manager.queue(partner)
    xmitq = ""
    if alias is not None and alias.type == "QREMOTE" and not alias.text("RNAME"):
        text, xmitq = text or name_of(alias), alias.text("XMITQ")
        partner = alias.text("RQMNAME") or partner
        if partner == manager.name:
            yield Edge(text, alias.place(), target=graph.node(manager, PUT, name))
            return
    transmission = transmission_to(partner, manager)
    if not xmitq and transmission.by != "RQMNAME":
        members = [
            (cluster, member)
            for cluster, _ in graph.memberships(manager)
            for member in cluster.members
            if member.queue_manager.name == partner and member.queue_manager is not manager
        ]
        if members:
            yield from to_member(graph, manager, *members[0], name, 1.0, text)
            return
    if xmitq or transmission.name:
        yield from by_transmission_queue(graph, manager, xmitq or transmission.name, name, partner, text)
    elif manager.complete and not in_cluster(manager):
        yield Edge(text, None, end=REFUSED, reason=f"no transmission queue leads to {partner}")
    else:
        yield Edge(text, None, end=LEAVES, reason=f"no transmission queue for {partner} is in the files")


def by_transmission_queue(
    graph: Graph, manager: QueueManager, xmitq: str, name: str, partner: str, text: str
) -> Iterator[Edge]:
    """The ways over the channels that serve a transmission queue."""
    queue = manager.queue(xmitq)
    if queue is None or queue.type != "QLOCAL":
        yield Edge(text, None, end=UNKNOWN, reason=f"transmission queue {xmitq} is not in the files")
        return
    first = queue_step(manager, queue)
    channels = senders_of(xmitq, manager)
    if not channels:
        end = STAYS if manager.complete else LEAVES
        yield Edge(text, None, (first,), end=end, reason=f"no channel in the files serves {xmitq}")
    for channel in channels:
        # only one of several channels runs at a time, and which one is unknown
        factor = 1.0 if len(channels) == 1 else None
        step = channel_step(manager, channel)
        ends = [one for one, _ in partners_of(channel, manager, graph.estate)]
        named = [one for one in ends if one.name == partner] or ends
        if len(named) == 1:
            to = partner if partner != named[0].name else ""
            target = graph.node(named[0], PUT, name, to)
            yield Edge(text, None, (first, step), factor, target)
        else:
            why = "several queue managers have" if named else "no queue manager in the files has"
            reason = f"{why} the other end of CHANNEL({channel.name})"
            yield Edge(text, None, (first, step), factor, end=UNKNOWN if named else LEAVES, reason=reason)


def channel_step(manager: QueueManager, channel: MqObject) -> Step:
    """A channel on the way."""
    name = f"CHANNEL({channel.name})"
    return Step(manager, CHANNEL_STEP, name, name, channel)


def local_or_shared(graph: Graph, node: Node, queue: MqObject) -> Iterator[Edge]:
    """The delivery to a local queue, or to it and the other instances of a cluster queue."""
    manager = node.queue_manager
    if node.how != ARRIVED and is_clustered(queue) and uses_any(manager, queue):
        found = instances(graph, manager, queue.name)
        shares = shares_of(graph, found, manager)
        for cluster, member, object, share in shares:
            if object is queue:
                yield from local_edges(graph, node, queue, share)
            else:
                yield from to_member(
                    graph, manager, cluster, member, queue.name, share, divided(len(shares), queue.name)
                )
        if shares:
            return
    yield from local_edges(graph, node, queue, 1.0)


def uses_any(manager: QueueManager, queue: MqObject) -> bool:
    """Whether puts may go to other instances although there is a local one."""
    own = queue.text("CLWLUSEQ")
    return (manager.qmgr.text("CLWLUSEQ") if own == "QMGR" else own) == "ANY"


def local_edges(graph: Graph, node: Node, queue: MqObject, factor: float) -> Iterator[Edge]:
    """The delivery to a local queue, and its streamed copy. A copy is not copied again: chains of streaming
    queues are not supported (IBM MQ 9.4 documentation, Streaming queue restrictions).
    """
    manager = node.queue_manager
    step = queue_step(manager, queue)
    if is_transmission(queue):
        channels = tuple(channel_step(manager, one) for one in senders_of(queue.name, manager))
        reason = "what the messages name as their destination is unknown"
        steps = (step, *channels) if len(channels) == 1 else (step,)
        yield Edge("", None, steps, factor, end=UNKNOWN, reason=reason)
        return
    yield Edge("", None, (step,), factor, end=DELIVERED)
    target = queue.text("STREAMQ")
    if target and node.how != COPY and not has_placeholder(target):
        text = f"{name_of(queue)} STREAMQ({target})"
        yield Edge(text, queue.place("STREAMQ"), (), factor, graph.node(manager, PUT, target, how=COPY))


def elsewhere(graph: Graph, node: Node) -> Iterator[Edge]:
    """The instances of a queue that the queue manager does not have itself."""
    manager = node.queue_manager
    found = instances(graph, manager, node.name)
    shares = shares_of(graph, found, manager)
    for cluster, member, _, share in shares:
        yield from to_member(
            graph, manager, cluster, member, node.name, share, divided(len(shares), node.name)
        )
    if not shares:
        known = manager.complete and not in_cluster(manager)
        reason = f"queue {node.name} is not defined"
        if known:
            yield Edge("", None, end=REFUSED, reason=f"{reason}: reason 2085")
        else:
            yield Edge("", None, end=UNKNOWN, reason=f"{reason} in the files")


def divided(count: int, name: str) -> str:
    """The assumption for several instances."""
    return f"cluster queue {name}" + (f", divided among {count} instances by weight" if count > 1 else "")


def instances(graph: Graph, manager: QueueManager, name: str) -> list[tuple[Cluster, Member, MqObject]]:
    """The queues of a name in the clusters of a queue manager that accept puts, of the highest rank and
    priority, each once.
    """
    found: dict[int, tuple[Cluster, Member, MqObject]] = {}
    for cluster, _ in graph.memberships(manager):
        for member, object in graph.advertised(cluster, name):
            if object.value("PUT") != "DISABLED":
                found.setdefault(id(object), (cluster, member, object))
    for keyword in ("CLWLRANK", "CLWLPRTY"):
        best = max((one[2].number(keyword) or 0 for one in found.values()), default=0)
        found = {key: one for key, one in found.items() if (one[2].number(keyword) or 0) == best}
    return list(found.values())


def shares_of(
    graph: Graph, found: list[tuple[Cluster, Member, MqObject]], manager: QueueManager
) -> list[tuple[Cluster, Member, MqObject, float]]:
    """The share of each instance: by the weights of the channels to it, an even share for itself."""
    weights = [
        DEFAULT_WEIGHT
        if member.queue_manager is manager
        else max(
            (one.number("CLWLWGHT") or DEFAULT_WEIGHT for one in graph.receivers(cluster, member)),
            default=DEFAULT_WEIGHT,
        )
        for cluster, member, _ in found
    ]
    total = sum(weights)
    return [(*one, weight / total) for one, weight in zip(found, weights, strict=True)]


def to_member(
    graph: Graph,
    manager: QueueManager,
    cluster: Cluster,
    member: Member,
    name: str,
    share: float,
    text: str,
) -> Iterator[Edge]:
    """The ways over a member's cluster receivers."""
    target = graph.node(member.queue_manager, PUT, name, how=ARRIVED)
    for steps, part in cluster_steps(graph, manager, cluster, member):
        yield Edge(text, None, steps, share * part, target)


def cluster_steps(
    graph: Graph, manager: QueueManager, cluster: Cluster, member: Member
) -> Iterator[tuple[tuple[Step, ...], float]]:
    """The transmission queue and channel to a member, for each of its receivers the part that it carries."""
    receivers = graph.receivers(cluster, member)
    for receiver in receivers:
        name = CLUSTER_XMITQ
        if transmission_queues(manager) == "CHANNEL":
            name = f"SYSTEM.CLUSTER.TRANSMIT.{receiver.name}"
        queue = manager.queue(name)
        first = Step(manager, QUEUE_STEP, f"QLOCAL({name})", f"XMITQ({name})", queue)
        channel = f"CHANNEL({receiver.name})"
        yield (first, Step(manager, CHANNEL_STEP, channel, channel, receiver)), 1 / len(receivers)
    if not receivers:
        yield (Step(manager, QUEUE_STEP, f"QLOCAL({CLUSTER_XMITQ})", f"XMITQ({CLUSTER_XMITQ})"),), 1.0
