"""Where a put to a queue name leads: alias, remote queue definition, cluster, streamed copy.

The rules are those of queue name resolution (IBM MQ 9.4 documentation, Queue name resolution), and the
reason codes those of the pages of the codes.
"""

from __future__ import annotations

from mqtune.estate.references import in_cluster, is_clustered
from mqtune.estate.routes import is_transmission, senders_of
from mqtune.flow.cluster_routes import choose, divided, open_notes, to_member
from mqtune.flow.graph import (
    ARRIVED,
    COPY,
    DELIVERED,
    PUT,
    REFUSED,
    STAYS,
    STREAM,
    UNKNOWN,
    Edge,
    refused_if_complete,
)
from mqtune.flow.remote_routes import channel_step, queue_step, remote_edges, to_queue_manager
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Graph, Node


def put_edges(graph: Graph, node: Node) -> Iterator[Edge]:
    """The ways on from a put, by the rules of queue name resolution."""
    manager = node.queue_manager
    if id(manager) in graph.absent:
        if node.how != ARRIVED and not node.to and choose(graph, manager, node.name).shares:
            yield from elsewhere(graph, node)
        else:
            yield Edge("", None, end=STAYS, reason=f"{manager.label} is not available")
    elif has_placeholder(node.name) or has_placeholder(node.to):
        yield Edge("", None, end=UNKNOWN, reason="the name contains a placeholder")
    elif node.to:
        yield from to_queue_manager(graph, manager, node.name, node.to)
    else:
        queue = node.object = manager.queue(node.name)
        if queue is None:
            yield from elsewhere(graph, node)
        elif queue.type == "QLOCAL":
            yield from local_or_shared(graph, node, queue)
        elif queue.value("PUT") == "DISABLED":
            yield inhibited(queue)
        elif queue.type == "QALIAS":
            yield alias_edge(graph, node, queue)
        elif queue.type == "QREMOTE":
            yield from remote_edges(graph, node, queue)
        else:
            reason = "each open of a model queue creates a queue"
            yield Edge("", queue.place(), end=UNKNOWN, reason=reason, assumed=DELIVERED)
            yield from copies(graph, node, queue, 1.0)


def inhibited(queue: MqObject) -> Edge:
    """The end at a queue with PUT(DISABLED)."""
    reason = "PUT(DISABLED): puts fail with reason 2051"
    return Edge("", queue.place("PUT"), end=REFUSED, reason=reason, code=2051)


def name_of(queue: MqObject) -> str:
    """`QLOCAL(A)`."""
    return f"{queue.type}({queue.name})"


def alias_edge(graph: Graph, node: Node, alias: MqObject) -> Edge:
    """The way through an alias."""
    manager, target, text = node.queue_manager, alias.text("TARGET"), name_of(alias)
    place = alias.place("TARGET")
    if not target and alias.defined:
        return refused_if_complete(manager, 2082, "TARGET is blank", text, alias.place())
    if not target or has_placeholder(target):
        return Edge(text, place, end=UNKNOWN, reason="the target is unknown")
    if alias.value("TARGTYPE") != "TOPIC":
        other = manager.queue(target)
        if other is not None and other.type in ("QALIAS", "QMODEL"):
            what = "an alias too" if other.type == "QALIAS" else "a model queue"
            reason = f"{name_of(other)} is {what}: every open fails with reason 2001"
            return Edge(text, place, end=REFUSED, reason=reason, code=2001)
        return Edge(text, place, target=graph.node(manager, PUT, target, how=node.how))
    topic = manager.find("TOPIC", target)
    if topic is None:
        reason = f"TOPIC({target}) is not defined"
        return refused_if_complete(manager, 2082, reason, text, place)
    string = topic.value("TOPICSTR")
    if string is None or has_placeholder(string):
        return Edge(text, place, end=UNKNOWN, reason=f"the topic string of TOPIC({target}) is unknown")
    return Edge(text, place, target=graph.publication(manager, string))


