"""Look-ups for routes: the transmission queue of a remote queue definition, the channels that serve it, and
their other ends. The routes themselves are in `mqtune/flow`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.clusters import transmission_queues
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.text.record import record
from mqtune.text.wildcards import asterisks_match

SENDERS = ("SDR", "SVR")
RECEIVERS = ("RCVR", "RQSTR")
CLUSTER_XMITQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
# the only SYSTEM queue that may receive streamed messages
STREAM_TARGET = "SYSTEM.DEFAULT.LOCAL.QUEUE"
# the SYSTEM queues that may stream to another queue (Streaming queue restrictions, 9.4)
STREAM_SOURCES = (
    STREAM_TARGET,
    "SYSTEM.ADMIN.ACCOUNTING.QUEUE",
    "SYSTEM.ADMIN.ACTIVITY.QUEUE",
    "SYSTEM.ADMIN.CHANNEL.EVENT",
    "SYSTEM.ADMIN.COMMAND.EVENT",
    "SYSTEM.ADMIN.CONFIG.EVENT",
    "SYSTEM.ADMIN.LOGGER.EVENT",
    "SYSTEM.ADMIN.PERFM.EVENT",
    "SYSTEM.ADMIN.PUBSUB.EVENT",
    "SYSTEM.ADMIN.QMGR.EVENT",
    "SYSTEM.ADMIN.STATISTICS.QUEUE",
    "SYSTEM.DEFAULT.MODEL.QUEUE",
    "SYSTEM.JMS.TEMPQ.MODEL",
)
ALIAS = "an alias of"


@record
class Transmission:
    """The transmission queue of a remote definition: its name, what decided it, and the queue if it exists.

    `by` is "XMITQ", "RQMNAME" (a queue with the name of the remote queue manager), "DEFXMITQ", "cluster",
    or "" if nothing in the files decides.
    """

    by: str
    name: str
    queue: MqObject | None


def is_transmission(queue: MqObject | None) -> bool:
    """Whether a queue is a local queue with USAGE(XMITQ)."""
    return queue is not None and queue.type == "QLOCAL" and queue.value("USAGE") == "XMITQ"


def transmission_of(remote: MqObject, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for messages of a remote definition."""
    named = remote.text("XMITQ")
    if named:
        return Transmission("XMITQ", named, queue_manager.queue(named))
    return transmission_to(remote.text("RQMNAME"), queue_manager)


def transmission_to(partner: str, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for a queue manager name: the one with that name, else the default one."""
    queue = queue_manager.queue(partner) if partner else None
    if is_transmission(queue):
        return Transmission("RQMNAME", partner, queue)
    default = queue_manager.qmgr.text("DEFXMITQ")
    if default:
        return Transmission("DEFXMITQ", default, queue_manager.queue(default))
    return Transmission("", "", None)


def senders_of(xmitq: str, queue_manager: QueueManager) -> list[MqObject]:
    """The sender and server channels that serve a transmission queue."""
    serving = queue_manager.with_value("CHANNEL", "XMITQ", xmitq)
    return [channel for subtype in SENDERS for channel in serving if channel.subtype == subtype]


def cluster_transmission_queue(queue_manager: QueueManager, channel: str) -> str:
    """The name of the transmission queue of a cluster-sender channel: the one whose CLCHNAME names the
    channel, or, with asterisks, fits it most closely; else the one that DEFCLXQ selects.
    """
    named = [
        (queue.text("CLCHNAME"), queue.name) for queue in queue_manager.with_filled("QLOCAL", ("CLCHNAME",))
    ]
    fitting = [(len(name.replace("*", "")), queue) for name, queue in named if asterisks_match(name, channel)]
    if fitting:
        return max(fitting)[1]
    if transmission_queues(queue_manager) == "CHANNEL":
        return f"SYSTEM.CLUSTER.TRANSMIT.{channel}"
    return CLUSTER_XMITQ


def partners_of(
    channel: MqObject, queue_manager: QueueManager, estate: Estate
) -> Iterator[tuple[QueueManager, MqObject]]:
    """The queue managers of the estate with the other end of a sender or server channel."""
    if not channel.statements:  # every queue manager has the templates
        return
    for other, end in estate.channels_named(channel.name):
        if other is not queue_manager and end.subtype in RECEIVERS:
            yield other, end


def unsupported_stream(
    object: MqObject, name: str, target: MqObject | None, queue_manager: QueueManager
) -> str:
    """Why a queue cannot stream to the named one, in words; "" if it may."""
    if name == object.name:
        return "which is the queue itself"
    if object.value("USAGE") == "XMITQ":
        return "and USAGE(XMITQ)"
    if object.name.startswith("SYSTEM.") and object.name not in STREAM_SOURCES:
        return "and is a SYSTEM queue that cannot stream"
    if name.startswith("SYSTEM.") and name != STREAM_TARGET:
        return "which is a SYSTEM queue"
    if target is not None and target.type == "QMODEL":
        return "which is a model queue"
    if target is not None and target.text("STREAMQ"):
        return f"which itself streams to {target.text('STREAMQ')}"
    if target is not None and target.type == "QALIAS" and target.value("TARGTYPE") == "QUEUE":
        base = queue_manager.queue(target.text("TARGET"))
        if base is not None and base.type == "QLOCAL" and base.text("STREAMQ"):
            return f"{ALIAS} {base.name}, which streams to {base.text('STREAMQ')}"
    return ""
