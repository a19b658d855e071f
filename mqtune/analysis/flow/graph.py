"""The graph of an estate: where a put or a publication leads next. Parts are made when they are reached.

A node is a put to a name on a queue manager, a publication there, or a publication that arrives from another
queue manager. An edge leads to the next node, and passes queues and channels on the way. If many
subscriptions get the same publications, a node between the two has their edges.
"""

from __future__ import annotations

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import cluster_transmission_queue
from mqtune.analysis.topology.subscription_index import SubscriptionIndex
from mqtune.estate.topic_strings import has_wildcard, matches
from mqtune.estate.workload import cluster_names, declared_loads
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.analysis.flow.load import Load
    from mqtune.analysis.topology.clusters import Cluster, Member
    from mqtune.analysis.topology.subscription_index import Subscription
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import QueueLoad, TopicLoad
    from mqtune.text.editing import Place

    Arrival = tuple["Node", "Edge", Load]  # at a node: from which, by which edge, how much

PUT, PUBLISH, ARRIVAL = "put", "publish", "arrival"
GROUP = "group"  # many subscriptions that get each publication of some topic strings
# how a message comes to a name: from an application, as a streamed copy, over a cluster channel, or at a
# topic host from the publishing queue manager, which `Node.to` names
DIRECT, COPY, ARRIVED, ROUTED = "", "copy", "arrived", "routed"

# the ends of a route, as `trace` reports them
DELIVERED, DISCARDED, REFUSED, STAYS = "delivered", "discarded", "refused", "stays"
LEAVES, UNKNOWN, DEAD_LETTER = "leaves these files", "cannot tell", "dead letter"
LOOP = "loop"
OUTCOMES = (DELIVERED, DISCARDED, REFUSED, DEAD_LETTER, STAYS, LOOP, LEAVES, UNKNOWN)

# how an edge leads on: in the same call, by a channel, to a subscriber, as the copy of a streaming queue, to
# subscriptions of which none gets it
CALL, CHANNEL, SUBSCRIPTION, STREAM, HELD = "call", "channel", "subscription", "stream", "held"

FEW = 8  # subscriptions to which each publication has edges of its own

QUEUE_STEP, CHANNEL_STEP = "queue", "channel"


@record
class Step:
    """A queue or channel that messages pass: `name` as in `QLOCAL(A)`, and how a chain calls it.

    `rule` is what selects a transmission queue. `receiver` is the other end of a channel, with its queue
    manager.
    """

    queue_manager: QueueManager
    kind: str
    name: str
    text: str
    object: MqObject | None = None
    rule: str = ""
    receiver: tuple[QueueManager, MqObject] | None = None


@record
class Edge:
    """One way on from a node: `text` names what decides it, `factor` is the part of the messages that take
    it, None if that is unknown. Without a `target` the route ends, and `end` and `reason` state how, with the
    reason `code` that the putting application receives. `assumed` is the end if the files are the complete
    queue manager. `through` is a definition that only this edge passes: a queue manager alias or a
    subscription. `notes` are what else decides. `doubt` is why messages may not take it although nothing
    else is in the way.
    """

    text: str
    place: Place | None
    steps: tuple[Step, ...] = ()
    factor: float | None = 1.0
    target: Node | None = None
    end: str = ""
    reason: str = ""
    code: int = 0
    way: str = CALL
    assumed: str = ""
    through: MqObject | None = None
    notes: tuple[str, ...] = ()
    doubt: str = ""


def reasons_of(edges: Iterable[Edge]) -> dict[str, None]:
    """Why messages are not delivered that take some edges, as far as they lead to no queue or channel."""
    ends = ("", DELIVERED, DISCARDED)
    return {edge.reason: None for edge in edges if not edge.steps and edge.end not in ends}


