"""The message that a trace follows, and the queues that cannot accept it."""

from __future__ import annotations

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.spans import Place

TRANSMISSION_HEADER = 428  # bytes of MQXQH, which precedes the message on a transmission queue
DEAD_LETTER_HEADER = 172  # bytes of MQDLH, which precedes it on a dead-letter queue


@record
class Message:
    """Size in bytes and persistence of a message, None if unknown."""

    DATA = "size_bytes=size persistent"

    size: int | None = None
    persistent: bool | None = None


@record
class Failure:
    """Why a put fails: the reason code that the call returns, what decides, and where it is defined."""

    code: int
    reason: str
    place: Place | None = None


def put_failure(
    message: Message, manager: QueueManager, queue: MqObject | None, header: int = 0
) -> Failure | None:
    """Why a local queue cannot accept a message with a header of some bytes; None if it can."""
    size = message.size
    limit = manager.qmgr.number("MAXMSGL")
    if size is not None and limit is not None and size > limit:
        reason = f"MAXMSGL({limit}) of {manager.label} is less than the {size:,} bytes of the message"
        return Failure(2031, reason, manager.qmgr.place("MAXMSGL"))
    if queue is None:
        return None
    if queue.number("MAXDEPTH") == 0:
        return Failure(2053, f"QLOCAL({queue.name}) has MAXDEPTH(0)", queue.place("MAXDEPTH"))
    limit = queue.number("MAXMSGL")
    if size is not None and limit is not None and size + header > limit:
        more = f" and the {header} bytes of the header" if size <= limit else ""
        reason = (
            f"MAXMSGL({limit}) of QLOCAL({queue.name}) is less than the {size:,} bytes of the message{more}"
        )
        return Failure(2030, reason, queue.place("MAXMSGL"))
    return None


def channel_limit(channel: MqObject, manager: QueueManager) -> int | None:
    """The longest message that one end of a channel transfers; 0 means that of its queue manager."""
    limit = channel.number("MAXMSGL")
    return limit or manager.qmgr.number("MAXMSGL")
