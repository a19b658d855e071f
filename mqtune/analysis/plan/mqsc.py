"""The MQSC that makes a change, and the order in which all of it runs.

Definitions come before what uses them, then the queue manager, and deletions last, except of what is in the
way of a definition; records and authorities as in `order.py`. ALTER names only what changes.
"""

from __future__ import annotations

from mqtune.analysis.plan.model import ALTER, CREATE, DELETE, AttributeChange, Change, QueueManagerPlan, Step
from mqtune.analysis.plan.objects import DISPOSITION
from mqtune.analysis.plan.order import (
    ADMITTING,
    CLOSE,
    DEFAULTS,
    DEFINE,
    EARLY_DELETE,
    LATE_DELETE,
    OPEN,
    RECORD,
    RecordOrder,
    less_first,
    place_of_authority,
    place_of_manager,
)
from mqtune.analysis.plan.product import empty_like
from mqtune.analysis.plan.records import key_of
from mqtune.analysis.plan.risk import CLOSES, OPENS, is_secret, set_keywords, value_of
from mqtune.estate.records import KEYS, LISTS
from mqtune.estate.rewriting import mqsc_value, quoted
from mqtune.estate.words import name_space
from mqtune.estate.workload import CLUSTERED_BY
from mqtune.language import catalogue
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import ChannelAuthentication

# what other definitions refer to comes first
ORDER = (
    "AUTHINFO", "COMMINFO", "CFSTRUCT", "SMDS", "BUFFPOOL", "PSID", "STGCLASS", "PROCESS", "NAMELIST",
    "QLOCAL", "QMODEL", "QREMOTE", "QALIAS", "TOPIC", "SUB", "CHANNEL", "LISTENER", "SERVICE",
)  # fmt: skip
RECORDS = ("CHLAUTH", "POLICY", "AUTHREC")
WITH_AUTHORITIES = {
    "QLOCAL": "QUEUE",
    "QALIAS": "QUEUE",
    "QREMOTE": "QUEUE",
    "QMODEL": "QUEUE",
    "TOPIC": "TOPIC",
}
# DEFINE has no such name, ALTER sets it
NAMELESS = ("QMGR",)
SKIPPED = {"ACTION", "TYPE", "FORCE"}
LEAVING = "CLUSTER(' ')"

Ordered = tuple[tuple[object, ...], str]


def commands_of(part: QueueManagerPlan, from_dump: bool) -> list[str]:
    """The commands of all changes of one queue manager, in an order that runs.

    `from_dump` means that the new state names every attribute, so that defaults are left out.
    """
    writer = Writer(part, from_dump)
    commands: list[tuple[tuple[object, ...], str, Change]] = []
    for change in part.changes:
        commands += [(place, text, change) for place, text in writer.of(change)]
    part.order_notes += writer.order.notes()
    part.steps = [Step(text, change) for _, text, change in sorted(commands, key=lambda command: command[:2])]
    return [step.command for step in part.steps]


