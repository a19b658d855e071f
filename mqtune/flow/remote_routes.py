"""Where a put to a queue of another queue manager leads: transmission queue, channel, partner."""

from __future__ import annotations

from mqtune.estate.references import in_cluster
from mqtune.estate.routes import is_transmission, senders_of, transmission_to
from mqtune.flow.channel_ends import channel_ends
from mqtune.flow.channel_start import start_doubt
from mqtune.flow.cluster_routes import choose, held, to_member, ways_to
from mqtune.flow.graph import (
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
    refused_if_complete,
)
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Graph, Node

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
        found = (
            by_transmission_queue(graph, manager, xmitq, "XMITQ", name, partner, text)
            if xmitq
            else by_partner(graph, manager, name, partner, text)
        )
        for edge in found:
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
    found = (
        by_transmission_queue(graph, manager, xmitq, "XMITQ", name, actual, text)
        if xmitq
        else by_partner(graph, manager, name, actual, text)
    )
    for edge in found:
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
        aliases = [one for one in choose(graph, manager, partner).shares if is_manager_alias(one[2])]
        for cluster, member, alias, share in aliases:
            found = to_member(graph, manager, cluster, member, name, share, text, queue=alias, to=partner)
            yield from found
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
    found = channel_ends(graph.estate, manager, channel, partner)
    if found.end:
        steps = (first, channel_step(manager, channel))
        return Edge(text, None, steps, factor, end=found.end, reason=found.reason, assumed=found.assumed)
    other, receiver = found.candidates[0]
    unnamed = other.name is None and other.queue(partner) is None
    to = "" if unnamed or other.name == partner else partner
    steps = (first, channel_step(manager, channel, (other, receiver)))
    target = graph.node(other, PUT, name, to)
    doubt = start_doubt(manager, channel, first.object)
    return Edge(text, None, steps, factor, target, way=CHANNEL, notes=found.notes, doubt=doubt)
