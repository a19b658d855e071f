"""The loads of a traversal by object: names, queues, channels, topic strings, for each queue manager."""

from __future__ import annotations

from mqtune.estate.topics import build_topics
from mqtune.flow.graph import (
    ARRIVAL,
    CALL,
    CHANNEL_STEP,
    DELIVERED,
    GROUP,
    PUT,
    QUEUE_STEP,
    UNKNOWN,
    Group,
    reasons_of,
)
from mqtune.flow.resource import Total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Edge, Node
    from mqtune.flow.load import Load
    from mqtune.flow.traversal import Flow


NO_TOPIC = 2082  # MQRC_UNKNOWN_ALIAS_BASE_Q: what an undefined target of an alias is, is unknown


class Passages:
    """What passes the objects of one queue manager.

    `names` are aliases, remote queues and undefined names, `queues` local queues, `channels` those that it
    sends on; keys are titles. `received` and `sent` are the loads of all channels, `arrivals` publications
    from other queue managers.
    """

    def __init__(self, queue_manager: QueueManager) -> None:
        self.queue_manager = queue_manager
        self.names: dict[str, Total] = {}
        self.queues: dict[str, Total] = {}
        self.channels: dict[str, Total] = {}
        self.objects: dict[str, MqObject] = {}
        self.locks: dict[str, Total] = {}
        self.arrivals = Total()
        self.received = Total()
        self.sent = Total()
        self.put_to_queues = Total()


def passages(flow: Flow) -> list[Passages]:
    """The passages of each queue manager."""
    found = {id(manager): Passages(manager) for manager in flow.estate.queue_managers}
    for node in flow.nodes:
        if node.load is None:
            continue
        at_node(found[id(node.queue_manager)], node, node.load)
        for edge in node.edges:
            along(found, node, edge, node.load.times(edge.factor))
            if is_stored_somewhere(node, edge):
                here = found[id(node.queue_manager)]
                here.put_to_queues.add(node, node.load.times(edge.factor), edge)
    return list(found.values())


def is_stored_somewhere(node: Node, edge: Edge) -> bool:
    """Whether a put is stored on a queue of its queue manager which the files do not show."""
    known = edge.end != UNKNOWN or edge.steps or edge.target is not None
    return node.kind == PUT and not known and edge.code != NO_TOPIC


def at_node(here: Passages, node: Node, load: Load) -> None:
    """Add the load of a name or a publication."""
    total: Total | None = None
    if node.kind == PUT:
        if not node.to and not is_local_delivery(node):
            total = here.names.setdefault(node.title, Total())
            total.add(node, load)
    elif node.kind != GROUP and not any(edge.way == CALL and edge.target is not None for edge in node.edges):
        from mqtune.estate.busy_topics import lock_name  # imported here, because few estates have topics
        from mqtune.estate.topic_strings import branch_root

        for lock in here.queue_manager.derived(build_topics).locks(branch_root(node.name)):
            total = here.locks.setdefault(lock_name(lock.node), Total())
            total.add(node, load)
        if node.kind == ARRIVAL and (node.incoming or is_clustered(here.queue_manager, node.name)):
            here.arrivals.add(node, load)
    if total is not None:
        for edge in node.edges:
            total.reasons |= edge.target.reasons if isinstance(edge.target, Group) else reasons_of([edge])


def is_local_delivery(node: Node) -> bool:
    """Whether a put is to a local queue that takes it: the step of its edge has the load then."""
    local = node.object is not None and node.object.type == "QLOCAL"
    return local and any(edge.steps or edge.target is not None for edge in node.edges)


def is_clustered(manager: QueueManager, topic: str) -> bool:
    """Whether publications of a topic string can come from other members of a cluster."""
    from mqtune.estate.topic_strings import branch_root  # as above

    return bool(manager.derived(build_topics).cluster(branch_root(topic))[0])


def along(found: dict[int, Passages], node: Node, edge: Edge, load: Load) -> None:
    """Add the load of an edge to the queues and channels that it passes."""
    total: Total | None = None
    for number, step in enumerate(edge.steps):
        here = found[id(step.queue_manager)]
        group = here.channels if step.kind == CHANNEL_STEP else here.queues
        total = group.setdefault(step.name, Total())
        total.add(node, load, edge, number)
        if step.object is not None:
            here.objects[step.name] = step.object
        if step.kind == QUEUE_STEP:
            here.put_to_queues.add(node, load, edge, number)
            continue
        here.sent.add(node, load, edge, number)
        following = edge.steps[number + 1 :]
        receiver = following[0].queue_manager if following else edge.target and edge.target.queue_manager
        if receiver:
            found[id(receiver)].received.add(node, load, edge, number)
    if total is not None and edge.end and edge.end != DELIVERED:
        total.reasons[edge.reason] = None