def local_or_shared(graph: Graph, node: Node, queue: MqObject) -> Iterator[Edge]:
    """The delivery to a local queue, or to it and the other instances of a cluster queue. The local one is
    the only target if it accepts puts and CLWLUSEQ is LOCAL.
    """
    manager, disabled = node.queue_manager, queue.value("PUT") == "DISABLED"
    if node.how != ARRIVED and is_clustered(queue) and (disabled or uses_any(manager, queue)):
        choice = choose(graph, manager, queue.name)
        for cluster, member, object, share in choice.shares:
            if object is queue:
                yield from local_edges(graph, node, queue, share, open_notes(choice, queue))
            else:
                text = divided(choice.instances, queue.name)
                notes = open_notes(choice, queue)
                yield from to_member(graph, manager, cluster, member, queue.name, share, text, notes, object)
        if choice.shares:
            return
    if disabled:
        yield inhibited(queue)
    else:
        yield from local_edges(graph, node, queue, 1.0, ())


def uses_any(manager: QueueManager, queue: MqObject) -> bool:
    """Whether puts may go to other instances although there is a local one."""
    own = queue.text("CLWLUSEQ")
    return (manager.qmgr.text("CLWLUSEQ") if own == "QMGR" else own) == "ANY"


def local_edges(
    graph: Graph, node: Node, queue: MqObject, factor: float, notes: tuple[str, ...]
) -> Iterator[Edge]:
    """The delivery to a local queue, and its streamed copy."""
    manager = node.queue_manager
    step = queue_step(manager, queue)
    if is_transmission(queue):
        channels = tuple(channel_step(manager, one) for one in senders_of(queue.name, manager))
        reason = "what the messages name as their destination is unknown"
        steps = (step, *channels) if len(channels) == 1 else (step,)
        yield Edge("", None, steps, factor, end=UNKNOWN, reason=reason)
        return
    yield Edge("", None, (step,), factor, end=DELIVERED, notes=notes)
    yield from copies(graph, node, queue, factor)


def copies(graph: Graph, node: Node, queue: MqObject, factor: float) -> Iterator[Edge]:
    """The streamed copy of what is put to a local queue, or to the dynamic queue of a model queue. A copy is
    not copied again: chains of streaming queues are not supported (IBM MQ 9.4 documentation, Streaming queue
    restrictions).
    """
    target = queue.text("STREAMQ")
    if target and node.how != COPY and not has_placeholder(target):
        text = f"{name_of(queue)} STREAMQ({target})"
        copy = graph.node(node.queue_manager, PUT, target, how=COPY)
        yield Edge(text, queue.place("STREAMQ"), (), factor, copy, way=STREAM, through=queue)


def elsewhere(graph: Graph, node: Node) -> Iterator[Edge]:
    """The instances of a queue that the queue manager does not have itself."""
    manager = node.queue_manager
    choice = choose(graph, manager, node.name)
    for cluster, member, object, share in choice.shares:
        text = divided(choice.instances, node.name)
        notes = open_notes(choice, object)
        yield from to_member(graph, manager, cluster, member, node.name, share, text, notes, object)
    if choice.shares:
        return
    if choice.disabled:
        reason = f"all instances of cluster queue {node.name} have PUT(DISABLED)"
        end = REFUSED if manager.complete else UNKNOWN
        yield Edge("", None, end=end, reason=reason, code=2268, assumed=REFUSED)
        return
    never = graph.never_joined(manager)
    why = dict.fromkeys((*never, *choice.notes))
    reason, others = f"queue {node.name} is not defined", "".join(f"; {one}" for one in why)
    if manager.complete and (never or not in_cluster(manager)):
        yield Edge("", None, end=REFUSED, reason=f"{reason}: reason 2085{others}", code=2085)
    else:
        more = ", and a cluster may have it" if manager.complete else ""
        reason = f"{reason} in the files{more}{others}"
        yield Edge("", None, end=UNKNOWN, reason=reason, code=2085, assumed=REFUSED)
