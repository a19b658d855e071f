"""The hops and branches of a trace, and how branches end that lead no further."""

from __future__ import annotations

from mqtune.estate.routes import unsupported_stream
from mqtune.flow.graph import CALL, DELIVERED, PUT, REFUSED, STREAM, UNKNOWN
from mqtune.flow.undelivered import Entry, Fate
from mqtune.language.reasons import reason_name
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.graph import Edge, Node
    from mqtune.flow.message import Message
    from mqtune.text.spans import Place


@record
class Hop:
    """One object that the message passes. `after` is the number of the hop before, -1 for none; `limit` the
    smallest MAXMSGL so far with its owner.
    """

    DATA = "hop=number after! queue_manager=queue_manager.label object=name effect notes place"

    number: int
    after: int
    queue_manager: QueueManager
    name: str
    effect: str
    place: Place | None
    notes: tuple[str, ...]
    limit: tuple[int, str] | None


@record
class Branch:
    """How a branch ends, after the hop with a number. `assumed` is the outcome if what is unknown is as the
    reason states; `queue` where the message is, with its queue manager. `again` is a hop from which the way
    on is the same, -1 for none; such a branch has no outcome of its own. `conditional` is set if the outcome
    is unknown only because not all messages take the branch.
    """

    DATA = (
        "after! outcome? reason_code=code? reason_name? reason assumed? queue_manager=queue_manager.label "
        "queue? again! place"
    )

    after: int
    outcome: str
    reason: str
    queue_manager: QueueManager
    queue: str = ""
    code: int = 0
    assumed: str = ""
    place: Place | None = None
    again: int = -1
    conditional: bool = False

    @property
    def reason_name(self) -> str:
        """The name of the reason code, "" without one."""
        return reason_name(self.code)


def condition_of(node: Node, edge: Edge) -> str:
    """Why only a part of the messages may take an edge, or none at all; "" if all do, or if it is chosen
    among several.
    """
    if edge.doubt:
        return edge.doubt
    if edge.way == STREAM and edge.through is not None:
        return stream_doubt(node.queue_manager, edge.through)
    if edge.factor is not None or node.kind == PUT:
        return ""
    selector = edge.through.text("SELECTOR") if edge.through is not None else ""
    if selector:
        return f"only messages that match SELECTOR({selector!r})"
    return "only publications that the subscription matches"


def stream_doubt(manager: QueueManager, queue: MqObject) -> str:
    """Why it is unknown what becomes of the copies of a queue: the product does not support its STREAMQ."""
    target = queue.text("STREAMQ")
    why = unsupported_stream(queue, target, manager.queue(target), manager)
    return f"{queue.name} has STREAMQ({target}), {why}, which is not supported" if why else ""


def model_fate(model: MqObject, entry: Entry, message: Message) -> Fate:
    """The end at a model queue, of which each open by an application makes a dynamic queue."""
    kind = model.text("DEFTYPE")
    if entry.kind != CALL:
        return Fate(UNKNOWN, f"QMODEL({model.name}) is opened by something other than an application")
    if kind == "TEMPDYN" and message.persistent:
        return Fate(REFUSED, "a temporary dynamic queue does not accept persistent messages", 2048)
    lasts = "; it is deleted with its messages when it is closed" if kind == "TEMPDYN" else ""
    return Fate(DELIVERED, f"to the dynamic queue that each open creates{lasts}")


def delivered_text(edge: Edge, entry: Entry) -> str:
    """Where a message is delivered."""
    where = edge.steps[-1].name if edge.steps else ""
    return f"copy to {where}" if entry.kind == STREAM else where
