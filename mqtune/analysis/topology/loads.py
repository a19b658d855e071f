"""What declared loads demand of client channels, queue buffers, and queues with an expiry cap.

The formulae of expiry (`capacity/machine.py`) apply to a queue without consumers.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import CAP, custom_cap
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.syntax.document import has_placeholder
from mqtune.text.patterns import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.machine import Expiry


# IBM MQ Performance: Best Practises and tuning (2020), p. 26: defaults and maximum, in bytes, 64-bit; of the
# memory, buffers should not use more than a half
BUFFER_DEFAULTS = {"DefaultQBufferSize": 131_072, "DefaultPQBufferSize": 262_144}
MOST_BUFFER_BYTES = 104_857_600
BUFFER_SHARE_OF_MEMORY = 0.5

# "hundreds of messages per second bottleneck on the shared socket" (JMS V7 report, p. 43)
BUSY_CLIENT_PER_S = 100


def buffer_bytes(queue_manager: QueueManager, key: str) -> int | None:
    """The size of one queue buffer, set or default; None if it is unknown or has no effect."""
    if queue_manager.ini_entry("TuningParameters", key) is None:
        return BUFFER_DEFAULTS[key]
    size = queue_manager.ini_number("TuningParameters", key)
    return size if size is not None and size <= MOST_BUFFER_BYTES else None


def buffered_queues(queue_manager: QueueManager) -> int:
    """The number of local queues of applications, each of which has both buffers."""
    return sum(
        1
        for queue in queue_manager.of_type("QLOCAL")
        if queue.statements and not queue.name.startswith("SYSTEM.")
    )


def server_connections(queue_manager: QueueManager) -> Iterator[MqObject]:
    """The server connections that scripts define for applications."""
    for channel in queue_manager.of_type("CHANNEL", "SVRCONN"):
        if channel.statements and channel.defined and not channel.name.startswith("SYSTEM."):
            yield channel


def clients_by_channel(queue_manager: QueueManager) -> dict[str, int]:
    """The declared clients of the server connections that the declaration names."""
    declaration = queue_manager.declaration
    declared = declaration.channels if declaration is not None else ()
    return {load.channel: load.clients for load in declared if load.clients}


@record
class ClientRate:
    """The messages per second of each client of a declared load; `does` is what it does with them."""

    load: TopicLoad | QueueLoad
    does: tuple[str, str]
    each_per_s: float

    def __str__(self) -> str:
        """`declared clients publish 300 messages/s each to a/#`."""
        verb, object = self.does
        return f"declared clients {verb} {self.each_per_s:,.0f} messages/s each {object}"


def busiest_client(queue_manager: QueueManager) -> ClientRate | None:
    """The declared clients with the highest rate each: publishers, producers or consumers."""
    rates = [
        ClientRate(load, ("publish", f"to {load.topic}"), load.publish_rate_per_s / load.publishers)
        for load in queue_manager.topic_loads
        if load.binding == "client" and load.publish_rate_per_s and load.publishers
    ]
    for load in queue_manager.queue_loads:
        if load.binding == "client" and load.put_rate_per_s:
            rates += client_rates(load, load.put_rate_per_s)
    return max(rates, key=lambda rate: rate.each_per_s, default=None)


def client_rates(load: QueueLoad, rate: float) -> Iterator[ClientRate]:
    """The rates of the producers and consumers of a queue; of all clients if they are not distinguished."""
    if load.producers:
        yield ClientRate(load, ("put", f"to {load.queue}"), rate / load.producers)
    if load.consumers:
        yield ClientRate(load, ("get", f"from {load.queue}"), rate / load.consumers)
    if load.clients and not (load.producers or load.consumers):
        # each message is put by one of them and got by one
        yield ClientRate(load, ("put and get", f"with {load.queue}"), 2 * rate / load.clients)


# What queues with an expiry cap will contain.

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
    from mqtune.capacity.machine import DEFAULT_INTERVAL_S

    interval = queue_manager.ini_number("TuningParameters", "ExpiryInterval")
    seconds = DEFAULT_INTERVAL_S if interval is None else interval
    needs = [need for load in queue_manager.queue_loads if (need := need_of(queue_manager, load, seconds))]
    return needs, seconds


def need_of(queue_manager: QueueManager, load: QueueLoad, seconds: int) -> Need | None:
    """What a declared queue needs; None if it has no cap, no declared rate, or consumers."""
    from mqtune.capacity.machine import expiry  # few queues have a cap

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
