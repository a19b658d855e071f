"""Links of the committed Markdown, as the documentation site needs them.

A page of the site is a folder: `docs/plan.md` becomes `plan/index.md`, so that its address is `/plan/`, and the built
files can also be read from a disk. Links between pages lead to pages, all others to files of the repository.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from mqtune import REPOSITORY_URL

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
    found = HEADING.search(text)
    return found["text"] if found else ""


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as forges and the site name them."""
    found: set[str] = set()
    for heading in HEADING.finditer(CODE.sub(lambda one: one[0] if one["tick"] else "", text)):
        anchor = slug(heading["text"])
        number = sum(1 for one in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", one))
        found.add(f"{anchor}-{number}" if anchor in found else anchor)
    return found


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

    def link(found: re.Match[str]) -> str:
        target, hash, anchor = found["target"].partition("#")
        if "://" in target or not target:
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in pages:
            words = f"[{titles[pages[path]]}" if found["path"] else ""
            return f"{words}]({relative(page, pages[path])}{hash}{anchor})"
        if path.startswith("docs/pictures/"):
            return f"]({relative(page, path.removeprefix('docs/'))})"
        if not (root / path).exists():
            dead.append(f"{source}: {found['target']}")
        kind = "tree" if (root / path).is_dir() else "blob"
        words = f"[{found['path']}" if found["path"] else ""
        return f"{words}]({REPOSITORY_URL}/{kind}/main/{path}{hash}{anchor})"

    return outside_code(text, lambda part: LINK_WITH_PATH.sub(link, part)), dead


def with_rule_links(text: str, page: str, rules: Mapping[str, str]) -> str:
    """The text with a link at each code of a rule, except in headings, links and the rule's own page."""

    def link(found: re.Match[str]) -> str:
        target = rules.get(found["code"] or "")
        return found[0] if target in (None, page) else f"[{found[0]}]({relative(page, target or '')})"

    return outside_code(text, lambda part: RULE.sub(link, part))


def relative(page: str, target: str) -> str:
    """The path from a page to another file of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
