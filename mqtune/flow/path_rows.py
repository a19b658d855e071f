"""The routes of messages as rows of plain values, for `mqtune show paths`: to the channel or topic that a
queue name leads to, and the queue managers that channels and clients lead to.
"""

from __future__ import annotations

from mqtune.estate.describe import Row, Value, distinct, owner_columns, place_columns
from mqtune.estate.routes import CLUSTER_XMITQ, partners_of
from mqtune.flow.graph import (
    CALL,
    CHANNEL_STEP,
    DELIVERED,
    LEAVES,
    PUT,
    STREAM,
    UNKNOWN,
    Graph,
)
from mqtune.flow.queue_routes import put_edges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Client, Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Edge, Node

ANY_QUEUE = "*"  # of a queue manager, in place of a name that no definition can have
LOCAL, TOPIC, REMOTE, CLUSTER, NOT_KNOWN = "local", "topic", "remote", "cluster", "unknown"


@distinct
def path_rows(estate: Estate) -> Iterator[Row]:
    """The routes of messages: from aliases and remote queue definitions, over channels, and of clients."""
    graph = Graph(estate, by_branch=False)
    for manager in estate.shown:
        for type in ("QALIAS", "QREMOTE"):
            for queue in manager.of_type(type):
                if queue.statements and queue.defined:
                    yield route_row(graph, manager, queue)
        for subtype in ("SDR", "SVR"):
            for channel in manager.of_type("CHANNEL", subtype):
                if channel.statements and channel.defined:
                    yield channel_row(manager, channel, estate)
    for client in estate.clients if estate.shows_clients else ():
        yield {"environment": estate.environment, **client_row(client)}


def route_row(graph: Graph, manager: QueueManager, queue: MqObject) -> Row:
    """One alias or remote queue definition: what the name is resolved to, and how that ends."""
    is_alias = queue.type == "QREMOTE" and not queue.text("RNAME")
    start = (manager, PUT, ANY_QUEUE, queue.name) if is_alias else (manager, PUT, queue.name)
    node = graph.node(*start)
    steps: list[Value] = []
    seen: set[Node] = set()
    while True:
        seen.add(node)
        edges = [edge for edge in edges_of(graph, node) if edge.way != STREAM]
        onward = next((edge for edge in edges if edge.way == CALL and edge.target is not None), None)
        target = onward.target if onward is not None else None
        if target is None or target.kind != PUT or target in seen or target.name == ANY_QUEUE:
            break
        name = target.name
        steps.append(step("queue", name, target.queue_manager.queue(name) is not None))
        node = target
    end, reason = LOCAL, ""
    if target is not None:
        end = TOPIC if target.kind != PUT else "loop"
        if target.kind != PUT:
            steps.append(topic_step(node))
        elif is_alias:
            end = LOCAL
    else:
        end, reason = end_of(edges)
        steps += [one for one in steps_of(node, queue, edges) if one not in steps]
    return {
        **owner_columns(manager),
        "kind": "queue",
        "from": f"{queue.type}({queue.name})",
        "steps": steps,
        "end": end,
        "reason": reason or None,
        **place_columns(queue.place()),
    }


def edges_of(graph: Graph, node: Node) -> list[Edge]:
    """The edges of the node of a put, made once."""
    if not node.edges:
        node.edges = list(put_edges(graph, node))
    return node.edges


def topic_step(alias: Node) -> Value:
    """The topic object of an alias."""
    name = alias.object.text("TARGET") if alias.object is not None else ""
    return step("topic", name, alias.queue_manager.find("TOPIC", name) is not None)


def step(what: str, name: str, defined: bool | None) -> Value:
    """One step; `defined` is None for what is on another queue manager."""
    return {"what": what, "name": name, "defined": defined}


def steps_of(node: Node, queue: MqObject, edges: list[Edge]) -> list[Value]:
    """The transmission queues and channels of the last edges, and the queue that they lead to."""
    found: list[Value] = []
    remote = node.object or queue
    partner = remote.text("RQMNAME") if remote.type == "QREMOTE" else ""
    for edge in edges:
        for one in edge.steps:
            name = one.name.partition("(")[2].removesuffix(")") or one.name
            if one.kind == CHANNEL_STEP:
                found.append(step("channel", name, True))
            elif one.rule:
                found.append(step("transmission queue", name, one.object is not None))
        if edge.target is not None and edge.way != CALL:
            found.append(step("queue manager", partner or edge.target.queue_manager.label, None))
            if edge.target.name != ANY_QUEUE:
                found.append(step("remote queue", edge.target.name, None))
    if remote.type == "QREMOTE" and not any(edge.target for edge in edges):
        if remote.text("XMITQ") and not found:
            name = remote.text("XMITQ")
            found.append(step("transmission queue", name, node.queue_manager.queue(name) is not None))
        for what, keyword in (("queue manager", "RQMNAME"), ("remote queue", "RNAME")):
            if remote.text(keyword):
                found.append(step(what, remote.text(keyword), None))
    elif remote.type == "QALIAS" and edges and edges[0].end:
        name = remote.text("TARGET")
        if remote.value("TARGTYPE") == "TOPIC":
            found.append(topic_step(node))
        elif name:
            found.append(step("queue", name, node.queue_manager.queue(name) is not None))
    return [one for number, one in enumerate(found) if one not in found[:number]]


def end_of(edges: list[Edge]) -> tuple[str, str]:
    """How a route ends: where it is resolved to, or the outcome with its reason."""
    for edge in edges:
        if edge.target is not None:
            first = edge.steps[0].name if edge.steps else ""
            receivers = {one.object.subtype for one in edge.steps if one.object is not None}
            return (CLUSTER if CLUSTER_XMITQ in first or "CLUSRCVR" in receivers else REMOTE), ""
    edge = edges[0]
    if edge.end == DELIVERED:
        return LOCAL, ""
    if edge.end == LEAVES and edge.steps:
        return REMOTE, edge.reason
    return (NOT_KNOWN if edge.end in (UNKNOWN, LEAVES) else edge.end), edge.reason


def channel_row(manager: QueueManager, channel: MqObject, estate: Estate) -> Row:
    """One sender or server channel, with its partner if the estate contains it."""
    xmitq = channel.text("XMITQ")
    partners = [other.label for other, _ in partners_of(channel, manager, estate)]
    steps = [
        step("transmission queue", xmitq, manager.queue(xmitq) is not None),
        step("address", channel.text("CONNAME"), True),
    ]
    steps.extend(step("queue manager", name, True) for name in partners)
    return {
        **owner_columns(manager),
        "kind": "channel",
        "from": f"CHANNEL({channel.name})",
        "steps": steps,
        "end": REMOTE if partners else NOT_KNOWN,
        "reason": None,
        **place_columns(channel.place()),
    }


def client_row(client: Client) -> Row:
    """One client entry, with the server-connection channels it leads to."""
    steps = [step("address", address, True) for address in client.connections]
    for manager, channel in client.reaches:
        steps.append(step("queue manager", manager.label, True))
        steps.append(step("channel", client.channel, channel is not None))
    return {
        "queue_manager": client.queue_manager or None,
        "kind": "client",
        "from": f"{client.source} {client.channel}",
        "steps": steps,
        "end": REMOTE if client.reaches else NOT_KNOWN,
        "reason": None,
        **place_columns(client.place),
    }
