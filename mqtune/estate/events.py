"""Responses of a queue manager during a replay, changes that a reader would not expect, and commands that may
not run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial

from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.syntax.mqsc.words import Word
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

Key = tuple[str, str]
Pair = tuple[Statement, Statement]

MAY_NOT_RUN = "the command at {} may not run after the one at {}, whose effect it hides"
SCOPE = "CMDSCOPE"  # of z/OS: the command acts on another queue manager of the group
NUMBERED = lazy_pattern(r"\d+[-_.]")  # files that whoever applies them sorts by name


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


class Doubts:
    """Records what statements do to what earlier ones did; `pairs` gives those that hide an earlier one
    and may not run after it.

    They are replayed like all others, but a gate must not rely on them. A replay only records: most runs do
    not ask. `in_order` means that the order of the files is declared.
    """

    def __init__(self, in_order: bool) -> None:
        self._in_order = in_order
        self._steps: list[Callable[[], Iterable[Pair]]] = []
        # the last statement that sets each attribute of an object, once a further one sets some
        self._setters: dict[Key, dict[str, Statement]] = {}
        self._pairs: list[Pair] = []

    def hides(self, statement: Statement, earlier: list[Statement]) -> None:
        """Record that a statement replaces or removes all that earlier ones did."""
        if earlier:
            self._steps.append(partial(self._hidden, statement, earlier[-1]))

    def refuses(self, statement: Statement, existing: list[Statement]) -> None:
        """Record that a statement is refused because of what an earlier one made, which may not exist."""
        if existing:
            self._steps.append(partial(self._refused, statement, existing[0]))

    def changes(self, key: Key, statement: Statement, object: MqObject) -> None:
        """Record that a statement changes an object, or replaces it if it is a DEFINE."""
        self._steps.append(partial(self._changed, key, statement, object, len(object.statements)))

    def forget(self, key: Key) -> None:
        """Record that an object is deleted."""
        self._steps.append(partial(self._forgotten, key))

    def pairs(self) -> list[Pair]:
        """Return each statement that hides an earlier one and may not run after it, with that one."""
        for step in self._steps:
            self._pairs.extend(step())
        self._steps.clear()
        return self._pairs

    def _hidden(self, statement: Statement, earlier: Statement) -> Iterator[Pair]:
        if not _follows(statement, earlier, self._in_order):
            yield statement, earlier

    def _refused(self, statement: Statement, existing: Statement) -> Iterator[Pair]:
        if not _is_certain(existing, statement):
            yield existing, statement

    def _changed(self, key: Key, statement: Statement, object: MqObject, count: int) -> Iterator[Pair]:
        """`count` is the number of statements of the object before this one."""
        earlier = object.statements[:count]
        if key not in self._setters:
            self._setters[key] = {word: setter for setter in earlier for word in setter.attributes}
        setters = self._setters[key]
        defined = earlier[0] if earlier and object.defined and not object.predefined else None
        attributes = dict.fromkeys(statement.attributes)
        replaces = statement.verb == "DEFINE"
        for keyword in [*attributes, *(setters if replaces else ())]:
            setter = setters.get(keyword, defined)
            if keyword == "DESCR" or setter is None:
                continue
            if keyword not in setters or not _is_same(setter.word(keyword), statement.word(keyword)):
                yield from self._hidden(statement, setter)
        if replaces:
            setters.clear()
        setters.update(dict.fromkeys(attributes, statement))

    def _forgotten(self, key: Key) -> tuple[Pair, ...]:
        self._setters.pop(key, None)
        return ()


def _is_same(first: Word | None, second: Word | None) -> bool:
    """Whether two words set an attribute to the same value."""
    if first is None or second is None:
        return False
    return (first.keyword, first.text) == (second.keyword, second.text)


def _is_certain(existing: Statement, statement: Statement) -> bool:
    """Whether what a statement made is certain to exist where another one runs."""
    from mqtune.syntax.branches import is_around  # only under a gate, and for plan

    if _is_elsewhere(statement, existing):
        return False
    if statement.command.script is existing.command.script:
        return is_around(_branch(existing), _branch(statement))
    before, document = existing.command.script.document, statement.command.script.document
    if before.source is document.source and not is_around(before.function, document.function):
        return False  # it may be made later
    return is_around(before.condition, _condition(statement, existing))


def _follows(statement: Statement, earlier: Statement, in_order: bool) -> bool:
    """Whether a statement is certain to run after an earlier one, if that runs."""
    from mqtune.syntax.branches import is_around  # only under a gate, and for plan

    if _is_elsewhere(statement, earlier):
        return False
    script, before = statement.command.script, earlier.command.script
    if script is before:
        return is_around(_branch(statement), _branch(earlier))
    document = script.document
    if not is_around(document.condition, _condition(earlier, statement)):
        return False
    if document.source is before.document.source:
        if document.resource and document.container != before.document.container:
            return False  # a resource states no order of its keys
        return is_around(before.document.function, document.function)
    if in_order:
        return True
    folders, names = zip(
        *map(os.path.split, (document.source.path, before.document.source.path)), strict=True
    )
    return folders[0] == folders[1] and all(map(NUMBERED.match, names))


def _is_elsewhere(statement: Statement, earlier: Statement) -> bool:
    """Whether two statements may act on different queue managers with one name."""
    if any(
        scope is not None and (scope.text or "").strip("' ")
        for scope in (statement.word(SCOPE), earlier.word(SCOPE))
    ):
        return True
    document, before = statement.command.script.document, earlier.command.script.document
    is_together = document.source is before.source or (
        document.applied_by != "" and document.applied_by == before.applied_by
    )
    return is_together and document.location != before.location


def _condition(statement: Statement, of: Statement) -> str:
    """The condition of a statement, "" if it is not in the file of another one."""
    document = statement.command.script.document
    return document.condition if document.source is of.command.script.document.source else ""


def _branch(statement: Statement) -> str:
    from mqtune.syntax.mqsc.templates import branch_of  # only under a gate

    return branch_of(statement.command)
