"""Routes through clusters and publish/subscribe hierarchies.

Which instances of a cluster queue get the messages: ranks and priorities of channels and queues rule
instances out, weights divide the messages among the others (IBM MQ 9.4 documentation, The cluster workload
management algorithm).

In a hierarchy each queue manager passes a publication to its parent and children, except to that from which
it came, if there are subscriptions on their side (IBM MQ documentation, Publish/subscribe hierarchies).
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import (
    ARRIVAL,
    ARRIVED,
    CHANNEL,
    CHANNEL_STEP,
    LEAVES,
    PUT,
    QUEUE_STEP,
    REFUSED,
    STAYS,
    UNKNOWN,
    Edge,
    Step,
)
from mqtune.analysis.topology.cluster_membership import assumed_of, doubt_between
from mqtune.analysis.topology.clusters import CLUSTER_XMITQ, senders_of, transmission_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.analysis.flow.graph import Graph, Node
    from mqtune.analysis.topology.clusters import Cluster, Member
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

    Wanted = Callable[[Graph, QueueManager, str], float | bool | None]


DEFAULT_WEIGHT = 50  # CLWLWGHT
Instance = tuple["Cluster", "Member", "MqObject"]
Found = dict[object, Instance]  # by the queue, and the channels to it
Values = dict[object, "int | None"]
BINDS = {
    "OPEN": "DEFBIND(OPEN): all messages of one open go to one instance",
    "GROUP": "DEFBIND(GROUP): the messages of a group go to one instance",
    "NOTFIXED": "DEFBIND(NOTFIXED): an instance is chosen for each message",
}


class Choice:
    """The instances among which messages are divided, each with its share; the others, with the reason."""

    __slots__ = ("disabled", "notes", "shares")

    def __init__(self) -> None:
        self.shares: list[tuple[Cluster, Member, MqObject, float]] = []
        self.disabled: list[Instance] = []
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Add a reason once."""
        if text not in self.notes:
            self.notes.append(text)

    @property
    def instances(self) -> int:
        """The number of queues that get messages; channels of two clusters may lead to one."""
        return len({id(object) for _, _, object, _ in self.shares})


def choose(graph: Graph, manager: QueueManager, name: str) -> Choice:
    """The queues of a name in the clusters of a queue manager, each once for each set of channels to it."""
    choice = Choice()
    instances: Found = {}
    for cluster, _ in graph.memberships(manager):
        for member, object in graph.advertised(cluster, name):
            instance = (cluster, member, object)
            if id(member.queue_manager) in graph.absent:
                choice.note(f"{member.queue_manager.label} is not available")
            elif member.is_outside:
                label = member.queue_manager.label
                why = member.never or f"{label} has no CLUSRCVR in cluster {cluster.name}"
                choice.note(f"{why}, so its {name} is not known")
            elif object.value("PUT") == "DISABLED":
                choice.disabled.append(instance)
                choice.note(f"the instance of {member.queue_manager.label} has PUT(DISABLED)")
            elif member.queue_manager is manager:
                instances.setdefault(id(object), instance)
            else:
                ways = tuple(map(id, graph.receivers(cluster, member)))
                instances.setdefault((id(object), ways), instance)
    for keyword in ("CLWLRANK", "CLWLPRTY"):
        channels = {
            key: channel_value(graph, instance, keyword, manager) for key, instance in instances.items()
        }
        instances = highest(instances, channels, keyword, "the channel to", choice)
        queues: Values = {key: instance[2].number(keyword) or 0 for key, instance in instances.items()}
        instances = highest(instances, queues, keyword, "the instance of", choice)
    choice.shares = shares_of(graph, list(instances.values()), manager)
    return choice


def ways_to(graph: Graph, manager: QueueManager, partner: str) -> Choice:
    """How another queue manager of the clusters is reached: its memberships, each set of channels once."""
    choice = Choice()
    instances: Found = {}
    for cluster, _ in graph.memberships(manager):
        for member in cluster.joined:
            peer = member.queue_manager
            if peer.name == partner and peer is not manager:
                ways = tuple(map(id, graph.receivers(cluster, member)))
                instances.setdefault(ways, (cluster, member, peer.qmgr))
    for keyword in ("CLWLRANK", "CLWLPRTY"):
        channels = {
            key: channel_value(graph, instance, keyword, manager) for key, instance in instances.items()
        }
        instances = highest(instances, channels, keyword, "another channel to", choice)
    choice.shares = shares_of(graph, list(instances.values()), manager)
    return choice


