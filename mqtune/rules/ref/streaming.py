"""REF009: streaming queues that cannot receive the copies, and queues that cannot stream."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.routes import ALIAS, STREAM_TARGET, unsupported_stream
from mqtune.findings.finding import WARNING
from mqtune.rules.ref.targets import target_hit
from mqtune.syntax.placeholders import has_placeholder


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
