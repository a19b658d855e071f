"""REF009: streaming queues that cannot receive the copies, and queues that cannot stream."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import WARNING
from mqtune.rules.ref.targets import target_hit
from mqtune.syntax.placeholders import has_placeholder

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


@rule("REF009", skip=Skip(given=("STREAMQ",)))
def unusable_streaming_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """STREAMQ names a queue that cannot be a streaming queue (the queue itself, a model queue, a SYSTEM
    queue, or a queue that streams further), or is set on a transmission queue or on most SYSTEM queues.
    """
    name = object.text("STREAMQ")
    if not name or has_placeholder(name) or not object.is_given("STREAMQ"):
        return
    target = queue_manager.queue(name)
    reason = unsupported_stream(object, name, target, queue_manager)
    if reason:
        yield from target_hit(
            object,
            queue_manager,
            "STREAMQ",
            target,
            reason,
            "this is not supported (streaming queue restrictions): a streaming queue must be a different "
            f"queue, not a model queue, not a SYSTEM queue except {STREAM_TARGET}, and must not stream "
            "further; a transmission queue and most SYSTEM queues cannot have one",
            "name a local, alias or remote queue without STREAMQ",
            severity=WARNING if reason.startswith(ALIAS) else None,
        )


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
