"""What happens to a message that cannot be put: refused, dead letter, discarded, or left where it is.

Sources: IBM MQ 9.4 documentation, Use Dead-Letter Queue (USEDLQ), Dead-letter queue considerations,
Nonpersistent message speed (NPMSPEED), DEFINE TOPIC (PMSGDLV, NPMSGDLV), Configuring streaming queues.
"""

from __future__ import annotations

from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.flow.graph import (
    CHANNEL,
    DEAD_LETTER,
    DISCARDED,
    REFUSED,
    STAYS,
    STREAM,
    SUBSCRIPTION,
    UNKNOWN,
)
from mqtune.flow.message import DEAD_LETTER_HEADER, Failure, Message, put_failure
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
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
        found = Fate(STAYS, ends, code)
    elif message.persistent is False:
        found = Fate(DISCARDED, lost, code)
    else:
        return Fate(UNKNOWN, f"{ends}; {lost.removeprefix(f'{reason}: ')}; see --persistent", code)
    if certain:
        return found
    reason = f"{found.reason}, if the files are complete"
    return Fate(UNKNOWN, reason, found.code, assumed=found.outcome)


def is_fast(entry: Entry) -> bool:
    """Whether both ends of a channel transfer non-persistent messages outside of batches."""
    ends = [one for one in (entry.object, entry.sender) if one is not None]
    return all(one.text("NPMSPEED") != "NORMAL" for one in ends)


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
        found = Fate(DISCARDED, f"{reason}: {policy} lets the other subscribers receive it", code)
    else:
        text = f"{reason}: {policy} lets the publication fail for all subscribers"
        found = Fate(REFUSED, text, PUBLICATION_FAILURE)
    if certain:
        return found
    reason = f"{found.reason}, if the files are complete"
    return Fate(UNKNOWN, reason, found.code, assumed=found.outcome)
