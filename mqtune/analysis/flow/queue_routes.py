"""Where a put to a queue name leads: alias, remote queue definition, cluster, streamed copy.

A remote queue leads to a transmission queue, a channel, and the partner. The rules are those of queue name
resolution (IBM MQ 9.4 documentation, Queue name resolution), and the reason codes those of the pages of the
codes.
"""

from __future__ import annotations

from mqtune.analysis.flow.channel_start import channel_ends, start_doubt
from mqtune.analysis.flow.cluster_routes import choose, divided, held, open_notes, to_member, ways_to
from mqtune.analysis.flow.graph import (
    ARRIVED,
    CHANNEL,
    CHANNEL_STEP,
    COPY,
    DELIVERED,
    LEAVES,
    PUT,
    QUEUE_STEP,
    REFUSED,
    STAYS,
    STREAM,
    UNKNOWN,
    Edge,
    Step,
    refused_if_complete,
)
from mqtune.analysis.topology.clusters import is_transmission, senders_of, transmission_to
from mqtune.analysis.topology.references import in_cluster, is_clustered
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.flow.graph import Graph, Node
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject


# To a queue of another queue manager.

SAME_NAME = "transmission queue with the name of the remote queue manager"
# the rule that selects a transmission queue, with the reason codes if the queue is not defined, is not a
# local queue, or does not have USAGE(XMITQ)
RULES = {
    "XMITQ": ("transmission queue named by XMITQ", 2196, 2091, 2092),
    "RQMNAME": (SAME_NAME, 2087, 2091, 2092),
    "DEFXMITQ": ("default transmission queue, DEFXMITQ", 2197, 2198, 2199),
}


def queue_step(queue_manager: QueueManager, queue: MqObject, rule: str = "") -> Step:
    """A local queue on the way; a transmission queue is called that in chains."""
    name = f"{queue.type}({queue.name})"
    text = f"XMITQ({queue.name})" if is_transmission(queue) else name
    return Step(queue_manager, QUEUE_STEP, name, text, queue, rule)


def channel_step(
    manager: QueueManager, channel: MqObject, receiver: tuple[QueueManager, MqObject] | None = None
) -> Step:
    """A channel on the way."""
    name = f"CHANNEL({channel.name})"
    return Step(manager, CHANNEL_STEP, name, name, channel, receiver=receiver)


def remote_edges(graph: Graph, node: Node, remote: MqObject) -> Iterator[Edge]:
    """The ways through a remote queue definition."""
    manager, name, text = node.queue_manager, remote.text("RNAME"), f"QREMOTE({remote.name})"
    partner, xmitq = remote.text("RQMNAME"), remote.text("XMITQ")
    if has_placeholder(name + partner + xmitq):
        yield Edge(text, remote.place("RNAME"), end=UNKNOWN, reason="the remote queue is unknown")
    elif not name:
        reason = f"RNAME is blank, so that only QUEUE@{remote.name} can be opened: reason 2184"
        yield Edge(text, remote.place("RNAME"), end=REFUSED, reason=reason, code=2184)
    elif not partner or partner == manager.name:
        what = "is the name of the queue manager itself" if partner else "is blank"
        reason = f"RQMNAME {what}: every open fails with reason 2087"
        yield Edge(text, remote.place("RQMNAME"), end=REFUSED, reason=reason, code=2087)
    else:
        edges = (
            by_transmission_queue(graph, manager, xmitq, "XMITQ", name, partner, text)
            if xmitq
            else by_partner(graph, manager, name, partner, text)
        )
        for edge in edges:
            edge.place = remote.place()
            yield edge


