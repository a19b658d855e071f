"""Where a publication leads in a publish/subscribe hierarchy: to the parent and the children, and beyond.

Each queue manager passes a publication to its neighbours, except that from which it came, if there are
subscriptions on their side (IBM MQ documentation, "Publish/subscribe hierarchies").
"""

from __future__ import annotations

from mqtune.estate.routes import senders_of, transmission_to
from mqtune.flow.graph import ARRIVAL, CHANNEL, CHANNEL_STEP, QUEUE_STEP, Edge, Step

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
        yield Edge(f"{word} {other.label}", None, steps_to(manager, other), factor, target, way=CHANNEL)


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
        if one.qmgr.text("PSMODE") == "DISABLED":
            continue
        part = wanted(graph, one, topic)
        if part is not None and part is not False:
            return 1.0
        unknown = unknown or part is None
        waiting += neighbours(graph, one)
    return None if unknown else False


def steps_to(manager: QueueManager, other: QueueManager) -> tuple[Step, ...]:
    """The transmission queue and the channel to a neighbour, as far as they are defined."""
    transmission = transmission_to(other.name or "", manager)
    queue = transmission.queue
    if queue is None:
        return ()
    title = f"{queue.type}({queue.name})"
    steps = [Step(manager, QUEUE_STEP, title, f"XMITQ({queue.name})", queue)]
    for channel in senders_of(queue.name, manager)[:1]:
        name = f"CHANNEL({channel.name})"
        steps.append(Step(manager, CHANNEL_STEP, name, name, channel))
    return tuple(steps)
