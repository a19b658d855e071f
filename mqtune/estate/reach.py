"""How many subscriber queues a publication reaches: as declared, else as the definitions show."""

from __future__ import annotations

from mqtune.estate.topic_strings import branch_root, matches
from mqtune.estate.topics import build_topics
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.subscription_index import Subscription
    from mqtune.project.settings import TopicLoad

# The break was found 1.2 to 1.4 handles below the setting (V8 report, Chart 10).
MARGIN_HANDLES = 2
# Publishers that are busy for less than this share of their time have nothing measurable to gain.
IDLE_SHARE = 0.05

CACHE_SIZE = ("TuningParameters", "PubSubCacheSize")


@record
class Reach:
    """One topic and the number of subscriber queues that a publication on it reaches.

    `load` is the declaration it comes from, None if only definitions show it (`evident`).
    """

    topic: str
    queues: int
    load: TopicLoad | None
    evident: Subscription | None
    persistent: bool


def cache_handles(queue_manager: QueueManager) -> int | None:
    """The number of queue handles in the cache; None if the value is not a positive number."""
    if queue_manager.ini_value(*CACHE_SIZE) is None:
        from mqtune.capacity.fan_out import DEFAULT_CACHE_HANDLES  # needed only if subscribers are known

        return DEFAULT_CACHE_HANDLES
    return queue_manager.ini_number(*CACHE_SIZE) or None


def widest_reach(queue_manager: QueueManager) -> Reach | None:
    """The topic whose publications reach the most subscriber queues, by declaration or by definition."""
    reaches = [
        Reach(load.topic, load.subscribers, load, None, persistent(queue_manager, load))
        for load in queue_manager.topic_loads
        if load.subscribers
    ]
    evident = evident_reach(queue_manager)
    if evident is not None:
        reaches.append(evident)
    return max(reaches, key=lambda reach: reach.queues, default=None)


def evident_reach(queue_manager: QueueManager) -> Reach | None:
    """The topic string that the most administrative subscriptions match, each destination counted once; None
    if there is none, or if it takes too long to find.
    """
    if not any(subscription.statements for subscription in queue_manager.of_type("SUB")):
        return None
    tree = queue_manager.derived(build_topics)
    topic, reached = tree.busiest() or ("", [])
    if not reached:
        return None
    destinations = {subscription.destination for subscription in reached}
    loads = [load for load in queue_manager.topic_loads if is_load_of(load.topic, topic)]
    value, _ = tree.effective(topic, "DEFPSIST")
    return Reach(topic, len(destinations), loads[0] if loads else None, reached[0], value == "YES")


def has_too_many_topics(queue_manager: QueueManager) -> bool:
    """Whether it was searched for that topic string, and that took too long."""
    subscriptions = queue_manager.of_type("SUB")
    return any(one.statements for one in subscriptions) and queue_manager.derived(build_topics).is_too_large


def is_load_of(declared: str, topic: str) -> bool:
    """Whether the load of a topic string or branch is that of a topic string."""
    return branch_root(declared) == topic or matches(declared, topic)


def persistent(queue_manager: QueueManager, load: TopicLoad) -> bool:
    """Whether the publications are persistent: as declared, else by the topic's default."""
    if load.persistent is not None:
        return bool(load.persistent)
    value, _ = queue_manager.derived(build_topics).effective(branch_root(load.topic), "DEFPSIST")
    return value == "YES"


def mostly_idle(load: TopicLoad | None, publish_time_us: float) -> bool:
    """Whether the declared rate leaves the publishers idle for nearly all of the time."""
    if load is None or load.publish_rate_per_s is None:
        return False
    each = load.publish_rate_per_s / (load.publishers or 1)
    return each * publish_time_us / 1e6 < IDLE_SHARE
