"""The rules that apply to one queue manager, as tables: from scope and object type to functions.

A plan is made once for each level and platform of a run.
"""

from __future__ import annotations

from mqtune.engine.batches import ObjectRules, StatementRules
from mqtune.engine.line_rules import LineRules
from mqtune.engine.pages import Page
from mqtune.engine.rule import LINE, OBJECT, STATEMENT, Dialect, Rule
from mqtune.engine.word_index import WordIndexes
from mqtune.language.levels import Level

# an undeclared platform counts as these: what most rules are written for
UNDECLARED = ("multiplatforms", "linux", "unix")
PLATFORM_WORDS = {
    None: UNDECLARED,
    "linux": UNDECLARED,
    "aix": ("multiplatforms", "aix", "unix"),
    "windows": ("multiplatforms", "windows"),
    "ibmi": ("multiplatforms", "ibmi"),
    "appliance": ("multiplatforms", "appliance"),
    "zos": ("zos",),
}


class Plan:
    """The rules for one dialect, by scope; those of statements, objects and lines by type as well."""

    __slots__ = ("_indexes", "_objects", "_rules", "_scopes", "_statements", "dialect")

    def __init__(
        self, rules: list[Rule], pages: dict[str, Page], dialect: Dialect, indexes: WordIndexes
    ) -> None:
        """`indexes` are those of the run, which plans share."""
        self._indexes = indexes
        self.dialect = dialect
        self._rules = [rule for rule in rules if applies(pages[rule.code], dialect)]
        self._statements: dict[tuple[str | None, str], StatementRules] = {}
        self._objects: dict[str, tuple[Rule, ...]] = {}
        self._scopes: dict[str, tuple[Rule, ...]] = {}

    def of(self, scope: str) -> tuple[Rule, ...]:
        """Every rule of a scope."""
        rules = self._scopes.get(scope)
        if rules is None:
            rules = self._scopes[scope] = tuple(rule for rule in self._rules if rule.scope == scope)
        return rules

    def object_rules(self, key: str) -> ObjectRules:
        """The object rules of a type, for one queue manager."""
        rules = self._objects.get(key)
        if rules is None:
            rules = self._objects[key] = self._taking(OBJECT, key)
        return ObjectRules(rules, key)

    def statement_rules(self, verb: str | None, key: str) -> StatementRules:
        """The line and statement rules of a verb and type, with the verdicts so far."""
        rules = self._statements.get((verb, key))
        if rules is None:
            type = key.partition("/")[0]
            lines = LineRules(self._taking(LINE, key), self.dialect, verb, type, self._indexes)
            rules = self._statements[(verb, key)] = StatementRules(self._taking(STATEMENT, key), lines, key)
        return rules

    def _taking(self, scope: str, key: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._rules if rule.scope == scope and rule.takes(key))


def applies(page: Page, dialect: Dialect) -> bool:
    """Whether a page applies to a level and platform. An undeclared level counts as the newest."""
    if page.platforms:
        words = PLATFORM_WORDS.get(dialect.platform, UNDECLARED)
        if not any(word in page.platforms for word in words):
            return False
    if dialect.level is None:
        return page.until is None
    if page.since is not None and dialect.level < page.since:
        return False
    return page.until is None or _up_to(dialect.level, page.until)


def _up_to(level: Level, last: Level) -> bool:
    # until "9.3" includes 9.3.0.5
    return level[: len(last)] <= last