def to_queue_manager(graph: Graph, manager: QueueManager, name: str, partner: str) -> Iterator[Edge]:
    """The ways to a queue on a queue manager that a call or a message names: alias, transmission queue,
    cluster, default.
    """
    alias = manager.queue(partner)
    if alias is None or alias.type != "QREMOTE":
        for edge in by_partner(graph, manager, name, partner, ""):
            if manager.name is None and edge.code == 2087:
                unnamed = f"{partner} is the name of this queue manager, which the files do not state"
                edge.reason = f"{edge.reason}, unless {unnamed}"
                edge.end, edge.assumed = UNKNOWN, REFUSED
            yield edge
        return
    text, xmitq, actual = f"QREMOTE({partner})", alias.text("XMITQ"), alias.text("RQMNAME")
    if alias.text("RNAME"):
        reason = f"{text} is not a queue manager alias, because RNAME is not blank"
        yield Edge(text, alias.place("RNAME"), end=REFUSED, reason=reason, code=2087, through=alias)
        return
    if has_placeholder(actual + xmitq):
        reason = "the queue manager is a placeholder"
        yield Edge(text, alias.place("RQMNAME"), end=UNKNOWN, reason=reason, through=alias)
        return
    if not actual or actual == manager.name:
        yield Edge(text, alias.place(), target=graph.node(manager, PUT, name), through=alias)
        return
    edges = (
        by_transmission_queue(graph, manager, xmitq, "XMITQ", name, actual, text)
        if xmitq
        else by_partner(graph, manager, name, actual, text)
    )
    for edge in edges:
        edge.place, edge.through = alias.place(), alias
        yield edge


def by_partner(graph: Graph, manager: QueueManager, name: str, partner: str, text: str) -> Iterator[Edge]:
    """The ways to a queue manager by its name: the transmission queue of that name, the cluster, the default
    transmission queue.
    """
    same = manager.queue(partner)
    if same is not None and not is_transmission(same):
        yield wrong_queue(same, "RQMNAME", text)
        return
    transmission = transmission_to(partner, manager)
    if transmission.by != "RQMNAME":
        choice = ways_to(graph, manager, partner)
        for cluster, member, _, share in choice.shares:
            notes = tuple(choice.notes)
            yield from to_member(graph, manager, cluster, member, name, share, text, notes)
        if choice.shares:
            return
        aliases = [
            instance for instance in choose(graph, manager, partner).shares if is_manager_alias(instance[2])
        ]
        for cluster, member, alias, share in aliases:
            edges = to_member(graph, manager, cluster, member, name, share, text, queue=alias, to=partner)
            yield from edges
        if aliases:
            return
    if transmission.name:
        yield from by_transmission_queue(
            graph, manager, transmission.name, transmission.by, name, partner, text
        )
    elif manager.complete and (graph.never_joined(manager) or not in_cluster(manager)):
        reason = "; ".join([f"no transmission queue leads to {partner}", *graph.never_joined(manager)])
        yield Edge(text, None, end=REFUSED, reason=reason, code=2087)
    else:
        reason = f"no transmission queue for {partner} is in the files"
        yield Edge(text, None, end=LEAVES, reason=reason, code=2087, assumed=REFUSED)


def is_manager_alias(queue: MqObject) -> bool:
    """Whether a queue definition is a queue manager alias."""
    return queue.type == "QREMOTE" and not queue.text("RNAME")


def wrong_queue(queue: MqObject, by: str, text: str) -> Edge:
    """The end at a queue that cannot be a transmission queue."""
    _, _, type_code, usage_code = RULES[by]
    if queue.type == "QLOCAL":
        reason, code = f"QLOCAL({queue.name}) does not have USAGE(XMITQ)", usage_code
    else:
        reason, code = f"{queue.type}({queue.name}) is not a local queue", type_code
    return Edge(text, queue.place("USAGE"), end=REFUSED, reason=reason, code=code)


def by_transmission_queue(
    graph: Graph, manager: QueueManager, xmitq: str, by: str, name: str, partner: str, text: str
) -> Iterator[Edge]:
    """The ways over the channels that serve a transmission queue; `by` is the rule that selects it."""
    queue = manager.queue(xmitq)
    rule, missing, _, _ = RULES[by]
    if queue is None:
        reason = f"transmission queue {xmitq} is not defined"
        edge = refused_if_complete(manager, missing, reason, text)
        yield edge
        return
    if not is_transmission(queue):
        edge = wrong_queue(queue, by, text)
        yield edge
        return
    first = queue_step(manager, queue, rule)
    if queue.value("PUT") == "DISABLED":
        reason = f"XMITQ({xmitq}) has PUT(DISABLED)"
        yield Edge(text, queue.place("PUT"), (first,), end=REFUSED, reason=reason, code=2051)
        return
    channels = senders_of(xmitq, manager)
    if not channels:
        end = STAYS if manager.complete else LEAVES
        reason = f"no channel in the files serves {xmitq}"
        yield Edge(text, None, (first,), end=end, reason=reason, assumed=STAYS)
    reason = held((first,)) if channels else ""
    if reason:
        yield Edge(text, queue.place("GET"), (first,), end=STAYS, reason=reason)
        return
    for channel in channels:
        # only one of several channels runs at a time, and which one is unknown
        factor = 1.0 if len(channels) == 1 else None
        yield over_channel(graph, manager, channel, first, name, partner, text, factor)


