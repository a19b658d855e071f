"""Utilisation of queues and channels, and of what publications contend for.

Queues: rate, depth, disk. Publications: topic locks, publishing threads, handles, republishing threads.
"""

from __future__ import annotations

from mqtune.analysis.flow.graph import ARRIVAL, CHANNEL
from mqtune.analysis.flow.load import BYTES, RATE
from mqtune.analysis.flow.publication_routes import subscriptions, undefined_subscribers
from mqtune.analysis.flow.resource import Link, Resource, chain_of, number
from mqtune.analysis.topology.busy_topics import cache_handles, persistent, publish_threads
from mqtune.analysis.topology.loads import cap_of, streamed_to
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.workload import declared_loads
from mqtune.project.settings import TopicLoad
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.flow.graph import Node
    from mqtune.analysis.flow.resource import Total
    from mqtune.analysis.flow.traversal import Passages
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import QueueLoad


def queue_resources(traffic: Passages) -> Iterator[Resource]:
    """Names and queues with their rates, depths and the disk that these need, then channels."""
    loads = {load.queue: load for load in declared_loads(traffic.queue_manager)[1]}
    for name, total in traffic.names.items():
        yield by_rate(traffic.queue_manager, name, total, None)
    disk = Disk()
    for name, total in traffic.queues.items():
        object = traffic.objects.get(name)
        load = loads.get(object.name) if object is not None else None
        yield by_rate(traffic.queue_manager, name, total, load)
        if object is not None:
            yield from depth(traffic.queue_manager, object, total, load, disk)
    yield from disk.resource(traffic.queue_manager)
    for name, total in traffic.channels.items():
        yield Resource(
            traffic.queue_manager,
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
    from mqtune.capacity.machine import DEFAULT_INTERVAL_S  # the figures of few queues are needed

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
        from mqtune.capacity.machine import DEFAULT_INTERVAL_S, expiry  # the figures of few queues are needed

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


# What publications contend for.

SECOND_US = 1e6
FELL_EARLIER = "with more than 100 publishers and no idle core the rate fell at 51 to 57% (Chart 16)"


def lock_resources(traffic: Passages) -> Iterator[Resource]:
    """The topic locks that publications take."""
    if not traffic.locks:
        return
    # read only if publications are declared
    from mqtune.capacity.topics import MANY_PUBLISHERS_SHARE, topic_lock_limit

    limit = topic_lock_limit()
    for name, total in traffic.locks.items():
        rate = total.value(RATE)
        warnings = [f"measured with V{limit.release} on 24 cores: measure your own"]
        if rate is not None and rate > MANY_PUBLISHERS_SHARE * limit.limit_per_s:
            warnings.append(FELL_EARLIER)
        yield Resource(
            traffic.queue_manager,
            f"topic lock of {name}",
            "topic-lock",
            "publications/s",
            rate,
            rate,
            limit.limit_per_s,
            str(limit.source),
            (*warnings, *total.warnings(RATE, "rate")),
            tuple(chain_of(total.ways)),
            missing=total.missing(RATE, "rate"),
        )


def publisher_resources(nodes: list[Node]) -> Iterator[Resource]:
    """The time of each publisher's thread, and the handles that one publication needs."""
    for node in nodes:
        load = node.declared
        if node.load is None or not isinstance(load, TopicLoad):
            continue
        queues = reached_queues(node.queue_manager, load)
        if not queues:
            continue
        if node.kind != ARRIVAL:
            yield publisher_time(node, load, queues)
        yield handles(node, queues)


def reached_queues(manager: QueueManager, load: TopicLoad) -> int:
    """The number of subscriber queues that one publication of a load certainly reaches."""
    full, _ = subscriptions(manager.derived(build_topics), load.topic)
    return full.queues + undefined_subscribers(load, len(full))


def publisher_time(node: Node, load: TopicLoad, queues: int) -> Resource:
    """The time that one publisher spends publishing, of each second."""
    manager = node.queue_manager
    resource = Resource(
        manager,
        f"publisher of '{node.name}'",
        "publisher-time",
        "us/s",
        node.load.rate if node.load is not None else None,
        chain=tuple(chain_of([(node, None, 0)])),
        missing=(*not_counted(node), *elsewhere(node)),
    )
    if not load.publishers:
        resource.warnings = ("the number of publishers is not declared",)
        return resource
    from mqtune.capacity.definition import ModelError
    from mqtune.capacity.run import run_model

    cache = cache_handles(manager)
    inputs: dict[str, object] = {
        "subscribers": queues,
        "location": "remote" if load.binding == "client" else "local",
        "persistence": "yes" if persistent(manager, load) else "no",
        **({"cache": cache} if cache else {}),
    }
    try:
        outcome = run_model("fan-out", inputs)
    except ModelError as error:
        resource.warnings = (error.message,)
        return resource
    time = outcome.outputs["publish_time_us"]
    rate = resource.rate_per_s
    resource.used = None if rate is None else rate / load.publishers * time
    resource.limit = SECOND_US
    resource.basis = (
        f"model fan-out: {number(time)} us for {queues} subscriber{'s' * (queues != 1)}; "
        f"{outcome.constants[0].source}"
    )
    resource.warnings = tuple(outcome.warnings)
    return resource


def handles(node: Node, queues: int) -> Resource:
    """The queue handles that a publisher needs, compared with its cache."""
    manager = node.queue_manager
    cache = cache_handles(manager)
    set_by = "PubSubCacheSize" if manager.ini_value("TuningParameters", "PubSubCacheSize") else "default"
    return Resource(
        manager,
        f"handle cache for '{node.name}'",
        "handles",
        "handles",
        node.load.rate if node.load is not None else None,
        float(queues),
        cache,
        f"{set_by} of PubSubCacheSize" if set_by == "default" else set_by,
        ("more handles than the cache has make each publication slower; they stop nothing",)
        if cache is not None and queues > cache
        else (),
        tuple(chain_of([(node, None, 0)])),
        grows=False,
        missing=not_counted(node),
    )


def not_counted(node: Node) -> tuple[str, ...]:
    """What may get publications of a branch besides the queues that get all of them; a rate that is a lower
    bound.
    """
    _, part = subscriptions(node.queue_manager.derived(build_topics), node.name)
    reasons = [f"SUB({subscription.object.name}) gets an unknown part" for subscription in part[:1]]
    if node.load is not None and node.load.rate is not None and node.load.is_partial(RATE):
        reasons.append("the rate of some messages is unknown")
    return tuple(reasons)


def elsewhere(node: Node) -> tuple[str, ...]:
    """That a publisher also puts copies for other queue managers, which were not measured."""
    copies = any(edge.way == CHANNEL for edge in node.edges)
    return ("copies to other queue managers are not included",) if copies else ()


def republish_resources(traffic: Passages) -> Iterator[Resource]:
    """The threads that republish what arrives from other queue managers."""
    if traffic.arrivals.load is None:
        return
    from mqtune.capacity.run import run

    rate = traffic.arrivals.value(RATE)
    threads = publish_threads(traffic.queue_manager)
    outcome = run("cluster-publish", topology="direct", arrival_rate=0)  # for its constants
    limit = next(constant for constant in outcome.constants if constant.name == "one_thread_per_s")
    single = threads == 1
    warnings = () if single else ("no limit was published for several republishing threads",)
    yield Resource(
        traffic.queue_manager,
        "republishing thread" if single else f"{threads or 'unknown number of'} republishing threads",
        "republish-thread",
        "publications/s",
        rate,
        rate,
        limit.value if single else None,
        limit.source if single else None,
        (*warnings, *traffic.arrivals.warnings(RATE, "rate")),
        tuple(chain_of(traffic.arrivals.ways)),
        missing=traffic.arrivals.missing(RATE, "rate"),
    )
