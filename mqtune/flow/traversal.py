"""The one traversal: every node that the declared loads reach, and the load of each.

Nodes are visited in an order in which all that leads to a node comes first. Nodes that lead to each other
form a loop: messages come back without end, so each node of it has at least what enters the loop.
"""

from __future__ import annotations

from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.workload import declared_loads
from mqtune.flow.graph import ARRIVAL, COPY, DIRECT, GROUP, PUBLISH, PUT, Graph, Node
from mqtune.flow.load import BYTES, RATE, Load, declared, total
from mqtune.flow.publication_routes import publication_edges
from mqtune.flow.queue_routes import put_edges
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.text.derived import Derived
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
        found = []
        for topic in topics:
            if topic.publish_rate_per_s is not None:
                kind = ARRIVAL if topic.publishers == 0 else PUBLISH
                found.append(self._declare(self.graph.node(manager, kind, topic.topic), topic))
        return found + [self._declare(self.graph.node(manager, PUT, queue.queue), queue) for queue in queues]

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
            found = SizeContradiction(node, load, size, bytes / arriving, self._ways(node))
            self.size_contradictions.append(found)

    def _ways(self, node: Node) -> list[Node]:
        """The nodes of the same name that messages reach from elsewhere."""
        return [one for one in (node, *aliases_of(self.graph, node)) if one.incoming]

    def _derived_load(self, node: Node) -> Load | None:
        """What reaches a name from elsewhere, in whatever way."""
        found = entered(node)
        if node.kind == PUT and node.how == DIRECT:
            for other in aliases_of(self.graph, node):
                load = entered(other)
                if load is not None:
                    found = load if found is None else found.plus(load)
        return found


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
        other
        for how in ("arrived", COPY)
        if (how != COPY or not streams)
        and (other := graph.known(node.queue_manager, node.name, how)) is not None
    ]


def groups(graph: Graph, starts: Sequence[Node]) -> list[list[Node]]:
    """All nodes that some nodes reach, with their edges, in groups that lead to each other; a group comes
    before those that lead to it (Tarjan's algorithm without recursion).
    """
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    found: list[list[Node]] = []
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
                    found.append(_leave(node, stack, on_stack))
    return found


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
        one = stack.pop()
        on_stack.discard(one)
        group.append(one)
        if one is node:
            return group


def followers(graph: Graph, node: Node) -> list[Node]:
    """The nodes to visit after a node: the targets of its edges, and the declared node of the same name,
    whose load is compared with what reaches it in other ways.
    """
    if node.kind != GROUP:
        node.edges = list((put_edges if node.kind == PUT else publication_edges)(graph, node))
    found = [edge.target for edge in node.edges if edge.target is not None]
    if node.kind == PUT and node.how != DIRECT:
        plain = graph.known(node.queue_manager, node.name, DIRECT)
        if plain is not None and plain.declared is not None and node in aliases_of(graph, plain):
            found.append(plain)
    return found
