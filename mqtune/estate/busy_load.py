"""Declared loads that stress the log and client channels."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.text.record import record

# IBM MQ Performance: Best Practises and tuning (2020), p. 26: defaults and maximum, in bytes, 64-bit; of the
# memory, buffers should not use more than a half
BUFFER_DEFAULTS = {"DefaultQBufferSize": 131_072, "DefaultPQBufferSize": 262_144}
MOST_BUFFER_BYTES = 104_857_600
BUFFER_SHARE_OF_MEMORY = 0.5

LOG_SIZE = ("LogPrimaryFiles", "LogSecondaryFiles", "LogFilePages")
SHORTEST_TRANSACTION_S = 1.0  # a lower bound if the duration of the longest transaction is not declared

# "hundreds of messages per second bottleneck on the shared socket" (JMS V7 report, p. 43)
BUSY_CLIENT_PER_S = 100


def persistent_loads(queue_manager: QueueManager) -> list[tuple[QueueLoad, float]]:
    """The persistent loads of queues, each with its persistent bytes per second. A load of an alias or a
    remote queue is counted where its messages are stored.
    """
    return [
        (load, load.put_rate_per_s * load.message_size_bytes * load.persistent)
        for load in queue_manager.queue_loads
        if load.persistent and load.put_rate_per_s and load.message_size_bytes
        if (queue := queue_manager.queue(load.queue)) is None or queue.type not in ("QALIAS", "QREMOTE")
    ]


def mean_message(loads: list[tuple[QueueLoad, float]]) -> tuple[float, int]:
    """The messages per second of persistent loads together, and their mean size in bytes."""
    rate = sum((load.put_rate_per_s or 0) * (load.persistent or 0) for load, _ in loads)
    return rate, round(sum(bytes_per_s for _, bytes_per_s in loads) / rate)


def logged_bytes(messages_per_s: float, bytes_per_s: float) -> float:
    """The bytes per second that the log writes for persistent messages according to the model `log`, an upper
    estimate: the one answer of LOG009, tuning and budget.
    """
    from mqtune.capacity.run import run  # the figures are needed only if a persistent load is declared

    size = round(bytes_per_s / messages_per_s)
    return run("log", message_rate=messages_per_s, message_size=size).outputs["log_rate_bytes_per_s"]


def lasting(seconds: float) -> str:
    """How long a log file lasts: 0.04 s, 2.4 s, 120 s."""
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:,.0f} s"


def log_space(queue_manager: QueueManager, bytes_per_s: float) -> dict[str, float] | None:
    """The outputs of the model `log` for the recovery log in qm.ini and the bytes per second of persistent
    messages; None if qm.ini does not give the size of the log. `needed_bytes` and `files_at_least` are those
    of the longest transaction or of a declared checkpoint, whichever is more.
    """
    primary, secondary, pages = (queue_manager.ini_number("Log", key) for key in LOG_SIZE)
    if not primary or not pages or secondary is None:
        return None
    from mqtune.capacity.run import run  # the figures are needed only if a persistent load is declared

    transaction, checkpoint = log_times(queue_manager)
    outputs = run(
        "log",
        log_rate=bytes_per_s,
        primary_files=primary,
        secondary_files=secondary,
        log_file_pages=pages,
        longest_transaction=transaction,
        checkpoint=checkpoint,
    ).outputs
    outputs["needed_bytes"] = max(outputs["needed_bytes"], outputs["checkpoint_bytes"])
    outputs["files_at_least"] = ceil(outputs["needed_bytes"] / outputs["extent_bytes"])
    return outputs


def log_times(queue_manager: QueueManager) -> tuple[float, float]:
    """The durations in seconds of the longest transaction and of a checkpoint for which the log needs space;
    undeclared, they are one second and zero.
    """
    declaration = queue_manager.declaration
    if declaration is None:
        return SHORTEST_TRANSACTION_S, 0.0
    return declaration.longest_transaction_s or SHORTEST_TRANSACTION_S, declaration.checkpoint_s or 0.0


def log_rule(queue_manager: QueueManager) -> str:
    """The formula of the log space and its durations, for a message."""
    transaction, checkpoint = log_times(queue_manager)
    if checkpoint > 2 * (transaction + 1):
        return f"checkpoint * B with a checkpoint of {checkpoint:g} s, as declared"
    declared = queue_manager.declaration is not None and queue_manager.declaration.longest_transaction_s
    origin = "as declared" if declared else "as longest-transaction is not declared"
    return f"2 * (N + 1) * B with N = {transaction:g} s, {origin}"


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
    found = [
        ClientRate(load, ("publish", f"to {load.topic}"), load.publish_rate_per_s / load.publishers)
        for load in queue_manager.topic_loads
        if load.binding == "client" and load.publish_rate_per_s and load.publishers
    ]
    for load in queue_manager.queue_loads:
        if load.binding == "client" and load.put_rate_per_s:
            found += client_rates(load, load.put_rate_per_s)
    return max(found, key=lambda one: one.each_per_s, default=None)


def client_rates(load: QueueLoad, rate: float) -> Iterator[ClientRate]:
    """The rates of the producers and consumers of a queue; of all clients if they are not distinguished."""
    if load.producers:
        yield ClientRate(load, ("put", f"to {load.queue}"), rate / load.producers)
    if load.consumers:
        yield ClientRate(load, ("get", f"from {load.queue}"), rate / load.consumers)
    if load.clients and not (load.producers or load.consumers):
        # each message is put by one of them and got by one
        yield ClientRate(load, ("put and get", f"with {load.queue}"), 2 * rate / load.clients)
