"""Queues that fill during an outage, from the loads that reach them."""

from __future__ import annotations

from mqtune.estate.topic_properties import capped
from mqtune.flow.load import BYTES, RATE
from mqtune.flow.passages import passages
from mqtune.flow.provenance import chain_of
from mqtune.flow.traversal import Flow
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.provenance import Link


@record
class Filling:
    """A local queue with a known load: messages per second, and how many it accepts."""

    queue_manager: QueueManager
    queue: MqObject
    rate_per_s: float
    depth: int
    chain: tuple[Link, ...]
    bytes_per_s: float | None = None

    @property
    def full_after_s(self) -> float:
        """The time until the queue is full if nothing is got from it."""
        return self.depth / self.rate_per_s


def fillings(estate: Estate) -> dict[tuple[int, str], Filling]:
    """The local queues that declared loads reach, by the identity of their queue manager and their name."""
    if not any(one.topic_loads or one.queue_loads for one in estate.queue_managers):
        return {}
    found: dict[tuple[int, str], Filling] = {}
    for here in estate.derived(Flow).derived(passages):
        for title, total in here.queues.items():
            queue, rate = here.objects.get(title), total.value(RATE)
            depth = queue.number("MAXDEPTH") if queue is not None and queue.type == "QLOCAL" else None
            if queue is None or not rate or not depth:
                continue
            key = (id(here.queue_manager), queue.name)
            found[key] = Filling(
                here.queue_manager, queue, rate, depth, tuple(chain_of(total.ways)), total.value(BYTES)
            )
    return found


def full_in_outage(estate: Estate) -> Iterator[tuple[Filling, float]]:
    """The queues that are full before the declared outage of their consumers and channels ends, each with the
    seconds of the outage. Queues with an expiry cap or without consumers are left out.
    """
    if not any(one.declaration and one.declaration.outage_s for one in estate.queue_managers):
        return
    for filling in fillings(estate).values():
        manager = filling.queue_manager
        outage = manager.declaration.outage_s if manager.declaration is not None else None
        unread = any(one.queue == filling.queue.name and one.consumers == 0 for one in manager.queue_loads)
        if outage and filling.full_after_s < outage and not capped(filling.queue) and not unread:
            yield filling, outage
