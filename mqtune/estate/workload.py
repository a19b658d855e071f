"""The expected load of a queue manager: declared in mqtune.toml, or in a directive before a DEFINE.

A load may be that of a cluster, so the clusters that an object names are found here.
"""

from __future__ import annotations

from bisect import bisect_left

from mqtune.text.editing import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.project.directives import Directive
    from mqtune.project.settings import QueueLoad, TopicLoad
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.text.editing import Place


# The clusters that an object names, directly or through a namelist.

AUTOMATIC = "+AUTOCL+"
MOST_NAMES = 256  # in a namelist (IBM MQ documentation, DEFINE NAMELIST)
# what advertises an object in a cluster, or in all those of a namelist
CLUSTERED_BY = ("CLUSTER", "CLUSNL")


def cluster_names(object: MqObject, queue_manager: QueueManager) -> tuple[str, ...]:
    """The clusters that an object's CLUSTER or CLUSNL names; +AUTOCL+ is that of the AutoCluster stanza."""
    if object.surely_lacks(CLUSTERED_BY):
        return ()
    name = object.text("CLUSTER")
    if name == AUTOMATIC:
        name = queue_manager.ini_value("AutoCluster", "ClusterName") or ""
    if name:
        return (name,)
    return listed(object.text("CLUSNL"), queue_manager)


def listed(namelist: str, queue_manager: QueueManager) -> tuple[str, ...]:
    """The names in a namelist, as many as a queue manager accepts; none if it does not exist."""
    definition = queue_manager.find("NAMELIST", namelist) if namelist else None
    return definition.values("NAMES", MOST_NAMES) if definition is not None else ()


# The loads.


def declared_loads(manager: QueueManager) -> tuple[list[TopicLoad], list[QueueLoad]]:
    """The loads that are declared for a queue manager, without those that other loads cause."""
    return manager.sources or (manager.topic_loads, manager.queue_loads)


def read_workload(manager: QueueManager) -> None:
    """Collect the declared loads, then those of directives."""
    if manager.declaration is not None:
        manager.topic_loads.extend(manager.declaration.topics)
        manager.queue_loads.extend(manager.declaration.queues)
        manager.cluster_loads.extend(manager.declaration.clusters)
    with_directives = [script for script in manager.scripts if script.directives]
    if with_directives:
        by_script: dict[int, list[Statement]] = {}
        for statement in manager.statements:
            by_script.setdefault(id(statement.command.script), []).append(statement)
        for script in with_directives:
            read_directives(manager, script, by_script.get(id(script), []))


def read_directives(manager: QueueManager, script: Script, statements: list[Statement]) -> None:
    """The workload directives of a script, each with the statement after it."""
    # directives are rare, and reading them costs an import
    from mqtune.project.directives import WORKLOAD, parse_directive

    ends = [statement.command.last for statement in statements]
    for number in script.directives:
        directive = parse_directive(script.lines[number].text)
        if directive is not None and directive.kind == WORKLOAD:
            behind = bisect_left(ends, number)
            following = statements[behind] if behind < len(statements) else None
            place = script.document.place(Span(number + 1, 1, number + 1, 1))
            add_load(manager, following, directive, place)


def add_load(manager: QueueManager, statement: Statement | None, directive: Directive, place: Place) -> None:
    """Add the load of a directive: for what it names itself, else for what the command defines."""
    # only a directive needs these
    from mqtune.project.directives import CLUSTER, QUEUE, TOPIC, cluster_load, queue_load, topic_load

    behind = dict(loaded(manager, statement)) if statement is not None else {}
    named = [kind for kind in (TOPIC, QUEUE, CLUSTER) if kind in directive.values]
    for kind in named or behind:
        name, at = behind.get(kind, ""), (place.file, place.span.line)
        if kind == TOPIC:
            manager.topic_loads.append(topic_load(directive.values, name, *at))
        elif kind == QUEUE:
            manager.queue_loads.append(queue_load(directive.values, name, *at))
        else:
            manager.cluster_loads.append(cluster_load(directive.values, name, *at))


def loaded(manager: QueueManager, statement: Statement) -> list[tuple[str, str]]:
    """What a command defines that can have a load: a topic branch, a queue, the clusters of a channel."""
    name = statement.name
    if statement.verb not in {"DEFINE", "ALTER"} or name is None:
        return []
    if statement.type == "TOPIC":
        topic = manager.find("TOPIC", name)
        string = topic.value("TOPICSTR") if topic is not None else None
        return [("topic", f"{string}/#" if string else "#")] if string is not None else []
    if statement.type in {"QLOCAL", "QMODEL"}:
        return [("queue", name)]
    channel = manager.channel(name) if statement.subtype == "CLUSRCVR" else None
    return [("cluster", cluster) for cluster in cluster_names(channel, manager)] if channel else []
