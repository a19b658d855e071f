"""`mqtune explain`: a rule's page, laid out on a terminal and as plain text elsewhere."""

from __future__ import annotations

import sys

from mqtune.assets import asset_text
from mqtune.checks.page_text import EXAMPLES, HEADINGS, read_page
from mqtune.checks.pages import PROFILES, Page, all_pages
from mqtune.cli import console
from mqtune.cli.command import Common, guarded
from mqtune.language.nearest import allowed_list, nearest
from mqtune.options import UsageError
from mqtune.report.full import reference_words

WIDEST = 100
_FIXES = {
    "safe": "safe (`--fix`)",
    "unsafe": "unsafe (`--fix --unsafe-fixes`)",
    "display": "shown, never applied",
    "none": "none",
}


def explain(code: str, common: Common) -> int:
    """Print the page of a code or name."""
    return guarded(common, lambda: _explain(code, common))


def _explain(code: str, common: Common) -> int:
    text = page_markdown(find_page(code))
    if console.width() or common.color == "always":
        _print_rich(text, common)
    else:
        sys.stdout.write(text)
    return 0


def find_page(wanted: str) -> Page:
    """The page of a code, letter case ignored, or of a rule's name. Raises UsageError."""
    pages = all_pages()
    word = wanted.strip()
    for page in pages.values():
        if word.upper() == page.code or word.lower() == page.name:
            return page
    family = [page.code for page in pages.values() if page.code.startswith(word.upper()[:3])]
    near = nearest(word.upper(), pages) or nearest(word.lower(), [page.name for page in pages.values()])
    if near:
        help = f"there is {near}; `mqtune rules` lists all"
    elif family:
        help = f"of that family there are {allowed_list(family)}"
    else:
        help = "`mqtune rules` lists all"
    raise UsageError(f"there is no rule {wanted!r}", help)


def page_markdown(page: Page) -> str:
    """The page as Markdown for a reader: facts, prose, examples, how to silence."""
    text = read_page(asset_text(f"rules/{page.path.removeprefix('rules/')}"))
    parts = [f"# {page.code} {page.name}", "\n".join(_facts(page))]
    parts += [
        f"## {name}\n\n{text.sections[name]}"
        for name in HEADINGS
        if name in text.sections and name != EXAMPLES
    ]
    parts.append(f"## {EXAMPLES}\n\n{_examples(text.sections.get(EXAMPLES, ''))}")
    parts.append(f"## How to silence it\n\n{_silence(page)}")
    parts.append("## Sources\n\n" + "\n".join(f"- {reference_words(item)}" for item in page.references))
    return "\n\n".join(parts) + "\n"


def _facts(page: Page) -> list[str]:
    others = [name for name in PROFILES if page.severity_in(name) != page.severity]
    but = "".join(f", {page.severity_in(name)} in profile {name}" for name in others)
    facts = [f"- Severity: {page.severity}{but}", f"- Confidence: {page.confidence}"]
    if page.applies_to:
        facts.append(f"- Applies to: {', '.join(page.applies_to)}")
    if page.since:
        facts.append(f"- Since level: {'.'.join(map(str, page.since))}")
    if page.until:
        facts.append(f"- Until level: {'.'.join(map(str, page.until))}")
    if page.platforms:
        facts.append(f"- Platforms: {', '.join(page.platforms)}")
    facts.append(f"- Fix: {_FIXES.get(page.fix, page.fix)}")
    return facts


def _examples(body: str) -> str:
    """The snippets with plain fences: line numbers in them are for the tests."""
    lines = []
    for line in body.splitlines():
        if line.startswith("```") and line != "```":
            words = line.split()
            file = next((word.removeprefix("file=") for word in words if word.startswith("file=")), "")
            line = words[0]
            if file:
                lines.append(f"In `{file}`:\n")
        lines.append(line)
    return "\n".join(lines)


def _silence(page: Page) -> str:
    sign = "#" if any(kind.endswith(".ini") for kind in page.applies_to) else "*"
    return (
        "In the file, on the line before, with an end and a reason:\n\n"
        f'```text\n{sign} mqtune: ignore {page.code} until=2027-03-31 reason="why"\n```\n\n'
        "Or in `mqtune.toml`:\n\n"
        f'```toml\n[[exception]]\nrule = "{page.code}"\nobject = "TYPE(NAME)"\nreason = "why"\n'
        "until = 2027-03-31\n```"
    )


def _print_rich(text: str, common: Common) -> None:
    # only here, because the library takes longer to load than a lint
    from rich.console import Console
    from rich.markdown import Markdown

    colour = console.wants_colour(common.color or "auto")
    width = min(console.width() or WIDEST, WIDEST)
    screen = Console(
        file=sys.stdout, width=width, force_terminal=colour, no_color=not colour, highlight=False
    )
    screen.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
