"""Which puts and publications fail for certain, worked out from the ends of the routes backwards."""

from __future__ import annotations

from mqtune.flow.graph import CALL, PUBLISH, PUT, REFUSED, STREAM, SUBSCRIPTION
from mqtune.flow.message import TRANSMISSION_HEADER, Failure, Message, put_failure
from mqtune.flow.publication_routes import disabled
from mqtune.flow.undelivered import Entry, fate_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.flow.graph import Edge, Graph, Node

NOT_DEFINED, NO_TARGET = 2085, 2082
MOST_ROUNDS = 20


class Failures:
    """The failure of each node, and the nodes of which only some ways fail (`mixed`).

    A node is complete if all its ways fail: then the call fails that puts the message there.
    """

    def __init__(self, message: Message, graph: Graph) -> None:
        self.message = message
        self.graph = graph
        self.mixed: set[Node] = set()
        self._of: dict[Node, Failure | None] = {}
        self._at: dict[tuple[Node, int], Failure | None] = {}

    def of(self, node: Node) -> Failure | None:
        """Why a put to a node fails, None if it does not or if that is unknown."""
        return self._of.get(node)

    def at(self, node: Node, edge: Edge) -> Failure | None:
        """Why one way on from a node fails."""
        return self._at.get((node, id(edge)))

    def add(self, group: list[Node]) -> None:
        """Work out the failures of nodes that lead to each other, after those that they lead to.

        In a loop one failure may cause others, so that the nodes are repeated until nothing changes.
        """
        for _ in range(MOST_ROUNDS):
            known = [self._of.get(node) is not None for node in group]
            for node in group:
                if node.kind == PUT:
                    self._put(node)
                else:
                    self._publication(node)
            if len(group) == 1 or known == [self._of.get(node) is not None for node in group]:
                break

    def must_copy(self, edge: Edge) -> bool:
        """Whether an edge is a copy without which the message itself is not delivered."""
        return edge.way == STREAM and edge.through is not None and edge.through.text("STRMQOS") == "MUSTDUP"

    def _put(self, node: Node) -> None:
        """The failure of a put to a name."""
        copies = [edge for edge in node.edges if edge.way == STREAM and edge.target is not None]
        others = [edge for edge in node.edges if edge.way != STREAM]
        required: dict[int, Failure] = {}
        for edge in copies:
            failure = self._of.get(edge.target) if edge.target is not None else None
            self._at[node, id(edge)] = failure
            if failure is not None and self.must_copy(edge):
                reason = f"STRMQOS(MUSTDUP): the copy cannot be put, because {failure.reason}"
                required[id(edge.through)] = Failure(failure.code, reason, failure.place)
        found = []
        for edge in others:
            failure = self._edge(node, edge)
            queue = edge.steps[-1].object if edge.steps else node.object
            if failure is None and queue is not None:
                failure = required.get(id(queue))
            self._at[node, id(edge)] = failure
            found.append(failure)
        failing = [one for one in found if one is not None]
        if failing and len(failing) == len(found):
            self._of[node] = failing[0]
            return
        self._of[node] = None
        targets = [edge.target for edge in others if edge.way == CALL and edge.target is not None]
        if failing or any(target in self.mixed for target in targets):
            self.mixed.add(node)

    def _edge(self, node: Node, edge: Edge) -> Failure | None:
        """The failure of one way of a put, in the same call."""
        if edge.end == REFUSED:
            return Failure(edge.code, without_code(edge.reason, edge.code, node.title), edge.place)
        if edge.steps:
            header = TRANSMISSION_HEADER if len(edge.steps) > 1 or edge.steps[0].rule else 0
            return put_failure(self.message, node.queue_manager, edge.steps[0].object, header)
        if edge.way != CALL or edge.target is None:
            return None
        failure = self._of.get(edge.target)
        alias = node.object is not None and node.object.type == "QALIAS"
        undefined = edge.target.object is None
        if failure is not None and failure.code == NOT_DEFINED and alias and undefined:
            return Failure(NO_TARGET, failure.reason, edge.place)
        return failure

    def _publication(self, node: Node) -> None:
        """The failure of a publication: by its topic, its length, or a subscription that must receive it."""
        manager = node.queue_manager
        self._of[node] = None
        if node.kind == PUBLISH:
            failure = self._of[node] = disabled(self.graph, node)
            if failure is not None:
                return
            self._of[node] = put_failure(self.message, manager, None)
        for edge in node.edges:
            failure = self._subscription(edge)
            self._at[node, id(edge)] = failure
            if failure is None or self._of[node] is not None:
                continue
            entry = Entry(SUBSCRIPTION, manager, edge.through, topic=node.name)
            fate = fate_of(failure, entry, self.message)
            if fate.outcome == REFUSED and edge.factor is not None:
                self._of[node] = Failure(fate.code, fate.reason, failure.place)

    def _subscription(self, edge: Edge) -> Failure | None:
        """The failure of the delivery to one subscription."""
        if edge.way != SUBSCRIPTION or edge.target is None:
            return None
        return self._of.get(edge.target)


def without_code(reason: str, code: int, title: str) -> str:
    """A reason without its code, which may be another one for whoever put the message."""
    head, _, tail = reason.rpartition(": ")
    plain = head if tail.endswith(f"reason {code}") else reason
    return f"{title} has {plain}" if plain.startswith("PUT(") else plain
