"""The rules of a run: what their pages and functions declare.

Exactly the modules of these rules are imported: each row of `_pages.py` has the module of its function.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from mqtune.engine.crashes import Crashes
from mqtune.engine.pages import CONDITION, Page
from mqtune.engine.rule import DECLARED, DIAGNOSTIC, INI, LINE, OBJECT, RUN, STATEMENT, Rule
from mqtune.language import catalogue
from mqtune.syntax.document import MQSC

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
        from mqtune.engine.diagnostics import diagnostic_rule  # as below: only if a page asks for it

        return diagnostic_rule(page)
    if page.scope == CONDITION:
        from mqtune.engine.condition import condition_rule

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
