"""The hops and branches of a trace, how branches end that lead no further, and the words for all of them."""

from __future__ import annotations

from mqtune.analysis.flow.channel_start import start_note
from mqtune.analysis.flow.graph import (
    ARRIVAL,
    CALL,
    CHANNEL,
    CHANNEL_STEP,
    DELIVERED,
    PUT,
    REFUSED,
    ROUTED,
    STREAM,
    UNKNOWN,
    Edge,
    Node,
    Step,
)
from mqtune.analysis.topology.clusters import unsupported_stream
from mqtune.analysis.topology.references import in_cluster
from mqtune.analysis.topology.topics import build_topics
from mqtune.analysis.trace.undelivered import Entry, Fate
from mqtune.estate.clients import addresses_of
from mqtune.estate.topic_strings import branch_root, custom_cap
from mqtune.estate.words import QUEUE
from mqtune.language.access import reason_name
from mqtune.text.patterns import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.load import Message
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.editing import Place


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


# The words for what a message passes: what each object does with it, and what to keep in mind.


def node_effect(node: Node) -> tuple[str, str, MqObject | None]:
    """Name, effect and object of a put or publication; no effect for what its steps show."""
    queue = node.object
    if node.kind != PUT:
        return topic_effect(node)
    if node.to:
        return f"{node.name}@{node.to}", "put to a queue of a queue manager", None
    if queue is None:
        clustered = any(edge.steps for edge in node.edges)
        return node.name, "cluster queue" if clustered else "not defined here", None
    if queue.type == "QALIAS":
        topic = " TARGTYPE(TOPIC)" if queue.value("TARGTYPE") == "TOPIC" else ""
        return queue.name, f"QALIAS TARGET({queue.text('TARGET')}){topic}", queue
    if queue.type == "QREMOTE":
        return queue.name, f"QREMOTE {with_values(queue, 'RNAME', 'RQMNAME', 'XMITQ')}", queue
    if queue.type == "QMODEL":
        return queue.name, f"QMODEL DEFTYPE({queue.text('DEFTYPE')}){streams(queue)}", queue
    if any(edge.way == CHANNEL for edge in node.edges):
        return queue.name, "QLOCAL, an instance of the cluster queue", queue
    return queue.name, "", queue


def node_notes(node: Node, object: MqObject | None) -> tuple[str, ...]:
    """What to keep in mind about a name or a topic: its cap on expiry, or the name that was perhaps meant."""
    if node.kind != PUT:
        return topic_notes(node)
    if object is not None:
        return (*reply_notes(object, node.queue_manager), *expiry_notes(object))
    near = None
    if node.kind == PUT and not node.to and not any(edge.steps for edge in node.edges):
        near = node.queue_manager.near(QUEUE, node.name)
    return (f"the nearest defined name is {near}",) if near else ()


def reply_notes(object: MqObject, manager: QueueManager) -> tuple[str, ...]:
    """What a definition that no application can open is for."""
    if object.type != "QREMOTE":
        return ()
    name, partner = object.text("RNAME"), object.text("RQMNAME")
    if not name:
        return (f"queue manager alias: put to QUEUE@{object.name}",)
    if partner in ("", manager.name):
        at = f" at {partner}" if partner else ""
        return (f"as a reply-to queue alias it replaces the reply-to queue by {name}{at}",)
    return ()


def topic_notes(node: Node) -> tuple[str, ...]:
    """What limits or extends the reach of a publication."""
    manager, root = node.queue_manager, branch_root(node.name)
    notes = [*cap_notes(manager.derived(build_topics).effective(root, "CAPEXPRY")[0])]
    local = manager.derived(build_topics).effective(root, "PUBSCOPE")[0] == "QMGR"
    cluster, _ = manager.derived(build_topics).cluster(root)
    if local and (cluster or manager.qmgr.text("PARENT")):
        notes.append("PUBSCOPE(QMGR): other queue managers do not get the publication")
    elif manager.qmgr.text("PARENT"):
        parent = manager.qmgr.text("PARENT")
        notes.append(
            f"PARENT({parent}): only queue managers of the hierarchy that are in the files are followed"
        )
    if manager.qmgr.text("PSCLUS") == "DISABLED" and in_cluster(manager):
        notes.append("PSCLUS(DISABLED): no publication goes to other members of a cluster")
    if manager.qmgr.text("PSMODE") == "DISABLED":
        notes.append("PSMODE(DISABLED): publish/subscribe is switched off")
    return tuple(notes)


def topic_effect(node: Node) -> tuple[str, str, MqObject | None]:
    """Name, effect and topic object of a publication."""
    owner = node.queue_manager.derived(build_topics).administrative(branch_root(node.name)).object
    what = "publication from another queue manager" if node.kind == ARRIVAL else "publication"
    if node.how == ROUTED:
        what += ", to a topic host"
    if owner is not None:
        what += f", properties of TOPIC({owner.name})"
    return f"topic '{node.name}'", what, owner


