"""The estate as rows of plain values, for `mqtune show`: effective values and their origins, and routes.

Rows are dictionaries of texts, numbers, lists and None, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from heapq import merge
from itertools import islice

from mqtune.analysis.flow.graph import CALL, CHANNEL_STEP, DELIVERED, LEAVES, PUT, STREAM, UNKNOWN, Graph
from mqtune.analysis.flow.queue_routes import put_edges
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import (
    CLUSTER_XMITQ,
    Cluster,
    Member,
    partners_of,
    resolved,
    transmission_queues,
)
from mqtune.analysis.topology.topics import TopicNode, TopicTree, build_topics
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject, Origin
from mqtune.estate.words import QUEUE_TYPES
from mqtune.text.editing import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.graph import Edge, Node
    from mqtune.estate.model import Client


Value = str | int | float | bool | None | list["Value"] | dict[str, "Value"]
Row = dict[str, Value]
MOST_LISTED = 200_000  # names of subscriptions in the rows of one topic tree


def distinct(rows: Callable[..., Iterator[Row]]) -> Callable[..., Iterator[Row]]:
    """Give each row once: a script that several queue managers share gives the same one for each."""

    def once(*arguments: object, **options: object) -> Iterator[Row]:
        seen: set[str] = set()
        for row in rows(*arguments, **options):
            text = repr(row)
            if text not in seen:
                seen.add(text)
                yield row

    return once


class Listing:
    """Names of subscriptions in rows of topics: `left_out` counts those above the limit."""

    def __init__(self) -> None:
        self.left_out = 0

    def names(self, tree: TopicTree, groups: Iterable[list[int]], most: int) -> list[str]:
        """The first names of the subscriptions in some groups of numbers, and how many more there are."""
        groups = [*groups]
        numbers = islice(merge(*groups), most)
        names = [tree.subscriptions[number].object.name for number in numbers]
        more = sum(map(len, groups)) - len(names)
        self.left_out += more
        return [*names, f"… {more:,} more"] if more else names


@distinct
def topic_rows(estate: Estate, listing: Listing) -> Iterator[Row]:
    """Every node of the topic trees for which there is an object or a subscription, defaults excluded."""
    for manager in estate.shown:
        tree = manager.derived(build_topics)
        most = most_names(tree)
        for node, groups in shown_nodes(tree):
            yield topic_row(manager, tree, node, listing.names(tree, groups, most))


def most_names(tree: TopicTree) -> int:
    """How many names of subscriptions a row has at most: all, unless all rows together have too many."""
    counts = [sum(map(len, groups)) for _, groups in shown_nodes(tree)]
    return MOST_LISTED if sum(counts) <= MOST_LISTED else max(MOST_LISTED // len(counts), 1)


def shown_nodes(tree: TopicTree) -> Iterator[tuple[TopicNode, Iterator[list[int]]]]:
    """The nodes that have a row, each with the numbers of the subscriptions that it reaches."""
    subscribed = tree.subscribed()
    return (
        (node, groups)
        for node, groups in tree.reached_by_node()
        if node.depth and worth_showing(node, subscribed)
    )


def worth_showing(node: TopicNode, subscribed: Collection[TopicNode | None]) -> bool:
    """Whether the node comes from the files: an object that a script touches, or the string of a
    subscription.
    """
    if node.object is not None:
        return bool(node.object.statements)
    return node in subscribed


def topic_row(manager: QueueManager, tree: TopicTree, node: TopicNode, subscriptions: Iterable[str]) -> Row:
    """One topic string: its locks, what it inherits, each property with the node that sets it, and the names
    of the subscriptions that its publications reach.
    """
    topic = node.topic
    cluster, cluster_node = tree.cluster(topic)
    properties: dict[str, Value] = {}
    for keyword in tree.properties:
        value, setter = tree.effective(topic, keyword)
        properties[keyword] = {"value": value, "from": node_name(setter)}
    place = node.object.place() if node.object is not None else None
    return {
        **owner_columns(manager),
        "topic": topic,
        "object": node.object.name if node.object is not None else None,
        "isolated": tree.isolated(topic),
        "locks": [node_name(lock.node) for lock in tree.locks(topic)],
        "inherits": list(tree.inherited(topic)),
        "cluster": cluster or None,
        "cluster_from": node_name(cluster_node) if cluster_node is not None else None,
        "subscriptions": [*subscriptions],
        "properties": properties,
        **place_columns(place),
    }


def node_name(node: TopicNode | None) -> str:
    """What a node is called: its topic object, else its string; the product if the value is not set."""
    if node is None:
        return "the product"
    if node.object is not None:
        return f"TOPIC({node.object.name})"
    return node.topic or "the root"


@distinct
def object_rows(estate: Estate) -> Iterator[Row]:
    """Every object that the files define or change, by queue manager, type and name."""
    for manager in estate.shown:
        objects = [object for object in manager.objects.values() if object.statements]
        for object in sorted(objects, key=lambda entry: (entry.type, entry.name, entry.subtype)):
            yield {
                **owner_columns(manager),
                "type": object.type,
                "subtype": object.subtype or None,
                "name": object.name or manager.name,
                "description": object.text("DESCR") or None,
                "given": len(object.given),
                "like": object.like_name or None,
                "defined": object.defined,
                **place_columns(object.place()),
            }


def find_objects(estate: Estate, type: str, name: str) -> list[tuple[QueueManager, MqObject]]:
    """The objects that TYPE(NAME) refers to: QUEUE covers all kinds, QMGR needs no name."""
    types = QUEUE_TYPES if type == "QUEUE" else (type,)
    return [
        (manager, object)
        for manager in estate.shown
        for object in manager.objects.values()
        if object.type in types and (object.name == name or (type == "QMGR" and name in {"", manager.name}))
    ]


def attribute_rows(manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """Every attribute of one object with its effective value and its origin."""
    for keyword, value, origin in object.items():
        yield {
            **owner_columns(manager),
            "attribute": keyword,
            "value": value,
            "origin": origin.kind,
            "from": origin_name(origin, object),
            **place_columns(origin.place()),
        }


def origin_name(origin: Origin, object: MqObject) -> str | None:
    """The object that supplies a value which is not set."""
    if origin.kind == "given":
        return None
    if origin.name == object.name:
        return "the product"
    return origin.name or "the product"


def cluster_rows(estate: Estate) -> Iterator[Row]:
    """Every cluster with its members."""
    for name, cluster in sorted(estate.derived(build_clusters).items()):
        members: list[Value] = [
            member_row(member, name) for member in cluster.members if estate.shows(member.queue_manager)
        ]
        if not members:
            continue
        yield {
            "environment": estate.environment,
            "cluster": name,
            "automatic": cluster.automatic_type or cluster.automatic,
            "full_repositories": repository_names(cluster),
            "members": members,
        }


def repository_names(cluster: Cluster) -> list[Value]:
    """The full repositories: those that the files define, and those that only AutoCluster names."""
    names = [member.queue_manager.label for member in cluster.repositories]
    names.extend(name for name in cluster.declared_repositories if name not in names)
    return list(names)


def member_row(member: Member, cluster: str) -> Row:
    """One queue manager in a cluster."""
    manager = member.queue_manager
    return {
        "queue_manager": manager.label,
        "full_repository": member.repository or None,
        "receivers": [resolved(channel.name, cluster, manager) for channel in member.receivers],
        "senders": [channel.name for channel in member.senders],
        "transmission_queues": transmission_queues(manager),
        "objects": [f"{object.type}({object.name})" for object in member.objects],
    }


def owner_columns(manager: QueueManager) -> dict[str, Value]:
    """Environment and name of a queue manager, None without them."""
    return {"environment": manager.environment_name, "queue_manager": manager.title or None}


def place_columns(place: Place | None) -> dict[str, Value]:
    """File and line, None without a position."""
    if place is None:
        return {"file": None, "line": None}
    return {"file": place.file, "line": place.span.line}


# `show paths`: what a queue name, a channel or a client leads to.

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
        steps += [hop for hop in steps_of(node, queue, edges) if hop not in steps]
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
    steps: list[Value] = []
    remote = node.object or queue
    partner = remote.text("RQMNAME") if remote.type == "QREMOTE" else ""
    for edge in edges:
        for hop in edge.steps:
            name = hop.name.partition("(")[2].removesuffix(")") or hop.name
            if hop.kind == CHANNEL_STEP:
                steps.append(step("channel", name, True))
            elif hop.rule:
                steps.append(step("transmission queue", name, hop.object is not None))
        if edge.target is not None and edge.way != CALL:
            steps.append(step("queue manager", partner or edge.target.queue_manager.label, None))
            if edge.target.name != ANY_QUEUE:
                steps.append(step("remote queue", edge.target.name, None))
    if remote.type == "QREMOTE" and not any(edge.target for edge in edges):
        if remote.text("XMITQ") and not steps:
            name = remote.text("XMITQ")
            steps.append(step("transmission queue", name, node.queue_manager.queue(name) is not None))
        for what, keyword in (("queue manager", "RQMNAME"), ("remote queue", "RNAME")):
            if remote.text(keyword):
                steps.append(step(what, remote.text(keyword), None))
    elif remote.type == "QALIAS" and edges and edges[0].end:
        name = remote.text("TARGET")
        if remote.value("TARGTYPE") == "TOPIC":
            steps.append(topic_step(node))
        elif name:
            steps.append(step("queue", name, node.queue_manager.queue(name) is not None))
    return [hop for number, hop in enumerate(steps) if hop not in steps[:number]]


def end_of(edges: list[Edge]) -> tuple[str, str]:
    """How a route ends: where it is resolved to, or the outcome with its reason."""
    for edge in edges:
        if edge.target is not None:
            first = edge.steps[0].name if edge.steps else ""
            receivers = {hop.object.subtype for hop in edge.steps if hop.object is not None}
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
    partners = [partner.label for partner, _ in partners_of(channel, manager, estate)]
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
