"""The routes of messages to and from an object, and the objects that name it."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.flow.graph import REFUSED
from mqtune.analysis.topology.clusters import partners_of
from mqtune.analysis.topology.references import naming_keywords
from mqtune.analysis.topology.topics import build_topics
from mqtune.analysis.trace.trace_lines import Line, branch_text, lines_of
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.words import name_space
from mqtune.present.answer import OBJECT, TOPIC, Row, Target, link
from mqtune.questions.card_sources import Sources, object_target, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.trace.hops import Hop
    from mqtune.analysis.trace.trace import Trace

MOST_BRANCHES, MOST_NAMING = 40, 40


def trace_rows(estate: Estate, manager: QueueManager, name: str) -> Iterator[Row]:
    """The way of a message that is put to a queue, or published on `topic:STRING`."""
    from mqtune.analysis.trace.trace import Trace  # the first section of a card does not need it

    yield from rows_of_trace(Trace(estate, manager, name))


def rows_of_trace(trace: Trace) -> Iterator[Row]:
    """The hops and branches of a trace, as `mqtune trace` lays them out."""
    lines, left_out = lines_of(trace, MOST_BRANCHES)
    for line in lines:
        if line.branch is not None:
            yield branch_row(line)
        elif line.hop is not None:
            yield hop_row(trace, line, line.hop)
    if left_out:
        yield Row("", f"{left_out} more branches: mqtune trace shows them")


def hop_row(trace: Trace, line: Line, hop: Hop) -> Row:
    """One object that the message passes."""
    where = f" of {line.manager}" if hop.queue_manager is not trace.queue_manager else ""
    note = "; ".join(filter(None, (line.effect, *hop.notes)))
    text = f"{line.head}{line.name}{where}"
    return Row("", text, note, hop_target(hop), place=place_of(hop.place))


def branch_row(line: Line) -> Row:
    """How a branch ends."""
    branch = line.branch
    if branch is None or branch.again >= 0:
        return Row("", f"{line.head}as above, from {line.effect}")
    place = place_of(branch.place)
    text = branch_text(branch, line.limit)
    severity = "error" if branch.outcome == REFUSED else ""
    return Row("", line.head + branch.outcome, text, link(place), severity, place)


def hop_target(hop: Hop) -> Target | None:
    """The object of a hop."""
    name, manager = hop.name, hop.queue_manager
    if name.startswith("topic '"):
        return Target(TOPIC, name[len("topic '") : -1], "", manager.qualified)
    type, bracket, rest = name.partition("(")
    if bracket and rest.endswith(")"):
        return Target(OBJECT, rest[:-1], type, manager.qualified)
    kinds = ("SUB",) if hop.effect.startswith("SUB ") else ("QUEUE", "CHANNEL")
    object = next((candidate for kind in kinds if (candidate := manager.find(kind, name)) is not None), None)
    return None if object is None else object_target(manager, object)


def channel_rows(estate: Estate, manager: QueueManager, channel: MqObject) -> Iterator[Row]:
    """What a channel connects: its transmission queue, its other ends, and clients."""
    for partner, end in partners_of(channel, manager, estate):
        yield Row("other end", f"{end.subtype} of {partner.label}", "", object_target(partner, end))
    if channel.subtype not in ("SDR", "SVR", "CLNTCONN", "SVRCONN"):
        for owner, end in estate.channels_named(channel.name):
            if end is not channel and end.statements:
                yield Row("same name", f"{end.subtype} of {owner.label}", "", object_target(owner, end))
    for client in estate.clients:
        for reached, server in client.reaches:
            if reached is manager and client.channel == channel.name and (server is channel or not server):
                where = ", ".join(client.connections)
                place = place_of(client.place)
                yield Row("client", f"{client.source} {where}", "", link(place), "", place)
            elif server is not None and channel.subtype == "CLNTCONN" and client.channel == channel.name:
                yield Row("reaches", reached.label, "", object_target(reached, server))


def server_channel(sources: Sources, file: str, line: int) -> Target | None:
    """The server-connection channel that a client entry at a position reaches; None without one."""
    for estate in sources.workspace.estates:
        for client in estate.clients:
            if place_of(client.place) == (file, line):
                ends = (object_target(manager, end) for manager, end in client.reaches if end is not None)
                return next(ends, None)
    return None


def naming_rows(estate: Estate, manager: QueueManager, object: MqObject) -> Iterator[Row]:
    """The objects that name this one: aliases, transmission queues, subscriptions, remote definitions."""
    for count, (source, owner, keyword) in enumerate(naming(estate, manager, object)):
        if count == MOST_NAMING:
            yield Row("", f"more than {MOST_NAMING} objects name it")
            return
        yield naming_row(owner, source, keyword, owner.label if owner is not manager else "")


def naming_row(manager: QueueManager, source: MqObject, keyword: str, of: str) -> Row:
    """An object of a queue manager that names another one in an attribute."""
    name = f"{source.type}({source.name})" if source.name else f"queue manager {manager.label}"
    text = f"{name}{f' of {of}' if of else ''}"
    return Row(keyword, text, "", object_target(manager, source), place=place_of(source.place(keyword)))


def naming(
    estate: Estate, manager: QueueManager, object: MqObject
) -> Iterator[tuple[MqObject, QueueManager, str]]:
    """Each object that names another one, its queue manager, and the attribute."""
    wanted, name = name_space(object.type, object.subtype), object.name
    for type in sorted(manager.types):
        for keyword, space in naming_keywords(type):
            if space != wanted and type != "QALIAS":
                continue
            for source in manager.with_value(type, keyword, name):
                topic = type == "QALIAS" and source.value("TARGTYPE") == "TOPIC"
                if (source is not object and topic == (wanted == "TOPIC")) or space == wanted != "QUEUE":
                    yield source, manager, keyword
    if wanted == "QUEUE" and object.type != "QMODEL" and manager.name:
        for partner in estate.queue_managers:
            for source in partner.with_value("QREMOTE", "RNAME", name):
                if source.text("RQMNAME") == manager.name:
                    yield source, partner, "RNAME"


def subscription_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """The subscriptions that a publication on a topic string reaches."""
    for subscription in manager.derived(build_topics).reached(
        branch_root(topic) if "#" in topic or "+" in topic else topic
    ):
        object = subscription.object
        yield Row(
            "SUB",
            object.name,
            subscription.topic,
            object_target(manager, object),
            place=place_of(object.place()),
        )
