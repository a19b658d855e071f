"""Follows one message through the graph: every hop, and how each branch ends.

The nodes are those of the one traversal (`flow/traversal.py`). Failures of puts are worked out from the ends
backwards, because a put that fails at the end of an alias fails for the application that opened the alias.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import (
    ARRIVAL,
    CALL,
    CHANNEL,
    CHANNEL_STEP,
    DELIVERED,
    DISCARDED,
    LEAVES,
    LOOP,
    PUBLISH,
    PUT,
    QUEUE_STEP,
    REFUSED,
    STREAM,
    UNKNOWN,
    Graph,
)
from mqtune.analysis.flow.load import Failure, Message, channel_limit
from mqtune.analysis.flow.traversal import groups
from mqtune.analysis.trace.hops import (
    Branch,
    Hop,
    channel_notes,
    condition_of,
    delivered_text,
    model_fate,
    node_effect,
    node_notes,
    queue_notes,
    receiver_effect,
    step_effect,
    through_effect,
)
from mqtune.analysis.trace.undelivered import (
    NO_TARGET,
    NOT_DEFINED,
    Entry,
    Failures,
    Fate,
    fate_of,
    republication_fate,
)
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.graph import Edge, Node, Step
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.editing import Place

TOPIC_PREFIX = "topic:"
REPEATED_UP_TO = 400  # hops; beyond, what was shown before is only referred to
TOO_BIG_FOR_CHANNEL = 2218


@record
class Visit:
    """A node to follow, or (`leaves`) one whose followers are all done. `alias` means that it is the target
    of an alias.
    """

    node: Node
    after: int
    entry: Entry
    condition: str
    forced: Failure | None
    leaves: bool = False
    alias: bool = False


class Trace:
    """The hops and branches of one message from its put or publication.

    `name` is a queue, `QUEUE@QMGR`, or `topic:STRING`. The first hop has the number 0. `refusal` is a failure
    of the application's call that the graph does not show, such as a missing authority; `doubt` is why it
    may fail, and `note` what is known of it.
    """

    def __init__(
        self,
        estate: Estate,
        queue_manager: QueueManager,
        name: str,
        message: Message | None = None,
        refusal: Failure | None = None,
        doubt: str = "",
        note: str = "",
    ) -> None:
        self.estate = estate
        self.queue_manager = queue_manager
        self.name = name
        self.message = message if message is not None else Message()
        self.hops: list[Hop] = []
        self.branches: list[Branch] = []
        graph = Graph(estate, by_branch=False)
        start = start_of(graph, queue_manager, name)
        self.failures = Failures(self.message, graph)
        for group in groups(graph, [start]):
            self.failures.add(group)
        self._shown: dict[object, int] = {}
        self._path: set[object] = set()
        self._local: dict[int, int] = {}  # the hop of each local queue that was passed last
        self._follow(start, refusal, doubt)
        if note and self.hops:
            self.hops[0].notes += (note,)

    @property
    def ends(self) -> list[Branch]:
        """The branches with an outcome."""
        return [branch for branch in self.branches if branch.again < 0]

    def _follow(self, start: Node, refusal: Failure | None, doubt: str) -> None:
        """Visit everything from the start, in the order in which it is shown."""
        entry = Entry(CALL, start.queue_manager)
        if refusal is not None:
            self._not_allowed(start, refusal)
            return
        waiting = [Visit(start, -1, entry, doubt, self.failures.of(start))]
        while waiting:
            visit = waiting.pop()
            key = self._key(visit)
            if visit.leaves:
                self._path.discard(key)
                continue
            node = visit.node
            if key in self._path:
                reason = f"the message returns to {node.title} of {node.queue_manager.label}"
                self._end(visit, Fate(LOOP, reason), visit.after, node.queue_manager)
                continue
            if key in self._shown and len(self.hops) > REPEATED_UP_TO:
                again = self._shown[key]
                self.branches.append(Branch(visit.after, "", "", node.queue_manager, again=again))
                continue
            self._path.add(key)
            self._shown[key] = len(self.hops)
            followers = self._visit(visit)
            waiting.append(Visit(node, visit.after, visit.entry, visit.condition, visit.forced, leaves=True))
            waiting.extend(reversed(followers))

    def _not_allowed(self, start: Node, refusal: Failure) -> None:
        """The only hop of a put that the application may not make."""
        name, effect, object = node_effect(start)
        place = object.place() if object is not None else None
        after = self._hop(-1, start.queue_manager, name, effect or "QLOCAL", place)
        end = Branch(after, REFUSED, refusal.reason, start.queue_manager, "", refusal.code)
        end.place = refusal.place
        self.branches.append(end)

    def _key(self, visit: Visit) -> object:
        """What makes two visits equal: the entry decides only where a put may fail."""
        may_fail = visit.forced is not None or visit.node in self.failures.mixed
        return (
            visit.node,
            bool(visit.condition),
            visit.entry.key if may_fail else None,
            visit.forced and visit.forced.code,
        )

    def _visit(self, visit: Visit) -> list[Visit]:
        """Add the hop of a node and what its edges pass; return the nodes that follow."""
        node, failures = visit.node, self.failures
        name, effect, object = node_effect(node)
        after = visit.after
        if effect:
            notes = node_notes(node, object)
            place = object.place() if object is not None else None
            after = self._hop(after, node.queue_manager, name, effect, place, notes)
        if visit.forced is not None:
            return self._refuse(visit, after, visit.forced)
        visits: list[Visit] = []
        for edge in node.edges:
            failure = failures.at(node, edge)
            if failure is None:
                visits += self._along(visit, edge, after)
            elif edge.way != STREAM or not failures.must_copy(edge):
                visits += self._cannot(visit, edge, after, failure)
        return visits

    def _refuse(self, visit: Visit, after: int, failure: Failure) -> list[Visit]:
        """Continue to the name at which a put fails, or end there."""
        node = visit.node
        for edge in node.edges:
            if edge.way != CALL or edge.target is None or self.failures.of(edge.target) is None:
                continue
            return [Visit(edge.target, self._through(edge, after), visit.entry, visit.condition, failure)]
        for edge in node.edges[:1] if node.kind == PUT else ():
            after = self._through(edge, after)
            for step in edge.steps[:1]:
                after = self._step(step, after, is_end=False)
        fate = fate_of(failure, visit.entry, self.message)
        if node.kind == ARRIVAL:
            fate = republication_fate(failure)
        self._end(visit, fate, after, node.queue_manager, failure.place)
        return []

    def _cannot(self, visit: Visit, edge: Edge, after: int, failure: Failure) -> list[Visit]:
        """One of several ways on that fails."""
        node = visit.node
        entry, after = self._entered(visit, edge), self._through(edge, after)
        if edge.target is not None and not edge.steps:
            return [Visit(edge.target, after, entry, visit.condition, failure)]
        for step in edge.steps[:1]:
            after = self._step(step, after, is_end=False)
        self._end(visit, fate_of(failure, entry, self.message), after, node.queue_manager, failure.place)
        return []

    def _along(self, visit: Visit, edge: Edge, after: int) -> list[Visit]:
        """Follow an edge over its queues and channels."""
        node, target = visit.node, edge.target
        condition = visit.condition or condition_of(node, edge)
        after = self._through(edge, after, edge.notes if edge.steps or edge.through else ())
        if edge.notes and self.hops and after >= 0 and not edge.through:
            self.hops[after].notes += tuple(note for note in edge.notes if note not in self.hops[after].notes)
        queue: MqObject | None = None
        for step in edge.steps:
            after = self._step(step, after, is_end=target is None, queue=queue)
            queue = step.object if step.kind == QUEUE_STEP else None
            fate = self._too_big(step)
            if fate is not None:
                self._end(visit, fate, after, step.queue_manager)
                return []
        if target is None:
            self._finish(visit, edge, after, condition)
            return []
        forced = self.failures.of(target) if edge.way != CALL else None
        alias = node.object is not None and node.object.type == "QALIAS"
        return [Visit(target, after, self._entered(visit, edge), condition, forced, alias=alias)]

    def _entered(self, visit: Visit, edge: Edge) -> Entry:
        """How the message comes to the target of an edge."""
        node, target = visit.node, edge.target
        if edge.way == CALL or target is None:
            return visit.entry
        if edge.way != CHANNEL:
            return Entry(edge.way, node.queue_manager, edge.through, topic=node.name)
        channel = next((step for step in reversed(edge.steps) if step.kind == CHANNEL_STEP), None)
        receiver = channel.receiver[1] if channel is not None and channel.receiver is not None else None
        sender = channel.object if channel is not None else None
        return Entry(CHANNEL, target.queue_manager, receiver, sender)

    def _too_big(self, step: Step) -> Fate | None:
        """What becomes of a message that is too long for a channel."""
        channel, size = step.object, self.message.size
        if step.kind != CHANNEL_STEP or channel is None or size is None:
            return None
        owner = step.receiver[0] if channel.subtype == "CLUSRCVR" and step.receiver else step.queue_manager
        ends = [(channel, owner)]
        if step.receiver is not None:
            ends.append((step.receiver[1], step.receiver[0]))
        limits = [limit for end, owner in ends if (limit := channel_limit(end, owner)) is not None]
        if not limits or size <= min(limits):
            return None
        name = f"CHANNEL({channel.name})"
        reason = f"MAXMSGL({min(limits)}) of {name} is less than the {size:,} bytes of the message"
        entry = Entry(CHANNEL, step.queue_manager, channel)
        return fate_of(Failure(TOO_BIG_FOR_CHANNEL, reason, channel.place("MAXMSGL")), entry, self.message)

    def _finish(self, visit: Visit, edge: Edge, after: int, condition: str) -> None:
        """The end of an edge that leads no further."""
        node = visit.node
        manager = edge.steps[-1].queue_manager if edge.steps else node.queue_manager
        fate = Fate(edge.end, edge.reason, edge.code, assumed=edge.assumed)
        if edge.end == UNKNOWN and node.object is not None and node.object.type == "QMODEL":
            fate = model_fate(node.object, visit.entry, self.message)
        elif edge.end in (UNKNOWN, LEAVES) and edge.assumed == REFUSED:
            code = NO_TARGET if visit.alias and edge.code == NOT_DEFINED else edge.code
            failed = fate_of(Failure(code, edge.reason), visit.entry, self.message)
            fate = Fate(UNKNOWN, edge.reason, failed.code, assumed=failed.assumed or failed.outcome)
            if fate.assumed == UNKNOWN:
                fate = failed
        elif edge.end == UNKNOWN and edge.assumed == DISCARDED and manager.complete:
            fate = Fate(DISCARDED, f"{edge.reason}; an application that subscribes gets it")
        elif edge.end == LEAVES and edge.assumed:
            fate = Fate(UNKNOWN, edge.reason, edge.code, assumed=edge.assumed)
        elif edge.end == DELIVERED:
            fate = Fate(DELIVERED, delivered_text(edge, visit.entry))
        queue = edge.steps[-1].name if edge.steps and edge.steps[-1].kind == QUEUE_STEP else ""
        visit = Visit(node, visit.after, visit.entry, condition, None)
        self._end(visit, fate, after, manager, edge.place, queue)

    def _end(
        self,
        visit: Visit,
        fate: Fate,
        after: int,
        manager: QueueManager,
        place: Place | None = None,
        queue: str = "",
    ) -> None:
        """Add a branch; its outcome is unknown if only some messages take it."""
        outcome, reason, assumed = fate.outcome, fate.reason, fate.assumed
        if fate.queue is not None:
            queue = f"QLOCAL({fate.queue.name})"
        conditional = bool(visit.condition) and outcome != UNKNOWN
        if conditional:
            outcome, assumed = UNKNOWN, outcome
            reason = f"{visit.condition}: {reason}" if reason else visit.condition
        end = Branch(after, outcome, reason, manager, queue, fate.code, assumed, place)
        end.conditional = conditional
        self.branches.append(end)

    def _through(self, edge: Edge, after: int, notes: tuple[str, ...] = ()) -> int:
        """Add the hop of a definition that an edge passes."""
        if edge.way == STREAM and edge.through is not None:
            return self._local.get(id(edge.through), after)
        passed = through_effect(edge)
        if passed is None or edge.through is None:
            return after
        manager = self._manager_before(edge)
        return self._hop(after, manager, *passed, edge.through.place(), notes)

    def _manager_before(self, edge: Edge) -> QueueManager:
        """The queue manager at which an edge starts."""
        if edge.steps:
            return edge.steps[0].queue_manager
        if edge.target is not None:
            return edge.target.queue_manager
        return self.hops[-1].queue_manager if self.hops else self.queue_manager

    def _step(self, step: Step, after: int, is_end: bool, queue: MqObject | None = None) -> int:
        """Add the hop of a queue, or those of both ends of a channel."""
        name, effect = step_effect(step)
        object, manager = step.object, step.queue_manager
        place = object.place() if object is not None else None
        if step.kind == QUEUE_STEP:
            is_end = is_end and not step.rule
            notes = queue_notes(object, manager, self.message, is_end) if object is not None else ()
            after = self._hop(after, manager, name, effect, place, notes)
            self._local[id(object)] = after
            return self._limit(after, object, f"QLOCAL({name})")
        notes = channel_notes(object, manager, queue, self.message) if object is not None else ()
        after = self._hop(after, manager, name, effect, place, notes)
        after = self._limit(after, object, f"CHANNEL({name})")
        if step.receiver is not None:
            peer, receiver = step.receiver
            if receiver is not object:
                after = self._hop(after, peer, name, receiver_effect(receiver), receiver.place())
                after = self._limit(after, receiver, f"CHANNEL({name}) of {peer.label}")
        return after

    def _limit(self, number: int, object: MqObject | None, owner: str) -> int:
        """Keep the smallest MAXMSGL on the way."""
        hop = self.hops[number]
        limit = object.number("MAXMSGL") if object is not None else None
        if limit and (hop.limit is None or limit < hop.limit[0]):
            hop.limit = (limit, owner)
        return number

    def _hop(
        self,
        after: int,
        manager: QueueManager,
        name: str,
        effect: str,
        place: Place | None,
        notes: tuple[str, ...] = (),
    ) -> int:
        """Add a hop, and return its number."""
        number = len(self.hops)
        limit = self.hops[after].limit if after >= 0 else None
        self.hops.append(Hop(number, after, manager, name, effect, place, notes, limit))
        return number


def start_of(graph: Graph, manager: QueueManager, name: str) -> Node:
    """The node of `QUEUE`, `QUEUE@QMGR` or `topic:STRING`."""
    if name.startswith(TOPIC_PREFIX):
        return graph.node(manager, PUBLISH, name.removeprefix(TOPIC_PREFIX))
    queue, _, to = name.partition("@")
    return graph.node(manager, PUT, queue, to)