class Node:
    """A put to a name, or a publication on a topic string or branch, at one queue manager.

    `to` is the queue manager that a put names besides the queue, "" for none. `load`, `incoming` and
    `looping` are results of the traversal (`traversal.py`).
    """

    __slots__ = (
        "declared",
        "edges",
        "how",
        "incoming",
        "kind",
        "load",
        "looping",
        "name",
        "object",
        "queue_manager",
        "source",
        "to",
    )

    def __init__(self, queue_manager: QueueManager, kind: str, name: str, to: str, how: str) -> None:
        self.queue_manager = queue_manager
        self.kind = kind
        self.name = name
        self.to = to
        self.how = how
        self.object: MqObject | None = None
        self.declared: QueueLoad | TopicLoad | None = None
        self.edges: list[Edge] = []
        self.incoming: list[Arrival] = []
        self.source: Load | None = None  # what enters here, besides what arrives from other nodes
        self.load: Load | None = None
        self.looping = False

    @property
    def key(self) -> tuple[int, str, str, str, str]:
        """What identifies it in a graph."""
        return id(self.queue_manager), self.kind, self.name, self.to, self.how

    @property
    def title(self) -> str:
        """`QREMOTE(OUT)`, `topic 'prices/#'`."""
        if self.kind != PUT:
            return f"topic '{self.name}'"
        return f"{self.object.type}({self.name})" if self.object is not None else f"queue {self.name}"

    def __repr__(self) -> str:
        return f"Node({self.queue_manager.label}, {self.kind}, {self.name!r})"


class Group(Node):
    """Subscriptions that get each publication of some topic strings. `reasons` state why some do not.
    `by_rate` are the largest publications, and `largest` the first of them (`resource.py`).
    """

    __slots__ = ("by_rate", "largest", "reasons")

    def __init__(self, queue_manager: QueueManager, edges: list[Edge]) -> None:
        super().__init__(queue_manager, GROUP, "", "", DIRECT)
        self.edges = edges
        self.reasons = reasons_of(edges)
        self.by_rate: list[Arrival] | None = None
        self.largest: Arrival | None = None


class TopicLoads:
    """The declared loads of the topic strings and branches of a queue manager."""

    def __init__(self, loads: Iterable[TopicLoad]) -> None:
        self._by_topic = {load.topic: load for load in loads}
        self._branches = [load for load in self._by_topic.values() if has_wildcard(load.topic)]
        self._index = SubscriptionIndex()
        for number, load in enumerate(self._branches):
            self._index.add(number, load.topic)

    def matching(self, topic: str) -> TopicLoad | None:
        """The only one whose topic string is or matches another one."""
        if topic in self._by_topic or not self._branches:
            return self._by_topic.get(topic)
        if has_wildcard(topic):
            loads = [load for load in self._branches if matches(load.topic, topic)]
        else:
            groups = self._index.matching(topic, self._index.reached(topic))
            loads = [self._branches[number] for _, numbers in groups for number in numbers]
        return loads[0] if len(loads) == 1 else None