class Writer:
    """Writes the commands of the changes of one queue manager."""

    def __init__(self, part: QueueManagerPlan, from_dump: bool) -> None:
        self.part = part
        self.from_dump = from_dump
        self.empty: QueueManager | None = None
        self.order = RecordOrder(part)
        self.known_records: dict[int, dict[object, ChannelAuthentication]] = {}
        kept = part.new.authrecs if part.new is not None else ()
        self.kept_records = {(record.profile, record.objtype) for record in kept}
        self.gone = {
            (change.name, WITH_AUTHORITIES.get(change.type))
            for change in part.changes
            if change.action == DELETE or change.recreated
        }

    def leave_out(self, change: Change, what: str) -> None:
        """Record that the commands do not make a change."""
        self.part.left_out.append(f"{what} of {change.title}")

    def of(self, change: Change) -> Iterator[Ordered]:
        """The commands of one change; none for one that is unknown or refused, or that is not MQSC."""
        if change.action not in (CREATE, ALTER, DELETE) or change.type not in (*ORDER, "QMGR", *RECORDS):
            if change.action == "unknown":
                self.part.left_out.append(f"{change.title}: it depends on unknown values")
            elif change.type in ("qm.ini", "environment"):
                self.part.left_out.append(f"{change.title}: change the file itself")
            return
        if any(map(has_placeholder, (change.name, *change.key.values()))):
            self.part.left_out.append(f"{change.title}: its name is a placeholder without a value")
            return
        if change.type == "AUTHREC":
            yield from self.authority(change)
        elif change.type == "CHLAUTH":
            yield from self.record(change)
        elif change.type == "POLICY":
            yield from self.policy(change)
        elif change.action == DELETE:
            yield from self.withdrawal(change)
            yield self.delete(change)
        else:
            yield from self.define(change)

    def define(self, change: Change) -> Iterator[Ordered]:
        """DEFINE or ALTER, after DELETE if the object has to be defined again."""
        object = self.object_of(change)
        if change.recreated:
            yield self.delete(change, early=True)
        if change.action == CREATE or change.recreated:
            words = self.definition(change, object)
            yield self.place(change, object), " ".join(["DEFINE", *self.head(change, object), *words])
            return
        fixed = catalogue.subtype_keyword(change.type)  # in the head
        changed = [attribute for attribute in change.attributes if attribute.name != fixed]
        altered = [word for attribute in changed if (word := self.word(change, attribute))]
        place, head = self.place(change, object), ["ALTER", *self.head(change, object)]
        if self.leaves_cluster(change):
            yield (*place, 0), " ".join([*head, LEAVING])
            altered = [word for word in altered if word != LEAVING]
            kept = object.text("CLUSTER")
            named = any(attribute.name == "CLUSTER" for attribute in change.attributes)
            altered += [attribute_text("TOPIC", "CLUSTER", kept)] * (bool(kept) and not named)
        if altered:
            yield (*place, 1), " ".join([*head, *altered])

    def leaves_cluster(self, change: Change) -> bool:
        """Whether a topic has to leave its cluster first: CLROUTE cannot be altered while it is in one."""
        topic = self.part.old.objects.get(("TOPIC", change.name)) if self.part.old is not None else None
        routed = change.type == "TOPIC" and any(
            attribute.name == "CLROUTE" for attribute in change.attributes
        )
        return routed and topic is not None and bool(topic.text("CLUSTER"))

    def object_of(self, change: Change) -> MqObject:
        """The object in the new state."""
        manager = change.queue_manager
        for space in (change.type, "QUEUE", "CLNTCONN"):
            object = manager.objects.get((space, "" if change.type == "QMGR" else change.name))
            if object is not None and object.type == change.type and object.subtype == change.subtype:
                return object
        raise LookupError(change.title)

    def place(self, change: Change, object: MqObject) -> tuple[object, ...]:
        """The sort key of a definition."""
        if change.type == "QMGR":
            return (place_of_manager(change), 0, 0, "")
        rank = ORDER.index(change.type)
        if change.name and change.name == object.default_name and change.action == ALTER:
            return (DEFAULTS, rank, 0, change.name)
        if self.order.opens(change):
            return (OPEN, rank, 0, change.name, change.subtype)
        streaming = change.type == "QLOCAL" and bool(object.text("STREAMQ"))
        return (DEFINE, rank, streaming, change.name, change.subtype)

    def head(self, change: Change, object: MqObject) -> list[str]:
        """`QLOCAL(A)`, `CHANNEL(A) CHLTYPE(SDR)`, `QMGR`."""
        if change.type in NAMELESS:
            return [change.type]
        words = [f"{change.type}({mqsc_value(change.name)})"]
        splitter = catalogue.subtype_keyword(change.type)
        if splitter:
            subtype = object.subtype or (change.action == CREATE and object.text(splitter))
            words += [f"{splitter}({subtype})"] if subtype else []
        if change.action == ALTER and not change.recreated:
            words += disposition(object)
        return words

    def definition(self, change: Change, object: MqObject) -> Iterator[str]:
        """The attributes of a DEFINE: all that differ from what DEFINE itself would give."""
        base = self.usual(change, object)
        splitter = catalogue.subtype_keyword(change.type)
        words = set_keywords(object) | (
            {*object.defaults} | set_keywords(base) if base is not None else set()
        )
        for keyword in sorted(words - {splitter, *SKIPPED}):
            after = value_of(object, keyword)
            named = keyword in object.given and not self.from_dump
            usual = value_of(base, keyword) if base is not None else object.defaults.get(keyword)
            if after is None or (after == usual and not named) or not settable(change.type, keyword):
                continue
            attribute = AttributeChange(keyword, None, after, "named")
            attribute.secret = is_secret(keyword, after)
            attribute.unknown = has_placeholder(after)
            word = self.word(change, attribute)
            if word:
                yield word

    def usual(self, change: Change, object: MqObject) -> MqObject | None:
        """The object from which DEFINE copies on the queue manager as it is, if a script changed it."""
        old = self.part.old
        if old is None or not object.default_name:
            return None
        for space in (change.type, "QUEUE", "CLNTCONN"):
            default = old.objects.get((space, object.default_name))
            if default is not None and default.type == change.type and default.statements:
                return default
        return None

    def word(self, change: Change, attribute: AttributeChange) -> str:
        """One attribute as MQSC writes it; "" if it cannot be written."""
        if attribute.name in SKIPPED:
            return ""
        if attribute.secret and attribute.after:
            self.leave_out(change, attribute.name)
            return ""
        if attribute.after is None or attribute.unknown:
            self.leave_out(change, attribute.name)
            return ""
        return attribute_text(change.type, attribute.name, attribute.after)

    def withdrawal(self, change: Change) -> Iterator[Ordered]:
        """ALTER of a cluster receiver that is deleted: the full repositories learn from it that the queue
        manager leaves (IBM MQ documentation, Removing a queue manager from a cluster).
        """
        channel = self.part.old.objects.get(("CHANNEL", change.name)) if self.part.old is not None else None
        if change.type != "CHANNEL" or change.subtype != "CLUSRCVR" or channel is None:
            return
        words = [f"{keyword}(' ')" for keyword in CLUSTERED_BY if channel.text(keyword)]
        if words:
            head = [f"ALTER CHANNEL({mqsc_value(change.name)}) CHLTYPE(CLUSRCVR)", *disposition(channel)]
            yield (LATE_DELETE, -len(ORDER), 0, change.name), " ".join([*head, *words])

    def delete(self, change: Change, early: bool = False) -> Ordered:
        """DELETE; what is replaced, and what may be in the way, goes first."""
        type = change.type
        words = [f"DELETE {type}({mqsc_value(change.name)})"]
        if type == "CHANNEL" and change.subtype == "CLNTCONN":
            words.append("CHLTABLE(CLNTTAB)")
        words += self.old_disposition(change)
        objtype = WITH_AUTHORITIES.get(type)
        if objtype and self.keeps_records(change.name, objtype):
            words.append("AUTHREC(NO)")
        rank = -ORDER.index(type)
        early = early or type in ("SUB", "TOPIC") or self.is_replaced(change)
        phase = EARLY_DELETE if early else LATE_DELETE
        if not early and type == "CHANNEL" and change.subtype in ADMITTING:
            phase = CLOSE
        return (phase, rank, 0, change.name), " ".join(words)

    def old_disposition(self, change: Change) -> list[str]:
        """QSGDISP of an object that is deleted."""
        space = name_space(change.type, change.subtype)
        object = self.part.old.objects.get((space, change.name)) if self.part.old is not None else None
        return disposition(object) if object is not None else []

    def keeps_records(self, name: str, objtype: str) -> bool:
        """Whether the new state has authority records for the profile."""
        return (name, objtype) in self.kept_records

    def is_replaced(self, change: Change) -> bool:
        """Whether the new state has an object of another type with the name."""
        manager = self.part.new
        if manager is None:
            return False
        if change.type in ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL"):
            return ("QUEUE", change.name) in manager.objects
        return False

    def record(self, change: Change) -> Iterator[Ordered]:
        """SET CHLAUTH: ADD, REPLACE or REMOVE, always with the whole record. Of a list that gains and loses
        entries, those that it loses are removed last.
        """
        record = self.record_of(self.state_of(change), change)
        head = [f"SET CHLAUTH({mqsc_value(change.name)}) TYPE({record.subtype})"]
        head += [f"{word}({quoted(value)})" for word, value in change.key.items() if word != "TYPE"]
        word = LISTS.get(record.subtype)
        old = self.part.old if self.swaps(change, word) else None
        before = self.record_of(old, change).entries if old is not None else ()
        fewer = tuple(entry for entry in before if entry not in record.entries)
        words = [*head, listed_entries(word, record.entries + fewer)] if word is not None else head[:]
        if change.action == DELETE:
            yield self.order.place(change, record), " ".join([*words, "ACTION(REMOVE)"])
            return
        known = {*KEYS.get(record.subtype, ()), *SKIPPED, word}
        for keyword in sorted(set_keywords(record) - known):
            value = value_of(record, keyword)
            if value is not None and not has_placeholder(value):
                words.append(attribute_text("CHLAUTH", keyword, value))
        action = "ADD" if change.action == CREATE else "REPLACE"
        place = self.order.place(change, record, bool(fewer))
        yield place, " ".join([*words, f"ACTION({action})"])
        if word is not None and fewer:
            removed = " ".join([*head, listed_entries(word, fewer), "ACTION(REMOVE)"])
            yield self.order.place(change, record), removed

    @staticmethod
    def swaps(change: Change, word: str | None) -> bool:
        """Whether a list of blocked users or addresses gains and loses entries."""
        return any(
            attribute.name == word and {OPENS, CLOSES} <= {*attribute.classes}
            for attribute in change.attributes
        )

    def state_of(self, change: Change) -> QueueManager:
        """The state that has the record of a change; one that the files lack has those of a new one."""
        manager = self.part.old if change.action == DELETE else self.part.new
        if manager is None:
            manager = self.empty = self.empty or empty_like(self.part.owner)
        return manager

    def record_of(self, manager: QueueManager, change: Change) -> ChannelAuthentication:
        """The channel authentication record of a change in one of the states."""
        known = self.known_records.get(id(manager))
        if known is None:
            known = {record_key(record.name, key_of(record)): record for record in manager.chlauth}
            self.known_records[id(manager)] = known
        return known[record_key(change.name, change.key)]

    def policy(self, change: Change) -> Iterator[Ordered]:
        """SET POLICY, which names everything."""
        head = f"SET POLICY({mqsc_value(change.name)})"
        if change.action == DELETE:
            yield (RECORD, 1, 0, change.name), f"{head} ACTION(REMOVE)"
            return
        object = self.object_of(change)
        words = []
        if any(attribute.after is None for attribute in change.attributes):  # cannot be unset otherwise
            yield (RECORD, 1, 0, change.name), f"{head} ACTION(REMOVE)"
        named = set_keywords(object) | {attribute.name for attribute in change.attributes}
        for keyword in sorted(named - SKIPPED):
            value = value_of(object, keyword)
            if value is not None and not has_placeholder(value):
                words.append(attribute_text("POLICY", keyword, value))
        yield (RECORD, 1, 1, change.name), " ".join([head, *words, "ACTION(REPLACE)"])

    def authority(self, change: Change) -> Iterator[Ordered]:
        """SET AUTHREC or DELETE AUTHREC, unless the deletion of the object removes the record."""
        objtype = change.key["OBJTYPE"]
        entity, user = next((word, name) for word, name in change.key.items() if word != "OBJTYPE")
        profile = [] if objtype == "QMGR" else [f"PROFILE({quoted(change.name)})"]
        words = [*profile, f"OBJTYPE({objtype})", f"{entity}({quoted(user)})"]
        rank = place_of_authority(change, self.part.old)
        if change.action == DELETE:
            if not self.goes_with_object(change.name, objtype):
                yield rank, " ".join(["DELETE AUTHREC", *words])
            return
        attribute = change.attributes[0]
        before = {*(attribute.before or "").split(",")} - {"", "NONE"}
        after = {*(attribute.after or "").split(",")} - {"", "NONE"}
        gained, lost = sorted(after - before), sorted(before - after)
        if lost:
            yield less_first(rank), " ".join(["SET AUTHREC", *words, f"AUTHRMV({','.join(lost)})"])
        if gained or not lost:
            yield rank, " ".join(["SET AUTHREC", *words, f"AUTHADD({','.join(gained) or 'NONE'})"])

    def goes_with_object(self, profile: str, objtype: str) -> bool:
        """Whether DELETE of the object removes all its records, so that no command has to."""
        return not self.keeps_records(profile, objtype) and (profile, objtype) in self.gone


