"""UNI007, UNI009, UNI010: settings of a member that interfere with balancing."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.joining.cluster_names import cluster_names, listed
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.uniform_clusters import uniform_name
from mqtune.findings.finding import INFO, ObjectName
from mqtune.rules.common.attribute_fixes import give
from mqtune.syntax.placeholders import has_placeholder

LIMITATIONS = "IBM MQ documentation, Limitations and considerations for uniform clusters"
EXCHANGE = (
    "the members exchange the number of application instances by publish/subscribe; without it nothing is "
    f"balanced ({LIMITATIONS})"
)
COMPATIBLE = (
    "IBM's advice for uniform clusters is ENABLED; with COMPAT the publish/subscribe engine runs and only "
    "the queued interface does not, so the members may be balanced all the same (PubSubMode)"
)


@rule("UNI007")
def publish_subscribe_disabled(queue_manager: QueueManager) -> Iterator[Hit]:
    """A member of a uniform cluster has PSMODE or PSCLUS set to a value other than ENABLED."""
    cluster = uniform_name(queue_manager)
    if not cluster:
        return
    master = queue_manager.qmgr
    for keyword in ("PSMODE", "PSCLUS"):
        place = master.place(keyword) if master.is_given(keyword) else None
        value = master.text(keyword)
        if place is None or value == "ENABLED" or has_placeholder(value):
            continue
        yield Hit(
            place,
            f"{keyword}({value}) on a member of uniform cluster {cluster}",
            note=COMPATIBLE if value == "COMPAT" else EXCHANGE,
            help=f"set {keyword}(ENABLED), the default",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute=keyword,
            severity=INFO if value == "COMPAT" else None,
            fixes=give(master, keyword, "ENABLED"),
        )


@rule("UNI009")
def repository_of_another_cluster(queue_manager: QueueManager) -> Iterator[Hit]:
    """A member of a uniform cluster is a full repository of another cluster."""
    cluster = uniform_name(queue_manager)
    if not cluster:
        return
    master = queue_manager.qmgr
    for keyword in ("REPOS", "REPOSNL"):
        text = master.text(keyword)
        names = (text,) if keyword == "REPOS" else listed(text, queue_manager)
        others = [name for name in names if name and name != cluster and not has_placeholder(name)]
        place = master.place(keyword)
        if not others or place is None:
            continue
        yield Hit(
            place,
            f"a member of uniform cluster {cluster} is also a full repository of {', '.join(others[:8])}",
            note="members of a uniform cluster are added and removed with the load and restart often; a full "
            f"repository of another cluster should stay available ({LIMITATIONS})",
            help="move the full repository of the other cluster to a queue manager outside the uniform "
            "cluster",
            object=ObjectName("QMGR", queue_manager.name or ""),
            attribute=keyword,
        )


@rule("UNI010", skip=Skip(given=("CLUSTER", "CLUSNL")))
def uniform_cluster_queue_bound_on_open(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue advertised in a uniform cluster has DEFBIND(OPEN)."""
    if object.value("DEFBIND") != "OPEN" or not object.defined:
        return
    cluster = uniform_name(queue_manager)
    place = object.place("DEFBIND")
    if not cluster or place is None or cluster not in cluster_names(object, queue_manager):
        return
    yield Hit(
        place,
        f"{object.type}({object.name}) has DEFBIND(OPEN) in uniform cluster {cluster}",
        note="an application that is moved to another member while its queue handle is bound receives reason "
        f"2547 ({LIMITATIONS}); OPEN is the default of a new queue",
        help="set DEFBIND(NOTFIXED), or GROUP, if reconnecting clients use the queue",
        attribute="DEFBIND",
        fixes=give(object, "DEFBIND", "NOTFIXED"),
    )