def over_channel(
    graph: Graph,
    manager: QueueManager,
    channel: MqObject,
    first: Step,
    name: str,
    partner: str,
    text: str,
    factor: float | None,
) -> Edge:
    """The way over one channel, to the queue manager at its other end if the files show it."""
    ends = channel_ends(graph.estate, manager, channel, partner)
    if ends.end:
        steps = (first, channel_step(manager, channel))
        return Edge(text, None, steps, factor, end=ends.end, reason=ends.reason, assumed=ends.assumed)
    peer, receiver = ends.candidates[0]
    unnamed = peer.name is None and peer.queue(partner) is None
    to = "" if unnamed or peer.name == partner else partner
    steps = (first, channel_step(manager, channel, (peer, receiver)))
    target = graph.node(peer, PUT, name, to)
    doubt = start_doubt(manager, channel, first.object)
    return Edge(text, None, steps, factor, target, way=CHANNEL, notes=ends.notes, doubt=doubt)


# To a queue name.


def put_edges(graph: Graph, node: Node) -> Iterator[Edge]:
    """The ways on from a put, by the rules of queue name resolution."""
    manager = node.queue_manager
    if id(manager) in graph.absent:
        if node.how != ARRIVED and not node.to and choose(graph, manager, node.name).shares:
            yield from elsewhere(graph, node)
        else:
            yield Edge("", None, end=STAYS, reason=f"{manager.label} is not available")
    elif has_placeholder(node.name) or has_placeholder(node.to):
        yield Edge("", None, end=UNKNOWN, reason="the name contains a placeholder")
    elif node.to:
        yield from to_queue_manager(graph, manager, node.name, node.to)
    else:
        queue = node.object = manager.queue(node.name)
        if queue is None:
            yield from elsewhere(graph, node)
        elif queue.type == "QLOCAL":
            yield from local_or_shared(graph, node, queue)
        elif queue.value("PUT") == "DISABLED":
            yield inhibited(queue)
        elif queue.type == "QALIAS":
            yield alias_edge(graph, node, queue)
        elif queue.type == "QREMOTE":
            yield from remote_edges(graph, node, queue)
        else:
            reason = "each open of a model queue creates a queue"
            yield Edge("", queue.place(), end=UNKNOWN, reason=reason, assumed=DELIVERED)
            yield from copies(graph, node, queue, 1.0)


def inhibited(queue: MqObject) -> Edge:
    """The end at a queue with PUT(DISABLED)."""
    reason = "PUT(DISABLED): puts fail with reason 2051"
    return Edge("", queue.place("PUT"), end=REFUSED, reason=reason, code=2051)


def name_of(queue: MqObject) -> str:
    """`QLOCAL(A)`."""
    return f"{queue.type}({queue.name})"


def alias_edge(graph: Graph, node: Node, alias: MqObject) -> Edge:
    """The way through an alias."""
    manager, target, text = node.queue_manager, alias.text("TARGET"), name_of(alias)
    place = alias.place("TARGET")
    if not target and alias.defined:
        return refused_if_complete(manager, 2082, "TARGET is blank", text, alias.place())
    if not target or has_placeholder(target):
        return Edge(text, place, end=UNKNOWN, reason="the target is unknown")
    if alias.value("TARGTYPE") != "TOPIC":
        resolved = manager.queue(target)
        if resolved is not None and resolved.type in ("QALIAS", "QMODEL"):
            what = "an alias too" if resolved.type == "QALIAS" else "a model queue"
            reason = f"{name_of(resolved)} is {what}: every open fails with reason 2001"
            return Edge(text, place, end=REFUSED, reason=reason, code=2001)
        return Edge(text, place, target=graph.node(manager, PUT, target, how=node.how))
    topic = manager.find("TOPIC", target)
    if topic is None:
        reason = f"TOPIC({target}) is not defined"
        return refused_if_complete(manager, 2082, reason, text, place)
    string = topic.value("TOPICSTR")
    if string is None or has_placeholder(string):
        return Edge(text, place, end=UNKNOWN, reason=f"the topic string of TOPIC({target}) is unknown")
    return Edge(text, place, target=graph.publication(manager, string))


