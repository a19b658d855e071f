"""Utilisation of what publications contend for: locks, publishing threads, handles, republishing threads."""

from __future__ import annotations

from mqtune.estate.publication_order import publish_threads
from mqtune.estate.reach import cache_handles, persistent
from mqtune.estate.topics import build_topics
from mqtune.flow.graph import ARRIVAL, CHANNEL
from mqtune.flow.load import RATE
from mqtune.flow.provenance import chain_of, number
from mqtune.flow.publication_routes import subscriptions, undefined_subscribers
from mqtune.flow.resource import Resource
from mqtune.project.settings import TopicLoad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.flow.graph import Node
    from mqtune.flow.passages import Passages

SECOND_US = 1e6
FELL_EARLIER = "with more than 100 publishers and no idle core the rate fell at 51 to 57% (Chart 16)"


def lock_resources(here: Passages) -> Iterator[Resource]:
    """The topic locks that publications take."""
    if not here.locks:
        return
    # read only if publications are declared
    from mqtune.capacity.topic_lock import MANY_PUBLISHERS_SHARE, topic_lock_limit

    limit = topic_lock_limit()
    for name, total in here.locks.items():
        rate = total.value(RATE)
        warnings = [f"measured with V{limit.release} on 24 cores: measure your own"]
        if rate is not None and rate > MANY_PUBLISHERS_SHARE * limit.limit_per_s:
            warnings.append(FELL_EARLIER)
        yield Resource(
            here.queue_manager,
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
    found = Resource(
        manager,
        f"publisher of '{node.name}'",
        "publisher-time",
        "us/s",
        node.load.rate if node.load is not None else None,
        chain=tuple(chain_of([(node, None, 0)])),
        missing=(*not_counted(node), *elsewhere(node)),
    )
    if not load.publishers:
        found.warnings = ("the number of publishers is not declared",)
        return found
    from mqtune.capacity.errors import ModelError
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
        found.warnings = (error.message,)
        return found
    time = outcome.outputs["publish_time_us"]
    rate = found.rate_per_s
    found.used = None if rate is None else rate / load.publishers * time
    found.limit = SECOND_US
    found.basis = (
        f"model fan-out: {number(time)} us for {queues} subscriber{'s' * (queues != 1)}; "
        f"{outcome.constants[0].source}"
    )
    found.warnings = tuple(outcome.warnings)
    return found


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
    found = [f"SUB({one.object.name}) gets an unknown part" for one in part[:1]]
    if node.load is not None and node.load.rate is not None and node.load.is_partial(RATE):
        found.append("the rate of some messages is unknown")
    return tuple(found)


def elsewhere(node: Node) -> tuple[str, ...]:
    """That a publisher also puts copies for other queue managers, which were not measured."""
    copies = any(edge.way == CHANNEL for edge in node.edges)
    return ("copies to other queue managers are not included",) if copies else ()


def republish_resources(here: Passages) -> Iterator[Resource]:
    """The threads that republish what arrives from other queue managers."""
    if here.arrivals.load is None:
        return
    from mqtune.capacity.run import run

    rate = here.arrivals.value(RATE)
    threads = publish_threads(here.queue_manager)
    outcome = run("cluster-publish", topology="direct", arrival_rate=0)  # for its constants
    one = next(constant for constant in outcome.constants if constant.name == "one_thread_per_s")
    single = threads == 1
    warnings = () if single else ("no limit was published for several republishing threads",)
    yield Resource(
        here.queue_manager,
        "republishing thread" if single else f"{threads or 'unknown number of'} republishing threads",
        "republish-thread",
        "publications/s",
        rate,
        rate,
        one.value if single else None,
        one.source if single else None,
        (*warnings, *here.arrivals.warnings(RATE, "rate")),
        tuple(chain_of(here.arrivals.ways)),
        missing=here.arrivals.missing(RATE, "rate"),
    )
