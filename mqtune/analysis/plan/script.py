"""What a script does on a queue manager as it is: the state after it, and the commands that are rejected.

Stricter than the replay of a project, in which an object that the files do not define may still exist: here
the current state is known, so ALTER of a missing object fails, and what depends on it fails too.
"""

from __future__ import annotations

from mqtune.analysis.plan.model import REFUSED, RUN, UNCERTAIN, Change, Side, Source
from mqtune.analysis.plan.objects import can_alter
from mqtune.analysis.plan.risk import CLOSES, DESTROYS, FAILS, UNKNOWN, normal, value_of
from mqtune.analysis.topology.references import in_cluster
from mqtune.analysis.topology.topics import TopicTree, build_topics
from mqtune.estate.build import predefined_objects, predefined_records
from mqtune.estate.events import EventKind, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import IDENTITY
from mqtune.estate.records import overlapped_record
from mqtune.estate.replay import Replay
from mqtune.estate.topic_strings import joined
from mqtune.estate.words import name_space
from mqtune.language.access import effects_of_command
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mqtune.estate.statement import Statement

REASONS = {
    EventKind.DEFINE_EXISTING: "{object} exists already, and DEFINE does not contain REPLACE",
    EventKind.OTHER_TYPE: "{object} has another type",
    EventKind.ALTER_MISSING: "{name} does not exist",
    EventKind.DELETE_MISSING: "{name} does not exist",
    EventKind.LIKE_MISSING: "LIKE({like}) does not exist",
    EventKind.LIKE_OTHER_TYPE: "LIKE({like}) has another type",
    EventKind.START_MISSING: "{name} does not exist",
    EventKind.CHLAUTH_EXISTING: "the record exists already, and ACTION is not REPLACE",
    EventKind.CHLAUTH_MISSING: "the record does not exist",
}
# what a state that is only a part may have
MISSING = (
    EventKind.ALTER_MISSING,
    EventKind.DELETE_MISSING,
    EventKind.LIKE_MISSING,
    EventKind.START_MISSING,
    EventKind.CHLAUTH_MISSING,
)
DURSUB = "DURSUB"
STOPPED = ("CHANNEL", "LISTENER", "SERVICE", "CONN")
ENDS = {
    "STOP": "STOP ends it until it is started again",
    "SUSPEND": "SUSPEND: the other members avoid sending messages to the queue manager until RESUME",
}
LOSES = {
    ("CLEAR", "QLOCAL"): "removes all messages of the queue",
    ("CLEAR", "TOPICSTR"): "removes the retained publication",
    ("DELETE", "QLOCAL"): "PURGE removes all messages of the queue",
    ("PURGE", "CHANNEL"): "ends the channel's clients and removes their state",
    ("RESOLVE", "CHANNEL"): "BACKOUT may duplicate, COMMIT may lose the messages in doubt",
    ("RESET", "CHANNEL"): "sets the sequence number of the channel",
    ("RESET", "CLUSTER"): "removes a queue manager from the cluster",
    ("REFRESH", "CLUSTER"): "discards what the queue manager has learned about the cluster",
}


