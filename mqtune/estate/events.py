"""Responses of a queue manager during a replay, and changes that a reader would not expect."""

from __future__ import annotations

from enum import StrEnum

from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.text.record import record


class EventKind(StrEnum):
    """The kinds of events."""

    # DEFINE without REPLACE of an existing object: rejected, nothing changes
    DEFINE_EXISTING = "define-existing"
    # DEFINE REPLACE of an object that an earlier statement defined
    DEFINED_TWICE = "defined-twice"
    # DEFINE REPLACE that resets attributes which earlier statements set (`keywords`)
    REPLACE_RESETS = "replace-resets"
    # DEFINE or ALTER of a name that exists with another type: rejected
    OTHER_TYPE = "other-type"
    # DEFINE of an object that an earlier statement deleted
    RECREATED = "recreated"
    # ALTER of an object that does not exist
    ALTER_MISSING = "alter-missing"
    # DELETE of an object that does not exist
    DELETE_MISSING = "delete-missing"
    # LIKE names an object that does not exist
    LIKE_MISSING = "like-missing"
    # LIKE names an object of another type
    LIKE_OTHER_TYPE = "like-other-type"
    # ALTER, LIKE, START, CLEAR or DEFINE SUB with an object that a later statement defines (`earlier`)
    USE_BEFORE_DEFINE = "use-before-define"
    # SET CHLAUTH ACTION(ADD) of an existing mapping record: rejected
    CHLAUTH_EXISTING = "chlauth-existing"
    # SET CHLAUTH ACTION(REMOVE) or REMOVEALL of a record that an earlier statement set
    CHLAUTH_UNDONE = "chlauth-undone"
    # SET CHLAUTH ACTION(REMOVE) of a record that does not exist
    CHLAUTH_MISSING = "chlauth-missing"
    # a command that destroys messages or state: CLEAR, DELETE PURGE, PURGE, RESET, REFRESH
    DESTRUCTIVE = "destructive"
    # START of an object that does not exist
    START_MISSING = "start-missing"
    # DEFINE SUB with a destination or topic object that does not exist
    SUBSCRIBED_MISSING = "subscribed-missing"


@record
class ReplayEvent:
    """One event. `earlier` is the statement it collides with, `keywords` are the attributes concerned."""

    kind: EventKind
    statement: Statement
    object: MqObject | None = None
    earlier: Statement | None = None
    keywords: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"ReplayEvent({self.kind}, {self.statement!r})"
