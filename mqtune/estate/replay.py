"""Scripts replayed in order, by the product's rules, over the objects a queue manager is born with.

What the queue manager would have answered, and what changes what a reader expects, is kept as events.
Does not know findings; whether an event is worth a word is a rule's business. Kinds of events:

  define-existing      DEFINE without REPLACE of an object that is there: refused, nothing changes
  defined-twice        DEFINE REPLACE of an object that an earlier statement defined
  replace-resets       DEFINE REPLACE that takes back attributes which earlier statements set (`keywords`)
  other-type           DEFINE or ALTER of a name that is there with another type: refused
  recreated            DEFINE of an object that an earlier statement deleted
  alter-missing        ALTER of an object that is not there
  delete-missing       DELETE of an object that is not there
  like-missing         LIKE names an object that is not there
  like-other-type      LIKE names an object of another type
  use-before-define    ALTER, LIKE, START, CLEAR of an object that a later statement defines (`earlier`)
  chlauth-existing     SET CHLAUTH ACTION(ADD) of a mapping record that is there: refused
  chlauth-extends      SET CHLAUTH ACTION(ADD) of a list record that is there: its list grows
  chlauth-undone       SET CHLAUTH ACTION(REMOVE) or REMOVEALL of a record that an earlier statement set
  chlauth-missing      SET CHLAUTH ACTION(REMOVE) of a record that is not there
  destructive          a command that destroys messages or state: CLEAR, DELETE PURGE, PURGE, RESET, REFRESH

A command that a fault of form makes unreliable (`command.intact` false) is replayed with what was read.
A name with a placeholder makes an object, and never an event: nobody knows what it collides with.
"""

from __future__ import annotations

from mqtune.estate.keywords import name_space
from mqtune.estate.model import ReplayEvent
from mqtune.estate.objects import IDENTITY, NO_VALUES, MqObject
from mqtune.estate.records import RecordReplay
from mqtune.estate.shipped import default_object, shipped_defaults
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement

Key = tuple[str, str]

# commands without an object to keep: what they are for decides
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


class Birth:
    """What objects of a type and subtype have when they are made, before anything is said of them.

    `space` is their name space, `defaults` the values the queue manager was born with, `default_name` the
    object that has them.
    """

    __slots__ = ("default_name", "defaults", "space")

    def __init__(self, type: str, subtype: str, queue_manager: QueueManager) -> None:
        self.space = name_space(type, subtype)
        self.defaults = shipped_defaults(type, subtype, queue_manager.platform, queue_manager.level)
        self.default_name = default_object(type, subtype)


class Births(dict[tuple[str, str], Birth]):
    """What the objects of a queue manager are born with, by type and subtype."""

    __slots__ = ("_queue_manager",)

    def __init__(self, queue_manager: QueueManager) -> None:
        super().__init__()
        self._queue_manager = queue_manager

    def __missing__(self, kind: tuple[str, str]) -> Birth:
        birth = self[kind] = Birth(*kind, self._queue_manager)
        return birth


