"""Builds the documentation site: `python -m mqtune._build.site [FOLDER]`, by default `build/site`.

Needs `pip install '.[docs]'` and no network. A warning of the generator or a dead link fails the build.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mqtune import DOCUMENTATION_URL, REPOSITORY_URL, __version__
from mqtune._build.__main__ import ROOT
from mqtune._build.command_line import Described, grouped_commands, single_commands
from mqtune.cli.command import COMMON, CommonOptions, Option, options_of
from mqtune.cli.commands import COMMANDS as TABLE
from mqtune.engine.pages import WITHDRAWN, all_pages
from mqtune.present.rule_page import page_markdown
from mqtune.project.rule_codes import FAMILIES

# Links. A page of the site is a folder: `docs/plan.md` becomes `plan/index.md`, so that its address is
# `/plan/`, and the built files can also be read from a disk. Links between pages lead to pages, all others to
# files of the repository.

# what a link or a rule's code is not looked for in: fenced code, code within a line, comments
CODE = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)[ \t]*$|(?P<tick>`+).+?(?P=tick)|<!--.*?-->", re.M | re.S)
LINK = re.compile(r"\]\((?P<target>[^()\s]+)\)")
# the same with its text, if that is nothing but a path
LINK_WITH_PATH = re.compile(r"(?:\[(?P<path>[\w./-]+(?:\.md|/)))?\]\((?P<target>[^()\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(?P<text>.*?) *$", re.M)
RULE = re.compile(r"^#.*$|\[[^\]\n]*\]\([^()\n]*\)|(?<![\w/.-])(?P<code>[A-Z]{3}\d{3})(?![\w-])", re.M)


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with each part that is not code replaced."""
    parts, start = [], 0
    for code in CODE.finditer(text):
        parts += [change(text[start : code.start()]), code[0]]
        start = code.end()
    return "".join([*parts, change(text[start:])])


def links(text: str) -> list[str]:
    """The targets of all links outside code."""
    return LINK.findall(CODE.sub("", text))


def title(text: str) -> str:
    """The first heading of a page."""
    heading = HEADING.search(text)
    return heading["text"] if heading else ""


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as forges and the site name them."""
    known: set[str] = set()
    for heading in HEADING.finditer(CODE.sub(lambda match: match[0] if match["tick"] else "", text)):
        anchor = slug(heading["text"])
        number = sum(1 for name in known if re.fullmatch(re.escape(anchor) + r"(-\d+)?", name))
        known.add(f"{anchor}-{number}" if anchor in known else anchor)
    return known


def slug(heading: str) -> str:
    """The anchor of a heading: small letters, without punctuation, hyphens for blanks."""
    plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading)
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def moved(
    text: str, source: str, page: str, pages: Mapping[str, str], titles: Mapping[str, str], root: Path
) -> tuple[str, list[str]]:
    """A text of `source` as the site's `page`, and the links that lead nowhere.

    `pages` maps paths in the repository to pages of the site, `titles` those to their titles, which replace
    the path of a file as the text of a link.
    """
    dead: list[str] = []

    def link(match: re.Match[str]) -> str:
        target, hash, anchor = match["target"].partition("#")
        if "://" in target or not target:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in pages:
            words = f"[{titles[pages[path]]}" if match["path"] else ""
            return f"{words}]({relative(page, pages[path])}{hash}{anchor})"
        if path.startswith("docs/pictures/"):
            return f"]({relative(page, path.removeprefix('docs/'))})"
        if not (root / path).exists():
            dead.append(f"{source}: {match['target']}")
        kind = "tree" if (root / path).is_dir() else "blob"
        words = f"[{match['path']}" if match["path"] else ""
        return f"{words}]({REPOSITORY_URL}/{kind}/main/{path}{hash}{anchor})"

    return outside_code(text, lambda part: LINK_WITH_PATH.sub(link, part)), dead


def with_rule_links(text: str, page: str, rules: Mapping[str, str]) -> str:
    """The text with a link at each code of a rule, except in headings, links and the rule's own page."""

    def link(match: re.Match[str]) -> str:
        target = rules.get(match["code"] or "")
        return match[0] if target in (None, page) else f"[{match[0]}]({relative(page, target or '')})"

    return outside_code(text, lambda part: RULE.sub(link, part))


