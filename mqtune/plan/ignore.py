"""Changes that `[[plan-ignore]]` excludes: counted, never silently."""

from __future__ import annotations

from mqtune.estate.keywords import name_space
from mqtune.language import catalogue
from mqtune.plan.model import ALTER, Change, Ignored, Source
from mqtune.plan.objects import AGAIN, LOST_WITH_IT, NOT_ALTERABLE, can_alter
from mqtune.text.pattern_index import PatternIndex
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from mqtune.project.settings import PlanIgnore


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
        before = None if known is None else {key_of(one) for one in known}
        for one in tables:
            key = key_of(one)
            if key in seen:
                continue
            seen.add(key)
            if one.until is not None and one.until < today:
                self.notes.append(
                    f"{one.file}:{one.line}: plan-ignore for {one.object} expired on {one.until}"
                )
                continue
            source = Source(one.file, one.line)
            counting: list[str] | None = [] if before is not None and key not in before else None
            counted = Ignored(one.object, one.attribute, one.reason, one.owner, 0, source, counting)
            self.tables.append((Excluded(one), counted))
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
                one for one in change.attributes if not asterisks_match(table.attribute, one.name.upper())
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
    fixed = [one for one in change.attributes if not can_alter(change.type, one.name, change.subtype)]
    if change.recreated and not fixed and AGAIN not in change.notes:
        change.recreated, change.more = False, ()
        change.notes = [one for one in change.notes if NOT_ALTERABLE not in one and one != LOST_WITH_IT]


def known_type(pattern: str) -> str | None:
    """The type of `TYPE(NAME)` as changes have it: of a synonym, the object type; None if there is none."""
    word = pattern.partition("(")[0].strip()
    if "*" in word or word.lower() in FILES:
        return word
    return catalogue.object_type(word.upper())
