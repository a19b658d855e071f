"""Reads all rule pages and generates files from them: `python -m mqtune._build.pages [--check]`.

It generates the compiled heads (`mqtune/engine/_pages.py`), the table `rules/README.md` and `docs/rules.md`.
All three are committed; a test keeps them fresh. They are sorted by code, so that everyone generates the same
files, and a conflict is resolved by running this again.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable
from inspect import signature
from pathlib import Path
from pprint import pformat
from typing import Any

import mqtune.rules
from mqtune._build.page_head import compile_head
from mqtune.engine.pages import CONDITION, DEFAULT, PROFILES, WITHDRAWN, Page
from mqtune.engine.rule import (
    CCDT,
    DECLARED,
    DIAGNOSTIC,
    DOCUMENT,
    ESTATE,
    INI,
    LINE,
    OBJECT,
    QUEUE_MANAGER,
    RUN,
    STATEMENT,
)
from mqtune.present.rule_page import PageError, read_page
from mqtune.project.rule_codes import FAMILIES
from mqtune.text.messages import markdown

# Functions of rules: the modules that contain them, and whether they match their pages.

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
    completed = []
    pages = [Page(*row) for row in rows]
    for page, row in zip(pages, rows, strict=True):
        faults = wrong_function(page)
        wrong += [f"rules/{page.path}: {fault}" for fault in faults]
        if not faults:
            completed.append((*row[:MODULE], module_of(page.code), *row[MODULE + 1 :]))
    known = {page.code for page in pages}
    wrong += [f"{declared.check.__module__}: {code} has no page" for code, declared in DECLARED.items() if code not in known]
    return completed, wrong


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
    if module_of(page.code).partition(".")[0] != page.family.lower():
        wrong.append(f"the function must be in mqtune/rules/{page.family.lower()}")
    given = [str(parameter.annotation) for parameter in signature(declared.check).parameters.values()]
    wanted = PARAMETERS[page.scope]
    if len(given) != len(wanted) or not all(map(_fits, given, wanted)):
        wrong.append(f"with `scope: {page.scope}` the parameters must be ({', '.join(wanted)}), not ({', '.join(given)})")
    if declared.keywords and page.scope != LINE:
        wrong.append("`keywords` is only for line rules")
    return wrong


def _fits(given: str, wanted: str) -> bool:
    """Whether an annotation is the expected one; for a document, one of its kinds is enough."""
    return given == wanted or given in wanted.split(" | ")


# Pages.

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules"
COMPILED = ROOT / "mqtune" / "engine" / "_pages.py"
TABLE = RULES / "README.md"
GUIDE = ROOT / "docs" / "rules.md"

AGAIN = "Generated from the rule pages by `python -m mqtune._build.pages`: edit the pages, not this file."


def page_files(folder: Path = RULES) -> list[Path]:
    """All pages below a folder, sorted by code."""
    return sorted(folder.glob("*/*.md"), key=lambda path: (path.name, str(path)))


def compile_pages() -> tuple[list[tuple[Any, ...]], list[str]]:
    """The rows of all valid pages with valid functions, and a line per error of the others."""
    rows, faults = compile_heads()
    rows, more = with_functions(rows)
    return rows, faults + more


def compile_heads(folder: Path = RULES) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The rows of all valid pages, without the modules of their functions, and a line per error."""
    rows: list[tuple[Any, ...]] = []
    faults: list[str] = []
    for file in page_files(folder):
        path = file.relative_to(folder).as_posix()
        try:
            row, wrong = compile_head(read_page(file.read_text(encoding="utf-8")), path)
        except PageError as error:
            row, wrong = (), [f"line {error.line}: {error.message}"]
        faults += [f"rules/{path}: {fault}" for fault in wrong]
        if not wrong:
            rows.append(row)
    return rows, faults + _repeated(rows)