def listed_entries(word: str, entries: Iterable[str]) -> str:
    """`USERLIST('app','pay')`."""
    return f"{word}({','.join(quoted(entry) for entry in entries)})"


def disposition(object: MqObject) -> list[str]:
    """QSGDISP for ALTER and DELETE on z/OS, which are about the queue manager's own definition without it."""
    value = object.text(DISPOSITION)
    return [f"{DISPOSITION}({value})"] if value not in ("", "QMGR") else []


def record_key(name: str, key: dict[str, str]) -> object:
    """What identifies a channel authentication record; no address means every address."""
    return name, *sorted((key | {"ADDRESS": key.get("ADDRESS") or "*"}).items())


def settable(type: str, keyword: str) -> bool:
    """Whether DEFINE can name an attribute."""
    attribute = catalogue.attribute(type, keyword)
    return attribute is None or "DEFINE" in attribute.settable


def attribute_text(type: str, keyword: str, value: str) -> str:
    """`MAXDEPTH(5000)`, `DESCR('orders of today')`, `NOSHARE`, `NAMES(A,B)`."""
    attribute = catalogue.attribute(type, keyword)
    if attribute is not None and attribute.kind == "flag":
        return keyword if value == "YES" else (attribute.negative or f"NO{keyword}")
    if attribute is not None and attribute.kind in ("list", "enum-list"):
        items: Iterable[str] = value.split(",")
        return f"{keyword}({','.join(mqsc_value(item) for item in items)})"
    return f"{keyword}({mqsc_value(value)})"