def with_values(object: MqObject, *keywords: str) -> str:
    """Some attributes with their values, a blank one as `XMITQ('')`."""
    return " ".join(f"{keyword}({object.text(keyword) or chr(39) * 2})" for keyword in keywords)


def through_effect(edge: Edge) -> tuple[str, str] | None:
    """Name and effect of a definition that an edge passes."""
    object = edge.through
    if object is None:
        return None
    if object.type == "SUB":
        string = f"'{object.text('TOPICSTR')}'"
        if object.text("TOPICOBJ"):
            string = f"TOPICOBJ({object.text('TOPICOBJ')})" + (
                f" TOPICSTR({string})" if string != "''" else ""
            )
        keywords = ("DEST", "DESTQMGR") if object.text("DESTQMGR") else ("DEST",)
        to = with_values(object, *keywords) if object.text("DEST") else "managed queue"
        return object.name, f"SUB {string} {to}"
    if object.type == "QREMOTE":
        return object.name, f"queue manager alias {with_values(object, 'RQMNAME', 'XMITQ')}"
    return None


def step_effect(step: Step) -> tuple[str, str]:
    """Name and effect of a queue or channel."""
    object = step.object
    inner = step.name.partition("(")[2].removesuffix(")") if step.name.startswith("QLOCAL(") else step.name
    name = object.name if object is not None else inner
    if step.kind == CHANNEL_STEP:
        return name, channel_effect(step)
    if step.rule or object is None:
        return name, step.rule
    return name, f"{object.type}{streams(object)}"


def streams(queue: MqObject) -> str:
    """` STREAMQ(B) STRMQOS(BESTEF)` of a queue whose messages are copied."""
    return f" {with_values(queue, 'STREAMQ', 'STRMQOS')}" if queue.text("STREAMQ") else ""


def channel_effect(step: Step) -> str:
    """What a channel connects."""
    channel = step.object
    if channel is None:
        return "channel"
    conname = channel.text("CONNAME")
    kind = "cluster sender for" if channel.subtype == "CLUSRCVR" else channel.subtype
    text = f"{kind} CONNAME('{conname}')"
    return f"{text} = {step.receiver[0].label} of these files" if step.receiver is not None else text


def receiver_effect(receiver: MqObject) -> str:
    """What the receiving end of a channel does."""
    text = f"{receiver.subtype} {with_values(receiver, 'PUTAUT')}"
    user = receiver.text("MCAUSER")
    return f"{text} MCAUSER('{user}')" if user else text


def queue_notes(queue: MqObject, manager: QueueManager, message: Message, is_end: bool) -> tuple[str, ...]:
    """What happens to messages on a queue later."""
    notes = [*expiry_notes(queue)]
    if is_end and queue.value("GET") == "DISABLED":
        notes.append("GET(DISABLED): no application can get the message (reason 2016)")
    if is_end and queue.value("TRIGGER") == "YES":
        kind, process = queue.text("TRIGTYPE"), queue.text("PROCESS")
        starts = f"a trigger monitor on {queue.text('INITQ') or 'no INITQ'} starts PROCESS({process})"
        if kind != "NONE":
            notes.append(f"TRIGGER TRIGTYPE({kind}): {starts if process else 'PROCESS is blank'}")
        if process and manager.find("PROCESS", process) is None:
            notes.append(f"PROCESS({process}) is not defined in the files")
    if message.persistent is False and queue.text("NPMCLASS") == "NORMAL":
        notes.append("NPMCLASS(NORMAL): the message is lost when the queue manager ends")
    return tuple(notes)


def expiry_notes(object: MqObject) -> tuple[str, ...]:
    """The cap on the expiry of messages that are put through an object."""
    value = object.text("CAPEXPRY")
    return cap_notes(value if value.isdigit() else custom_cap(object.text("CUSTOM")) or "")


def cap_notes(value: str) -> tuple[str, ...]:
    """The meaning of a cap in tenths of a second; none for a word such as NOLIMIT."""
    number = whole_number(value)
    if not number:
        return ()
    return (f"CAPEXPRY({number}): the message expires at the latest {number / 10:g} s after the put",)


def channel_notes(
    channel: MqObject, manager: QueueManager, queue: MqObject | None, message: Message
) -> tuple[str, ...]:
    """What a channel needs in order to run, and what it may lose."""
    notes = []
    if channel.subtype in ("SDR", "SVR"):
        notes.append(start_note(manager, channel, queue))
        if not addresses_of(channel) and not channel.text("CONNAME"):
            notes.append("CONNAME is blank")
    if message.persistent is False and channel.text("NPMSPEED") != "NORMAL":
        notes.append("NPMSPEED(FAST): the message is lost if the channel fails")
    return tuple(notes)
