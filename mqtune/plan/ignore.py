"""Changes that `[[plan-ignore]]` excludes: counted, never silently."""

from __future__ import annotations

from mqtune.plan.model import ALTER, Change, Ignored, Source
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from mqtune.project.settings import PlanIgnore


class Ignores:
    """The tables of both projects, each once, and how many changes each excluded."""

    def __init__(self, tables: Iterable[PlanIgnore], today: date) -> None:
        self.tables: list[tuple[PlanIgnore, Ignored]] = []
        self.notes: list[str] = []
        seen = set()
        for one in tables:
            key = (one.object, one.attribute, one.reason, one.until)
            if key in seen:
                continue
            seen.add(key)
            if one.until is not None and one.until < today:
                self.notes.append(
                    f"{one.file}:{one.line}: plan-ignore for {one.object} expired on {one.until}"
                )
                continue
            source = Source(one.file, one.line)
            counted = Ignored(one.object, one.attribute, one.reason, one.owner, 0, source)
            self.tables.append((one, counted))

    def kept(self, changes: list[Change]) -> list[Change]:
        """The changes without those that are excluded; of attributes only the others are kept."""
        if not self.tables:
            return changes
        return [change for change in changes if self._keeps(change)]

    def _keeps(self, change: Change) -> bool:
        for table, counted in self.tables:
            if not matches(table.object, change):
                continue
            if table.attribute is None:
                counted.count += 1
                return False
            attributes = [
                one
                for one in change.attributes
                if not asterisks_match(table.attribute.upper(), one.name.upper())
            ]
            less = len(change.attributes) - len(attributes)
            if less and change.action in (ALTER, "unknown"):
                counted.count += less
                change.attributes = attributes
                change.hidden += less
                if not attributes:
                    return False
        return True

    @property
    def used(self) -> list[Ignored]:
        """The tables that excluded something."""
        return [counted for _, counted in self.tables if counted.count]


def matches(pattern: str, change: Change) -> bool:
    """Whether `TYPE(NAME)` with `*`, or a type alone, matches the object of a change."""
    type, parenthesis, name = pattern.partition("(")
    if not asterisks_match(type.strip().upper(), change.type.upper()):
        return False
    return not parenthesis or asterisks_match(name.rstrip().removesuffix(")").strip("'"), change.name)
