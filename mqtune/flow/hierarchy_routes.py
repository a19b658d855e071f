"""Where a publication leads in a publish/subscribe hierarchy: to the parent and the children, and beyond.

Each queue manager passes a publication to its neighbours, except that from which it came, if there are
subscriptions on their side (IBM MQ documentation, "Publish/subscribe hierarchies").
"""

from __future__ import annotations

from mqtune.estate.routes import senders_of, transmission_to
from mqtune.flow.cluster_routes import cluster_steps, held
from mqtune.flow.graph import ARRIVAL, CHANNEL, CHANNEL_STEP, LEAVES, QUEUE_STEP, STAYS, UNKNOWN, Edge, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.flow.graph import Graph, Node

    Wanted = Callable[[Graph, QueueManager, str], float | bool | None]

HIERARCHY = "hierarchy"  # how a publication came from a neighbour, which `Node.to` names
PARENT = "PARENT"


def neighbours(graph: Graph, manager: QueueManager) -> list[QueueManager]:
    """The parent of a queue manager, if it is in the files, and its children."""
    parent = graph.estate.named(manager.qmgr.text(PARENT))
    own = [parent] if parent is not None and parent is not manager else []
    return own + [one for one in graph.children.get(manager.name or "", []) if one is not manager]


def hierarchy_edges(graph: Graph, node: Node, topic: str, wanted: Wanted) -> Iterator[Edge]:
    """One copy for each neighbour on whose side there are subscriptions; `wanted` is the part of the
    publications that a queue manager itself asks for.
    """
    manager = node.queue_manager
    for other in neighbours(graph, manager) if graph.children else ():
        if node.to and node.to == other.name:
            continue
        part = beyond(graph, other, manager, topic, wanted)
        if part is False:
            continue
        word = "parent" if manager.qmgr.text(PARENT) == other.name else "child"
        target = graph.publication(other, topic, ARRIVAL)
        if target.declared is None:  # else the declaration has all that arrives
            target = graph.node(other, ARRIVAL, target.name, manager.name or "", HIERARCHY)
        factor = None if part is None else float(part)
        steps, end, reason = way_to(graph, manager, other)
        text, on = f"{word} {other.label}", None if end else target
        assumed = STAYS if end == LEAVES else ""
        yield Edge(text, None, steps, factor, on, end, reason, way=CHANNEL, assumed=assumed)


def beyond(
    graph: Graph, start: QueueManager, origin: QueueManager, topic: str, wanted: Wanted
) -> float | bool | None:
    """The part that a neighbour and those behind it ask for: 1, None if unknown, False for none."""
    seen, waiting, unknown = {id(origin)}, [start], False
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        part = wanted(graph, one, topic)
        if part is not None and part is not False:
            return 1.0
        unknown = unknown or part is None
        if one.qmgr.text("PSMODE") != "DISABLED":
            waiting += neighbours(graph, one)
    return None if unknown else False


def way_to(graph: Graph, manager: QueueManager, other: QueueManager) -> tuple[tuple[Step, ...], str, str]:
    """The transmission queue and the channel to a neighbour, as far as they are defined; how the way ends
    before it, with the reason, if it does.
    """
    queue = transmission_to(other.name or "", manager).queue
    if queue is None:
        for cluster, _ in graph.memberships(manager):
            member = cluster.membership(other)
            for steps, _ in cluster_steps(graph, manager, cluster, member) if member is not None else ():
                return steps, STAYS if held(steps) else "", held(steps)
        return (), UNKNOWN, f"no transmission queue to {other.label} is in the files"
    first = Step(manager, QUEUE_STEP, f"{queue.type}({queue.name})", f"XMITQ({queue.name})", queue)
    channels = senders_of(queue.name, manager)
    if not channels:
        return (first,), STAYS if manager.complete else LEAVES, f"no channel in the files serves {queue.name}"
    name = f"CHANNEL({channels[0].name})"
    if held((first,)):
        return (first,), STAYS, held((first,))
    return (first, Step(manager, CHANNEL_STEP, name, name, channels[0])), "", ""
