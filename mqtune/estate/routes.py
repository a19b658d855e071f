"""The route of a message from a queue name: alias, remote definition, transmission queue, channel.

Follows the definitions of one queue manager; the partner is looked up in the estate.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.references import is_clustered
from mqtune.text.record import record

SENDERS = ("SDR", "SVR")
RECEIVERS = ("RCVR", "RQSTR")
MOST_ALIASES = 20  # aliases that a route follows; the queue manager rejects an alias of an alias
CLUSTER_XMITQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


@record
class Transmission:
    """The transmission queue of a remote definition: its name, what decided it, and the queue if it exists.

    `by` is "XMITQ", "RQMNAME" (a queue with the name of the remote queue manager), "DEFXMITQ", "cluster",
    or "" if nothing in the files decides.
    """

    by: str
    name: str
    queue: MqObject | None


class Route:
    """The steps from a queue name to the destination: (what, name, the object if it exists)."""

    __slots__ = ("end", "source", "steps")

    def __init__(self, source: MqObject) -> None:
        self.source = source
        self.steps: list[tuple[str, str, MqObject | None]] = []
        self.end = ""  # "local", "topic", "remote", "cluster", "loop" or "unknown"

    def step(self, what: str, name: str, object: MqObject | None) -> None:
        """Append a step."""
        self.steps.append((what, name, object))


def is_transmission(queue: MqObject | None) -> bool:
    """Whether a queue is a local queue with USAGE(XMITQ)."""
    return queue is not None and queue.type == "QLOCAL" and queue.value("USAGE") == "XMITQ"


def transmission_of(remote: MqObject, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for messages of a remote definition."""
    named = remote.text("XMITQ")
    if named:
        return Transmission("XMITQ", named, queue_manager.queue(named))
    return transmission_to(remote.text("RQMNAME"), queue_manager)


def transmission_to(partner: str, queue_manager: QueueManager) -> Transmission:
    """The transmission queue for a queue manager name: the one with that name, else the default one."""
    queue = queue_manager.queue(partner) if partner else None
    if is_transmission(queue):
        return Transmission("RQMNAME", partner, queue)
    default = queue_manager.qmgr.text("DEFXMITQ")
    if default:
        return Transmission("DEFXMITQ", default, queue_manager.queue(default))
    return Transmission("", "", None)


def senders_of(xmitq: str, queue_manager: QueueManager) -> list[MqObject]:
    """The sender and server channels that serve a transmission queue."""
    serving = queue_manager.with_value("CHANNEL", "XMITQ", xmitq)
    return [channel for subtype in SENDERS for channel in serving if channel.subtype == subtype]


def partners_of(
    channel: MqObject, queue_manager: QueueManager, estate: Estate
) -> Iterator[tuple[QueueManager, MqObject]]:
    """The queue managers of the estate with the other end of a sender or server channel."""
    for other, end in estate.channels_named(channel.name):
        if other is not queue_manager and end.subtype in RECEIVERS:
            yield other, end


def route_of(queue: MqObject, queue_manager: QueueManager) -> Route:
    """The route from one queue."""
    route = Route(queue)
    seen = {queue.name}
    current: MqObject | None = queue
    while current is not None and current.type == "QALIAS":
        target = current.text("TARGET")
        if current.value("TARGTYPE") == "TOPIC":
            route.step("topic", target, queue_manager.find("TOPIC", target))
            route.end = "topic"
            return route
        current = queue_manager.queue(target)
        route.step("queue", target, current)
        if target in seen:
            route.end = "loop"
            return route
        if len(seen) > MOST_ALIASES:
            route.end = "unknown"
            return route
        seen.add(target)
    if current is None:
        route.end = "unknown"
    elif current.type == "QREMOTE":
        follow_remote(current, queue_manager, route)
    else:
        route.end = "local"
    return route


def follow_remote(remote: MqObject, queue_manager: QueueManager, route: Route) -> None:
    """Follow a remote definition over transmission queue and channel to the partner."""
    transmission = transmission_of(remote, queue_manager)
    partner = remote.text("RQMNAME")
    if not transmission.name:
        route.end = "cluster" if is_clustered(remote) or not partner else "unknown"
    else:
        route.step("transmission queue", transmission.name, transmission.queue)
        for channel in senders_of(transmission.name, queue_manager):
            route.step("channel", channel.name, channel)
        route.end = "cluster" if transmission.name == CLUSTER_XMITQ else "remote"
    if partner:
        route.step("queue manager", partner, None)
    if remote.text("RNAME"):
        route.step("remote queue", remote.text("RNAME"), None)
