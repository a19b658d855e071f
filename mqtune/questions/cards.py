"""The card of each kind of name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from mqtune.analysis.topology.busy_topics import lock_name
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import resolved
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import INBOUND
from mqtune.present import answer as kinds
from mqtune.present.answer import Code, Row, Section, Target
from mqtune.questions import card_sources as words
from mqtune.questions.card_knowledge import (
    experiment_card,
    file_card,
    finding_card,
    model_card,
    result_card,
    rule_card,
)
from mqtune.questions.card_object import (
    access_rows,
    budget_rows,
    default_rows,
    definition_rows,
    ini_rows,
    lines_of,
    lock_rows,
    model_rows,
    mqsc_lines,
    record_rows,
    result_rows,
)
from mqtune.questions.card_routes import channel_rows, naming_row, naming_rows, subscription_rows, trace_rows
from mqtune.questions.card_sources import (
    Card,
    Part,
    Sources,
    finding_row,
    manager_target,
    object_target,
    place_of,
    section,
)
from mqtune.text.finding import Finding

QUEUES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
SECURED = (*QUEUES, "TOPIC", "CHANNEL", "PROCESS", "NAMELIST", "AUTHINFO", "LISTENER", "SERVICE", "COMMINFO")
TOPIC_EXPERIMENTS = ("topic-limit", "topic-isolation", "fan-out", "triplets")
NAMING_MANAGERS = (("QREMOTE", "RQMNAME"), ("CLNTCONN", "QMNAME"))
MOST_LISTED = 500


def card_of(sources: Sources, target: Target) -> Card | None:
    """The card of a name; None if nothing is known about it. Quick: only sections take time."""
    makers: dict[str, Callable[[Sources, Target], Card | None]] = {
        kinds.OBJECT: object_card,
        kinds.MANAGER: manager_card,
        kinds.TOPIC: topic_card,
        kinds.CLUSTER: cluster_card,
        kinds.LIST: list_card,
        kinds.FINDING: finding_card,
        kinds.FILE: file_card,
        kinds.RULE: rule_card,
        kinds.MODEL: model_card,
        kinds.EXPERIMENT: experiment_card,
        kinds.RESULT: result_card,
    }
    return makers[target.kind](sources, target)


def object_card(sources: Sources, target: Target) -> Card | None:
    """The card of an object of a queue manager."""
    match = sources.find(target)
    return missing_card(sources, target) if match is None else card_of_object(sources, *match)


def card_of_object(sources: Sources, estate: Estate, manager: QueueManager, object: MqObject) -> Card:
    """The card of an object."""
    if object.type == "QMGR":
        return card_of_manager(sources, estate, manager)
    target = object_target(manager, object)
    sections = [
        section(words.DEFINITION, partial(definition_rows, manager, object)),
        section(words.FINDINGS, partial(object_findings, sources, manager, object), "none"),
        *routes(estate, manager, object),
        section(words.USES, partial(naming_rows, estate, manager, object)),
        section(words.LOAD, partial(load_of, sources, estate, manager, object)),
    ]
    if object.type in SECURED:
        sections.append(section(words.ACCESS, partial(access_of, sources, target)))
    if object.type == "TOPIC":
        sections.append(section(words.MODELS, partial(model_rows, manager, topic_of(object))))
    sections += [
        section(words.EXPERIMENTS, partial(result_rows, sources, manager.name or "\0")),
        mqsc_section(manager, object),
        section(words.DEFAULTS, partial(default_rows, manager, object)),
    ]
    return Card(target, manager.qualified, dict(sections), place_of(object.place()))


def mqsc_section(manager: QueueManager, object: MqObject) -> Part:
    """The MQSC that defines an object."""
    return words.MQSC, lambda: Section(words.MQSC, Code(list(mqsc_lines(manager, object)), "mqsc"))


def routes(estate: Estate, manager: QueueManager, object: MqObject) -> Iterator[Part]:
    """The section of the routes through an object, if it has any."""
    if object.type in QUEUES:
        yield section(words.ROUTES, partial(trace_rows, estate, manager, object.name))
    elif object.type == "TOPIC":
        topic = topic_of(object)
        yield section(
            words.ROUTES, partial(trace_rows, estate, manager, f"topic:{topic}") if topic else tuple
        )
    elif object.type == "CHANNEL":
        yield section(words.ROUTES, partial(channel_rows, estate, manager, object))


def topic_of(object: MqObject) -> str:
    """The topic string of a topic object."""
    return object.text("TOPICSTR")


def object_findings(sources: Sources, manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """The findings on an object: those that name it, and those in its commands that name none."""
    findings = sources.by_object.get((object.type, object.name), ())
    yield from (
        finding_row(finding, False) for finding in findings if belongs(sources, finding, manager, object)
    )
    for statement in object.statements:
        first, last = lines_of(statement)
        for finding in sources.by_file.get(statement.name_place().file, ()):
            if finding.object is None and first <= finding.place.span.line <= last:
                yield finding_row(finding)


def belongs(sources: Sources, finding: Finding, manager: QueueManager, object: MqObject) -> bool:
    """Whether a finding on an object with this name is on the one of this queue manager, or refers to it, as
    one on the client table refers to the server-connection channel.
    """
    if finding.queue_manager and manager.name:
        same = finding.queue_manager == manager.name
        return same and (finding.environment or None) == manager.environment_name
    files = {statement.name_place().file for statement in object.statements}
    return any(
        place.file in files for place in (finding.place, *(relation.place for relation in finding.related))
    )


def load_of(sources: Sources, estate: Estate, manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """The locks of a topic, and the share of each budget."""
    if object.type == "TOPIC":
        yield from topic_load(sources, estate, manager, topic_of(object))
        return
    if any(owner.has_load for owner in estate.queue_managers):
        yield from budget_rows(sources, estate, manager, f"{object.type}({object.name})")


def access_of(sources: Sources, target: Target) -> Iterator[Row]:
    """Who may use an object; of a channel, which records decide on a connection."""
    match = sources.secured.find(target)
    if match is None:
        return
    _, manager, object = match
    if object.type == "CHANNEL" and object.subtype in INBOUND:
        yield from record_rows(manager, object)
    yield from access_rows(manager, object.type, object.name)


def missing_card(sources: Sources, target: Target) -> Card:
    """The card of a name that no file defines: the nearest name."""
    space = "QUEUE" if target.type in QUEUES else target.type
    owners = sources.owners(target.owner)

    def rows() -> Iterator[Row]:
        yield Row("", "not defined in these files")
        if not owners:
            yield Row("", f"queue manager {target.owner} is not in these files")
        for _, manager in owners:
            near = manager.near(space, target.name)
            nearest = manager.find(space, near) if near else None
            if nearest is not None:
                yield Row("nearest", nearest.name, "", object_target(manager, nearest))

    def named() -> Iterator[Row]:
        wanted = MqObject("QLOCAL" if space == "QUEUE" else space, "", target.name, {})
        for estate, manager in owners:
            yield from naming_rows(estate, manager, wanted)

    return Card(target, target.owner, dict((section(words.DEFINITION, rows), section(words.USES, named))))


def manager_card(sources: Sources, target: Target) -> Card:
    """The card of the queue manager with a name."""
    owners = sources.owners(target.owner) or sources.owners(target.name)
    if not owners:
        missing = section(words.DEFINITION, lambda: (Row("", "not in these files"),))
        return Card(target, "", dict((missing, section(words.USES, partial(partner_rows, sources, target)))))
    return card_of_manager(sources, *owners[0])


def card_of_manager(sources: Sources, estate: Estate, manager: QueueManager) -> Card:
    """The card of a queue manager of the files."""
    object = manager.qmgr

    def findings() -> Iterator[Row]:
        for finding in sources.findings:
            kind = finding.object.type if finding.object is not None else ""
            if kind in ("QMGR", "STANZA", "") and sources.owner_of(finding) == manager.qualified:
                yield finding_row(finding)

    def clusters() -> Iterator[Row]:
        for name, cluster in estate.derived(build_clusters).items():
            member = cluster.membership(manager)
            if member is not None:
                role = "full repository" if member.repository else "partial repository"
                yield Row("cluster", name, role, Target(kinds.CLUSTER, name, "", manager.qualified))

    sections = (
        section(words.DEFINITION, partial(manager_rows, manager)),
        section(words.FINDINGS, findings, "none on the queue manager itself"),
        section("clusters", clusters),
        section(words.LOAD, partial(budget_rows, sources, estate, manager, "")),
        section(words.ACCESS, partial(access_rows, manager, "QMGR", "")),
        section(words.EXPERIMENTS, partial(result_rows, sources, manager.name or "\0")),
        mqsc_section(manager, object),
        section(words.DEFAULTS, partial(default_rows, manager, object)),
    )
    owner = manager.environment_name or ""
    return Card(manager_target(manager), owner, dict(sections), place_of(object.place()))


def partner_rows(sources: Sources, target: Target) -> Iterator[Row]:
    """The objects of its environment that name a queue manager which is not in the files."""
    environment = target.owner.rpartition("/")[0] or None
    for _, manager in sources.owners():
        if manager.environment_name == environment:
            for type, keyword in NAMING_MANAGERS:
                for source in manager.with_value(type, keyword, target.name):
                    yield naming_row(manager, source, keyword, manager.qualified)


def manager_rows(manager: QueueManager) -> Iterator[Row]:
    """A queue manager: role, level, objects by type, effective values that files set, ini entries."""
    role = manager.declaration.role if manager.declaration is not None else None
    yield Row("role", role or "not declared")
    if manager.level is not None or manager.platform:
        from mqtune.language.available import show_level

        level = show_level(manager.level) if manager.level is not None else ""
        yield Row("level", " ".join(filter(None, (level, manager.platform or ""))))
    for type in sorted(manager.types):
        count = sum(bool(object.statements) for object in manager.of_type(type))
        if count and type != "QMGR":
            yield Row(type, f"{count:,}", "", Target(kinds.LIST, type, type, manager.qualified))
    yield from definition_rows(manager, manager.qmgr)
    yield from ini_rows(manager)


def list_card(sources: Sources, target: Target) -> Card | None:
    """The objects of one type of a queue manager."""
    owners = sources.owners(target.owner)
    if not owners:
        return None
    manager = owners[0][1]

    def rows() -> Iterator[Row]:
        objects = [candidate for candidate in manager.of_type(target.type) if candidate.statements]
        for object in sorted(objects, key=lambda entry: entry.name)[:MOST_LISTED]:
            text = object.text("DESCR")
            yield Row(
                object.subtype,
                object.name,
                text,
                object_target(manager, object),
                place=place_of(object.place()),
            )
        if len(objects) > MOST_LISTED:
            yield Row("", f"{len(objects) - MOST_LISTED:,} more: ctrl+p finds each by its name")

    return Card(target, manager.qualified, dict([section("objects", rows)]))


def topic_card(sources: Sources, target: Target) -> Card | None:
    """The card of a topic string."""
    owners = sources.owners(target.owner)
    if not owners:
        return None
    estate, manager = owners[0]
    topic = target.name
    owner = manager.derived(build_topics).administrative(topic).object
    access = partial(access_rows, manager, "TOPIC", owner.name if owner else "SYSTEM.BASE.TOPIC")
    results = partial(result_rows, sources, manager.name or "\0", TOPIC_EXPERIMENTS)
    sections = (
        section(words.DEFINITION, partial(topic_rows, manager, topic)),
        section(words.FINDINGS, partial(topic_findings, sources, manager, topic), "none"),
        section("subscriptions", partial(subscription_rows, manager, topic)),
        section(words.ROUTES, partial(trace_rows, estate, manager, f"topic:{topic}") if topic else tuple),
        section(words.LOAD, partial(topic_load, sources, estate, manager, topic)),
        section(words.ACCESS, access),
        section(words.MODELS, partial(model_rows, manager, topic)),
        section(words.EXPERIMENTS, results),
    )
    place = place_of(owner.place()) if owner is not None else None
    return Card(target, manager.qualified, dict(sections), place)


def topic_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """The topic object of a topic string, its cluster, and the effective value of each property."""
    tree = manager.derived(build_topics)
    node = tree.node(topic)
    defined = node.object if node is not None else None
    owner = defined or tree.administrative(topic).object
    if owner is not None:
        label = "properties of" if defined is None else "object"
        yield Row(label, f"TOPIC({owner.name})", "", object_target(manager, owner))
    cluster, _ = tree.cluster(topic)
    if cluster:
        yield Row("CLUSTER", cluster, "", Target(kinds.CLUSTER, cluster, "", manager.qualified))
    for keyword in tree.properties:
        value, node = tree.effective(topic, keyword)
        where = node.object if node is not None else None
        link = object_target(manager, where) if where is not None else None
        yield Row(keyword, value, f"from TOPIC({where.name})" if where else "product", link)


def topic_findings(sources: Sources, manager: QueueManager, topic: str) -> Iterator[Row]:
    """The findings of the topic object of a topic string; without one, of those above it."""
    names = {
        node.object.name
        for node in manager.derived(build_topics).deepest(topic).upwards()
        if node.object is not None
    }
    node = manager.derived(build_topics).node(topic)
    mine = node.object.name if node is not None and node.object is not None else None
    for name in sorted(names & ({mine} if mine else names)):
        object = manager.find("TOPIC", name)
        if object is not None:
            yield from object_findings(sources, manager, object)


def topic_load(sources: Sources, estate: Estate, manager: QueueManager, topic: str) -> Iterator[Row]:
    """The locks of a topic string, its declared loads and its budgets."""
    yield from lock_rows(manager, topic)
    for load in manager.topic_loads:
        if load.topic == topic or load.topic.rstrip("/#") == topic:
            rate = f"{load.publish_rate_per_s:,.0f} publications/s" if load.publish_rate_per_s else "no rate"
            place = (load.file, load.line) if load.file else None
            yield Row(
                "declared",
                rate,
                load.topic,
                Target(kinds.FILE, load.file, line=load.line) if place else None,
                place=place,
            )
    if any(owner.has_load for owner in estate.queue_managers):
        yield from budget_rows(sources, estate, manager, topic)
        for lock in manager.derived(build_topics).locks(topic):
            yield from budget_rows(sources, estate, manager, f"topic lock of {lock_name(lock.node)}")


def cluster_card(sources: Sources, target: Target) -> Card | None:
    """The card of a cluster: its members, and what they advertise."""
    owners = sources.owners(target.owner) or sources.owners()
    pairs = [
        (estate, estate.derived(build_clusters)[target.name])
        for estate, _ in owners
        if target.name in estate.derived(build_clusters)
    ]
    if not pairs:
        missing = section(words.DEFINITION, lambda: (Row("", "no member is in these files"),))
        return Card(target, "", dict([missing]))
    estate, cluster = pairs[0]

    def members() -> Iterator[Row]:
        for member in cluster.members:
            role = "full repository" if member.repository else "partial repository"
            manager = member.queue_manager
            yield Row("member", manager.qualified, role, manager_target(manager))
            for label, channels in (("CLUSRCVR", member.receivers), ("CLUSSDR", member.senders)):
                for channel in channels:
                    yield Row(
                        label,
                        resolved(channel.name, target.name, manager),
                        channel.text("CONNAME"),
                        object_target(manager, channel),
                    )

    def advertised() -> Iterator[Row]:
        for member in cluster.members:
            for object in member.objects[:MOST_LISTED]:
                manager = member.queue_manager
                yield Row(object.type, object.name, manager.label, object_target(manager, object))

    def findings() -> Iterator[Row]:
        by_id = {id(finding): finding for finding in sources.by_object.get(("CLUSTER", target.name), ())}
        for member in cluster.members:
            for channel in (*member.receivers, *member.senders):
                for finding in sources.by_object.get((channel.type, channel.name), ()):
                    if belongs(sources, finding, member.queue_manager, channel):
                        by_id[id(finding)] = finding
        yield from map(finding_row, by_id.values())

    sections = (
        section("members", members),
        section(words.FINDINGS, findings),
        section("advertised", advertised),
        section(words.EXPERIMENTS, partial(result_rows, sources, "", ("cluster-publish", "uniform-scaling"))),
    )
    return Card(target, estate.environment or "", dict(sections))