def relative(page: str, target: str) -> str:
    """The path from a page to another file of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")




# Pages as Markdown: `docs/`, a page for each rule, a page for each command. The text of a rule's page is that
# of `mqtune explain`, the text of a command's page that of `--help`.

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
    addresses = dict(OTHERS)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        source = path.relative_to(ROOT).as_posix()
        inner = path.relative_to(ROOT / "docs").with_suffix("")
        folder = inner.parent if inner.name == "README" else inner
        addresses.setdefault(source, (folder / "index.md").as_posix())
    return addresses


def folders(sources: dict[str, str]) -> dict[str, str]:
    """The folders that have a page of their own, so that a link to the folder leads to it."""
    return {posixpath.dirname(source): page for source, page in sources.items() if source.endswith("/README.md")}


def rule_address(code: str) -> str:
    """The page of a rule: its address is the base of the site with `rules/CODE/`."""
    return f"rules/{code}/index.md"


def rule_pages() -> dict[str, str]:
    """A page for each rule, also for those that were withdrawn: an address that was printed stays valid."""
    texts = {}
    for page in all_pages().values():
        title, _, rest = page_markdown(page).partition("\n\n")
        family = f"{page.family}: {FAMILIES[page.family]}"
        trail = f"[Rules](../index.md) / [{family}](../index.md#{slug(family)})"
        texts[rule_address(page.code)] = f"{title}\n\n{trail}\n\n{rest}"
    for code, (name, why) in WITHDRAWN.items():
        text = f"# {code} {name}\n\n[Rules](../index.md)\n\nThis rule was withdrawn: {why}. The code is not used again.\n"
        texts[rule_address(code)] = text
    return texts


def command_pages() -> dict[str, str]:
    """A page for each command, and one that lists them."""
    single = [(command.words, command.about, [command]) for command in single_commands()]
    abouts = {listed.name: listed.summary for listed in TABLE}
    groups = [(name, abouts[name], commands) for name, commands in grouped_commands().items()]
    pages, rows = {}, []
    for name, about, commands in sorted(single + groups, key=lambda entry: entry[0]):
        text = [f"# mqtune {name}"]
        if len(commands) == 1 and commands[0].words == name:
            text += command_text(commands[0])
        else:
            text.append(about)
            for command in commands:
                text += [f"## mqtune {command.words}", *command_text(command)]
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
    options = [option for option in command.options if option.panel != COMMON]
    parts = [command.about]
    if command.examples:
        parts.append("```sh\n" + command.examples.replace(" · ", "\n") + "\n```")
    return [*parts, option_table(options)] if options else parts


def option_table(options: list[Option]) -> str:
    """Arguments and options as a table."""
    rows = [f"| {option_cell(option)} | {cell(option.full_help)} |" for option in options]
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
    sections: list[tuple[str, list[str]]] = []
    seen = {HOME}
    for part in home.split("\n## ")[1:]:
        pages = [page.partition("#")[0] for page in links(part) if "://" not in page]
        fresh = [page for page in dict.fromkeys(pages) if page.endswith(".md") and page not in seen]
        seen |= set(fresh)
        if fresh:
            sections.append((part.partition("\n")[0], fresh))
    return sections


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


# The site.

STYLE = ROOT / "docs" / "site.css"
SETTINGS: dict[str, Any] = {
    "project": "mqtune",
    "author": "the mqtune project",
    "copyright": "the mqtune project, Apache License 2.0",
    "version": __version__,
    "release": __version__,
    "extensions": ["myst_parser"],
    "source_suffix": {".md": "markdown"},
    "myst_heading_anchors": 4,
    "myst_links_external_new_tab": False,
    "html_theme": "furo",
    "html_title": f"mqtune {__version__}",
    "html_baseurl": f"{DOCUMENTATION_URL}/",
    "html_static_path": ["_static"],
    "html_css_files": [STYLE.name],
    "html_show_sourcelink": False,
    "html_copy_source": False,
    "html_theme_options": {
        "source_edit_link": f"{REPOSITORY_URL}/tree/main/docs",
        "top_of_page_buttons": [],
        "footer_icons": [],
    },
    "pygments_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    # MQ's languages have no lexer there, and bad examples break those of others: such text has no colours
    "suppress_warnings": ["misc.highlighting_failure"],
    "show_warning_types": True,
}
# names for the theme's landmarks, levels for its headings, and focus for what scrolls
FINISHED = {
    'role="heading">': 'role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer': '<aside aria-label="Contents" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
CANONICAL = re.compile(r'(<link rel="canonical" href="[^"]*/)index\.html"')
MAIN = '<article role="main" id="furo-main-content">'


def build(folder: Path) -> int:
    """Build the site into a folder; return 1 if a link leads nowhere or the generator warned."""
    content = site()
    if content.dead:
        sys.stderr.writelines(f"{link}: leads nowhere\n" for link in content.dead)
        return 1
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        write_sources(content, source)
        # imported here, so that the pages can be tested without the generator
        from sphinx.application import Sphinx

        trees = Path(name) / "trees"
        app = Sphinx(str(source), str(source), str(folder), str(trees), "html", None, None, sys.stderr)
        app.build(force_all=True)
        for path in folder.rglob("*.html"):
            path.write_text(finish(path.read_text(encoding="utf-8")), encoding="utf-8")
        return 1 if app._warncount else 0


def write_sources(content: Site, source: Path) -> None:
    """Write the settings, the pages with their navigation, the pictures and the style."""
    source.mkdir()
    settings = "".join(f"{key} = {setting!r}\n" for key, setting in SETTINGS.items())
    (source / "conf.py").write_text(settings, encoding="utf-8")
    for page, text in content.pages.items():
        target = source / page
        target.parent.mkdir(parents=True, exist_ok=True)
        head = "---\norphan: true\n---\n\n" if page in content.orphans else ""
        target.write_text(head + text + navigation(page, content), encoding="utf-8")
    for folder, files in (("pictures", pictures()), ("_static", [STYLE])):
        (source / folder).mkdir()
        for path in files:
            shutil.copy(path, source / folder)


def navigation(page: str, content: Site) -> str:
    """The hidden tables of contents that the side bar shows."""
    if page == HOME:
        sections = [*content.sections]
        sections.insert(1, ("Reference", [COMMAND_INDEX]))
        return "".join(tree(pages, caption) for caption, pages in sections)
    folder = page.removesuffix("index.md")
    listed = {HOME, *(name for _, pages in content.sections for name in pages)}
    below = [
        candidate.removeprefix(folder)
        for candidate in content.pages
        if candidate.startswith(folder) and candidate != page and candidate not in listed and candidate not in content.orphans
    ]
    return tree(sorted(candidate for candidate in below if candidate.count("/") == 1)) if below else ""


def tree(pages: list[str], caption: str = "") -> str:
    """A hidden table of contents."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["\n```{toctree}", ":hidden:", *lines, "", *pages, "```", ""])


def finish(text: str) -> str:
    """A page with its address without `index.html`, and with what the theme lacks for screen readers and keyboards."""
    text = CANONICAL.sub(r'\1"', text)
    for old, new in FINISHED.items():
        text = text.replace(old, new)
    if "<h1" not in text:
        text = text.replace(MAIN, f"{MAIN}<h1>Search</h1>")
    return text


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").absolute()))