def _repeated(rows: list[tuple[Any, ...]]) -> list[str]:
    """A line per code or name that two pages share, or that was withdrawn."""
    faults = [f"rules/{row[13]}: {row[0]} was withdrawn" for row in rows if row[0] in WITHDRAWN]
    for field in (0, 1):
        seen: dict[str, str] = {}
        for row in rows:
            earlier = seen.setdefault(row[field], row[13])
            if earlier != row[13]:
                faults.append(f"rules/{row[13]}: {row[field]} is also rules/{earlier}")
    return faults


def compiled(rows: list[tuple[Any, ...]]) -> str:
    """The text of `mqtune/engine/_pages.py`."""
    body = "".join(f"    {_literal(row)},\n" for row in rows)
    return (
        '"""The facts of the rule pages as plain tuples. '
        + AGAIN.replace("this file", "this module")
        + '"""\n\n# fmt: off\n# ruff: noqa: E501\n'
        + "from __future__ import annotations\n\nTYPE_CHECKING = False\nif TYPE_CHECKING:\n"
        + "    from typing import Any\n\n"
        + f"PAGES: tuple[tuple[Any, ...], ...] = (\n{body})\n"
    )


def _literal(row: tuple[Any, ...]) -> str:
    return pformat(row, width=10_000)


def by_family(pages: list[Page], columns: tuple[str, ...], cells: Callable[[Page], list[str]]) -> list[str]:
    """A heading and a table for each family with pages."""
    lines: list[str] = []
    for family, title in FAMILIES.items():
        members = [page for page in pages if page.family == family]
        if members:
            lines += [f"## {family}: {title}", "", *markdown(columns, list(map(cells, members))), ""]
    return lines


def table(pages: list[Page]) -> str:
    """The text of `rules/README.md`: the summary of each rule."""

    def cells(page: Page) -> list[str]:
        return [f"[{page.code}]({page.path})", page.name, page.severity_in(DEFAULT), page.fix, page.summary]

    lines = ["# Rules", "", f"<!-- {AGAIN} -->", "", f"{len(pages)} rules, one page each.", ""]
    body = by_family(pages, ("Code", "Name", "Default", "Fix", "Finds"), cells)
    return "\n".join(lines + body + withdrawn())


def withdrawn() -> list[str]:
    """A heading and a table of the codes that are not used again."""
    rows = [(code, name, why) for code, (name, why) in sorted(WITHDRAWN.items())]
    return ["## Withdrawn", "", *markdown(("Code", "Name", "Reason"), rows), ""]


def guide(pages: list[Page]) -> str:
    """The text of `docs/rules.md`: what each rule checks, and its severity in each profile."""

    def cells(page: Page) -> list[str]:
        rule = f"[{page.code} {page.name}](../rules/{page.path})"
        severities = [page.severity_in(profile) for profile in PROFILES]
        return [rule, ", ".join(page.applies_to), page.confidence, *severities]

    lines = [
        "# Rules by profile",
        "",
        f"<!-- {AGAIN} -->",
        "",
        "`mqtune explain CODE` prints a rule's page. A rule that is off in the profile runs when",
        "`--select` or `--extend-select` names its full code.",
        "",
    ]
    return "\n".join(lines + by_family(pages, ("Rule", "Checks", "Confidence", *PROFILES), cells))


def outputs(rows: list[tuple[Any, ...]]) -> dict[Path, str]:
    """Every generated file, with its text."""
    pages = [Page(*row) for row in rows]
    return {COMPILED: compiled(rows), TABLE: table(pages), GUIDE: guide(pages)}


def _write(path: Path, text: str) -> None:
    # renamed into place, so that no reader sees an incomplete file
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def stale(texts: dict[Path, str]) -> list[Path]:
    """The files on disk that differ from what the pages give."""
    return [path for path, text in texts.items() if _text(path) != text]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` only list stale ones. Invalid pages are omitted and reported."""
    rows, faults = compile_pages()
    out = stale(outputs(rows))
    report = list(faults)
    if "--check" in arguments:
        report += [f"{path.relative_to(ROOT)}: stale; run python -m mqtune._build.pages" for path in out]
    else:
        for path in out:
            _write(path, outputs(rows)[path])
    sys.stderr.write("".join(f"{line}\n" for line in report))
    return 1 if report else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
