"""PUB013, PUB014, PUB023: publish/subscribe that is disabled although it is used."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topics import build_topics
from mqtune.findings.finding import WARNING, ObjectName
from mqtune.rules.common.object_names import defined_here
from mqtune.rules.pub.cluster import cluster_topics
from mqtune.text.spans import Place


def switch(queue_manager: QueueManager, keyword: str) -> Place | None:
    """The place where the queue manager sets a switch to DISABLED; None if it does not."""
    master = queue_manager.qmgr
    if master.value(keyword) != "DISABLED" or not master.is_given(keyword):
        return None
    return master.place(keyword)


@rule("PUB013")
def cluster_topic_with_psclus_disabled(estate: Estate) -> Iterator[Hit]:
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
        for cluster in estate.derived(build_clusters).values():
            if cluster.membership(queue_manager) is None:
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
    """PSCLUS(DISABLED) with a cluster topic of this queue manager or of another member."""
    whose = f"of {other.label} " if other is not None else ""
    return Hit(
        place,
        f"the queue manager has PSCLUS(DISABLED), but TOPIC({topic.name}) {whose}is in cluster {cluster}",
        note="the queue manager does not take part in publish/subscribe in its clusters: "
        + (
            "a cluster topic cannot be defined here, and PSCLUS cannot be disabled while one exists"
            if other is None
            else "publications and subscriptions do not flow between it and the other members, and only the "
            "error log shows it"
        ),
        help="set PSCLUS(ENABLED), or remove the topic from the cluster",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSCLUS",
        severity=None if other is None else WARNING,
        related=defined_here(topic, "CLUSTER"),
    )


@rule("PUB014")
def subscription_with_psmode_disabled(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue manager with PSMODE(DISABLED) defines subscriptions."""
    place = switch(queue_manager, "PSMODE")
    if place is None:
        return
    subscriptions = [one for one in queue_manager.of_type("SUB") if one.statements]
    if not subscriptions:
        return
    more = f" and {len(subscriptions) - 1} more are" if len(subscriptions) > 1 else " is"
    yield Hit(
        place,
        f"the queue manager has PSMODE(DISABLED), but SUB({subscriptions[0].name}){more} defined",
        note="the publish/subscribe engine does not run: publish calls fail, and no subscription receives "
        "publications",
        help="set PSMODE(ENABLED), or COMPAT if another broker handles the queued interface",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="PSMODE",
        related=defined_here(subscriptions[0]),
    )


@rule("PUB023")
def durable_subscription_not_allowed(queue_manager: QueueManager) -> Iterator[Hit]:
    """An administrative subscription, which is always durable, is below a topic object with DURSUB(NO)."""
    tree = queue_manager.derived(build_topics)
    for subscription in tree.subscriptions:
        value, node = tree.effective(subscription.topic, "DURSUB")
        topic, object = node.object if node is not None else None, subscription.object
        place = object.place()
        if value != "NO" or topic is None or place is None:
            continue
        yield Hit(
            place,
            f"SUB({object.name}) is durable, but TOPIC({topic.name}) has DURSUB(NO)",
            note="every subscription that DEFINE SUB makes is durable; where the topic object exists, the "
            "command fails with reason 3314 (MQRCCF_DURABILITY_NOT_ALLOWED)",
            help="set DURSUB(YES), or let the application subscribe without durability",
            object=ObjectName("SUB", object.name),
            related=defined_here(topic, "DURSUB"),
        )
