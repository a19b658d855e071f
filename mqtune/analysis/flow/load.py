"""What moves through an estate: a flow of messages, or the one message that a trace follows.

A flow has rate, bytes, and the persistent part of both, each with what is unknown of it. A message has a size
and a persistence, and there are queues that cannot accept it.
"""

from __future__ import annotations

from itertools import islice

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.editing import Place


RATE, BYTES, PERSISTENT_RATE, PERSISTENT_BYTES = range(4)
ALL = 0b1111


class Load:
    """Four quantities per second: messages, bytes, persistent messages, persistent bytes.

    `values` are the known parts; None means that nothing is known. A bit of `missing`, by the number of the
    quantity, means that an unknown amount is to be added, so that the value is a lower bound.
    """

    __slots__ = ("missing", "values")

    def __init__(self, values: tuple[float | None, ...] = (None,) * 4, missing: int = 0) -> None:
        self.values = values
        self.missing = missing

    @property
    def rate(self) -> float | None:
        """Messages per second."""
        return self.values[RATE]

    @property
    def bytes(self) -> float | None:
        """Bytes of message data per second."""
        return self.values[BYTES]

    @property
    def persistent_bytes(self) -> float | None:
        """Bytes of persistent message data per second."""
        return self.values[PERSISTENT_BYTES]

    def is_partial(self, quantity: int) -> bool:
        """Whether a quantity is unknown, or only a lower bound."""
        return bool(self.missing >> quantity & 1)

    def plus(self, addend: Load) -> Load:
        """Both together; what is unknown of one is unknown of the sum."""
        pairs = zip(self.values, addend.values, strict=True)
        return Load(
            tuple(a if b is None else b if a is None else a + b for a, b in pairs),
            self.missing | addend.missing,
        )

    def times(self, factor: float | None) -> Load:
        """A multiple or a part of it; None is an unknown part."""
        if factor is None:
            return Load(missing=ALL)
        if factor == 1.0:
            return self
        return Load(tuple(None if value is None else value * factor for value in self.values), self.missing)

    def at_least(self) -> Load:
        """The same as a lower bound."""
        return Load(self.values, ALL)

    def __repr__(self) -> str:
        return f"Load({self.values}, {self.missing:04b})"


def total(loads: list[Load]) -> Load:
    """All of some loads together, as `plus` adds them."""
    if len(loads) == 1:
        return loads[0]
    values: list[float | None] = list(loads[0].values)
    missing = 0
    for load in loads:
        missing |= load.missing
    for load in islice(loads, 1, None):
        for quantity, more in enumerate(load.values):
            if more is not None:
                value = values[quantity]
                values[quantity] = more if value is None else value + more
    return Load(tuple(values), missing)


def declared(rate: float | None, size: int | None, persistent: bool | float | None) -> Load:
    """The load of one source; what is not declared is unknown. `persistent` may be a share."""
    if rate is None:
        return Load(missing=ALL)
    size_known = None if size is None else rate * size
    if persistent is None:
        part: tuple[float | None, float | None] = (None, None)
    else:
        part = (rate * persistent, None if size_known is None else size_known * persistent)
        part = part if persistent else (0.0, 0.0)
    values = (rate, size_known, *part)
    return Load(values, sum(1 << number for number, value in enumerate(values) if value is None))


# The message that a trace follows, and the queues that cannot accept it.

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
