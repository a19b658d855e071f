"""The pages of the documentation site as Markdown: `docs/`, a page for each rule, a page for each command.

The text of a rule's page is that of `mqtune explain`, the text of a command's page that of `--help`.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import NamedTuple

from mqtune._build.main import ROOT
from mqtune._build.site_links import anchors, links, moved, slug, title, with_rule_links
from mqtune._build.described import Described, grouped_commands, single_commands
from mqtune.cli.command_table import TABLE
from mqtune.cli.options import COMMON, CommonOptions, Option, options_of
from mqtune.engine.page_markdown import page_markdown
from mqtune.engine.pages import all_pages
from mqtune.project.rule_codes import FAMILIES
from mqtune.engine.withdrawn import WITHDRAWN

HOME = "index.md"
RULES = "rules/index.md"
COMMAND_INDEX = "commands/index.md"
# pages from outside docs/, and those whose address does not follow from their path
OTHERS = {
    "docs/index.md": HOME,
    "docs/rules.md": "rules/profiles/index.md",
    "rules/README.md": RULES,
    "examples/README.md": "examples/index.md",
    "CHANGELOG.md": "changelog/index.md",
    "CONTRIBUTING.md": "contributing/index.md",
}
EXIT_STATUS = "../index.md#exit-status"


class Site(NamedTuple):
    """The pages by their path in the site, the links that lead nowhere, and the sections of the navigation.

    A section is its title and its pages; `orphans` are the pages that the navigation does not list one by one.
    """

    pages: dict[str, str]
    dead: list[str]
    sections: list[tuple[str, list[str]]]
    orphans: set[str]


def site() -> Site:
    """All pages, with links that work in the site."""
    sources = page_addresses()
    rules = {code: rule_address(code) for code in (*all_pages(), *WITHDRAWN)}
    rule_files = {f"rules/{page.path}": rules[page.code] for page in all_pages().values()}
    pages: dict[str, str] = {}
    dead: list[str] = []
    known = {**sources, **rule_files, **folders(sources)}
    texts = {source: (ROOT / source).read_text(encoding="utf-8") for source in sources}
    titles = {page: title(texts[source]) for source, page in sources.items()}
    titles |= {rules[page.code]: page.code for page in all_pages().values()}
    for source, page in sources.items():
        text, missing = moved(texts[source], source, page, known, titles, ROOT)
        pages[page] = with_rule_links(text, page, rules)
        dead += missing
    for page, text in {**rule_pages(), **command_pages()}.items():
        pages[page] = with_rule_links(text, page, rules)
    sections = sections_of(pages[HOME])
    return Site(pages, [*dead, *dead_anchors(pages)], sections, set(rules.values()))


def page_addresses() -> dict[str, str]:
    """The committed documents that are pages, with their paths in the site."""
    found = dict(OTHERS)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        source = path.relative_to(ROOT).as_posix()
        inner = path.relative_to(ROOT / "docs").with_suffix("")
        folder = inner.parent if inner.name == "README" else inner
        found.setdefault(source, (folder / "index.md").as_posix())
    return found


def folders(sources: dict[str, str]) -> dict[str, str]:
    """The folders that have a page of their own, so that a link to the folder leads to it."""
    return {posixpath.dirname(one): page for one, page in sources.items() if one.endswith("/README.md")}


def rule_address(code: str) -> str:
    """The page of a rule: its address is the base of the site with `rules/CODE/`."""
    return f"rules/{code}/index.md"


def rule_pages() -> dict[str, str]:
    """A page for each rule, also for those that were withdrawn: an address that was printed stays valid."""
    found = {}
    for page in all_pages().values():
        title, _, rest = page_markdown(page).partition("\n\n")
        family = f"{page.family}: {FAMILIES[page.family]}"
        trail = f"[Rules](../index.md) / [{family}](../index.md#{slug(family)})"
        found[rule_address(page.code)] = f"{title}\n\n{trail}\n\n{rest}"
    for code, (name, why) in WITHDRAWN.items():
        text = f"# {code} {name}\n\n[Rules](../index.md)\n\nThis rule was withdrawn: {why}. The code is not used again.\n"
        found[rule_address(code)] = text
    return found


def command_pages() -> dict[str, str]:
    """A page for each command, and one that lists them."""
    single = [(command.words, command.about, [command]) for command in single_commands()]
    abouts = {listed.name: listed.summary for listed in TABLE}
    groups = [(name, abouts[name], commands) for name, commands in grouped_commands().items()]
    pages, rows = {}, []
    for name, about, commands in sorted(single + groups, key=lambda one: one[0]):
        text = [f"# mqtune {name}"]
        if len(commands) == 1 and commands[0].words == name:
            text += command_text(commands[0])
        else:
            text.append(about)
            for one in commands:
                text += [f"## mqtune {one.words}", *command_text(one)]
        text.append(f"Options of every command and exit statuses: [Commands]({EXIT_STATUS}).")
        pages[f"commands/{name}/index.md"] = "\n\n".join(text) + "\n"
        summary = cell(about.partition("\n\n")[0])
        rows.append(f"| [mqtune {name}]({name}/index.md) | {summary} |")
    common = option_table(options_of(CommonOptions))
    pages[COMMAND_INDEX] = (
        "# Commands\n\nThe text of `mqtune COMMAND --help`. [Using mqtune](../usage/index.md) explains them with examples.\n\n"
        "| Command | Purpose |\n|---|---|\n" + "\n".join(rows) + f"\n\n## Options of every command\n\n{common}\n\n"
        "## Exit status\n\n| Status | Meaning |\n|---|---|\n"
        "| 0 | no finding at or above `--fail-on`; success |\n"
        "| 1 | findings, or the condition of the command is met (`--check`, `--diff`, `--exit-code`, `--fail-on`) |\n"
        "| 2 | the invocation is wrong: an invalid option or `mqtune.toml`, a path that does not exist, nothing to check |\n"
        "| 3 | internal error; the rest of the run is still reported |\n\n"
        "Some commands have further ones, which their pages list.\n"
    )
    return pages


def command_text(command: Described) -> list[str]:
    """What a command does, its examples, arguments and options."""
    own = [one for one in command.options if one.panel != COMMON]
    found = [command.about]
    if command.examples:
        found.append("```sh\n" + command.examples.replace(" · ", "\n") + "\n```")
    return [*found, option_table(own)] if own else found


def option_table(options: list[Option]) -> str:
    """Arguments and options as a table."""
    rows = [f"| {option_cell(one)} | {cell(one.full_help)} |" for one in options]
    return "\n".join(["| Option | Effect |", "|---|---|", *rows])


def option_cell(option: Option) -> str:
    """The names of an option with its value."""
    value = "" if not option.metavar else f" {option.metavar}"
    return ", ".join(f"`{cell(name + value)}`" for name in option.names) or f"`{cell(option.metavar)}`"


def cell(text: str) -> str:
    """A text for a cell of a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def sections_of(home: str) -> list[tuple[str, list[str]]]:
    """The sections of the start page with the pages that each links: the navigation."""
    found: list[tuple[str, list[str]]] = []
    seen = {HOME}
    for part in home.split("\n## ")[1:]:
        pages = [one.partition("#")[0] for one in links(part) if "://" not in one]
        fresh = [one for one in dict.fromkeys(pages) if one.endswith(".md") and one not in seen]
        seen |= set(fresh)
        if fresh:
            found.append((part.partition("\n")[0], fresh))
    return found


def dead_anchors(pages: dict[str, str]) -> list[str]:
    """Links of the site whose page or heading does not exist."""
    known = {page: anchors(text) for page, text in pages.items()}
    dead: list[str] = []
    for page, text in pages.items():
        for link in links(text):
            target, _, anchor = link.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page
            if "://" in link or path.startswith("pictures/"):
                continue
            if path not in known or (anchor and anchor not in known[path]):
                dead.append(f"{page}: {link}")
    return dead


def pictures() -> list[Path]:
    """The pictures that pages show."""
    return sorted((ROOT / "docs" / "pictures").glob("*.svg"))
