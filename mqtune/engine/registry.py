"""The rules of a run: functions from the family modules, conditions from the pages.

A module is imported only when it can hold an active rule. Does not know what a rule does.
"""

from __future__ import annotations

import sys

from mqtune.engine.families import CODES, MODULES, SCOPES
from mqtune.engine.pages import CONDITION
from mqtune.engine.rule import RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.engine.faults import Faults
    from mqtune.engine.pages import Page
    from mqtune.engine.rule import Rule


def load_rules(pages: dict[str, Page], active: Iterable[str], faults: Faults) -> list[Rule]:
    """The active rules in the order of their codes; a module that cannot be imported is a fault."""
    wanted = set(active)
    rules = [
        rule
        for family in MODULES
        for module in modules_for(
            family, {code: pages[code].scope for code in wanted if code.startswith(family)}
        )
        for rule in module_rules(module, faults)
        if rule.code in wanted
    ]
    rules += condition_rules(pages, wanted)
    return sorted(rules, key=lambda rule: rule.code)


def modules_for(family: str, wanted: dict[str, str]) -> list[str]:
    """The modules of a family that can hold some rules, given by their codes with their scopes."""
    modules = MODULES[family]
    apart = {code for module in modules for code in CODES.get(module, ())}
    scopes = {CONDITION, RUN, *(SCOPES[module] for module in modules if module in SCOPES)}
    others = [code for code, scope in wanted.items() if code not in apart and scope not in scopes]
    found = []
    for module in modules:
        if module in CODES:
            needed = not wanted.keys().isdisjoint(CODES[module])
        elif module in SCOPES:
            needed = SCOPES[module] in wanted.values()
        else:
            needed = bool(others)
        if needed:
            found.append(module)
    return found


def module_rules(module: str, faults: Faults) -> tuple[Rule, ...]:
    """The rules of one module of this room."""
    name = f"mqtune.rules.{module}"
    try:
        __import__(name)  # importlib would do the same, and load three modules for it
        found: tuple[Rule, ...] = sys.modules[name].RULES
    except ModuleNotFoundError as error:
        if error.name != name:
            faults.record(module, name, error)
        return ()
    except Exception as error:
        faults.record(module, name, error)
        return ()
    return found


def condition_rules(pages: dict[str, Page], wanted: set[str]) -> list[Rule]:
    """The rules of the active pages that have a condition in place of a function."""
    conditions = [page for code, page in pages.items() if page.scope == CONDITION and code in wanted]
    if not conditions:
        return []
    from mqtune.engine.condition import condition_rule  # only where a page asks for it

    return [condition_rule(page) for page in conditions]
