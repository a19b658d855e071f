"""UNI007 to UNI010, UNI014: the members of a uniform cluster: their number, differences and settings."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.cluster_membership import STANZA, told_members, uniform_clusters, uniform_name
from mqtune.analysis.topology.clusters import Cluster
from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.workload import cluster_names
from mqtune.estate.workload import listed as settings_listed
from mqtune.rules.common import and_more, defined_here, differing, give, unless_incomplete
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, ObjectName
from mqtune.text.messages import listed
from mqtune.text.not_checked import INCOMPLETE

# UNI008, UNI014: the number of members, and their differences.

SUPPORTED = 10  # "limit to around ten" (IBM MQ documentation, Limitations of uniform clusters)
FEWEST = 3
COMPARED = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "TOPIC", "CHANNEL")
# attributes that may differ between members
OWN = frozenset(("DESCR", "CONNAME", "LOCLADDR", "CERTLABL", "SSLPEER", "REPLACE"))


def stanza_place(cluster: Cluster) -> Place | None:
    """The place where the first member's stanza names the cluster."""
    for member in cluster.members:
        setting = member.queue_manager.ini_entry(STANZA, "ClusterName")
        if setting is not None:
            return setting[0].document.place(setting[1].span)
    return None


@rule("UNI008")
def unusual_member_count(estate: Estate) -> Iterator[Outcome]:
    """A uniform cluster has more than ten members in the files, or fewer than three if all of them are known
    to be complete.
    """
    for cluster in uniform_clusters(estate):
        count = len(told_members(cluster))
        place = stanza_place(cluster)
        few = count < FEWEST
        if place is None or (count <= SUPPORTED and not few):
            continue
        if few and not cluster.complete:
            yield INCOMPLETE
            continue
        yield Hit(
            place,
            f"uniform cluster {cluster.name} has {count} member{'s' if count != 1 else ''}",
            note="every member informs every other one about its applications, and the documentation "
            f"mentions about {SUPPORTED} at most; twelve were measured (uniform cluster scaling example, "
            "2021)"
            if not few
            else "when a member stops, a uniform cluster balances over the remaining members: with two "
            "members one remains, which must sustain everything",
            help="split the applications over two uniform clusters" if not few else "add a third member",
            object=ObjectName("CLUSTER", cluster.name),
            attribute="members",
            severity=INFO if few else None,
        )


def objects_of(queue_manager: QueueManager) -> dict[tuple[str, str], MqObject]:
    """The objects that scripts define for applications, by type and name."""
    return {
        (object.type, object.name): object
        for type in COMPARED
        for object in queue_manager.of_type(type)
        if object.statements
        and object.defined
        and not object.placeholder
        and not object.name.startswith("SYSTEM.")
        and object.subtype in {"", "SVRCONN"}
    }


@rule("UNI014")
def differing_member_definitions(estate: Estate) -> Iterator[Outcome]:
    """Members of a uniform cluster define a queue, topic or server-connection channel differently, or one
    member lacks an object that another has.
    """
    for cluster in uniform_clusters(estate):
        managers = [member.queue_manager for member in told_members(cluster) if member.queue_manager.scripts]
        if len(managers) < 2:
            continue
        first, base = managers[0], objects_of(managers[0])
        for manager in managers[1:]:
            mine = objects_of(manager)
            for key, object in mine.items():
                if key in base and object.statements[0] is not base[key].statements[0]:
                    yield from attributes_hit(cluster, (first, base[key]), (manager, object))
            for holder, candidate in (((first, base), (manager, mine)), ((manager, mine), (first, base))):
                yield from unless_incomplete(missing_hit(cluster, holder, candidate), first, manager)


def attributes_hit(
    cluster: Cluster, first: tuple[QueueManager, MqObject], second: tuple[QueueManager, MqObject]
) -> Iterator[Hit]:
    """One object with different values on two members."""
    (base_manager, base), (manager, object) = first, second
    keywords = sorted((object.given.keys() | base.given.keys()) - OWN)
    different = differing(object, base, keywords)
    place = object.place(different[0]) if different else None
    if place is None:
        return
    keyword = different[0]
    yield Hit(
        place,
        f"{object.type}({object.name}) has {keyword}({object.text(keyword)}) on {manager.label}, but "
        f"{keyword}({base.text(keyword)}) on {base_manager.label}{and_more(different)}",
        note=f"applications are moved between the members of uniform cluster {cluster.name}, and then use a "
        "different object",
        object=ObjectName(object.type, object.name),
        attribute=keyword,
        related=defined_here(base, keyword),
    )


def missing_hit(
    cluster: Cluster,
    first: tuple[QueueManager, dict[tuple[str, str], MqObject]],
    second: tuple[QueueManager, dict[tuple[str, str], MqObject]],
) -> Iterator[Hit]:
    """One finding for all objects that one member lacks and another has."""
    (manager, base), (lacking, mine) = first, second
    missing = [object for key, object in base.items() if key not in mine]
    place = missing[0].place() if missing else None
    if place is None:
        return
    names = listed([f"{object.type}({object.name})" for object in missing])
    yield Hit(
        place,
        f"{lacking.label} of uniform cluster {cluster.name} lacks {names}, which {manager.label} has",
        note="an application that is moved there receives reason 2085 (MQRC_UNKNOWN_OBJECT_NAME)",
        object=ObjectName(missing[0].type, missing[0].name),
        attribute=lacking.label,
    )


# UNI007, UNI009, UNI010: settings of a member that interfere with balancing.

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
        names = (text,) if keyword == "REPOS" else settings_listed(text, queue_manager)
        others = [name for name in names if name and name != cluster and not has_placeholder(name)]
        place = master.place(keyword)
        if not others or place is None:
            continue
        yield Hit(
            place,
            f"a member of uniform cluster {cluster} is also a full repository of {', '.join(others[:8])}",
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
        attribute="DEFBIND",
        fixes=give(object, "DEFBIND", "NOTFIXED"),
    )