def channel_value(graph: Graph, instance: Instance, keyword: str, manager: QueueManager) -> int | None:
    """The attribute of the channel to an instance; None if no channel of the files leads there, as to the
    queue manager's own instance.
    """
    cluster, member, _ = instance
    if member.queue_manager is manager:
        return None
    return max((number(channel, keyword) for channel in carrying(graph, cluster, member)), default=None)


def highest(instances: Found, values: Values, keyword: str, what: str, choice: Choice) -> Found:
    """The instances with the highest value, and those without one; messages go to one with a lower priority
    if no channel to the others runs, and never to one with a lower rank.
    """
    best = max((value for value in values.values() if value is not None), default=0)
    kept = {}
    for key, instance in instances.items():
        value = values[key]
        if value is None or value == best:
            kept[key] = instance
            continue
        when = "never used" if keyword == "CLWLRANK" else "used if no channel to the others runs"
        label = instance[1].queue_manager.label
        choice.note(f"{what} {label} has {keyword}({value}), below {best}: {when}")
    return kept


def carrying(graph: Graph, cluster: Cluster, member: Member) -> list[MqObject]:
    """The receivers of a member that carry messages while all run: those with the highest rank, among them
    those with the highest NETPRTY, among them those with the highest priority.
    """
    receivers = graph.receivers(cluster, member)
    for keyword in ("CLWLRANK", "NETPRTY", "CLWLPRTY"):
        best = max((number(receiver, keyword) for receiver in receivers), default=0)
        receivers = [receiver for receiver in receivers if number(receiver, keyword) == best]
    return receivers


def number(channel: MqObject, keyword: str) -> int:
    """A numeric attribute whose default is 0."""
    return channel.number(keyword) or 0


def open_notes(choice: Choice, queue: MqObject) -> tuple[str, ...]:
    """What else decides between several instances."""
    bind = BINDS.get(queue.text("DEFBIND")) if choice.instances > 1 else None
    return (*((bind,) if bind else ()), *choice.notes)


def divided(count: int, name: str) -> str:
    """The assumption for several instances."""
    return f"cluster queue {name}" + (f", divided among {count} instances by weight" if count > 1 else "")


def shares_of(
    graph: Graph, instances: list[Instance], manager: QueueManager
) -> list[tuple[Cluster, Member, MqObject, float]]:
    """The share of each instance: by the weights of the channels to it, an even share for itself."""
    weights = [
        DEFAULT_WEIGHT
        if member.queue_manager is manager
        else max(
            (receiver.number("CLWLWGHT") or DEFAULT_WEIGHT for receiver in carrying(graph, cluster, member)),
            default=DEFAULT_WEIGHT,
        )
        for cluster, member, _ in instances
    ]
    total = sum(weights)
    return [(*instance, weight / total) for instance, weight in zip(instances, weights, strict=True)]


def to_member(
    graph: Graph,
    manager: QueueManager,
    cluster: Cluster,
    member: Member,
    name: str,
    share: float,
    text: str,
    notes: tuple[str, ...] = (),
    queue: MqObject | None = None,
    to: str = "",
) -> Iterator[Edge]:
    """The ways over a member's cluster receivers; `queue` is the instance that is advertised, if any is.

    `to` is the queue manager alias that the message names.
    """
    target = graph.node(member.queue_manager, PUT, name, to, ARRIVED)
    membership = cluster.membership(manager) or member
    doubt = doubt_between(cluster, membership, member)
    notes = (*notes, *assumed_of((membership, member)))
    place = queue.place() if queue is not None else None
    for steps, part in cluster_steps(graph, manager, cluster, member):
        reason, first = held(steps), steps[0].object
        if first is not None and first.value("PUT") == "DISABLED":
            why = f"{steps[0].text} has PUT(DISABLED)"
            yield Edge(text, first.place("PUT"), steps[:1], share * part, end=REFUSED, reason=why, code=2051)
        elif first is not None and reason:
            yield Edge(text, first.place("GET"), steps, share * part, end=STAYS, reason=reason, notes=notes)
        else:
            yield Edge(text, place, steps, share * part, target, way=CHANNEL, notes=notes, doubt=doubt)


def held(steps: tuple[Step, ...]) -> str:
    """Why the last step is a transmission queue from which no channel takes messages, "" if it is not."""
    queue = steps[-1].object if steps[-1].kind == QUEUE_STEP else None
    if queue is None or queue.value("GET") != "DISABLED":
        return ""
    return f"{steps[-1].text} has GET(DISABLED): no channel takes messages from it"


