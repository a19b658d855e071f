"""Where the files of an estate name an object, and which objects of which queue managers share the name.

Some objects have their name only together: the two ends of a channel, the instances of a cluster queue. They
are linked, and what names one of them names all.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from mqtune.analysis.flow.graph import PUT, Graph
from mqtune.analysis.flow.queue_routes import put_edges
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import RECEIVERS
from mqtune.analysis.topology.references import is_local
from mqtune.estate.words import QUEUE
from mqtune.estate.workload import cluster_names
from mqtune.language.access import setmqaut_type
from mqtune.session.access import named_object as named_manager
from mqtune.session.written_names import CHANNEL, CLUSTER, PROFILES, QMGR, TOPIC, WrittenName, written_names
from mqtune.syntax.document import Document
from mqtune.syntax.system import COMMAND, authority_commands
from mqtune.text.editing import LineIndex, Span
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.session.session import Session
    from mqtune.syntax.ccdt.tree import CcdtFile, Node
    from mqtune.syntax.mqsc.tree import Command, Script
    from mqtune.text.editing import Place

# a queue manager, None for what belongs to all of them, and a name space
Holder = tuple["QueueManager | None", str]
CLIENT = "CLNTCONN"
CHANNELS = (CHANNEL, CLIENT)
MOST_HOPS = 60  # of one remote queue definition


@record
class Mention:
    """One place that names an object: the name itself, the span to replace, and who has the object.

    `keyword` is the attribute, "" for the own name of a command, "name" in a client channel table, "-n" in a
    setmqaut command. `quoted` means that the span includes quotation marks of MQSC; `marks` are those of
    other languages, None for MQSC. `raw` is the name as written.
    """

    name: str
    place: Place
    document: Document
    span: Span
    quoted: bool
    holders: frozenset[Holder]
    keyword: str = ""
    defines: bool = False
    statement: Statement | None = None
    raw: str = ""
    marks: str | None = None


class Mentions:
    """The mentions of names in one estate."""

    __slots__ = ("_graph", "estate", "session")

    def __init__(self, estate: Estate, session: Session) -> None:
        self.estate = estate
        self.session = session
        self._graph: Graph | None = None

    def of_command(self, command: Command) -> list[Mention]:
        """The names in one command, for every queue manager that runs it."""
        mentions: dict[tuple[object, ...], Mention] = {}
        for manager in self.estate.queue_managers:
            if any(script is command.script for script in manager.scripts):
                for statement in manager.statements:
                    if statement.command is command:
                        self._add(mentions, statement, manager)
        return list(mentions.values())

    def of_table(self, ccdt: CcdtFile) -> list[Mention]:
        """The names of channels in a client channel table."""
        return [mention for node in entries(ccdt) if (mention := self._entry(node, ccdt)) is not None]

    def named(self, name: str) -> list[Mention]:
        """Every place of the estate that has a name, whatever it means there."""
        mentions: dict[tuple[object, ...], Mention] = {}
        wanted = name.upper()
        if not wanted:
            return []
        for manager in self.estate.queue_managers:
            commands = {
                id(command) for script in manager.scripts for command in commands_with(script, wanted)
            }
            if commands:
                for statement in manager.statements:
                    if id(statement.command) in commands:
                        self._add(mentions, statement, manager, name)
        for ccdt in self.estate.ccdts:
            if wanted in ccdt.document.text.upper():
                for mention in self.of_table(ccdt):
                    if mention.name == name:
                        mentions[mention.place.key()] = mention
        for mention in self.authorities(name):
            mentions[mention.place.key()] = mention
        return sorted(mentions.values(), key=lambda mention: mention.place.key())

    def authorities(self, name: str) -> Iterator[Mention]:
        """The setmqaut commands for an object."""
        for file in self.session.inputs.files:
            source = file.source
            if source is None or COMMAND not in source.text or name not in source.text:
                continue
            document, index = Document("shell", source), LineIndex(source.text)
            for command in authority_commands(source.text):
                manager = named_manager(self.session, file, command.queue_manager)
                objtype = setmqaut_type(command.type) or ""
                if command.profile != name or manager not in self.estate.queue_managers:
                    continue
                match = profile_span(index, command.line, name)
                if match is not None:
                    span, marks = match
                    holders = frozenset({(manager, PROFILES.get(objtype, objtype))})
                    yield Mention(
                        name, document.place(span), document, span, False, holders, "-n", marks=marks
                    )

    def linked(self, mentions: Iterable[Mention], first: Iterable[Holder], name: str) -> set[Holder]:
        """The holders of a name that have it together with some of them."""
        every = list(mentions)
        holders = set(first)
        waiting = list(holders)
        while waiting:
            holder = waiting.pop()
            more = set(self.partners(holder, name))
            for mention in every:
                if holder in mention.holders:
                    more |= mention.holders
            waiting += more - holders
            holders |= more
        return holders

    def objects(self, holders: Iterable[Holder], name: str) -> list[tuple[QueueManager, MqObject]]:
        """The objects that some holders have."""
        objects = []
        for manager, space in holders:
            object = manager.find(space, name) if manager is not None else None
            if manager is not None and object is not None:
                objects.append((manager, object))
        return sorted(objects, key=lambda pair: (pair[0].label, pair[1].type))

    def _add(
        self,
        mentions: dict[tuple[object, ...], Mention],
        statement: Statement,
        manager: QueueManager,
        only: str | None = None,
    ) -> None:
        for written in written_names(statement, manager):
            if only is not None and written.name != only:
                continue
            mention = self._mention(written, manager)
            key = mention.place.key()
            known = mentions.get(key)
            if known is not None:
                mention.holders |= known.holders
            mentions[key] = mention

    def _mention(self, written: WrittenName, manager: QueueManager) -> Mention:
        holders = frozenset(self._meant(written, manager))
        document = written.statement.command.script.document
        return Mention(
            written.name,
            written.place(),
            document,
            written.span,
            written.value.quoted,
            holders,
            written.keyword,
            written.defines,
            written.statement,
            written.value.raw,
        )

    def _meant(self, written: WrittenName, manager: QueueManager) -> Iterator[Holder]:
        """Who has the object that a command of a queue manager names."""
        if written.space == CLUSTER:
            yield None, CLUSTER
            return
        if written.space == QMGR:
            yield self.estate.named(written.name), QMGR
            return
        if written.keyword == "RNAME":
            yield from self._at_remote(written, manager)
            return
        if written.keyword == "DEST":
            subscription = manager.find("SUB", written.statement.name or "")
            if subscription is not None and not is_local(subscription, manager):
                yield self.estate.named(subscription.text("DESTQMGR")), QUEUE
                return
        object = manager.find(written.space, written.name)
        if written.defines or object is not None or written.space not in (QUEUE, TOPIC, CHANNEL):
            yield manager, written.space
        elif written.space == CHANNEL and manager.find(CLIENT, written.name) is not None:
            yield manager, CLIENT
        else:
            yield from self._instances(manager, written.space, written.name) or [(manager, written.space)]

    def _instances(self, manager: QueueManager, space: str, name: str) -> list[Holder]:
        """The members of its clusters that advertise an object with a name."""
        instances: list[Holder] = []
        for cluster in self.estate.derived(build_clusters).values():
            if cluster.membership(manager) is not None:
                instances += [
                    (member.queue_manager, space)
                    for member in cluster.members
                    for object in member.objects
                    if object.name == name and (object.type == TOPIC) == (space == TOPIC)
                ]
        return instances

    def _at_remote(self, written: WrittenName, manager: QueueManager) -> Iterator[Holder]:
        """Who has the queue that RNAME names, as the route of a message shows it."""
        if self._graph is None:
            self._graph = Graph(self.estate)
        waiting = [self._graph.node(manager, PUT, written.statement.name or "")]
        seen = {id(waiting[0])}
        holders: set[Holder] = set()
        while waiting and len(seen) < MOST_HOPS:
            node = waiting.pop()
            for edge in put_edges(self._graph, node):
                target = edge.target
                if target is None or target.kind != PUT or id(target) in seen:
                    continue
                seen.add(id(target))
                waiting.append(target)
                owner = target.queue_manager
                if (
                    target.name == written.name
                    and owner.find(QUEUE, written.name) is not None
                    and owner is not manager
                ):
                    holders.add((owner, QUEUE))
        remote = manager.find(QUEUE, written.statement.name or "")
        named = self.estate.named(remote.text("RQMNAME")) if remote is not None else None
        yield from holders or [(named, QUEUE)]

    def _entry(self, node: Node, ccdt: CcdtFile) -> Mention | None:
        """The name of a channel in a client channel table."""
        name = node.value
        if not isinstance(name, str):
            return None
        place = ccdt.document.place(node.span)
        clients = [
            client for client in self.estate.clients if client.source == "ccdt" and client.place == place
        ]
        holders: set[Holder] = {(manager, CHANNEL) for client in clients for manager, _ in client.reaches}
        if not holders:
            ends = self.estate.channels_named(name.strip())
            holders = {(manager, CHANNEL) for manager, end in ends if end.subtype == "SVRCONN"}
            holders = holders if len(holders) == 1 else {(None, CHANNEL)}
        known, marks = frozenset(holders), '"'
        return Mention(name.strip(), place, ccdt.document, node.span, False, known, "name", marks=marks)

    def partners(self, holder: Holder, name: str) -> Iterator[Holder]:
        """Who has the name together with a holder: other ends of a channel, other instances in a cluster."""
        manager, space = holder
        object = manager.find(space, name) if manager is not None else None
        if manager is None or object is None:
            return
        if space in CHANNELS:
            yield from self._other_ends(manager, object)
        elif space in (QUEUE, TOPIC) and cluster_names(object, manager):
            mine = set(cluster_names(object, manager))
            for partner, end in self.objects(self._instances(manager, space, name), name):
                if mine & set(cluster_names(end, partner)):
                    yield partner, space

    def _other_ends(self, manager: QueueManager, channel: MqObject) -> Iterator[Holder]:
        """The other ends of a channel: of the same name, and of the opposite kind."""
        name = channel.name
        if channel.subtype in ("SVRCONN", CLIENT):
            for client in self.estate.clients:
                if client.channel == name and client.source == CLIENT:
                    ends = {reached for reached, _ in client.reaches}
                    owner = owner_of(self.estate, client.place)
                    if owner is not None and (manager in ends or owner is manager):
                        yield owner, CLIENT
                        yield from ((reached, CHANNEL) for reached in ends)
            return
        receives = channel.subtype in RECEIVERS or channel.subtype == "CLUSRCVR"
        for remote, end in self.estate.channels_named(name):
            if remote is manager or not end.statements or end.subtype in ("SVRCONN", "AMQP", "MQTT"):
                continue
            if (end.subtype in RECEIVERS or end.subtype == "CLUSRCVR") != receives:
                yield remote, CHANNEL


def owner_of(estate: Estate, place: Place) -> QueueManager | None:
    """The queue manager that defines a client channel at a position."""
    for manager in estate.queue_managers:
        for channel in manager.of_type(CHANNEL, CLIENT):
            if channel.place() == place:
                return manager
    return None


def entries(ccdt: CcdtFile) -> Iterator[Node]:
    """The names of the channels of a table."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    for entry in table.items if table is not None else ():
        name = entry.get("name")
        if name is not None and name.value is not None:
            yield name


def profile_span(index: LineIndex, line: int, name: str) -> tuple[Span, str] | None:
    """The span of the name after -n in a setmqaut command that begins on a line, and its quotation marks."""
    start = index.starts[line - 1]
    written = re.compile(rf"-n[ \t\\\n]*([\"']?)({re.escape(name)})\1(?=\s|\Z)")
    match = written.search(index.text, start)
    if match is None:
        return None
    first, last = index.position(match.start(2) - len(match[1])), index.position(match.end(2) + len(match[1]))
    return Span(*first, *last), match[1]


def commands_with(script: Script, wanted: str) -> Iterator[Command]:
    """The commands that may contain a text in upper case: it is on one of their lines, or may be broken over
    several.
    """
    commands = script.commands
    for command in commands:
        if command.irregular:
            yield command
    text = script.document.text.upper()
    at, line, done = text.find(wanted), 0, 0
    while at >= 0:
        line += text.count("\n", done, at)
        done = at
        index = bisect_right(commands, line, key=lambda candidate: candidate.first) - 1
        while index >= 0 and commands[index].last >= line:
            yield commands[index]
            index -= 1
        at = text.find(wanted, at + 1)
