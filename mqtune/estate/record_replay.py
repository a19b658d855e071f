"""The replay of SET CHLAUTH, SET AUTHREC and DELETE AUTHREC, whose records accumulate."""

from __future__ import annotations

from mqtune.estate.events import Doubts, EventKind, ReplayEvent
from mqtune.estate.model import QueueManager
from mqtune.estate.records import (
    KEYS,
    LISTS,
    OBJTYPES,
    AuthorityRecord,
    ChannelAuthentication,
    profile_of,
    record_key,
    users_of,
)
from mqtune.estate.rejected import is_rejected
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.syntax.document import has_placeholder


class RecordReplay:
    """The records of a queue manager while statements change them."""

    def __init__(self, queue_manager: QueueManager, events: list[ReplayEvent], doubts: Doubts) -> None:
        self.queue_manager = queue_manager
        self.doubts = doubts
        self.events = events
        self.channels = {record.identity: record for record in queue_manager.chlauth}
        # by profile and object type, then by user, because DELETE and DEFINE refer to a profile
        self.authorities: dict[tuple[str, str], dict[tuple[str, str], AuthorityRecord]] = {}

    def note(
        self, kind: EventKind, statement: Statement, record: ChannelAuthentication | None = None
    ) -> None:
        """Record an event, unless the record is known only by a placeholder."""
        if statement.placeholder or any(has_placeholder(text) for text in record_key(statement)):
            return
        earlier = record.statements[0] if record is not None and record.statements else None
        self.events.append(ReplayEvent(kind, statement, record, earlier))

    def set_chlauth(self, statement: Statement) -> None:
        """SET CHLAUTH: ADD (the default), REPLACE, REMOVE, REMOVEALL."""
        if statement.name is None:
            return
        action = statement.text("ACTION") or "ADD"
        if action == "REMOVEALL":
            self.remove_all(statement)
        elif action == "REMOVE":
            self.remove(statement)
        elif action in ("ADD", "REPLACE") or has_placeholder(action):
            self.put(statement, action == "REPLACE")

    def finish(self) -> None:
        """Store the records in the queue manager."""
        self.queue_manager.chlauth = list(self.channels.values())
        self.queue_manager.authrecs = [
            record for records in self.authorities.values() for record in records.values()
        ]

    def remove_all(self, statement: Statement) -> None:
        """Remove every record of the profile and the type, or of every type if none is named."""
        for identity in list(self.channels):
            if identity[0] == statement.name and statement.subtype in {None, identity[1]}:
                self.undo(statement, self.channels.pop(identity))

    def remove(self, statement: Statement) -> None:
        """Remove one record, or the named entries of a list record."""
        record = self.channels.get(record_key(statement))
        if record is None:
            self.note(EventKind.CHLAUTH_MISSING, statement)
            return
        word = LISTS.get(record.subtype)
        if word is not None:
            named = statement.values(word)
            left = tuple(entry for entry in record.entries if entry not in named)
            if left and named:
                changed = self.copy_of(record)
                changed.entries = left
                self.channels[record.identity] = changed
                self.doubts.hides(statement, record.statements)
                return
        self.undo(statement, self.channels.pop(record.identity))

    def undo(self, statement: Statement, record: ChannelAuthentication) -> None:
        """Remove a record, with an event if an earlier statement set it."""
        self.doubts.hides(statement, record.statements)
        if record.statements:
            self.note(EventKind.CHLAUTH_UNDONE, statement, record)

    def put(self, statement: Statement, replace: bool) -> None:
        """ADD and REPLACE."""
        subtype = statement.subtype
        if subtype is None or (subtype not in KEYS and subtype not in LISTS):
            return
        key = record_key(statement)
        latest = self.channels.get(key)
        existing = latest.in_force if latest is not None else None
        word = LISTS.get(subtype)
        if existing is not None and not replace and word is None:
            self.note(EventKind.CHLAUTH_EXISTING, statement, existing)
            self.doubts.refuses(statement, existing.statements)
            return
        manager = self.queue_manager
        defaults = catalogue.defaults("CHLAUTH", subtype, manager.platform, manager.level)
        record = ChannelAuthentication(statement.name or "", subtype, defaults)
        record.placeholder = statement.placeholder
        if word is not None:
            kept = existing.entries if existing is not None and not replace else ()
            list_attribute = catalogue.attribute("CHLAUTH", word)
            most = list_attribute.max_items if list_attribute is not None else None
            added = tuple(item for item in statement.values(word) if item not in kept)
            record.entries = (kept + added)[:most]  # the documented limit of the list
        rejected = is_rejected(statement, manager.level)
        if existing is not None:
            if replace:
                self.doubts.hides(statement, existing.statements)
            record.predefined = existing.predefined
            if not replace and existing.statements:
                # the earlier record is of no more use, unless it stays in force
                record.statements = existing.statements[:] if rejected else existing.statements
        record.add(statement)
        if rejected:
            record.is_rejected, record.earlier = True, existing
        self.channels[key] = record

    def copy_of(self, record: ChannelAuthentication) -> ChannelAuthentication:
        """A copy that may be changed, because default records are shared."""
        copy = ChannelAuthentication(record.name, record.subtype, record.defaults, record.predefined)
        copy.statements = record.statements[:]
        copy.is_rejected, copy.earlier = record.is_rejected, record.earlier
        return copy

    def set_authrec(self, statement: Statement) -> None:
        """SET AUTHREC: AUTHADD adds authorities, AUTHRMV removes those it names; none if it is rejected."""
        if is_rejected(statement, self.queue_manager.level):
            return
        profile, objtype = profile_of(statement)
        records = self.authorities.setdefault((profile, objtype), {})
        for user in users_of(statement):
            record = records.get(user)
            if record is None:
                record = records[user] = AuthorityRecord(profile, objtype, *user)
            record.add(statement.values("AUTHADD"), statement)
            if statement.has("AUTHRMV"):
                self.doubts.hides(statement, record.statements[:-1])
                record.remove(statement.values("AUTHRMV"), statement)

    def delete_authrec(self, statement: Statement) -> None:
        """DELETE AUTHREC for some users, or for all if none is named."""
        profile = profile_of(statement)
        users = users_of(statement)
        records = self.authorities.get(profile, {})
        for user in users or list(records):
            record = records.pop(user, None)
            self.doubts.hides(statement, record.statements if record is not None else [])

    def forget(self, space: str, name: str) -> None:
        """Remove the records of a deleted object."""
        self.authorities.pop((name, OBJTYPES.get(space, "")), None)