def cluster_steps(
    graph: Graph, manager: QueueManager, cluster: Cluster, member: Member
) -> Iterator[tuple[tuple[Step, ...], float]]:
    """The transmission queue and channel to a member, for each of its receivers the part that it carries;
    only the queue if no channel takes messages from it.
    """
    receivers = carrying(graph, cluster, member)
    for receiver in receivers:
        name = graph.transmission(manager, receiver.name)
        channel = f"CHANNEL({receiver.name})"
        end = (member.queue_manager, receiver)
        first = transmission_step(manager, name, cluster)
        second = Step(manager, CHANNEL_STEP, channel, channel, receiver, receiver=end)
        yield ((first,) if held((first,)) else (first, second)), 1 / len(receivers)
    if not receivers:
        yield (transmission_step(manager, CLUSTER_XMITQ, cluster),), 1.0


def transmission_step(manager: QueueManager, name: str, cluster: Cluster) -> Step:
    """A transmission queue of the cluster."""
    rule = f"transmission queue of cluster {cluster.name}"
    return Step(manager, QUEUE_STEP, f"QLOCAL({name})", f"XMITQ({name})", manager.queue(name), rule)


# Hierarchies.

HIERARCHY = "hierarchy"  # how a publication came from a neighbour, which `Node.to` names
PARENT = "PARENT"


def neighbours(graph: Graph, manager: QueueManager) -> list[QueueManager]:
    """The parent of a queue manager, if it is in the files, and its children."""
    parent = graph.estate.named(manager.qmgr.text(PARENT))
    parents = [parent] if parent is not None else []
    return parents + graph.children.get(manager.name or "", [])


def hierarchy_edges(graph: Graph, node: Node, topic: str, wanted: Wanted) -> Iterator[Edge]:
    """One copy for each neighbour on whose side there are subscriptions; `wanted` is the part of the
    publications that a queue manager itself asks for.
    """
    manager = node.queue_manager
    for neighbour in neighbours(graph, manager) if graph.children else ():
        if node.to and node.to == neighbour.name:
            continue
        part = beyond(graph, neighbour, manager, topic, wanted)
        if part is False:
            continue
        word = "parent" if manager.qmgr.text(PARENT) == neighbour.name else "child"
        target = graph.publication(neighbour, topic, ARRIVAL)
        if target.declared is None:  # else the declaration has all that arrives
            target = graph.node(neighbour, ARRIVAL, target.name, manager.name or "", HIERARCHY)
        factor = None if part is None else float(part)
        steps, end, reason = way_to(graph, manager, neighbour)
        text, on = f"{word} {neighbour.label}", None if end else target
        assumed = STAYS if end == LEAVES else ""
        yield Edge(text, None, steps, factor, on, end, reason, way=CHANNEL, assumed=assumed)


def beyond(
    graph: Graph, start: QueueManager, origin: QueueManager, topic: str, wanted: Wanted
) -> float | bool | None:
    """The part that a neighbour and those behind it ask for: 1, None if unknown, False for none."""
    seen, waiting, unknown = {id(origin)}, [start], False
    while waiting:
        manager = waiting.pop()
        if id(manager) in seen:
            continue
        seen.add(id(manager))
        part = wanted(graph, manager, topic)
        if part is not None and part is not False:
            return 1.0
        unknown = unknown or part is None
        if manager.qmgr.text("PSMODE") != "DISABLED":
            waiting += neighbours(graph, manager)
    return None if unknown else False


def way_to(graph: Graph, manager: QueueManager, neighbour: QueueManager) -> tuple[tuple[Step, ...], str, str]:
    """The transmission queue and the channel to a neighbour, as far as they are defined; how the way ends
    before it, with the reason, if it does.
    """
    queue = transmission_to(neighbour.name or "", manager).queue
    if queue is None:
        for cluster, _ in graph.memberships(manager):
            member = cluster.membership(neighbour)
            for steps, _ in cluster_steps(graph, manager, cluster, member) if member is not None else ():
                return steps, STAYS if held(steps) else "", held(steps)
        return (), UNKNOWN, f"no transmission queue to {neighbour.label} is in the files"
    first = Step(manager, QUEUE_STEP, f"{queue.type}({queue.name})", f"XMITQ({queue.name})", queue)
    channels = senders_of(queue.name, manager)
    if not channels:
        return (first,), STAYS if manager.complete else LEAVES, f"no channel in the files serves {queue.name}"
    name = f"CHANNEL({channels[0].name})"
    if held((first,)):
        return (first,), STAYS, held((first,))
    return (first, Step(manager, CHANNEL_STEP, name, name, channels[0])), "", ""
