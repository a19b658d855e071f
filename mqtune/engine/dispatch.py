"""Which rules apply: to a run, to what an estate contains, and to one queue manager.

The rules of a run are what their pages and functions declare. Exactly the modules of these rules are
imported, as named in `_pages.py`, and of those not even the ones that can find nothing in the estate. A plan
has the tables from scope and object type to functions, made once for each level and platform of a run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from mqtune.engine.batches import ObjectRules, StatementRules
from mqtune.engine.line_rules import LineRules
from mqtune.engine.pages import CONDITION, Page
from mqtune.engine.rule import DECLARED, DIAGNOSTIC, INI, LINE, OBJECT, RUN, STATEMENT, Dialect, Rule
from mqtune.engine.runner import Crashes, WordIndexes
from mqtune.estate.model import Estate
from mqtune.language import catalogue
from mqtune.language.available import Level
from mqtune.syntax.document import CCDT, INI_KINDS, MQSC, SYSTEM_KINDS

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
        return tuple(rule for rule in self.of(scope) if rule.takes(key))


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


# The rules of a run.

OF_TYPES = (LINE, STATEMENT, OBJECT, INI)  # scopes of which a function gets only things of the page's types


def load_rules(pages: dict[str, Page], active: Iterable[str], crashes: Crashes) -> list[Rule]:
    """The active rules in the order of their codes; one that cannot be loaded is a crash."""
    rules = [load_rule(pages[code], crashes) for code in sorted(set(active))]
    return [rule for rule in rules if rule is not None]


def load_rule(page: Page, crashes: Crashes) -> Rule | None:
    """The rule of a page; None if the engine itself reports it, or if its function cannot be loaded."""
    if page.scope == RUN:
        return None
    if page.scope == DIAGNOSTIC:
        from mqtune.engine.declared import diagnostic_rule  # only if a page asks for it

        return diagnostic_rule(page)
    if page.scope == CONDITION:
        from mqtune.engine.declared import condition_rule

        return condition_rule(page)
    if page.policy is not None:
        from mqtune.engine.policies import policy_rule

        return policy_rule(page)
    name = f"mqtune.rules.{page.module}"
    try:
        if name not in sys.modules:
            __import__(name)  # importlib would do the same, and load three modules for it
        declared = DECLARED[page.code]
    except Exception as error:
        crashes.record(page.code, name, error)
        return None
    return Rule(page.code, page.scope, declared.check, types_of(page), declared.keywords, declared.skip)


def types_of(page: Page) -> tuple[str, ...]:
    """The object types or kinds of ini files that a page is about; () means all."""
    if page.scope not in OF_TYPES or MQSC in page.applies_to:
        return ()
    if page.scope == INI:
        return page.applies_to
    types = [word for word in page.applies_to if catalogue.object_type(word.partition("/")[0]) is not None]
    return tuple(types)


# Which rules can find anything in an estate: those whose page applies to something that it contains.

PROJECT_FILE = "mqtune.toml"
KUBERNETES = "kubernetes"
KINDS = frozenset((*INI_KINDS, *SYSTEM_KINDS, MQSC, CCDT, CCDT.upper(), PROJECT_FILE, KUBERNETES))
ALWAYS = frozenset(("QMGR",))  # every queue manager has its attributes, set or not


def things_in(estate: Estate) -> set[str]:
    """Verbs, object types (with subtype too) and kinds of files in an estate."""
    things = set(ALWAYS)
    for queue_manager in estate.queue_managers:
        for head, subtype in {(statement.head, statement.subtype) for statement in queue_manager.statements}:
            things.update(word for word in (head.verb, head.type) if word)
            if head.type and subtype:
                things.add(f"{head.type}/{subtype}")
        things.update(ini.document.kind for ini in queue_manager.inis)
        if queue_manager.scripts:
            things.add(MQSC)
        if queue_manager.topic_loads or queue_manager.queue_loads or queue_manager.cluster_loads:
            things.add(PROJECT_FILE)  # a load declared in a comment counts as one in the project file
    things.update(ini.document.kind for ini in estate.client_inis)
    things.update(file.document.kind for file in estate.system_files)
    if estate.ccdts:
        things.update((CCDT, CCDT.upper()))
    if estate.project.file:
        things.add(PROJECT_FILE)
    if estate.deployments or any(
        script.document.carrier.startswith("yaml")
        for queue_manager in estate.queue_managers
        for script in queue_manager.scripts
    ):
        things.add(KUBERNETES)
    return things


def relevant(pages: dict[str, Page], codes: Iterable[str], things: set[str]) -> list[str]:
    """The codes of the pages that apply to one of these things, or to something unknown here."""
    applicable = []
    for code in codes:
        page = pages[code]
        # a parser reports diagnostics even for a file of which nothing could be read
        if page.scope == DIAGNOSTIC or any(_may_be_there(word, things) for word in page.applies_to):
            applicable.append(code)
    return applicable


def _may_be_there(word: str, things: set[str]) -> bool:
    if word in things:
        return True
    type = word.partition("/")[0]
    known = word in KINDS or catalogue.verb(type) is not None or catalogue.object_type(type) is not None
    return not known