class Graph:
    """The nodes of an estate made so far, and indexes for making more.

    Publications join the declared branch that they belong to, unless `by_branch` is false: then each topic
    string has a node of its own. `absent` are the identities of queue managers that are not available: puts
    of their applications go to other instances of cluster queues, and nothing else leaves them. With
    `in_groups` publications that reach the same many subscriptions share their edges.
    """

    def __init__(
        self,
        estate: Estate,
        by_branch: bool = True,
        absent: frozenset[int] = frozenset(),
        in_groups: bool = False,
    ) -> None:
        self.estate = estate
        self.by_branch = by_branch
        self.absent = absent
        self.in_groups = in_groups
        self._nodes: dict[tuple[int, str, str, str, str], Node] = {}
        self._advertised: dict[str, dict[str, list[tuple[Member, MqObject]]]] | None = None
        self._memberships: dict[int, list[tuple[Cluster, Member]]] | None = None
        self._children: dict[str, list[QueueManager]] | None = None
        self._topic_loads: dict[int, TopicLoads] = {}
        self._transmission: dict[tuple[int, str], str] = {}
        self.subscription_edges: dict[tuple[MqObject, float | None, Subscription | None], Edge] = {}
        # the edges of subscriptions that get the same, and which intercepts; by the identity of the list
        self.matching_edges: dict[int, tuple[list[Edge], Subscription | None]] = {}

    def node(
        self, queue_manager: QueueManager, kind: str, name: str, to: str = "", how: str = DIRECT
    ) -> Node:
        """The node of a put or publication, created with its edges if it is new."""
        if to == queue_manager.name:
            to = ""
        key = (id(queue_manager), kind, name, to, how)
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(queue_manager, kind, name, to, how)
        return node

    def known(self, queue_manager: QueueManager, name: str, how: str) -> Node | None:
        """The node of a put to a name, if it was made."""
        return self._nodes.get((id(queue_manager), PUT, name, "", how))

    @property
    def nodes(self) -> list[Node]:
        """All nodes made so far."""
        return list(self._nodes.values())

    def topic_load(self, queue_manager: QueueManager, topic: str) -> TopicLoad | None:
        """The only declared load whose topic string is or matches another one."""
        known = self._topic_loads.get(id(queue_manager))
        if known is None:
            known = self._topic_loads[id(queue_manager)] = TopicLoads(declared_loads(queue_manager)[0])
        return known.matching(topic)

    def publication(self, queue_manager: QueueManager, topic: str, kind: str = PUBLISH) -> Node:
        """The node of a publication on a topic string; it joins the declared branch that it belongs to."""
        load = self.topic_load(queue_manager, topic) if self.by_branch else None
        arrives = load is not None and load.publishers == 0
        joins = load is not None and arrives == (kind == ARRIVAL)
        return self.node(queue_manager, kind, load.topic if joins and load is not None else topic)

    def grouped(self, queue_manager: QueueManager, edges: list[Edge]) -> list[Edge]:
        """The edges of some subscriptions, or if they are many the only one to the node that has them."""
        if not self.in_groups or len(edges) <= FEW:
            return edges
        delivers = any(edge.way == SUBSCRIPTION or edge.end == DELIVERED for edge in edges)
        group = Group(queue_manager, edges)
        return [Edge("", None, target=group, way=SUBSCRIPTION if delivers else HELD)]

    @property
    def children(self) -> dict[str, list[QueueManager]]:
        """The queue managers that name another one as their parent, by its name."""
        if self._children is None:
            self._children = {}
            for manager in self.estate.queue_managers:
                parent = manager.qmgr.text("PARENT")
                if parent:
                    self._children.setdefault(parent, []).append(manager)
        return self._children

    def memberships(self, queue_manager: QueueManager) -> list[tuple[Cluster, Member]]:
        """The clusters of a queue manager, each with its membership."""
        if self._memberships is None:
            self._memberships = {}
            for cluster in self.estate.derived(build_clusters).values():
                for member in cluster.joined:
                    joined = self._memberships.setdefault(id(member.queue_manager), [])
                    joined.append((cluster, member))
        return self._memberships.get(id(queue_manager), [])

    def never_joined(self, queue_manager: QueueManager) -> list[str]:
        """Why a queue manager joins none of its clusters, for each; none if it may be in one."""
        memberships = [
            cluster.membership(queue_manager) for cluster in self.estate.derived(build_clusters).values()
        ]
        known = [member for member in memberships if member is not None]
        if not all(member.is_outside for member in known):
            return []
        return [member.never for member in known if member.never]

    def advertised(self, cluster: Cluster, name: str) -> list[tuple[Member, MqObject]]:
        """The queues with a name that members advertise in a cluster."""
        if self._advertised is None:
            self._advertised = {}
            for estate_cluster in self.estate.derived(build_clusters).values():
                queues = self._advertised.setdefault(estate_cluster.name, {})
                for member, object in estate_cluster.advertised:
                    if object.type != "TOPIC":
                        queues.setdefault(object.name, []).append((member, object))
        return self._advertised.get(cluster.name, {}).get(name, [])

    def transmission(self, queue_manager: QueueManager, channel: str) -> str:
        """The name of the transmission queue of a cluster-sender channel, worked out once."""
        key = (id(queue_manager), channel)
        name = self._transmission.get(key)
        if name is None:
            name = self._transmission[key] = cluster_transmission_queue(queue_manager, channel)
        return name

    def receivers(self, cluster: Cluster, member: Member) -> list[MqObject]:
        """The cluster receivers by which other members reach one."""
        return [
            channel
            for channel in member.receivers
            if channel.statements and cluster.name in cluster_names(channel, member.queue_manager)
        ]


def refused_if_complete(
    manager: QueueManager, code: int, reason: str, text: str = "", place: Place | None = None
) -> Edge:
    """The end at something that no file defines: refused if the files are the whole queue manager."""
    if manager.complete:
        return Edge(text, place, end=REFUSED, reason=reason, code=code)
    return Edge(text, place, end=UNKNOWN, reason=f"{reason} in the files", code=code, assumed=REFUSED)
