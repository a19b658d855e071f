"""What queues with an expiry cap will contain under their declared load.

The formulae (`capacity/expiry.py`) apply to a queue without consumers.
"""

from __future__ import annotations

from mqtune.estate.topic_properties import CAP, custom_cap
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.numbers import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.expiry import Expiry
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import QueueLoad

MOST_DEPTH = 999_999_999
MEGABYTE = 1_048_576  # MAXFSIZE counts in these (IBM MQ documentation, DEFINE QLOCAL)


@record
class Need:
    """One queue with a cap, its declared load and its future size."""

    queue: MqObject
    load: QueueLoad
    cap: int
    outcome: Expiry


def expiry_needs(queue_manager: QueueManager) -> tuple[list[Need], int]:
    """The needs of all capped queues with a declared load, and the seconds between two expiry scans."""
    if not queue_manager.queue_loads or queue_manager.platform == "zos":
        return [], 0
    # the figures are read only if a load is declared
    from mqtune.capacity.expiry import DEFAULT_INTERVAL_S

    interval = queue_manager.ini_number("TuningParameters", "ExpiryInterval")
    seconds = DEFAULT_INTERVAL_S if interval is None else interval
    needs = [need for load in queue_manager.queue_loads if (need := need_of(queue_manager, load, seconds))]
    return needs, seconds


def need_of(queue_manager: QueueManager, load: QueueLoad, seconds: int) -> Need | None:
    """What a declared queue needs; None if it has no cap, no declared rate, or consumers."""
    from mqtune.capacity.expiry import expiry  # as above

    queue = queue_manager.queue(load.queue)
    if queue is None or queue.type != "QLOCAL" or not load.put_rate_per_s:
        return None
    cap = cap_of(queue)
    if cap is None or load.consumers or (load.consumers is None and not streamed_to(queue_manager, queue)):
        return None
    outcome = expiry(load.put_rate_per_s, cap, seconds, load.message_size_bytes)
    return Need(queue, load, cap, outcome)


def cap_of(queue: MqObject) -> int | None:
    """The expiry cap in tenths of a second: the key inside CUSTOM takes precedence over the attribute."""
    text = custom_cap(queue.text("CUSTOM")) or queue.text(CAP)
    return whole_number(text)


def has_unknown_cap(queue: MqObject) -> bool:
    """Whether a placeholder may set an expiry cap."""
    return has_placeholder(queue.text("CUSTOM")) or has_placeholder(queue.text(CAP))


def streamed_to(queue_manager: QueueManager, queue: MqObject) -> MqObject | None:
    """The queue whose copies go to this one."""
    return next(iter(queue_manager.with_value("QLOCAL", "STREAMQ", queue.name)), None)
