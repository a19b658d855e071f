"""Replays scripts in order, by the product's rules, on the objects of a new queue manager.

Responses of the queue manager, and changes that a reader would not expect, are recorded as events
(`estate/events.py`); rules decide which of them to report. A second run replays the same scripts on the state
that the first one left.

A command that an error in its form makes unreliable (`command.intact` false) is replayed as it was read.
A name with a placeholder defines an object, but never causes an event, because its collisions are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mqtune.estate.events import Doubts, EventKind, Key, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import IDENTITY, NO_VALUES, MqObject
from mqtune.estate.record_replay import RecordReplay
from mqtune.estate.statement import Statement
from mqtune.estate.words import QUEUE, name_space
from mqtune.language import catalogue
from mqtune.language.shipped import default_object
from mqtune.syntax.document import has_placeholder

# commands that define no object, classified by their purpose
DESTRUCTIVE = {
    ("CLEAR", "QLOCAL"),
    ("CLEAR", "TOPICSTR"),
    ("PURGE", "CHANNEL"),
    ("REFRESH", "CLUSTER"),
    ("RESET", "CHANNEL"),
    ("RESET", "CLUSTER"),
    ("RESOLVE", "CHANNEL"),
}
USES = ("START", "STOP", "CLEAR", "PING", "RESET", "PURGE")
ONE_OF_A_KIND = ("QMGR",)


class TypeDefaults:
    """The defaults of objects of a type and subtype.

    `space` is their name space, `defaults` the product's default values, `default_name` the object that has
    them.
    """

    __slots__ = ("default_name", "defaults", "space")

    def __init__(self, type: str, subtype: str, queue_manager: QueueManager) -> None:
        self.space = name_space(type, subtype)
        self.defaults = catalogue.defaults(type, subtype, queue_manager.platform, queue_manager.level)
        self.default_name = default_object(type, subtype)


class DefaultsByType(dict[tuple[str, str], TypeDefaults]):
    """The defaults of the objects of a queue manager, by type and subtype."""

    __slots__ = ("_queue_manager",)

    def __init__(self, queue_manager: QueueManager) -> None:
        super().__init__()
        self._queue_manager = queue_manager

    def __missing__(self, kind: tuple[str, str]) -> TypeDefaults:
        type_defaults = self[kind] = TypeDefaults(*kind, self._queue_manager)
        return type_defaults


class Replay:
    """One pass of statements over the objects of a queue manager."""

    def __init__(self, queue_manager: QueueManager) -> None:
        self.queue_manager = queue_manager
        self.objects = queue_manager.objects
        self.events: list[ReplayEvent] = []
        declaration = queue_manager.declaration
        self.doubts = Doubts(declaration is not None and bool(declaration.files))
        self.records = RecordReplay(queue_manager, self.events, self.doubts)
        self.deleted: dict[Key, Statement] = {}
        # objects used before they were defined, and whether that is among the events
        self.missing: dict[Key, list[tuple[ReplayEvent, bool]]] = {}
        self.defaults_by_type = DefaultsByType(queue_manager)
        self.altered_defaults: dict[Key, MqObject] = {}  # (type, subtype) -> frozen default object
        self.verbs: dict[str | None, Callable[[Statement], None]] = {
            "DEFINE": self.define,
            "ALTER": self.alter,
            "DELETE": self.delete,
            "SET": self.set,
        }

    def run(self, statements: Iterable[Statement]) -> list[ReplayEvent]:
        """Replay all statements and return the events in their order."""
        verbs = self.verbs
        for statement in statements:
            handler = verbs.get(statement.verb)
            if handler is not None:
                if statement.type is not None:
                    handler(statement)
            elif (statement.verb, statement.type) in DESTRUCTIVE or statement.verb in USES:
                self.use(statement)
        self.records.finish()
        self.queue_manager.doubts = self.doubts.pairs
        self.events[:] = [event for event in self.events if not self.are_alternatives(event)]
        return self.events

    def are_alternatives(self, event: ReplayEvent) -> bool:
        """Whether an event is between two statements of which perhaps only one runs."""
        return event.earlier is not None and event.statement.is_alternative_to(event.earlier)

    def miss(self, key: Key, event: ReplayEvent) -> None:
        """Record that an object is missing: a later statement may define it."""
        noted = bool(self.events) and self.events[-1] is event
        self.missing.setdefault(key, []).append((event, noted))

    def used_before(self, events: list[tuple[ReplayEvent, bool]], definition: Statement) -> None:
        """Record that a missing object, which a later statement defines, was used too early."""
        for event, noted in events:
            event.kind = EventKind.USE_BEFORE_DEFINE
            event.earlier = definition
            if not noted:
                self.events.append(event)

    def note(
        self,
        kind: EventKind,
        statement: Statement,
        object: MqObject | None = None,
        earlier: Statement | None = None,
        keywords: tuple[str, ...] = (),
    ) -> ReplayEvent:
        """Record an event, unless the name in the statement is a placeholder."""
        event = ReplayEvent(kind, statement, object, earlier, keywords)
        if not statement.placeholder:
            self.events.append(event)
        return event

    def define(self, statement: Statement) -> None:
        """DEFINE, with LIKE, REPLACE and NOREPLACE."""
        type, name = statement.type or "", statement.name
        if name is None:
            return
        type_defaults = self.defaults_by_type[type, statement.subtype or ""]
        key = (type_defaults.space, name)
        existing = self.objects.get(key)
        if existing is not None and existing.defined and same_disposition(statement, existing):
            if not self.replaceable(statement, existing):
                return
            # the subtype may be known only now
            type_defaults = self.defaults_by_type[type, statement.subtype or ""]
            created = self.make(statement, name, type_defaults)
            created.predefined = existing.predefined
            self.note_replaced(statement, existing, created)
            self.doubts.changes(key, statement, existing)
            if type in IDENTITY and not created.is_given(IDENTITY[type][0]):
                created.carried = existing.identified()
        else:
            created = self.make(statement, name, type_defaults)
            if self.deleted and key in self.deleted:
                self.note(EventKind.RECREATED, statement, created, self.deleted.pop(key))
        self.objects[key] = created
        if self.missing:
            self.used_before(self.missing.pop(key, []), statement)
        if name == type_defaults.default_name and name:
            self.altered_defaults[type, created.subtype] = created.layer()

    def replaceable(self, statement: Statement, existing: MqObject) -> bool:
        """Whether DEFINE may replace an existing object; records an event if not."""
        earlier = existing.statements[0] if existing.statements else None
        if statement.subtype is None:
            if statement.head.subtypes and not has_placeholder(statement.text(statement.head.splitter or "")):
                return False  # refused without a valid subtype
            statement.subtype = existing.subtype
        if is_other_type(statement, existing):
            self.note(EventKind.OTHER_TYPE, statement, existing, earlier)
            self.doubts.refuses(statement, existing.statements)
            return False
        if not statement.has("REPLACE"):
            self.note(EventKind.DEFINE_EXISTING, statement, existing, earlier)
            self.doubts.refuses(statement, existing.statements)
            return False
        return True

    def note_replaced(self, statement: Statement, existing: MqObject, created: MqObject) -> None:
        """Record the effect of REPLACE on an object that earlier statements defined."""
        if not existing.statements:
            return
        if existing.statements[0].verb == "DEFINE":
            self.note(EventKind.DEFINED_TWICE, statement, created, existing.statements[0])
        lost = tuple(
            keyword
            for keyword in existing.given
            if not created.is_given(keyword) and existing.value(keyword) != created.value(keyword)
            if keyword not in IDENTITY.get(created.type, ())
            if (origin := existing.written(keyword)) is None or not statement.is_alternative_to(origin[0])
        )
        if lost:
            last = next(
                earlier
                for earlier in reversed(existing.statements)
                if not statement.is_alternative_to(earlier)
            )
            self.note(EventKind.REPLACE_RESETS, statement, existing, last, lost)

    def make(self, statement: Statement, name: str, type_defaults: TypeDefaults) -> MqObject:
        """The object that a DEFINE creates, based on its LIKE object or the current defaults."""
        type, subtype = statement.type or "", statement.subtype or ""
        created = MqObject(
            type, subtype, name, type_defaults.defaults, False, type_defaults.default_name, statement
        )
        created.placeholder = statement.placeholder
        if type == "SUB" and not statement.placeholder:
            for key in self.lacking(statement):
                # reported only if a later statement defines the object
                self.miss(key, ReplayEvent(EventKind.SUBSCRIBED_MISSING, statement))
        if "LIKE" in statement.layout.words:
            created.like_name = statement.text("LIKE")
        if created.like_name:
            like = self.like(statement)
            if like is not None:
                created.base = like.layer()
            else:
                created.defaults = NO_VALUES  # its values are those of an unknown object
        elif self.altered_defaults:
            created.base = self.altered_defaults.get((type, subtype))
        return created

    def lacking(self, statement: Statement) -> list[Key]:
        """The objects that DEFINE SUB requires and that are missing: its queue on this queue manager, and its
        topic object (IBM MQ documentation, Defining an administrative subscription).
        """
        required = [("TOPIC", statement.text("TOPICOBJ"))]
        if statement.text("DESTQMGR") in ("", self.queue_manager.name):
            required.append((QUEUE, statement.text("DEST")))
        return [
            (space, name)
            for space, name in required
            if name and not has_placeholder(name) and (space, name) not in self.objects
        ]

    def like(self, statement: Statement) -> MqObject | None:
        """The object that LIKE names, None if it cannot be used."""
        name = statement.text("LIKE")
        key = (name_space(statement.type or "", statement.subtype), name)
        base = self.objects.get(key)
        if base is None:
            if not has_placeholder(name):
                self.miss(key, self.note(EventKind.LIKE_MISSING, statement))
            return None
        if is_other_type(statement, base):
            self.note(EventKind.LIKE_OTHER_TYPE, statement, base)
            return None
        if not base.defined:
            self.miss(key, ReplayEvent(EventKind.LIKE_MISSING, statement))
        return base

    def alter(self, statement: Statement) -> None:
        """ALTER keeps what it does not name; a missing object is recorded as far as it is known."""
        type = statement.type or ""
        name = "" if type in ONE_OF_A_KIND else statement.name
        if name is None:
            return
        key = (name_space(type, statement.subtype), name)
        object = self.objects.get(key)
        if object is None:
            self.miss(key, self.note(EventKind.ALTER_MISSING, statement))
            object = MqObject(type, statement.subtype or "", name, NO_VALUES)
            object.defined = False
            object.placeholder = statement.placeholder
        elif is_other_type(statement, object):
            self.note(
                EventKind.OTHER_TYPE, statement, object, object.statements[0] if object.statements else None
            )
            return
        else:
            object = self.changeable(object)
            self.doubts.changes(key, statement, object)
        if statement.subtype is None:
            statement.subtype = object.subtype
        object.add(statement)
        self.objects[key] = object
        if name and name == default_object(object.type, object.subtype):
            kind = (object.type, object.subtype)
            self.altered_defaults[kind] = object.layer(self.altered_defaults.get(kind))

    def changeable(self, object: MqObject) -> MqObject:
        """The object itself if a statement defined or changed it, else a copy: default objects are shared."""
        return object if object.statements else object.frozen()

    def delete(self, statement: Statement) -> None:
        """DELETE, with its authority records unless AUTHREC(NO)."""
        type, name = statement.type or "", statement.name
        if type == "AUTHREC":
            self.records.delete_authrec(statement)
            return
        if name is None:
            return
        space = "CLNTCONN" if statement.text("CHLTABLE") == "CLNTTAB" else name_space(type, statement.subtype)
        object = self.objects.get((space, name))
        if object is not None and object.statements and statement.is_alternative_to(object.statements[0]):
            return  # the object of the other branch
        self.objects.pop((space, name), None)
        self.doubts.forget((space, name))
        if not statement.placeholder:
            self.deleted[space, name] = statement
        if object is None:
            if statement.text("IGNSTATE") != "YES":
                self.note(EventKind.DELETE_MISSING, statement)
            return
        self.doubts.hides(statement, object.statements)
        if statement.has("PURGE"):
            self.note(EventKind.DESTRUCTIVE, statement, object)
        if statement.text("AUTHREC") != "NO":
            self.records.forget(space, name)

    def set(self, statement: Statement) -> None:
        """SET CHLAUTH, SET AUTHREC, SET POLICY."""
        if statement.type == "CHLAUTH":
            self.records.set_chlauth(statement)
        elif statement.type == "AUTHREC":
            self.records.set_authrec(statement)
        elif statement.type == "POLICY" and statement.name is not None:
            self.set_policy(statement, statement.name)

    def set_policy(self, statement: Statement, name: str) -> None:
        """SET POLICY creates or changes a policy, or removes it with ACTION(REMOVE)."""
        key = ("POLICY", name)
        policy = self.objects.get(key)
        if statement.text("ACTION") == "REMOVE":
            self.objects.pop(key, None)
            self.doubts.forget(key)
            self.doubts.hides(statement, policy.statements if policy is not None else [])
            return
        if policy is None:
            policy = self.make(statement, name, self.defaults_by_type["POLICY", ""])
        else:
            policy = self.changeable(policy)
            self.doubts.changes(key, statement, policy)
            policy.add(statement)
        self.objects[key] = policy

    def use(self, statement: Statement) -> None:
        """A command that requires its object to exist, or that destroys something."""
        type, name = statement.type or "", statement.name
        object = self.objects.get((name_space(type, statement.subtype), name)) if name else None
        if (statement.verb, statement.type) in DESTRUCTIVE:
            self.note(EventKind.DESTRUCTIVE, statement, object)
        elif name and object is None and statement.verb == "START" and not statement.placeholder:
            # reported only if a later statement defines the object: most files are part of a queue manager
            event = ReplayEvent(EventKind.START_MISSING, statement)
            self.miss((name_space(type, statement.subtype), name), event)


def same_disposition(statement: Statement, object: MqObject) -> bool:
    """Whether both are the same definition: on z/OS, a name has one for each QSGDISP."""
    if not statement.has("QSGDISP") and not object.is_given("QSGDISP"):
        return True
    return statement.text("QSGDISP") == object.text("QSGDISP")


def is_other_type(statement: Statement, object: MqObject) -> bool:
    """Whether a statement has another type or subtype than the object."""
    if object.type != statement.type:
        return True
    return bool(statement.subtype and object.subtype and statement.subtype != object.subtype)


# The second run.


class SecondReplay(Replay):
    """A replay that leaves the objects of the first one as they are."""

    def __init__(self, queue_manager: QueueManager) -> None:
        super().__init__(queue_manager)
        self._copies: dict[int, MqObject] = {}  # by identity

    def are_alternatives(self, event: ReplayEvent) -> bool:
        """No: what one run leaves is there in the next, whatever the branch."""
        return False

    def changeable(self, object: MqObject) -> MqObject:
        """A copy of an object that the first run made, which further commands change."""
        if id(object) in self._copies:
            return object
        copy = object.frozen()
        self._copies[id(copy)] = copy
        return copy


def second_run(manager: QueueManager, statements: Sequence[Statement]) -> list[ReplayEvent]:
    """The events of running some statements again on the queue manager as it is after the first run."""
    again = QueueManager(manager.name, manager.project)
    again.level = manager.level
    again.platform = manager.platform
    again.objects = dict(manager.objects)
    again.chlauth = list(manager.chlauth)
    without_type = [statement for statement in statements if statement.subtype is None]
    events = SecondReplay(again).run(statements)
    for statement in without_type:  # an object of the second run completed it
        statement.subtype = None
    return events
