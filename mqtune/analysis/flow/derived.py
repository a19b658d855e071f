"""Completes the loads of queue managers with what reaches them from elsewhere, for rules and tuning.

What enters an estate are the loads of names that no other queue, publication or copy feeds.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import CALL, GROUP, PUBLISH, PUT, QUEUE_STEP, Graph, Node
from mqtune.analysis.flow.load import BYTES, PERSISTENT_RATE, RATE, Load
from mqtune.analysis.flow.log_need import persistent_per_s
from mqtune.analysis.flow.resource import largest, ungrouped
from mqtune.analysis.flow.traversal import Flow, groups, passages
from mqtune.analysis.topology.clusters import is_transmission
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.syntax.document import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mqtune.analysis.flow.resource import Total
    from mqtune.analysis.flow.traversal import Passages
    from mqtune.estate.model import Estate, QueueManager


def complete_loads(estate: Estate) -> None:
    """Add the loads that declared ones cause: of queues without a declared rate, and of publications that
    come through topic aliases or from other queue managers. Their place is that of their largest source.

    A declared load of which other loads are the cause gets what arrives: rules and budget use the same
    rates, sizes and persistence, and contradictions are findings (QUE026, QUE030).
    """
    managers = estate.queue_managers
    if not any(manager.topic_loads or manager.queue_loads for manager in managers):
        return
    for manager in managers:
        manager.sources = (list(manager.topic_loads), list(manager.queue_loads))
    flow = estate.derived(Flow)
    ordered = ordered_nodes(flow.nodes)
    for traffic in flow.derived(passages):
        add_queue_loads(traffic)
        put = traffic.put_to_queues.load
        if put is not None:
            traffic.queue_manager.persistent_per_s = persistent_per_s(put)
    places = {id(load): place for manager in managers for place, load in enumerate(manager.topic_loads)}
    for node in flow.nodes:
        if node.kind in (PUT, GROUP) or node.load is None:
            continue
        if node.declared is None:
            add_topic_load(flow, node, node.load, node in ordered)
        elif node in ordered or node.incoming:
            number = places[id(node.declared)]
            loads = node.queue_manager.topic_loads
            loads[number] = complete_topic(loads[number], node, node.load, node in ordered)


def ordered_nodes(nodes: Sequence[Node]) -> set[Node]:
    """The nodes that publications reach whose order is declared to matter."""
    waiting = [node for node in nodes if getattr(node.declared, "ordered", None)]
    ordered = set(waiting)
    while waiting:
        for edge in waiting.pop().edges:
            if edge.target is not None and edge.target not in ordered:
                ordered.add(edge.target)
                waiting.append(edge.target)
    return ordered


def add_queue_loads(traffic: Passages) -> None:
    """Add the loads of the local queues of one queue manager, and complete those that others cause."""
    manager = traffic.queue_manager
    declared = {load.queue: number for number, load in enumerate(manager.queue_loads)}
    for title, total in traffic.queues.items():
        object = traffic.objects.get(title)
        name = object.name if object is not None else title
        known = declared.get(name)
        load = total.load
        if load is None or load.rate is None or load.is_partial(RATE):
            continue
        if known is None:
            manager.queue_loads.append(queue_load(name, total, load, QueueLoad(name)))
        elif arrives(total, manager.queue_loads[known]):
            manager.queue_loads[known] = queue_load(name, total, load, manager.queue_loads[known])


def arrives(total: Total, known: QueueLoad) -> bool:
    """Whether any part of what reaches a queue is not its own declared load."""
    return any(node.declared is not known or node.incoming for node, _, _ in total.ways)


def queue_load(name: str, total: Total, load: Load, known: QueueLoad) -> QueueLoad:
    """The load of a queue, with the rate that reaches it and what is declared for the queue itself."""
    file, line = (known.file, known.line) if known.file else source_of(next(ungrouped(total.ways))[0])
    size, persistent = size_of(load), persistence_of(load)
    return QueueLoad(
        name,
        load.rate,
        known.message_size_bytes if size is None else size,
        known.persistent if persistent is None else persistent,
        known.consumers,
        line,
        file,
        known.producers,
        known.binding,
        known.get_rate_per_s,
        known.burst_bytes,
        known.clients,
    )


def add_topic_load(flow: Flow, node: Node, load: Load, ordered: bool) -> None:
    """Add the load of publications that no declaration of the queue manager covers."""
    manager = node.queue_manager
    if flow.graph.topic_load(manager, node.name) is not None or load.rate is None or load.is_partial(RATE):
        return
    file, line = source_of(node)
    publishers, binding = publishers_of(node) if node.kind == PUBLISH else (0, None)
    manager.topic_loads.append(
        TopicLoad(
            node.name,
            load.rate,
            publishers,
            binding,
            message_size_bytes=size_of(load),
            persistent=persistence_of(load),
            ordered=ordered or None,
            line=line,
            file=file,
        )
    )


def complete_topic(known: TopicLoad, node: Node, load: Load, ordered: bool) -> TopicLoad:
    """A declared load with the order of its sources, and the rates that arrive."""
    arriving = bool(node.incoming) and load.rate is not None and not load.is_partial(RATE)
    size, persistent = size_of(load), persistence_of(load)
    return TopicLoad(
        known.topic,
        load.rate if arriving else known.publish_rate_per_s,
        known.publishers,
        known.binding,
        known.subscribers,
        size if arriving and size is not None else known.message_size_bytes,
        persistent if arriving and persistent is not None else known.persistent,
        True if ordered and known.ordered is None else known.ordered,
        known.line,
        known.file,
        known.consumers,
        known.get_rate_per_s,
        known.burst_bytes,
        known.clients,
    )


def publishers_of(node: Node) -> tuple[int | None, str | None]:
    """The number of programs that publish through aliases of a topic, and their binding; None if the
    declarations of the aliases do not state them, or differ.
    """
    count, bindings = 0, set()
    for before, edge, _ in node.incoming:
        load = before.declared
        is_source = isinstance(load, QueueLoad) and before.source is not None and not before.incoming
        if not is_source or edge.way != CALL or before.queue_manager is not node.queue_manager:
            return None, None
        assert isinstance(load, QueueLoad)
        if not load.producers:
            return None, load.binding if len(node.incoming) == 1 else None
        count += load.producers
        bindings.add(load.binding)
    return count or None, bindings.pop() if len(bindings) == 1 else None


def size_of(load: Load) -> int | None:
    """The average size of a message in bytes, None if unknown."""
    if not load.rate or load.bytes is None or load.is_partial(BYTES):
        return None
    return round(load.bytes / load.rate)


def persistence_of(load: Load) -> bool | float | None:
    """Whether all messages are persistent or none, or the persistent share, of the bytes if their number is
    known; None if unknown. If part of it is unknown, the share is a lower bound.
    """
    part, rate = load.values[PERSISTENT_RATE], load.rate
    if part is None or (load.is_partial(PERSISTENT_RATE) and not part):
        return None
    if part in (0.0, rate):
        return part == rate
    bytes, persistent = load.bytes, load.persistent_bytes
    if bytes and persistent is not None and not load.is_partial(BYTES):
        return persistent / bytes
    return part / rate if rate else None


def source_of(node: Node) -> tuple[str, int]:
    """File and line of the declaration from which the largest part of a node's load comes."""
    seen: set[int] = set()
    while node.declared is None and node.incoming and id(node) not in seen:
        seen.add(id(node))
        node = largest(node)[0]
    return (node.declared.file, node.declared.line) if node.declared is not None else ("", 0)


