"""PUB013, PUB014: publish/subscribe that is switched off where it is used. Does not know files or formats."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import WARNING, ObjectName
from mqtune.rules.common.object_names import defined_here
from mqtune.rules.pub.cluster import cluster_topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.text.spans import Place


def switch(queue_manager: QueueManager, keyword: str) -> Place | None:
    """Where the queue manager sets a switch to DISABLED."""
    master = queue_manager.qmgr
    if master.value(keyword) != "DISABLED" or not master.is_given(keyword):
        return None
    return master.place(keyword)


@rule("PUB013")
def cluster_topic_switched_off(estate: Estate) -> Iterator[Hit]:
    """A queue manager with PSCLUS(DISABLED) defines a cluster topic, or belongs to a cluster in which another
    member defines one.
    """
    for queue_manager in estate.queue_managers:
        place = switch(queue_manager, "PSCLUS")
        if place is None:
            continue
        own = cluster_topics(queue_manager)
        if own:
            yield off_hit(queue_manager, place, *own[0], None)
            continue
        for cluster in estate.clusters.values():
            members = {id(member.queue_manager) for member in cluster.members}
            if id(queue_manager) not in members:
                continue
            topic = next(
                (
                    (one, member)
                    for member in cluster.members
                    for one in member.objects
                    if one.type == "TOPIC"
                ),
                None,
            )
            if topic is not None:
                yield off_hit(queue_manager, place, topic[0], cluster.name, topic[1].queue_manager)
                break


def off_hit(
    queue_manager: QueueManager, place: Place, topic: MqObject, cluster: str, other: QueueManager | None
) -> Hit:
    """PSCLUS(DISABLED) beside a cluster topic, the own one or that of another member."""
    whose = f"of {other.label} " if other is not None else ""
    return Hit(
        place,
        f"PSCLUS(DISABLED) with TOPIC({topic.name}) {whose}in cluster {cluster}",
        note="the queue manager takes no part in publish/subscribe of its clusters: "
        + (
            "a cluster topic cannot be defined here, and the switch is refused while there is one"
            if other is None
            else "publications and subscriptions do not pass between it and the others, and only the error "
            "log says so"
        ),
        help="set PSCLUS(ENABLED), or take the topic out of the cluster",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSCLUS",
        severity=None if other is None else WARNING,
        related=defined_here(topic, "CLUSTER"),
    )


@rule("PUB014")
def subscription_switched_off(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue manager with PSMODE(DISABLED) defines subscriptions."""
    place = switch(queue_manager, "PSMODE")
    if place is None:
        return
    subscriptions = [one for one in queue_manager.of_type("SUB") if one.statements]
    if not subscriptions:
        return
    more = f" and {len(subscriptions) - 1} more" if len(subscriptions) > 1 else ""
    yield Hit(
        place,
        f"PSMODE(DISABLED) with SUB({subscriptions[0].name}){more}",
        note="the publish/subscribe engine does not run: a publish fails, and no subscription receives "
        "anything",
        help="set PSMODE(ENABLED), or COMPAT where another broker serves the queued interface",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSMODE",
        related=defined_here(subscriptions[0]),
    )