class StrictReplay(Replay):
    """A replay in which commands that the queue manager would reject change nothing.

    `rejected` are commands that are invalid in themselves, by identity, with the reason; `is_complete` means
    that what the state lacks does not exist.
    """

    def __init__(self, manager: QueueManager, rejected: Mapping[int, str], is_complete: bool = True) -> None:
        super().__init__(manager)
        self.is_complete = is_complete
        self.rejected = dict(rejected)
        self.strict = False
        self.invalid: list[Statement] = []
        self.uncertain: list[Statement] = []  # of which the name is a placeholder
        self.topics: dict[str, str] | None = None  # the names by topic string, while the script runs
        self.tree: TopicTree | None = None  # of the topics at this point of the script
        self.stops: list[Statement] = []
        self.runs: list[
            tuple[Statement, tuple[str, ...], str]
        ] = []  # what changes no object, with its effect
        self.deletions: dict[tuple[str, str], Statement] = {}  # also of what the script defines again

    def run_state(self, statements: Iterable[Statement]) -> None:
        """Replay what defines the current state."""
        for statement in statements:
            handler = self.verbs.get(statement.verb)
            if handler is not None and statement.type is not None:
                handler(statement)

    def run_script(self, statements: Iterable[Statement]) -> list[ReplayEvent]:
        """Replay the script, and return what the queue manager would respond."""
        self.events.clear()
        self.deleted.clear()
        self.strict = True
        valid = []
        for statement in statements:
            if id(statement) in self.rejected:
                self.invalid.append(statement)
            else:
                valid.append(statement)
                if statement.verb == "STOP" and statement.type in STOPPED:
                    self.stops.append(statement)
                if statement.verb == "SUSPEND" and (statement.has("CLUSTER") or statement.has("CLUSNL")):
                    self.stops.append(statement)
                self.runs += effects(statement)
        return self.run(valid)

    def alter(self, statement: Statement) -> None:
        """ALTER; in the script, of an existing object only."""
        if statement.type == "TOPIC":
            self.tree = None
        if self.strict and statement.type != "QMGR" and statement.name is not None:
            key = (name_space(statement.type or "", statement.subtype), statement.name)
            existing = self.objects.get(key)
            if existing is None or not existing.defined:
                self.miss_in_script(EventKind.ALTER_MISSING, statement)
                return
            routed = existing.type == "TOPIC" and statement.has("CLROUTE") and not statement.has("CLUSTER")
            if routed and existing.text("CLUSTER") and existing.text("CLROUTE") != statement.text("CLROUTE"):
                self.reject(statement, f"CLROUTE cannot be altered in cluster {existing.text('CLUSTER')}")
                return
        super().alter(statement)

    def delete(self, statement: Statement) -> None:
        """DELETE; in the script, a name that is a placeholder may be that of any object."""
        if self.strict and statement.placeholder:
            self.uncertain.append(statement)
            return
        key = (name_space(statement.type or "", statement.subtype), statement.name or "")
        existing = self.objects.get(key)
        if self.strict and existing is not None and existing.type != statement.type:
            self.note(EventKind.OTHER_TYPE, statement, existing)
            return
        super().delete(statement)
        self.deletions |= self.deleted
        if statement.type == "TOPIC":
            self.topics = self.tree = None

    def use(self, statement: Statement) -> None:
        """START; in the script, of an existing object only. Cluster-sender channels make themselves."""
        key = (name_space(statement.type or "", statement.subtype), statement.name or "")
        missing = self.strict and bool(statement.name) and key not in self.objects
        itself = statement.type == "CHANNEL" and in_cluster(self.queue_manager)
        if missing and statement.verb == "START" and statement.type in STOPPED and not itself:
            self.miss_in_script(EventKind.START_MISSING, statement)
        else:
            super().use(statement)

    def miss_in_script(self, kind: EventKind, statement: Statement) -> None:
        """Record that an object does not exist, or that its name is unknown."""
        if statement.placeholder:
            self.uncertain.append(statement)
        else:
            self.note(kind, statement)

    def define(self, statement: Statement) -> None:
        """DEFINE; in the script, LIKE of an existing object only."""
        if self.strict and statement.has("LIKE"):
            like = self.objects.get(
                (name_space(statement.type or "", statement.subtype), statement.text("LIKE"))
            )
            if like is None and not has_placeholder(statement.text("LIKE")):
                self.note(EventKind.LIKE_MISSING, statement)
                return
            if like is not None and like.type != statement.type:
                self.note(EventKind.LIKE_OTHER_TYPE, statement, like)
                return
        reason = self.rejection(statement) if self.strict else ""
        if reason:
            self.reject(statement, reason)
            return
        super().define(statement)
        if statement.type == "TOPIC":
            self.tree = None
        topic = self.objects.get((statement.type or "", statement.name or ""))
        if self.topics is not None and topic is not None and topic.type == "TOPIC":
            self.topics[topic.text("TOPICSTR")] = topic.name

    def rejection(self, statement: Statement) -> str:
        """Why a DEFINE is rejected that is valid in itself. Empty if it is not."""
        return (
            self.identity_missing(statement)
            or self.topic_string_taken(statement)
            or (self.fixed_attribute(statement))
            or self.not_subscribed(statement)
        )

    def not_subscribed(self, statement: Statement) -> str:
        """Why a subscription cannot be made: what it names is missing, or its topic allows no durable one."""
        if statement.type != "SUB":
            return ""
        clustered = in_cluster(self.queue_manager)  # then the queue may be elsewhere
        for space, name in self.lacking(statement) if self.is_complete else ():
            if space == "TOPIC" or not clustered:
                return f"{space}({name}) is not defined"
        if ("SUB", statement.name or "") in self.objects:
            return ""
        string, name = statement.text("TOPICSTR"), statement.text("TOPICOBJ")
        parent = self.objects.get(("TOPIC", name))
        if has_placeholder(string + name) or (name and parent is None):
            return ""
        if self.tree is None:
            self.tree = build_topics(self.queue_manager)
        base = parent.text("TOPICSTR") if parent is not None else ""
        value, owner = self.tree.effective(joined(base, string), DURSUB)
        topic = owner.object if owner is not None else None
        return f"TOPIC({topic.name}) has DURSUB(NO)" if value == "NO" and topic is not None else ""

    def identity_missing(self, statement: Statement) -> str:
        """What REPLACE may leave out only if the object exists. Empty if nothing is missing."""
        words = IDENTITY.get(statement.type or "", ())
        if not self.is_complete or not words or statement.has("LIKE") or any(map(statement.has, words)):
            return ""
        exists = (statement.type or "", statement.name or "") in self.objects
        return "" if exists else f"it has no {' or '.join(words)}"

    def reject(self, statement: Statement, reason: str) -> None:
        """Record that the queue manager would reject a command."""
        self.rejected[id(statement)] = reason
        self.invalid.append(statement)

    def fixed_attribute(self, statement: Statement) -> str:
        """Why REPLACE cannot change an object: an attribute that is set once. Empty if it can."""
        type, subtype = statement.type or "", statement.subtype or ""
        existing = self.objects.get((name_space(type, subtype), statement.name or ""))
        if existing is None or existing.type != type or not existing.defined or not statement.has("REPLACE"):
            return ""
        for keyword in statement.layout.attributes:
            before, after = value_of(existing, keyword), statement.text(keyword)
            if can_alter(type, keyword, subtype) or before is None or has_placeholder(before + after):
                continue
            if before != normal(type, keyword, after):
                return f"{type}({existing.name}) has {keyword}({before}), which only DELETE and DEFINE change"
        return ""

    def set(self, statement: Statement) -> None:
        """SET; in the script, without an address range that overlaps another one."""
        overlapped = self.strict and overlapped_record(self.records.channels.values(), statement)
        if overlapped:
            address = overlapped.text("ADDRESS")
            self.reject(statement, f"ADDRESS({address}) overlaps it, and neither range includes the other")
            return
        super().set(statement)

    def topic_string_taken(self, statement: Statement) -> str:
        """Why a topic cannot be defined: another one has its topic string. Empty if it can."""
        string = statement.text("TOPICSTR") if statement.type == "TOPIC" else ""
        if not string or has_placeholder(string):
            return ""
        if self.topics is None:
            topics = [topic for topic in self.objects.values() if topic.type == "TOPIC"]
            self.topics = {topic.text("TOPICSTR"): topic.name for topic in topics}
        owner = self.topics.get(string, statement.name)
        return f"TOPIC({owner}) has the topic string {string}" if owner != statement.name else ""