class Replay:
    """One pass of statements over the objects of a queue manager."""

    def __init__(self, queue_manager: QueueManager) -> None:
        self.queue_manager = queue_manager
        self.objects = queue_manager.objects
        self.events: list[ReplayEvent] = []
        self.records = RecordReplay(queue_manager, self.events)
        self.deleted: dict[Key, Statement] = {}
        # what was used before anything defined it, and whether that is among the events
        self.missing: dict[Key, list[tuple[ReplayEvent, bool]]] = {}
        self.births = Births(queue_manager)
        self.altered_defaults: dict[Key, MqObject] = {}  # (type, subtype) -> frozen default object
        self.verbs: dict[str | None, Callable[[Statement], None]] = {
            "DEFINE": self.define,
            "ALTER": self.alter,
            "DELETE": self.delete,
            "SET": self.set,
        }

    def run(self, statements: Iterable[Statement]) -> list[ReplayEvent]:
        """Replay all statements; the events in their order."""
        verbs = self.verbs
        for statement in statements:
            handler = verbs.get(statement.verb)
            if handler is not None:
                if statement.type is not None:
                    handler(statement)
            elif (statement.verb, statement.type) in DESTRUCTIVE or statement.verb in USES:
                self.use(statement)
        self.records.finish()
        return self.events

    def miss(self, key: Key, event: ReplayEvent) -> None:
        """Remember that an object is missing: a later statement may define it."""
        noted = bool(self.events) and self.events[-1] is event
        self.missing.setdefault(key, []).append((event, noted))

    def used_before(self, events: list[tuple[ReplayEvent, bool]], definition: Statement) -> None:
        """An object that was missing, and that a later statement defines, was used too early."""
        for event, noted in events:
            event.kind = "use-before-define"
            event.earlier = definition
            if not noted:
                self.events.append(event)

    def note(
        self,
        kind: str,
        statement: Statement,
        object: MqObject | None = None,
        earlier: Statement | None = None,
        keywords: tuple[str, ...] = (),
    ) -> ReplayEvent:
        """Keep an event, unless the statement's name is a placeholder."""
        event = ReplayEvent(kind, statement, object, earlier, keywords)
        if not statement.placeholder:
            self.events.append(event)
        return event

    def define(self, statement: Statement) -> None:
        """DEFINE, with LIKE, REPLACE and NOREPLACE."""
        type, name = statement.type or "", statement.name
        if name is None:
            return
        birth = self.births[type, statement.subtype or ""]
        key = (birth.space, name)
        existing = self.objects.get(key)
        if existing is not None and existing.defined and same_disposition(statement, existing):
            if not self.replaceable(statement, existing):
                return
            birth = self.births[type, statement.subtype or ""]  # the subtype may be known only now
            made = self.make(statement, name, birth)
            made.shipped = existing.shipped
            self.note_replaced(statement, existing, made)
            if type in IDENTITY and not made.is_given(IDENTITY[type][0]):
                made.carried = existing.identified()
        else:
            made = self.make(statement, name, birth)
            if self.deleted and key in self.deleted:
                self.note("recreated", statement, made, self.deleted.pop(key))
        self.objects[key] = made
        if self.missing:
            self.used_before(self.missing.pop(key, []), statement)
        if name == birth.default_name and name:
            self.altered_defaults[type, made.subtype] = made.layer()

    def replaceable(self, statement: Statement, existing: MqObject) -> bool:
        """Whether DEFINE may go on over an existing object; says why not."""
        earlier = existing.statements[0] if existing.statements else None
        if statement.subtype is None:
            statement.subtype = existing.subtype
        if is_other_type(statement, existing):
            self.note("other-type", statement, existing, earlier)
            return False
        if not statement.has("REPLACE"):
            self.note("define-existing", statement, existing, earlier)
            return False
        return True

    def note_replaced(self, statement: Statement, existing: MqObject, made: MqObject) -> None:
        """What REPLACE does to an object that earlier statements made."""
        if not existing.statements:
            return
        earlier = existing.statements[-1]
        if existing.statements[0].verb == "DEFINE":
            self.note("defined-twice", statement, made, existing.statements[0])
        lost = tuple(
            keyword
            for keyword in existing.given
            if not made.is_given(keyword) and existing.value(keyword) != made.value(keyword)
            if keyword not in IDENTITY.get(made.type, ())
        )
        if lost:
            self.note("replace-resets", statement, existing, earlier, lost)

    def make(self, statement: Statement, name: str, birth: Birth) -> MqObject:
        """The object a DEFINE makes, over its LIKE object or the defaults as they are now."""
        type, subtype = statement.type or "", statement.subtype or ""
        made = MqObject(type, subtype, name, birth.defaults, False, birth.default_name, statement)
        made.placeholder = statement.placeholder
        if statement.layout.options and statement.has("LIKE"):
            made.like_name = statement.text("LIKE")
        if made.like_name:
            like = self.like(statement)
            if like is not None:
                made.base = like.layer()
            else:
                made.defaults = NO_VALUES  # its values are those of an object that nobody knows
        elif self.altered_defaults:
            made.base = self.altered_defaults.get((type, subtype))
        return made

    def like(self, statement: Statement) -> MqObject | None:
        """The object that LIKE names, None where it cannot be taken."""
        name = statement.text("LIKE")
        key = (name_space(statement.type or "", statement.subtype), name)
        found = self.objects.get(key)
        if found is None:
            if not has_placeholder(name):
                self.miss(key, self.note("like-missing", statement))
            return None
        if is_other_type(statement, found):
            self.note("like-other-type", statement, found)
            return None
        if not found.defined:
            self.miss(key, ReplayEvent("like-missing", statement))
        return found

    def alter(self, statement: Statement) -> None:
        """ALTER keeps what it does not name; an object that is not there is kept as far as it is known."""
        type = statement.type or ""
        name = "" if type in ONE_OF_A_KIND else statement.name
        if name is None:
            return
        key = (name_space(type, statement.subtype), name)
        found = self.objects.get(key)
        if found is None:
            self.miss(key, self.note("alter-missing", statement))
            found = MqObject(type, statement.subtype or "", name, NO_VALUES)
            found.defined = False
            found.placeholder = statement.placeholder
        elif is_other_type(statement, found):
            self.note("other-type", statement, found, found.statements[0] if found.statements else None)
            return
        else:
            found = self.changeable(found)
        if statement.subtype is None:
            statement.subtype = found.subtype
        found.add(statement)
        self.objects[key] = found
        if name and name == default_object(found.type, found.subtype):
            self.altered_defaults[found.type, found.subtype] = found.layer()

    def changeable(self, object: MqObject) -> MqObject:
        """The object itself where a statement made or changed it, else a copy: shipped objects are shared."""
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
        found = self.objects.pop((space, name), None)
        if not statement.placeholder:
            self.deleted[space, name] = statement
        if found is None:
            if statement.text("IGNSTATE") != "YES":
                self.note("delete-missing", statement)
            return
        if statement.has("PURGE"):
            self.note("destructive", statement, found)
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
        """SET POLICY makes a policy, changes it, or with ACTION(REMOVE) takes it away."""
        key = ("POLICY", name)
        if statement.text("ACTION") == "REMOVE":
            self.objects.pop(key, None)
            return
        found = self.objects.get(key)
        if found is None:
            found = self.make(statement, name, self.births["POLICY", ""])
        else:
            found = self.changeable(found)
            found.add(statement)
        self.objects[key] = found

    def use(self, statement: Statement) -> None:
        """A command that needs its object to be there, or that destroys something."""
        type, name = statement.type or "", statement.name
        found = self.objects.get((name_space(type, statement.subtype), name)) if name else None
        if (statement.verb, statement.type) in DESTRUCTIVE:
            self.note("destructive", statement, found)
        elif name and found is None and statement.verb == "START" and not statement.placeholder:
            # shown only where a later statement defines the object: a part of a queue manager is the usual
            event = ReplayEvent("start-missing", statement)
            self.miss((name_space(type, statement.subtype), name), event)


def same_disposition(statement: Statement, object: MqObject) -> bool:
    """Whether both are one definition: on z/OS a name has one for each QSGDISP."""
    if not statement.has("QSGDISP") and not object.is_given("QSGDISP"):
        return True
    return statement.text("QSGDISP") == object.text("QSGDISP")


def is_other_type(statement: Statement, object: MqObject) -> bool:
    """Whether a statement speaks of another type, or of another subtype, than the object has."""
    if object.type != statement.type:
        return True
    return bool(statement.subtype and object.subtype and statement.subtype != object.subtype)
