"""Completes the loads of queue managers with what reaches them from elsewhere, for rules and tuning."""

from __future__ import annotations

from mqtune.flow.graph import PUBLISH, PUT, Node
from mqtune.flow.load import BYTES, PERSISTENT_RATE, RATE, Load
from mqtune.flow.passages import passages
from mqtune.flow.traversal import flow_of
from mqtune.project.settings import QueueLoad, TopicLoad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.passages import Passages
    from mqtune.flow.resource import Total


def complete_loads(estate: Estate) -> None:
    """Add the loads that declared ones cause: of queues without a declared rate, and of publications that
    come through topic aliases or from other queue managers. Their place is that of their largest source.
    """
    managers = estate.queue_managers
    if not any(manager.topic_loads or manager.queue_loads for manager in managers):
        return
    for manager in managers:
        manager.sources = (list(manager.topic_loads), list(manager.queue_loads))
    flow = flow_of(estate)
    for here in passages(flow):
        add_queue_loads(here)
    for node in flow.nodes:
        manager = node.queue_manager
        if node.kind == PUT or node.load is None or flow.graph.topic_load(manager, node.name) is not None:
            continue
        add_topic_load(manager, node, node.load)


def add_queue_loads(here: Passages) -> None:
    """Add the loads of the local queues of one queue manager, and complete those without a rate."""
    manager = here.queue_manager
    declared = {load.queue: number for number, load in enumerate(manager.queue_loads)}
    for title, total in here.queues.items():
        object = here.objects.get(title)
        name = object.name if object is not None else title
        known = declared.get(name)
        load = total.load
        if load is None or load.rate is None or load.is_partial(RATE):
            continue
        if known is None:
            manager.queue_loads.append(queue_load(name, total, load, QueueLoad(name)))
        elif manager.queue_loads[known].put_rate_per_s is None:
            manager.queue_loads[known] = queue_load(name, total, load, manager.queue_loads[known])


def queue_load(name: str, total: Total, load: Load, known: QueueLoad) -> QueueLoad:
    """The load of a queue, with the rate that reaches it and what is declared for the queue itself."""
    file, line = (known.file, known.line) if known.file else source_of(total.ways[0][0])
    size, persistent = size_of(load), persistence_of(load)
    return QueueLoad(
        name,
        load.rate,
        size if known.message_size_bytes is None else known.message_size_bytes,
        persistent if known.persistent is None else known.persistent,
        known.consumers,
        line,
        file,
        known.producers,
        known.binding,
        known.get_rate_per_s,
        known.burst_bytes,
        known.clients,
    )


def add_topic_load(manager: QueueManager, node: Node, load: Load) -> None:
    """Add the load of publications that no declaration of the queue manager covers."""
    if load.rate is None or load.is_partial(RATE):
        return
    file, line = source_of(node)
    publishers = None if node.kind == PUBLISH else 0
    manager.topic_loads.append(
        TopicLoad(
            node.name,
            load.rate,
            publishers,
            message_size_bytes=size_of(load),
            persistent=persistence_of(load),
            line=line,
            file=file,
        )
    )


def size_of(load: Load) -> int | None:
    """The average size of a message in bytes, None if unknown."""
    if not load.rate or load.bytes is None or load.is_partial(BYTES):
        return None
    return round(load.bytes / load.rate)


def persistence_of(load: Load) -> bool | float | None:
    """Whether all messages are persistent or none, or the persistent share, of the bytes if their number is
    known; None if unknown. If part of it is unknown, the share is a lower bound.
    """
    part, whole = load.values[PERSISTENT_RATE], load.rate
    if part is None or (load.is_partial(PERSISTENT_RATE) and not part):
        return None
    if part in (0.0, whole):
        return part == whole
    bytes, persistent = load.bytes, load.persistent_bytes
    if bytes and persistent is not None and not load.is_partial(BYTES):
        return persistent / bytes
    return part / whole if whole else None


def source_of(node: Node) -> tuple[str, int]:
    """File and line of the declaration from which the largest part of a node's load comes."""
    seen: set[int] = set()
    while node.declared is None and node.incoming and id(node) not in seen:
        seen.add(id(node))
        node = max(node.incoming, key=lambda one: one[2].values[RATE] or 0.0)[0]
    return (node.declared.file, node.declared.line) if node.declared is not None else ("", 0)