def run_over(
    manager: QueueManager,
    statements: list[Statement],
    rejected: Mapping[int, str],
    is_complete: bool,
    authorities: Sequence[Statement] = (),
) -> tuple[QueueManager, StrictReplay]:
    """The queue manager after a script, and the replay with its events. `manager` does not change.

    `authorities` are setmqaut commands that the current state contains besides MQSC.
    """
    after = QueueManager(manager.name, manager.project)
    for name in (
        "title",
        "environment_name",
        "declaration",
        "complete",
        "is_partial",
        "stated_complete",
        "gaps",
        "level",
        "platform",
    ):
        setattr(after, name, getattr(manager, name))
    after.folder, after.inis, after.exports = manager.folder, manager.inis, manager.exports
    after.objects = dict(predefined_objects(manager.platform, manager.level))
    after.chlauth = list(predefined_records(manager.platform, manager.level))
    after.scripts = manager.scripts[:]
    replay = StrictReplay(after, rejected, is_complete)
    replay.run_state([*manager.statements, *authorities])
    after.events = replay.run_script(statements)
    after.statements = manager.statements + statements
    return after, replay


def rejected_commands(
    after: QueueManager, replay: StrictReplay, side: Side, is_complete: bool
) -> list[Change]:
    """The commands of a script that the queue manager would reject, and those that lose messages or state.

    `is_complete` means that the current state is known completely, so that what it lacks does not exist.
    """
    changes = [
        refused(after, statement, replay.rejected[id(statement)], side) for statement in replay.invalid
    ]
    for event in after.events:
        reason = REASONS.get(event.kind)
        if reason is not None:
            change = refused(after, event.statement, explained(event, reason), side)
            if not is_complete and event.kind in MISSING:
                change.action, change.more = "unknown", ("unknown",)
                change.notes = ["the current state is only a part, so whether it exists is unknown"]
            changes.append(change)
        elif event.kind == EventKind.DESTRUCTIVE:
            changes.append(lost(after, event.statement, side))
    for statement in replay.uncertain:
        change = refused(after, statement, "", side)
        change.action, change.more = UNCERTAIN, (UNKNOWN,)
        change.notes = [f"{statement.verb} of an object whose name is a placeholder without a value"]
        changes.append(change)
    for statement in replay.stops:
        change = lost(after, statement, side)
        change.more, change.notes = (CLOSES,), [ENDS[statement.verb or ""]]
        if statement.text("MODE") == "FORCE" and statement.verb == "SUSPEND":
            change.notes.append("MODE(FORCE) stops its channels to and from other members")
        changes.append(change)
    add_runs(changes, after, replay, side)
    return changes


