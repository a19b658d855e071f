"""The names at which loads enter an estate: those that no other queue, publication or copy feeds."""

from __future__ import annotations

from mqtune.estate.routes import is_transmission
from mqtune.flow.graph import PUBLISH, PUT, QUEUE_STEP, Graph, Node
from mqtune.flow.traversal import groups
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager

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
    found = []
    for node in starts:
        reaches = _reached(node) if (id(node.queue_manager), node.kind, node.name) not in fed else ()
        if reaches:
            found.append(LoadSource(node.queue_manager, node.kind, node.name, reaches))
    return found


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


def _leads_to(node: Node, here: QueueManager) -> dict[Key, str]:
    """The names that the messages of a node reach next: their titles, with a queue manager other than
    `here`, by key.
    """
    found: dict[Key, str] = {}
    own = (id(node.queue_manager), node.kind, node.name)
    for edge in node.edges:
        for step in edge.steps:
            if step.kind == QUEUE_STEP and step.object is not None and not is_transmission(step.object):
                key = (id(step.queue_manager), PUT, step.object.name)
                if key != own:
                    found.setdefault(key, _title(step.name, step.queue_manager, here))
        target = edge.target
        if target is not None and (id(target.queue_manager), target.kind, target.name) != own:
            title = _title(target.title, target.queue_manager, here)
            found.setdefault((id(target.queue_manager), target.kind, target.name), title)
    return found


def _title(name: str, at: QueueManager, here: QueueManager) -> str:
    return name if at is here else f"{name} of {at.label}"


def _reached(start: Node) -> tuple[str, ...]:
    """The titles of all names that messages of a source reach."""
    found: dict[Key, str] = {}
    waiting, seen = [start], {id(start)}
    while waiting:
        node = waiting.pop()
        for key, title in _leads_to(node, start.queue_manager).items():
            found.setdefault(key, title)
        for edge in node.edges:
            if edge.target is not None and id(edge.target) not in seen:
                seen.add(id(edge.target))
                waiting.append(edge.target)
    return tuple(found.values())