def local_or_shared(graph: Graph, node: Node, queue: MqObject) -> Iterator[Edge]:
    """The delivery to a local queue, or to it and the other instances of a cluster queue. The local one is
    the only target if it accepts puts and CLWLUSEQ is LOCAL.
    """
    manager, disabled = node.queue_manager, queue.value("PUT") == "DISABLED"
    if node.how != ARRIVED and is_clustered(queue) and (disabled or uses_any(manager, queue)):
        choice = choose(graph, manager, queue.name)
        for cluster, member, object, share in choice.shares:
            if object is queue:
                yield from local_edges(graph, node, queue, share, open_notes(choice, queue))
            else:
                text = divided(choice.instances, queue.name)
                notes = open_notes(choice, queue)
                yield from to_member(graph, manager, cluster, member, queue.name, share, text, notes, object)
        if choice.shares:
            return
    if disabled:
        yield inhibited(queue)
    else:
        yield from local_edges(graph, node, queue, 1.0, ())


def uses_any(manager: QueueManager, queue: MqObject) -> bool:
    """Whether puts may go to other instances although there is a local one."""
    setting = queue.text("CLWLUSEQ")
    return (manager.qmgr.text("CLWLUSEQ") if setting == "QMGR" else setting) == "ANY"


def local_edges(
    graph: Graph, node: Node, queue: MqObject, factor: float, notes: tuple[str, ...]
) -> Iterator[Edge]:
    """The delivery to a local queue, and its streamed copy."""
    manager = node.queue_manager
    step = queue_step(manager, queue)
    if is_transmission(queue):
        channels = tuple(channel_step(manager, channel) for channel in senders_of(queue.name, manager))
        reason = "what the messages name as their destination is unknown"
        steps = (step, *channels) if len(channels) == 1 else (step,)
        yield Edge("", None, steps, factor, end=UNKNOWN, reason=reason)
        return
    yield Edge("", None, (step,), factor, end=DELIVERED, notes=notes)
    yield from copies(graph, node, queue, factor)


def copies(graph: Graph, node: Node, queue: MqObject, factor: float) -> Iterator[Edge]:
    """The streamed copy of what is put to a local queue, or to the dynamic queue of a model queue. A copy is
    not copied again: chains of streaming queues are not supported (IBM MQ 9.4 documentation, Streaming queue
    restrictions).
    """
    target = queue.text("STREAMQ")
    if target and node.how != COPY and not has_placeholder(target):
        text = f"{name_of(queue)} STREAMQ({target})"
        copy = graph.node(node.queue_manager, PUT, target, how=COPY)
        yield Edge(text, queue.place("STREAMQ"), (), factor, copy, way=STREAM, through=queue)


def elsewhere(graph: Graph, node: Node) -> Iterator[Edge]:
    """The instances of a queue that the queue manager does not have itself."""
    manager = node.queue_manager
    choice = choose(graph, manager, node.name)
    for cluster, member, object, share in choice.shares:
        text = divided(choice.instances, node.name)
        notes = open_notes(choice, object)
        yield from to_member(graph, manager, cluster, member, node.name, share, text, notes, object)
    if choice.shares:
        return
    if choice.disabled:
        reason = f"all instances of cluster queue {node.name} have PUT(DISABLED)"
        end = REFUSED if manager.complete else UNKNOWN
        yield Edge("", None, end=end, reason=reason, code=2268, assumed=REFUSED)
        return
    never = graph.never_joined(manager)
    why = dict.fromkeys((*never, *choice.notes))
    reason, others = f"queue {node.name} is not defined", "".join(f"; {note}" for note in why)
    if manager.complete and (never or not in_cluster(manager)):
        yield Edge("", None, end=REFUSED, reason=f"{reason}: reason 2085{others}", code=2085)
    else:
        more = ", and a cluster may have it" if manager.complete else ""
        reason = f"{reason} in the files{more}{others}"
        yield Edge("", None, end=UNKNOWN, reason=reason, code=2085, assumed=REFUSED)
