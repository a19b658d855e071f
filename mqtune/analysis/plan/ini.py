"""The changes of qm.ini, and the changes of any kind that `[[plan-ignore]]` excludes.

A change of qm.ini is a key with different effective values; nearly all take effect at a restart. What is
excluded is counted, never silently.
"""

from __future__ import annotations

from mqtune.analysis.plan.model import (
    ALTER,
    CREATE,
    DEFAULT,
    DELETE,
    NAMED,
    AttributeChange,
    Change,
    Ignored,
    Source,
)
from mqtune.analysis.plan.objects import AGAIN, LOST_WITH_IT, NOT_ALTERABLE, can_alter
from mqtune.analysis.plan.risk import AFTER_RESTART, RESTART, is_secret
from mqtune.estate.words import name_space
from mqtune.language import catalogue
from mqtune.syntax.document import CREATION, QM_INI
from mqtune.text.pattern_index import PatternIndex
from mqtune.text.patterns import asterisks_match, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from mqtune.analysis.plan.objects import Comparison
    from mqtune.estate.model import QueueManager
    from mqtune.project.settings import PlanIgnore
    from mqtune.syntax.ini.tree import Entry, IniFile


KIND = "qm.ini"
MIGRATED = {"LogType": "migmqlog"}  # the command that changes such a key
AT_CREATION = "create"  # of a key that is set when a queue manager is created, by the catalogue
NAMED_BY = "name"


def has_ini(manager: QueueManager) -> bool:
    """Whether a qm.ini of the queue manager was read."""
    return any(ini.document.kind == QM_INI and ini.document.carrier != CREATION for ini in manager.inis)


def shows_ini(comparison: Comparison) -> bool:
    """Whether the qm.ini of both sides is known: a dump has none, and what the files lack is its default."""
    sides = has_ini(comparison.old), has_ini(comparison.new)
    is_dump = comparison.old_side.is_dump or comparison.new_side.is_dump
    return all(sides) or (any(sides) and not is_dump and comparison.alone)


def stanzas_of(manager: QueueManager) -> Stanzas:
    """The effective entries, by stanza and key in lower case; the last file with a key applies."""
    stanzas: Stanzas = {}
    for ini in manager.inis:
        if ini.document.kind != QM_INI:
            continue
        seen: set[Stanza] = set()
        for stanza in ini.stanzas:
            known = catalogue.ini_stanza(KIND, stanza.name)
            name = known.name if known is not None else stanza.name
            called = stanza.get(NAMED_BY) if known is None or known.repeatable else None
            key = (name, called.value if called is not None else "")
            if key in seen:
                continue  # the first stanza of a name applies
            seen.add(key)
            entries = stanzas.setdefault(key, {})
            entries.update({entry.key.lower(): (ini, entry) for entry in stanza.entries})
    return stanzas


def ini_changes(comparison: Comparison) -> Iterator[Change]:
    """The stanzas that differ; a side without a qm.ini has the defaults, unless it may be left out there."""
    if not shows_ini(comparison):
        return
    old, new = stanzas_of(comparison.old), stanzas_of(comparison.new)
    for stanza in sorted({*old, *new}):
        attributes = list(_attributes(stanza[0], old.get(stanza, {}), new.get(stanza, {}), comparison))
        if not attributes:
            continue
        action = CREATE if stanza not in old else DELETE if stanza not in new else ALTER
        change = Change(comparison.new, KIND, stanza[0], action, attributes[0].source, attributes[0].earlier)
        if stanza[1]:
            change.key = {"Name": stanza[1]}
        change.attributes = attributes
        change.more = (RESTART,)
        fixed = [attribute.name for attribute in attributes if attribute.when == AT_CREATION]
        if len(fixed) < len(attributes):
            change.notes.append("takes effect when the queue manager is started again")
        if fixed:
            names = ", ".join(fixed)
            change.notes.append(
                f"a restart does not change {names}: it is set when a queue manager is created"
            )
            change.notes += [
                f"{MIGRATED[name]} changes {name} of an existing one" for name in fixed if name in MIGRATED
            ]
        yield change


def _attributes(
    stanza: str,
    old: dict[str, tuple[IniFile, Entry]],
    new: dict[str, tuple[IniFile, Entry]],
    comparison: Comparison,
) -> Iterator[AttributeChange]:
    for key in sorted({*old, *new}):
        before, after = old.get(key), new.get(key)
        first, second = _value(before), _value(after)
        known = catalogue.ini_attribute(KIND, stanza, key)
        default = known.default if known is not None else None
        if _same(first if before else default, second if after else default):
            continue
        entry = after or before
        assert entry is not None
        earlier = comparison.source(before[0].document.place(before[1].span), old=True) if before else None
        at = comparison.source(after[0].document.place(after[1].span)) if after else earlier
        assert at is not None
        attribute = AttributeChange(entry[1].key, first, second, NAMED if after else DEFAULT, at)
        attribute.earlier = earlier or attribute.earlier
        attribute.classes, attribute.when, attribute.secret = (
            (RESTART,),
            AFTER_RESTART,
            is_secret(key, first, second),
        )
        if known is not None and known.takes_effect == AT_CREATION:
            attribute.when = AT_CREATION
        yield attribute


