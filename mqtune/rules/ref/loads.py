"""REF035: declared loads of objects that no file defines."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.busy_load import server_connections
from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.keywords import QUEUE
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.near import NearNames, near_name
from mqtune.estate.workload import declared_loads
from mqtune.findings.finding import ObjectName
from mqtune.project.settings import ChannelLoad, ClusterLoad, QueueLoad, TopicLoad
from mqtune.rules.common.load_places import load_place

WITHOUT_EFFECT = "no rule and no recommendation takes this load into account"

UNUSED_CLIENTS = (
    "its clients count for MaxChannels, but MAXINST and SHARECNV of no channel are compared with them"
)


@rule("REF035")
def load_without_object(estate: Estate) -> Iterator[Hit]:
    """A declared load is for a queue, topic, cluster or server connection that no file defines."""
    if estate.project.unread:
        return  # a file that was not read may define it
    for manager in estate.queue_managers:
        for queue_load in declared_loads(manager)[1]:
            if not has_queue(queue_load.queue, manager, estate):
                yield hit(
                    queue_load, "queue", queue_load.queue, manager, manager.near(QUEUE, queue_load.queue)
                )
        for cluster_load in manager.cluster_loads:
            name = cluster_load.cluster
            if not is_in_cluster(name, manager, estate):
                near = near_name(
                    name,
                    [one for one in estate.derived(build_clusters) if is_in_cluster(one, manager, estate)],
                )
                yield hit(cluster_load, "cluster", name, manager, near)
        for channel_load in manager.declaration.channels if manager.declaration is not None else ():
            name = channel_load.channel
            if channel_load.clients and not has_server_connection(name, manager):
                near = near_name(name, [one.name for one in server_connections(manager)])
                yield hit(channel_load, "server connection", name, manager, near)
        topic_loads = declared_loads(manager)[0]
        strings = topic_strings(manager) if topic_loads else {}
        above = {upper for string in strings for upper in branches_above(string)}
        near_strings = NearNames(strings)
        for topic_load in topic_loads:
            yield from misnamed_topic(topic_load, manager, strings, above, near_strings)


def has_queue(name: str, manager: QueueManager, estate: Estate) -> bool:
    """Whether an application of the queue manager may open a queue of this name, as far as the files show."""
    if manager.queue(name) is not None or manager.has_unknown_names:
        return True
    for cluster in estate.derived(build_clusters).values():
        if cluster.membership(manager) is not None and any(
            (queue := member.queue_manager.queue(name)) is not None
            and cluster_names(queue, member.queue_manager)
            for member in cluster.members
        ):
            return True
    return False


def has_server_connection(name: str, manager: QueueManager) -> bool:
    """Whether clients may use a channel of this name, as far as the files show."""
    channel = manager.channel(name)
    if channel is None:
        return manager.has_unknown_names or manager.qmgr.text("CHAD") == "ENABLED"  # defined when used
    return channel.subtype == "SVRCONN"


def is_in_cluster(name: str, manager: QueueManager, estate: Estate) -> bool:
    """Whether the files of a queue manager name a cluster."""
    cluster = estate.derived(build_clusters).get(name)
    return cluster is not None and cluster.membership(manager) is not None


def topic_strings(manager: QueueManager) -> dict[str, None]:
    """The topic strings that scripts give to topics, each once, in their order."""
    return {
        string: None
        for topic in manager.of_type("TOPIC")
        if topic.statements and not topic.placeholder and (string := topic.value("TOPICSTR"))
    }


def branches_above(topic: str) -> Iterator[str]:
    """The topic strings above a topic string, the nearest first."""
    while "/" in topic:
        topic = topic.rpartition("/")[0]
        yield topic


def misnamed_topic(
    load: TopicLoad,
    manager: QueueManager,
    strings: dict[str, None],
    above: set[str],
    near_strings: NearNames,
) -> Iterator[Hit]:
    """Report a topic that is the name of an object, or a misspelling of a topic string.

    `strings` are the defined ones, `above` the branches that have one of them below.
    """
    branch = load.topic.removesuffix("/#").removesuffix("/+")
    if branch in ("", "#", "+"):
        return
    if branch in strings or branch in above or any(upper in strings for upper in branches_above(branch)):
        return
    named = manager.find("TOPIC", branch)
    if named is not None and named.statements and named.value("TOPICSTR"):
        yield hit(load, "topic string", load.topic, manager, named.text("TOPICSTR"))
    elif (near := near_strings[branch]) is not None:
        yield hit(load, "topic string", load.topic, manager, near)


def hit(
    load: QueueLoad | TopicLoad | ClusterLoad | ChannelLoad,
    kind: str,
    name: str,
    manager: QueueManager,
    near: str | None,
) -> Hit:
    """The finding on a load, at its declaration."""
    owner = f" of {manager.name}" if manager.name else ""
    return Hit(
        load_place(load),
        f"a load is declared for {kind} {name}, which no file{owner} defines",
        note=UNUSED_CLIENTS if isinstance(load, ChannelLoad) else WITHOUT_EFFECT,
        help=f"the nearest is {near}" if near else "correct the name, or add the file that defines it",
        object=ObjectName("LOAD", name),
        attribute=kind,
    )
