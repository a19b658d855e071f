"""`mqtune explain`: pages of rules, formatted on a terminal and as plain text elsewhere."""

from __future__ import annotations

from mqtune import RULE_URL
from mqtune.cli import console
from mqtune.cli.commands import Explain
from mqtune.engine.page_markdown import page_markdown
from mqtune.engine.pages import Page, all_pages
from mqtune.engine.withdrawn import WITHDRAWN
from mqtune.project.load import load_project
from mqtune.session.options import UsageError, pages_of
from mqtune.text.printable import printable
from mqtune.text.spelling import nearest
from mqtune.text.wording import allowed_list

WIDEST = 100


def explain(options: Explain) -> int:
    """Print the pages of rules, formatted on a terminal and as plain Markdown elsewhere."""
    found = [find_page(code, options.config) for word in options.codes for code in word.split(",") if code]
    pages = {page.code: page for page in found}
    text = "\n".join(page_markdown(page) + address_line(page) for page in pages.values())
    if console.width() or options.color == "always":
        _print_rich(text, options.color)
    else:
        console.write(text)
    return 0


def address_line(page: Page) -> str:
    """The address of a rule's page on the documentation site; policies have none."""
    return f"\n{RULE_URL.format(code=page.code)}\n" if page.path else ""


def find_page(wanted: str, config: str | None = None) -> Page:
    """The page of a rule by code or name, in any letter case. Raises UsageError and ProjectError.

    Policies are those of the project file that applies to the working folder.
    """
    word = wanted.strip()
    found = page_named(word, all_pages())
    if found is not None:
        return found
    pages = pages_of(load_project(config))
    found = page_named(word, pages)
    if found is not None:
        return found
    family = [page.code for page in pages.values() if page.family == word.upper().rstrip("0123456789")]
    alike = [f"{page.code} {page.name}" for page in pages.values() if word and word.lower() in page.name]
    if word.upper() in WITHDRAWN:
        name, why = WITHDRAWN[word.upper()]
        raise UsageError(f"rule {word.upper()} ({name}) was withdrawn", why)
    near = nearest(word.upper(), pages) or nearest(word.lower(), [page.name for page in pages.values()])
    if near:
        help = f"the nearest is {near}; `mqtune rules` lists all rules"
    elif family:
        help = f"the rules of that family are {allowed_list(family)}"
    elif alike:
        help = f"the rules with this word in their name are {allowed_list(alike)}"
    else:
        help = "`mqtune rules` lists all rules"
    raise UsageError(f"unknown rule {wanted!r}", help)


def page_named(word: str, pages: dict[str, Page]) -> Page | None:
    """The page with a code or name."""
    for page in pages.values():
        if word.upper() == page.code or word.lower() == page.name:
            return page
    return None


def _print_rich(text: str, color: str) -> None:
    # imported here, because the library takes longer to load than a lint
    from rich.console import Console
    from rich.markdown import Markdown

    colour = console.wants_colour(color)
    width = min(console.width() or WIDEST, WIDEST)
    screen = Console(width=width, force_terminal=colour, no_color=not colour, highlight=False)
    screen.print(
        Markdown("\n".join(map(printable, text.split("\n"))), code_theme="ansi_dark", hyperlinks=False)
    )