# The names at which loads enter an estate.

MOST_REACHED = 4  # names in a text
Key = tuple[int, str, str]  # the identity of the queue manager, the kind, the name
QUEUE_TYPES = ("QLOCAL", "QALIAS", "QREMOTE")


@record
class LoadSource:
    """A name whose declared load gives the loads of other names: `reaches` are those, as in `QLOCAL(COPY)` or
    `QLOCAL(COPY) of HUB`.
    """

    queue_manager: QueueManager
    kind: str
    name: str
    reaches: tuple[str, ...]

    @property
    def declare(self) -> str:
        """`put-rate of queue ORDERS`."""
        key, what = ("put-rate", "queue") if self.kind == PUT else ("publish-rate", "topic")
        return f"{key} of {what} {self.name}"

    @property
    def text(self) -> str:
        """The declaration, and some of what it reaches."""
        names = ", ".join(self.reaches[:MOST_REACHED])
        more = len(self.reaches) - MOST_REACHED
        return f"{self.declare}, which reaches {names}" + (f" and {more} more" if more > 0 else "")


def load_sources(estate: Estate) -> list[LoadSource]:
    """The sources that reach another name, in the order of the definitions. Queues that form a loop have no
    source.
    """
    graph = Graph(estate)
    starts = [node for manager in estate.queue_managers for node in _starts(graph, manager)]
    groups(graph, starts)
    fed = {key for node in graph.nodes for key in _leads_to(node, node.queue_manager)}
    sources = []
    for node in starts:
        reaches = _reached(node) if (id(node.queue_manager), node.kind, node.name) not in fed else ()
        if reaches:
            sources.append(LoadSource(node.queue_manager, node.kind, node.name, reaches))
    return sources


def _starts(graph: Graph, manager: QueueManager) -> Iterator[Node]:
    """The queues and topic strings that scripts define for applications."""
    for type in QUEUE_TYPES:
        for queue in manager.of_type(type):
            named = queue.statements and queue.defined and not queue.name.startswith("SYSTEM.")
            alias = type == "QREMOTE" and not queue.text("RNAME")  # of a queue manager: not put to
            if named and not alias and not is_transmission(queue) and not has_placeholder(queue.name):
                yield graph.node(manager, PUT, queue.name)
    for topic in manager.of_type("TOPIC"):
        string = topic.text("TOPICSTR") if topic.statements and topic.defined else ""
        if string and not has_placeholder(string):
            yield graph.node(manager, PUBLISH, string)


def _leads_to(node: Node, local: QueueManager) -> dict[Key, str]:
    """The names that the messages of a node reach next: their titles, with a queue manager other than
    `local`, by key.
    """
    titles: dict[Key, str] = {}
    node_key = (id(node.queue_manager), node.kind, node.name)
    for edge in node.edges:
        for step in edge.steps:
            if step.kind == QUEUE_STEP and step.object is not None and not is_transmission(step.object):
                key = (id(step.queue_manager), PUT, step.object.name)
                if key != node_key:
                    titles.setdefault(key, _title(step.name, step.queue_manager, local))
        target = edge.target
        if target is not None and (id(target.queue_manager), target.kind, target.name) != node_key:
            title = _title(target.title, target.queue_manager, local)
            titles.setdefault((id(target.queue_manager), target.kind, target.name), title)
    return titles


def _title(name: str, at: QueueManager, local: QueueManager) -> str:
    return name if at is local else f"{name} of {at.label}"


def _reached(start: Node) -> tuple[str, ...]:
    """The titles of all names that messages of a source reach."""
    titles: dict[Key, str] = {}
    waiting, seen = [start], {id(start)}
    while waiting:
        node = waiting.pop()
        for key, title in _leads_to(node, start.queue_manager).items():
            titles.setdefault(key, title)
        for edge in node.edges:
            if edge.target is not None and id(edge.target) not in seen:
                seen.add(id(edge.target))
                waiting.append(edge.target)
    return tuple(titles.values())
