"""Utilisation of queues, their depth and disk, and of channels."""

from __future__ import annotations

from mqtune.estate.expiry_need import cap_of, streamed_to
from mqtune.estate.workload import declared_loads
from mqtune.flow.load import BYTES, RATE
from mqtune.flow.provenance import Link, chain_of, number
from mqtune.flow.resource import Resource
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.flow.passages import Passages
    from mqtune.flow.resource import Total
    from mqtune.project.settings import QueueLoad


def queue_resources(here: Passages) -> Iterator[Resource]:
    """Names and queues with their rates, depths and the disk that these need, then channels."""
    loads = {load.queue: load for load in declared_loads(here.queue_manager)[1]}
    for name, total in here.names.items():
        yield by_rate(here.queue_manager, name, total, None)
    disk = Disk()
    for name, total in here.queues.items():
        object = here.objects.get(name)
        load = loads.get(object.name) if object is not None else None
        yield by_rate(here.queue_manager, name, total, load)
        if object is not None:
            yield from depth(here.queue_manager, object, total, load, disk)
    yield from disk.resource(here.queue_manager)
    for name, total in here.channels.items():
        yield Resource(
            here.queue_manager,
            name,
            "channel",
            "bytes/s",
            total.value(RATE),
            total.value(BYTES),
            warnings=total.warnings(BYTES, "size or rate"),
            chain=tuple(chain_of(total.ways)),
            missing=total.missing(BYTES, "size or rate"),
        )


def by_rate(manager: QueueManager, name: str, total: Total, load: QueueLoad | None) -> Resource:
    """The rate of a queue, compared with the declared rate of its consumers."""
    limit = load.get_rate_per_s if load is not None else None
    basis = f"get-rate declared in {load.file}:{load.line}" if load is not None and limit else None
    return Resource(
        manager,
        name,
        "queue",
        "msgs/s",
        total.value(RATE),
        total.value(RATE),
        limit or None,
        basis,
        total.warnings(RATE, "rate"),
        tuple(chain_of(total.ways)),
        missing=total.missing(RATE, "rate"),
    )


class Disk:
    """The bytes that the messages of several queues need on disk."""

    def __init__(self) -> None:
        self.bytes = 0.0
        self.queues: list[str] = []
        self.chain: list[Link] = []
        self.missing: dict[str, None] = {}
        self.basis = ""

    def add(
        self, queue: str, size: float | None, chain: list[Link], basis: str, missing: tuple[str, ...]
    ) -> None:
        """Add what one queue needs, and what is missing; None if the size of its messages is unknown."""
        self.missing |= {f"{queue}: {text}": None for text in missing}
        if size is None:
            self.missing[f"the message size of {queue} is unknown"] = None
            return
        self.bytes += size
        self.queues.append(queue)
        self.chain += [link for link in chain if link not in self.chain]
        self.basis = self.basis or basis

    def resource(self, manager: QueueManager) -> Iterator[Resource]:
        """The file system with the queue files, if anything piles up."""
        limit = manager.declaration.queue_disk_bytes if manager.declaration is not None else None
        if self.queues or self.missing:
            yield Resource(
                manager,
                "queue disk",
                "queue-disk",
                "bytes",
                used=self.bytes if self.queues else None,
                limit=limit,
                basis=self.basis or None,
                warnings=() if limit else ("queue-disk is not declared",),
                chain=tuple(self.chain),
                missing=tuple(self.missing),
            )


def depth(
    manager: QueueManager, queue: MqObject, total: Total, load: QueueLoad | None, disk: Disk
) -> Iterator[Resource]:
    """How deep a queue becomes: by expiry alone, in an outage, or in a burst."""
    rate, bytes = total.value(RATE), total.value(BYTES)
    if rate is None:
        return
    backlog = backlog_of(manager, queue, rate, bytes / rate if rate and bytes is not None else None, load)
    if backlog is None:
        return
    name, chain = f"{queue.type}({queue.name})", chain_of(total.ways)
    missing = total.missing(RATE, "rate") if backlog.grows else ()
    if backlog.messages is not None:
        disk.add(name, backlog.bytes, chain, backlog.basis, missing)
    yield Resource(
        manager,
        name,
        "queue-depth",
        "messages",
        rate,
        backlog.messages,
        queue.number("MAXDEPTH"),
        backlog.basis,
        (*total.warnings(RATE, "rate"), *backlog.warnings),
        tuple(chain),
        backlog.grows,
        missing=missing,
    )


def longest_stay(manager: QueueManager, cap: int | None) -> float | None:
    """The seconds after which a message that nothing reads is removed from a queue with an expiry cap; None
    without one. On z/OS, where EXPRYINT decides on the scans, it is not known.
    """
    if cap is None or manager.platform == "zos":
        return None
    from mqtune.capacity.expiry import DEFAULT_INTERVAL_S  # as above

    key = ("TuningParameters", "ExpiryInterval")
    interval = DEFAULT_INTERVAL_S if manager.ini_value(*key) is None else manager.ini_number(*key)
    return cap / 10 + interval if interval else None


@record
class Backlog:
    """What collects on a queue: messages and their bytes (None if unknown), which may grow with the rates."""

    messages: float | None
    bytes: float | None
    basis: str
    grows: bool = True
    warnings: tuple[str, ...] = ()


def backlog_of(
    manager: QueueManager, queue: MqObject, rate: float, size: float | None, load: QueueLoad | None
) -> Backlog | None:
    """What collects on a queue at a rate of messages of a size in bytes; None if nothing does."""
    consumers = load.consumers if load is not None else None
    cap = cap_of(queue)
    if cap is not None and (consumers == 0 or (consumers is None and streamed_to(manager, queue))):
        from mqtune.capacity.expiry import DEFAULT_INTERVAL_S, expiry  # the figures of few queues are needed

        interval = manager.ini_number("TuningParameters", "ExpiryInterval")
        outcome = expiry(
            rate, cap, DEFAULT_INTERVAL_S if interval is None else interval, round(size or 0) or None
        )
        return Backlog(outcome.depth, outcome.disk_bytes or None, f"model expiry, {outcome.source}")
    if consumers == 0:
        most = queue.number("MAXDEPTH")
        full = f": unless messages expire, it is full after {number(most / rate)} s" if most and rate else ""
        warning = f"nothing reads the queue and it has no CAPEXPRY{full}"
        return Backlog(None, 0.0, "MAXDEPTH", warnings=(warning,))
    if outage := manager.declaration and manager.declaration.outage_s:
        basis = f"rate during the declared outage of {outage:g} s; MAXDEPTH"
        stays = longest_stay(manager, cap)
        if stays is not None and stays < outage:
            basis = f"rate for {stays:g} s of the declared outage, then messages expire; MAXDEPTH"
            outage = stays
        return Backlog(rate * outage, None if size is None else rate * outage * size, basis)
    if load is not None and load.burst_bytes and size:
        return Backlog(load.burst_bytes / size, float(load.burst_bytes), "declared burst; MAXDEPTH", False)
    return None