def _value(located: tuple[IniFile, Entry] | None) -> str | None:
    return located[1].value.strip() if located is not None else None


def _same(first: str | None, second: str | None) -> bool:
    """Whether two values are the same: numbers as numbers, all others without case."""
    if first is None or second is None:
        return first is second
    numbers = whole_number(first), whole_number(second)
    return first.lower() == second.lower() or (numbers[0] is not None and numbers[0] == numbers[1])


# Changes that `[[plan-ignore]]` excludes: counted, never silently.

FILES = ("qm.ini", "environment")  # what changes besides objects


class Excluded:
    """What a table excludes: objects of `TYPE(NAME)` with `*`, or of a type alone, and their attributes."""

    __slots__ = ("_known", "_type", "attribute", "name")

    def __init__(self, table: PlanIgnore) -> None:
        _, parenthesis, name = table.object.partition("(")
        self._type = (known_type(table.object) or "").upper()
        self._known: dict[tuple[str, ...], bool] = {}
        self.name = name.strip().removesuffix(")").strip(" '") if parenthesis else None
        self.attribute = None if table.attribute is None else table.attribute.upper()

    def is_about(self, types: tuple[str, ...], name: str) -> bool:
        """Whether an object is among them; `types` are its type and name space: QUEUE is any queue."""
        known = self._known.get(types)
        if known is None:
            known = self._known[types] = any(asterisks_match(self._type, type) for type in types)
        return known and (self.name is None or asterisks_match(self.name, name))


class Ignores:
    """The tables of both projects, each once, and how many changes each excluded."""

    def __init__(
        self, tables: Iterable[PlanIgnore], today: date, known: Iterable[PlanIgnore] | None = None
    ) -> None:
        """`known` are the tables of the state before; None if it has none of its own."""
        self.tables: list[tuple[Excluded, Ignored]] = []
        self.notes: list[str] = []
        seen = set()
        before = None if known is None else {key_of(table) for table in known}
        for table in tables:
            key = key_of(table)
            if key in seen:
                continue
            seen.add(key)
            if table.until is not None and table.until < today:
                self.notes.append(
                    f"{table.file}:{table.line}: plan-ignore for {table.object} expired on {table.until}"
                )
                continue
            source = Source(table.file, table.line)
            counting: list[str] | None = [] if before is not None and key not in before else None
            counted = Ignored(table.object, table.attribute, table.reason, table.owner, 0, source, counting)
            self.tables.append((Excluded(table), counted))
        self._index = PatternIndex(table.name for table, _ in self.tables)

    def kept(self, changes: list[Change]) -> list[Change]:
        """The changes without those that are excluded; of attributes only the others are kept."""
        if not self.tables:
            return changes
        return [change for change in changes if self._keeps(change)]

    def _keeps(self, change: Change) -> bool:
        types = (change.type.upper(), name_space(change.type, change.subtype))
        for number in self._index.around(change.name):
            table, counted = self.tables[number]
            if not table.is_about(types, change.name):
                continue
            if table.attribute is None:
                counted.count += 1
                if counted.counting is not None:
                    counted.counting.append(change.worst)
                return False
            attributes = [
                attribute
                for attribute in change.attributes
                if not asterisks_match(table.attribute, attribute.name.upper())
            ]
            less = len(change.attributes) - len(attributes)
            if less and change.action in (ALTER, "unknown"):
                counted.count += less
                if counted.counting is not None:
                    counted.counting.append(change.worst)
                change.attributes = attributes
                change.hidden += less
                stay_defined(change)
                if not attributes and AGAIN not in change.notes:
                    return False
        return True

    @property
    def used(self) -> list[Ignored]:
        """The tables that excluded something."""
        return [counted for _, counted in self.tables if counted.count]


def key_of(table: PlanIgnore) -> tuple[object, ...]:
    """What distinguishes a table from others."""
    return table.object, table.attribute, table.reason, table.until


def stay_defined(change: Change) -> None:
    """Alter an object in place if only excluded attributes require that it is defined again."""
    fixed = [
        attribute
        for attribute in change.attributes
        if not can_alter(change.type, attribute.name, change.subtype)
    ]
    if change.recreated and not fixed and AGAIN not in change.notes:
        change.recreated, change.more = False, ()
        change.notes = [note for note in change.notes if NOT_ALTERABLE not in note and note != LOST_WITH_IT]


def known_type(pattern: str) -> str | None:
    """The type of `TYPE(NAME)` as changes have it: of a synonym, the object type; None if there is none."""
    word = pattern.partition("(")[0].strip()
    if "*" in word or word.lower() in FILES:
        return word
    return catalogue.object_type(word.upper())


if TYPE_CHECKING:
    Stanza = tuple[str, str]  # its name, and the value of Name if the stanza may appear several times
    Stanzas = dict[Stanza, dict[str, tuple[IniFile, Entry]]]
