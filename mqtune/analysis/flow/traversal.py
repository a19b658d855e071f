"""The one traversal: every node that the declared loads reach, and the load of each.

Nodes are visited in an order in which all that leads to a node comes first. Nodes that lead to each other
form a loop: messages come back without end, so each node of it has at least what enters the loop.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import (
    ARRIVAL,
    CALL,
    CHANNEL_STEP,
    COPY,
    DELIVERED,
    DIRECT,
    GROUP,
    PUBLISH,
    PUT,
    QUEUE_STEP,
    UNKNOWN,
    Graph,
    Group,
    Node,
    reasons_of,
)
from mqtune.analysis.flow.load import BYTES, RATE, Load, declared, total
from mqtune.analysis.flow.publication_routes import publication_edges
from mqtune.analysis.flow.queue_routes import put_edges
from mqtune.analysis.flow.resource import Total
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.workload import declared_loads
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.text.record import Derived, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.analysis.flow.graph import Edge
    from mqtune.estate.objects import MqObject


SAME_SHARE = 0.01  # a declared and a derived rate that differ by less are the same load
SAME_SIZE_SHARE = 0.1  # sizes are averages, and mostly rounded


@record
class Contradiction:
    """A node whose declared rate differs from the rate that is derived for it."""

    node: Node
    load: QueueLoad | TopicLoad
    declared_per_s: float
    derived_per_s: float
    ways: list[Node]  # of the same name, by which messages reach it


@record
class SizeContradiction:
    """A node whose declared average message size, in bytes, differs from the size that is derived for it."""

    node: Node
    load: QueueLoad | TopicLoad
    declared_bytes: int
    derived_bytes: float
    ways: list[Node]  # of the same name, by which messages reach it


class Flow(Derived):
    """The loads of an estate: its nodes in the order of the traversal, and contradictions."""

    def __init__(self, estate: Estate, growth: float = 1.0, absent: frozenset[int] = frozenset()) -> None:
        """`growth` multiplies the rate of every source, `absent` are as in `Graph`. Without these queue
        managers, the sources are the usual ones: a declared rate is that with all of them.
        """
        super().__init__()
        self.estate = estate
        self.growth = growth
        self.graph = Graph(estate, absent=absent, in_groups=True)
        self.contradictions: list[Contradiction] = []
        self.size_contradictions: list[SizeContradiction] = []
        self.nodes: list[Node] = []
        self.usual = {node.key: node.source for node in Flow(estate, growth).nodes} if absent else {}
        starts = [node for manager in estate.queue_managers for node in self._sources(manager)]
        for group in reversed(groups(self.graph, starts)):
            self._spread(group)
            self.nodes += group

    def _sources(self, manager: QueueManager) -> list[Node]:
        """The nodes with a declared load; the last declaration of a name applies."""
        topics, queues = declared_loads(manager)
        nodes = []
        for topic in topics:
            if topic.publish_rate_per_s is not None:
                kind = ARRIVAL if topic.publishers == 0 else PUBLISH
                nodes.append(self._declare(self.graph.node(manager, kind, topic.topic), topic))
        return nodes + [self._declare(self.graph.node(manager, PUT, queue.queue), queue) for queue in queues]

    def _declare(self, node: Node, load: QueueLoad | TopicLoad) -> Node:
        node.declared = load
        return node

    def _spread(self, group: list[Node]) -> None:
        """Give the nodes of one group their loads, and pass them on."""
        in_cycle = len(group) > 1 or any(edge.target is group[0] for edge in group[0].edges)
        looping = in_cycle or any(before.looping for node in group for before, _, _ in node.incoming)
        entering: Load | None = None
        for node in group:
            node.looping = looping
            self._add_source(node, in_cycle)
            node.load = entered(node)
            if node.load is not None:
                entering = node.load if entering is None else entering.plus(node.load)
        for node in group:
            if in_cycle and entering is not None:
                node.load = entering.at_least()
            if node.load is None:
                continue
            for edge in node.edges:
                if edge.target is not None:
                    edge.target.incoming.append((node, edge, node.load.times(edge.factor)))

    def _add_source(self, node: Node, in_cycle: bool) -> None:
        """What the declaration of a node adds to what arrives there: a declared rate is that of all messages
        which reach the name, so only the difference enters there.
        """
        load = node.declared
        if load is None:
            return
        if self.graph.absent:
            node.source = self.usual.get(node.key)
            return
        rate = load.publish_rate_per_s if hasattr(load, "publish_rate_per_s") else load.put_rate_per_s
        rate = None if rate is None else rate * self.growth
        derived = self._derived_load(node)
        if derived is None:
            node.source = declared(rate, load.message_size_bytes, load.persistent)
            return
        if not in_cycle and not node.looping:
            self._compare_sizes(node, load, rate, derived)
        if rate is None or derived.rate is None:
            if rate is not None:
                node.source = declared(rate, load.message_size_bytes, load.persistent)
            return
        differs = abs(rate - derived.rate) > SAME_SHARE * max(rate, derived.rate)
        if differs and not in_cycle:
            self.contradictions.append(Contradiction(node, load, rate, derived.rate, self._ways(node)))
        if differs and rate > derived.rate:
            node.source = declared(rate - derived.rate, load.message_size_bytes, load.persistent)

    def _compare_sizes(
        self, node: Node, load: QueueLoad | TopicLoad, rate: float | None, derived: Load
    ) -> None:
        """Keep a declared message size that what arrives excludes. If the declared rate is higher, the other
        messages may have another size, so that only too few bytes in total are a contradiction.
        """
        size, arriving, bytes = load.message_size_bytes, derived.rate, derived.bytes
        if not size or not arriving or not bytes or derived.is_partial(RATE) or derived.is_partial(BYTES):
            return
        others = rate is not None and rate > arriving * (1 + SAME_SHARE)
        least = bytes / (rate if others and rate else arriving)
        differs = abs(size - least) > SAME_SIZE_SHARE * max(size, least)
        if differs and (size < least or not others):
            contradiction = SizeContradiction(node, load, size, bytes / arriving, self._ways(node))
            self.size_contradictions.append(contradiction)

    def _ways(self, node: Node) -> list[Node]:
        """The nodes of the same name that messages reach from elsewhere."""
        return [alias for alias in (node, *aliases_of(self.graph, node)) if alias.incoming]

    def _derived_load(self, node: Node) -> Load | None:
        """What reaches a name from elsewhere, in whatever way."""
        derived = entered(node)
        if node.kind == PUT and node.how == DIRECT:
            for alias in aliases_of(self.graph, node):
                load = entered(alias)
                if load is not None:
                    derived = load if derived is None else derived.plus(load)
        return derived


def entered(node: Node) -> Load | None:
    """What arrives at a node and what is declared for it; None for nothing."""
    loads = [load for _, _, load in node.incoming]
    if node.source is not None:
        loads.append(node.source)
    return total(loads) if loads else None


def aliases_of(graph: Graph, node: Node) -> list[Node]:
    """The nodes for the same name that messages reach as copies or over a cluster."""
    if node.kind != PUT:
        return []
    queue = node.queue_manager.queue(node.name)
    streams = queue is not None and queue.text("STREAMQ")
    return [
        alias
        for how in ("arrived", COPY)
        if (how != COPY or not streams)
        and (alias := graph.known(node.queue_manager, node.name, how)) is not None
    ]


def groups(graph: Graph, starts: Sequence[Node]) -> list[list[Node]]:
    """All nodes that some nodes reach, with their edges, in groups that lead to each other; a group comes
    before those that lead to it (Tarjan's algorithm without recursion).
    """
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    finished: list[list[Node]] = []
    for start in reversed(starts):
        if start in number:
            continue
        _enter(start, number, low, stack, on_stack)
        work = [(start, iter(followers(graph, start)))]
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in number:
                    _enter(target, number, low, stack, on_stack)
                    work.append((target, iter(followers(graph, target))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    finished.append(_leave(node, stack, on_stack))
    return finished


def _enter(
    node: Node, number: dict[Node, int], low: dict[Node, int], stack: list[Node], on_stack: set[Node]
) -> None:
    number[node] = low[node] = len(number)
    stack.append(node)
    on_stack.add(node)


def _leave(node: Node, stack: list[Node], on_stack: set[Node]) -> list[Node]:
    """Remove a finished group from the stack."""
    group = []
    while True:
        member = stack.pop()
        on_stack.discard(member)
        group.append(member)
        if member is node:
            return group


def followers(graph: Graph, node: Node) -> list[Node]:
    """The nodes to visit after a node: the targets of its edges, and the declared node of the same name,
    whose load is compared with what reaches it in other ways.
    """
    if node.kind != GROUP:
        node.edges = list((put_edges if node.kind == PUT else publication_edges)(graph, node))
    targets = [edge.target for edge in node.edges if edge.target is not None]
    if node.kind == PUT and node.how != DIRECT:
        plain = graph.known(node.queue_manager, node.name, DIRECT)
        if plain is not None and plain.declared is not None and node in aliases_of(graph, plain):
            targets.append(plain)
    return targets


# The loads by object: names, queues, channels, topic strings, for each queue manager.

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
    by_manager = {id(manager): Passages(manager) for manager in flow.estate.queue_managers}
    for node in flow.nodes:
        if node.load is None:
            continue
        at_node(by_manager[id(node.queue_manager)], node, node.load)
        for edge in node.edges:
            along(by_manager, node, edge, node.load.times(edge.factor))
            if is_stored_somewhere(node, edge):
                traffic = by_manager[id(node.queue_manager)]
                traffic.put_to_queues.add(node, node.load.times(edge.factor), edge)
    return list(by_manager.values())


def is_stored_somewhere(node: Node, edge: Edge) -> bool:
    """Whether a put is stored on a queue of its queue manager which the files do not show."""
    known = edge.end != UNKNOWN or edge.steps or edge.target is not None
    return node.kind == PUT and not known and edge.code != NO_TOPIC


def at_node(traffic: Passages, node: Node, load: Load) -> None:
    """Add the load of a name or a publication."""
    total: Total | None = None
    if node.kind == PUT:
        if not node.to and not is_local_delivery(node):
            total = traffic.names.setdefault(node.title, Total())
            total.add(node, load)
    elif node.kind != GROUP and not any(edge.way == CALL and edge.target is not None for edge in node.edges):
        from mqtune.analysis.topology.busy_topics import (
            lock_name,  # imported here, because few estates have topics
        )
        from mqtune.estate.topic_strings import branch_root

        for lock in traffic.queue_manager.derived(build_topics).locks(branch_root(node.name)):
            total = traffic.locks.setdefault(lock_name(lock.node), Total())
            total.add(node, load)
        if node.kind == ARRIVAL and (node.incoming or is_clustered(traffic.queue_manager, node.name)):
            traffic.arrivals.add(node, load)
    if total is not None:
        for edge in node.edges:
            total.reasons |= edge.target.reasons if isinstance(edge.target, Group) else reasons_of([edge])


def is_local_delivery(node: Node) -> bool:
    """Whether a put is to a local queue that takes it: the step of its edge has the load then."""
    local = node.object is not None and node.object.type == "QLOCAL"
    return local and any(edge.steps or edge.target is not None for edge in node.edges)


def is_clustered(manager: QueueManager, topic: str) -> bool:
    """Whether publications of a topic string can come from other members of a cluster."""
    from mqtune.estate.topic_strings import branch_root  # few estates have topics

    return bool(manager.derived(build_topics).cluster(branch_root(topic))[0])


def along(by_manager: dict[int, Passages], node: Node, edge: Edge, load: Load) -> None:
    """Add the load of an edge to the queues and channels that it passes."""
    total: Total | None = None
    for number, step in enumerate(edge.steps):
        traffic = by_manager[id(step.queue_manager)]
        group = traffic.channels if step.kind == CHANNEL_STEP else traffic.queues
        total = group.setdefault(step.name, Total())
        total.add(node, load, edge, number)
        if step.object is not None:
            traffic.objects[step.name] = step.object
        if step.kind == QUEUE_STEP:
            traffic.put_to_queues.add(node, load, edge, number)
            continue
        traffic.sent.add(node, load, edge, number)
        following = edge.steps[number + 1 :]
        receiver = following[0].queue_manager if following else edge.target and edge.target.queue_manager
        if receiver:
            by_manager[id(receiver)].received.add(node, load, edge, number)
    if total is not None and edge.end and edge.end != DELIVERED:
        total.reasons[edge.reason] = None
