"""The functions behind the rule pages: the modules that contain them, and whether they match their pages."""

from __future__ import annotations

import importlib
from inspect import signature
from pathlib import Path
from typing import Any

import mqtune.rules
from mqtune.engine.pages import CONDITION, Page
from mqtune.engine.rule import (
    CCDT,
    DECLARED,
    DOCUMENT,
    ESTATE,
    INI,
    LINE,
    OBJECT,
    DIAGNOSTIC,
    QUEUE_MANAGER,
    RUN,
    STATEMENT,
)

PACKAGE = mqtune.rules.__name__
FOLDER = Path(mqtune.rules.__path__[0])
MODULE = 14  # the index of the module in a row of `_pages.py`

# the annotations of a function's parameters, by the scope of its page
PARAMETERS = {
    DOCUMENT: ("Script | IniFile | CcdtFile", "Dialect"),
    LINE: ("Statement", "int", "Parameter", "Dialect"),
    STATEMENT: ("Statement", "QueueManager"),
    OBJECT: ("MqObject", "QueueManager"),
    QUEUE_MANAGER: ("QueueManager",),
    INI: ("IniFile", "QueueManager | None"),
    CCDT: ("CcdtFile", "Estate"),
    ESTATE: ("Estate",),
}


def import_rules() -> list[str]:
    """Import all rule modules, so that their functions are declared; return a line per failure."""
    wrong = []
    for path in sorted(FOLDER.rglob("*.py")):
        name = ".".join((PACKAGE, *path.relative_to(FOLDER).with_suffix("").parts))
        try:
            importlib.import_module(name.removesuffix(".__init__"))
        except Exception as error:
            wrong.append(f"{name}: {type(error).__name__}: {error}")
    return wrong


def with_functions(rows: list[tuple[Any, ...]]) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The rows with the modules of their functions, and a line per page or function without the other."""
    wrong = import_rules()
    found = []
    pages = [Page(*row) for row in rows]
    for page, row in zip(pages, rows, strict=True):
        faults = wrong_function(page)
        wrong += [f"rules/{page.path}: {fault}" for fault in faults]
        if not faults:
            found.append((*row[:MODULE], module_of(page.code), *row[MODULE + 1 :]))
    known = {page.code for page in pages}
    wrong += [f"{declared.check.__module__}: {code} has no page" for code, declared in DECLARED.items() if code not in known]
    return found, wrong


def module_of(code: str) -> str:
    """The module of a rule below `mqtune.rules`; "" if it needs no function."""
    declared = DECLARED.get(code)
    return "" if declared is None else declared.check.__module__.removeprefix(f"{PACKAGE}.")


def wrong_function(page: Page) -> list[str]:
    """What is wrong with the function of a page."""
    declared = DECLARED.get(page.code)
    if page.scope in (CONDITION, DIAGNOSTIC, RUN):
        return [] if declared is None else [f"a page with `scope: {page.scope}` must not have a function"]
    if declared is None:
        return [f'no function is declared with @rule("{page.code}")']
    wrong = []
    if not module_of(page.code).startswith(f"{page.family.lower()}."):
        wrong.append(f"the function must be in mqtune/rules/{page.family.lower()}/")
    given = [str(one.annotation) for one in signature(declared.check).parameters.values()]
    wanted = PARAMETERS[page.scope]
    if len(given) != len(wanted) or not all(map(_fits, given, wanted)):
        wrong.append(f"with `scope: {page.scope}` the parameters must be ({', '.join(wanted)}), not ({', '.join(given)})")
    if declared.keywords and page.scope != LINE:
        wrong.append("`keywords` is only for line rules")
    return wrong


def _fits(given: str, wanted: str) -> bool:
    """Whether an annotation is the expected one; for a document, one of its kinds is enough."""
    return given == wanted or given in wanted.split(" | ")
