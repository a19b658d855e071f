"""CLU010, CLU011: the instances of a cluster queue on several queue managers."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.clusters import Cluster
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.differences import differing
from mqtune.rules.common.object_names import defined_here

Instance = tuple[QueueManager, MqObject]

# the attributes of an instance that affect applications
SHARED = ("DEFPSIST", "DEFBIND", "DEFPRTY", "DEFPRESP", "MAXMSGL")


def instances(cluster: Cluster) -> dict[str, list[Instance]]:
    """The local queues that several members define in the cluster, by name."""
    found: dict[str, list[Instance]] = {}
    for member in cluster.members:
        for queue in member.objects:
            if queue.type == "QLOCAL" and queue.statements and queue.defined and not queue.placeholder:
                found.setdefault(queue.name, []).append((member.queue_manager, queue))
    return {name: several for name, several in found.items() if len(several) > 1}


@rule("CLU010")
def differing_cluster_queue_instances(estate: Estate) -> Iterator[Hit]:
    """A cluster queue has different attribute values on different queue managers."""
    for cluster in estate.derived(build_clusters).values():
        if cluster.automatic:
            continue  # UNI014 compares more attributes in uniform clusters
        for several in instances(cluster).values():
            first = several[0]
            for other in several[1:]:
                yield from compared(cluster, first, other)


def compared(cluster: Cluster, first: Instance, other: Instance) -> Iterator[Hit]:
    """Two instances of one queue."""
    (base_manager, base), (manager, queue) = first, other
    different = differing(queue, base, SHARED)
    place = queue.place(different[0]) if different else None
    if place is None:
        return
    mine = " ".join(f"{keyword}({queue.text(keyword)})" for keyword in different)
    its = " ".join(f"{keyword}({base.text(keyword)})" for keyword in different)
    yield Hit(
        place,
        f"QLOCAL({queue.name}) of cluster {cluster.name} has {mine} on {manager.label}, but {its} on "
        f"{base_manager.label}",
        note="the cluster chooses the instance, so the handling of a message depends on where it is sent",
        help="define all instances with the same values",
        object=ObjectName("QLOCAL", queue.name),
        attribute=different[0],
        related=defined_here(base, different[0]),
    )


@rule("CLU011")
def cluster_queue_bound_on_open(estate: Estate) -> Iterator[Hit]:
    """A cluster queue with several instances has DEFBIND(OPEN) on all of them."""
    for cluster in estate.derived(build_clusters).values():
        if cluster.automatic:
            continue
        for several in instances(cluster).values():
            _, queue = several[0]
            place = queue.place("DEFBIND")
            if place is None or any(one.value("DEFBIND") != "OPEN" for _, one in several):
                continue
            yield Hit(
                place,
                f"QLOCAL({queue.name}) has {len(several)} instances in cluster {cluster.name} and "
                "DEFBIND(OPEN)",
                note="the instance is chosen when the queue is opened: all messages of that open go to it, "
                "and a program that keeps the queue open uses only one of them (WebSphere MQ V5.3 large "
                "clusters, 2003, p. 11)",
                help="set DEFBIND(NOTFIXED), or GROUP if the messages of a group must stay together, "
                "unless order or affinity requires one instance",
                object=ObjectName("QLOCAL", queue.name),
                attribute="DEFBIND",
                related=tuple(
                    Related(there, f"the instance on {other.label}")
                    for other, one in several[1:8]
                    if (there := one.place()) is not None
                ),
            )
