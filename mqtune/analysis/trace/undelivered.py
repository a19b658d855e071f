"""What happens to a message that cannot be put: refused, dead letter, discarded, or left where it is.

The puts that fail for certain are worked out from the ends of the routes backwards. Sources: IBM MQ 9.4
documentation, Use Dead-Letter Queue (USEDLQ), Dead-letter queue considerations, Nonpersistent message speed
(NPMSPEED), DEFINE TOPIC (PMSGDLV, NPMSGDLV), Configuring streaming queues.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import (
    CALL,
    CHANNEL,
    DEAD_LETTER,
    DISCARDED,
    PUBLISH,
    PUT,
    REFUSED,
    STAYS,
    STREAM,
    SUBSCRIPTION,
    UNKNOWN,
)
from mqtune.analysis.flow.load import DEAD_LETTER_HEADER, TRANSMISSION_HEADER, Failure, Message, put_failure
from mqtune.analysis.flow.publication_routes import disabled
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.topic_strings import branch_root
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.graph import Edge, Graph, Node
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject


PUBLICATION_FAILURE = 2502
# delivery policies by which a failed subscription lets the whole publication fail
ALL, DURABLE = "ALL", "ALLDUR"


@record
class Entry:
    """How a message comes to a name on a queue manager: from the application, over a channel, for a
    subscription, or as a streamed copy. `object` is the receiving channel, the subscription, or the queue
    that is copied; `sender` the sending channel; `topic` the topic string.
    """

    kind: str
    queue_manager: QueueManager
    object: MqObject | None = None
    sender: MqObject | None = None
    topic: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What distinguishes entries."""
        return self.kind, id(self.object)


@record
class Fate:
    """What becomes of a message that could not be put. `assumed` is the outcome if the files are complete,
    `queue` the dead-letter queue.
    """

    outcome: str
    reason: str
    code: int = 0
    queue: MqObject | None = None
    assumed: str = ""


def fate_of(failure: Failure, entry: Entry, message: Message) -> Fate:
    """What becomes of a message whose put fails, by the way it came."""
    if entry.kind == CHANNEL:
        return from_channel(failure, entry, message)
    if entry.kind == SUBSCRIPTION:
        return for_subscription(failure, entry, message)
    if entry.kind == STREAM:
        reason = f"STRMQOS(BESTEF): the copy is lost without an error, because {failure.reason}"
        return Fate(DISCARDED, reason, failure.code)
    return Fate(REFUSED, failure.reason, failure.code)


def republication_fate(failure: Failure) -> Fate:
    """What becomes of a publication from another queue manager that fails for all subscribers: the number of
    attempts, and whether it ends on a dead-letter queue, are not in the files (IBM MQ 9.4 documentation,
    Distributed publish/subscribe system queue errors).
    """
    again = "it is backed out to SYSTEM.INTER.QMGR.PUBS and tried again; its publisher receives no error"
    return Fate(UNKNOWN, f"{failure.reason}: {again}", failure.code)


def dead_letter_queue(manager: QueueManager, message: Message) -> tuple[MqObject | None, str, bool]:
    """The dead-letter queue that accepts a message; else None, why not, and whether that is certain."""
    name = manager.qmgr.text("DEADQ")
    if not name:
        return None, f"{manager.label} has no dead-letter queue (DEADQ)", manager.complete
    queue = manager.queue(name)
    if queue is None:
        return None, f"DEADQ({name}) of {manager.label} is not defined", manager.complete
    if queue.type != "QLOCAL":
        return None, f"DEADQ({name}) of {manager.label} is not a local queue", True
    if queue.value("USAGE") == "XMITQ":
        return None, f"DEADQ({name}) of {manager.label} is a transmission queue", True
    if queue.value("PUT") == "DISABLED":
        return None, f"dead-letter queue {name} has PUT(DISABLED)", True
    failure = put_failure(message, manager, queue, DEAD_LETTER_HEADER)
    return (queue, "", True) if failure is None else (None, failure.reason, True)