def effects(statement: Statement) -> Iterator[tuple[Statement, tuple[str, ...], str]]:
    """The classes of a command that changes no object, with a text, see `[[command]]` in changes.toml."""
    for option, value, classes, text in effects_of_command(statement.verb or "", statement.type or ""):
        if not option or (statement.has(option) and (not value or statement.text(option).upper() == value)):
            yield statement, classes, text


def add_runs(changes: list[Change], after: QueueManager, replay: StrictReplay, side: Side) -> None:
    """Add the commands that change no object, to a change of the same command if there is one."""
    known = {(change.source, change.type, change.name): change for change in changes}
    for statement, classes, text in replay.runs:
        change = lost(after, statement, side)
        same = known.get((change.source, change.type, change.name))
        if same is not None and same.action in (REFUSED, UNCERTAIN):
            continue
        if same is not None:
            same.more, same.notes = (*same.more, *classes), [*same.notes, text]
        else:
            change.more, change.notes = classes, [text]
            changes.append(change)


def explained(event: ReplayEvent, reason: str) -> str:
    """Why a command is rejected."""
    statement, object = event.statement, event.object
    return reason.format(
        object=f"{object.type}({object.name})" if object is not None else "the object",
        name=f"{statement.type}({statement.name})",
        like=statement.text("LIKE"),
    )


def refused(after: QueueManager, statement: Statement, reason: str, side: Side) -> Change:
    """A command that is rejected, while the rest of the script runs."""
    place = statement.name_place()
    source = Source(side.shown(place.file), place.span.line)
    change = Change(
        after, statement.type or statement.verb or "command", statement.name or "", REFUSED, source
    )
    change.subtype = statement.subtype or ""
    change.more = (FAILS,)
    change.notes.append(
        f"{statement.verb or 'the command'} is rejected: {reason}; the rest of the script runs"
    )
    return change


def lost(after: QueueManager, statement: Statement, side: Side) -> Change:
    """A command that loses messages or state."""
    place = statement.name_place()
    source = Source(side.shown(place.file), place.span.line)
    change = Change(after, statement.type or "", statement.name or "", RUN, source)
    change.more = (DESTROYS,)
    text = LOSES.get((statement.verb or "", statement.type or ""), "loses messages or state")
    change.notes.append(f"{statement.verb} {text}")
    return change