def from_channel(failure: Failure, entry: Entry, message: Message) -> Fate:
    """A message that a channel cannot put: to the dead-letter queue, else discarded, or left on the
    transmission queue of the sender while the channel ends.
    """
    manager, channel, code = entry.queue_manager, entry.object, failure.code
    uses = channel is None or channel.text("USEDLQ") != "NO"
    queue, why, certain = dead_letter_queue(manager, message) if uses else (None, "", True)
    if queue is not None:
        return Fate(DEAD_LETTER, f"QLOCAL({queue.name}) of {manager.label}: {failure.reason}", code, queue)
    name = f"CHANNEL({channel.name})" if channel is not None else "the channel"
    reason = f"{failure.reason}; {why or f'{name} has USEDLQ(NO)'}"
    ends = f"{reason}: {name} ends and the message stays on the transmission queue of the sender"
    lost = f"{reason}: a non-persistent message is discarded (NPMSPEED(FAST))"
    if not is_fast(entry) or message.persistent:
        fate = Fate(STAYS, ends, code)
    elif message.persistent is False:
        fate = Fate(DISCARDED, lost, code)
    else:
        return Fate(UNKNOWN, f"{ends}; {lost.removeprefix(f'{reason}: ')}; see --persistent", code)
    if certain:
        return fate
    reason = f"{fate.reason}, if the files are complete"
    return Fate(UNKNOWN, reason, fate.code, assumed=fate.outcome)


def is_fast(entry: Entry) -> bool:
    """Whether both ends of a channel transfer non-persistent messages outside of batches."""
    ends = [end for end in (entry.object, entry.sender) if end is not None]
    return all(end.text("NPMSPEED") != "NORMAL" for end in ends)


def for_subscription(failure: Failure, entry: Entry, message: Message) -> Fate:
    """A publication that a subscription's queue does not accept. REFUSED means that the publication fails for
    all subscribers.
    """
    manager, subscription = entry.queue_manager, entry.object
    tree, topic, code = manager.derived(build_topics), branch_root(entry.topic), failure.code
    if tree.effective(topic, "USEDLQ")[0] != "NO":
        queue, why, certain = dead_letter_queue(manager, message)
        if queue is not None:
            reason = f"QLOCAL({queue.name}) of {manager.label}: {failure.reason}"
            return Fate(DEAD_LETTER, reason, code, queue)
    else:
        why, certain = "the topic has USEDLQ(NO)", True
    durable = subscription is None or subscription.text("DURABLE") != "NO"
    policies = {True: tree.effective(topic, "PMSGDLV")[0], False: tree.effective(topic, "NPMSGDLV")[0]}
    fails = {kind: policy == ALL or (policy == DURABLE and durable) for kind, policy in policies.items()}
    reason = f"{failure.reason}; {why}"
    if message.persistent is None and fails[True] != fails[False]:
        text = f"PMSGDLV({policies[True]}), NPMSGDLV({policies[False]})"
        return Fate(UNKNOWN, f"{reason}: it depends on persistence, {text}; see --persistent", code)
    kind = bool(message.persistent)
    keyword = "PMSGDLV" if kind else "NPMSGDLV"
    policy = f"{keyword}({policies[kind]})"
    if not fails[kind]:
        fate = Fate(DISCARDED, f"{reason}: {policy} lets the other subscribers receive it", code)
    else:
        text = f"{reason}: {policy} lets the publication fail for all subscribers"
        fate = Fate(REFUSED, text, PUBLICATION_FAILURE)
    if certain:
        return fate
    reason = f"{fate.reason}, if the files are complete"
    return Fate(UNKNOWN, reason, fate.code, assumed=fate.outcome)


# Which puts and publications fail for certain.

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
        failures = []
        for edge in others:
            failure = self._edge(node, edge)
            queue = edge.steps[-1].object if edge.steps else node.object
            if failure is None and queue is not None:
                failure = required.get(id(queue))
            self._at[node, id(edge)] = failure
            failures.append(failure)
        failing = [failure for failure in failures if failure is not None]
        if failing and len(failing) == len(failures):
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
