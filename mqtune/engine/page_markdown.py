"""A rule's page as Markdown for a reader: facts, prose, examples, how to suppress it, sources."""

from __future__ import annotations

from mqtune.assets import asset_text
from mqtune.engine.page_text import EXAMPLES, HEADINGS, HOW, WHAT, WHY, Example, read_page
from mqtune.engine.pages import PROFILES, Page
from mqtune.report.full import reference_words
from mqtune.report.markdown_text import code, fenced, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.settings import PolicyDeclaration

_FIXES = {
    "safe": "safe (`--fix`)",
    "unsafe": "unsafe (`--fix --unsafe-fixes`)",
    "display": "shown, never applied",
    "none": "none",
}


# the place of a directive, its comment sign, and the languages of snippets that it is for; other files
# cannot contain directives
_DIRECTIVES = (
    ("In MQSC", "*", ("mqsc",)),
    ("In an ini file", "#", ("ini",)),
    ("In a file of the operating system", "#", ("sysctl", "limits", "systemd")),
)


def page_markdown(page: Page) -> str:
    """The page as Markdown for a reader: facts, prose, examples, how to suppress findings, sources."""
    if page.policy is not None:
        return _policy_markdown(page, page.policy)
    text = read_page(asset_text(f"rules/{page.path}"))
    parts = [f"# {page.code} {page.name}", "\n".join(_facts(page))]
    parts += [
        f"## {name}\n\n{text.sections[name]}"
        for name in HEADINGS
        if name in text.sections and name != EXAMPLES
    ]
    parts.append(f"## {EXAMPLES}\n\n{_examples(text.sections.get(EXAMPLES, ''))}")
    parts.append(f"## How to suppress it\n\n{_suppression(page, _languages(text.examples))}")
    parts.append("## Sources\n\n" + "\n".join(f"- {reference_words(item)}" for item in page.references))
    return "\n\n".join(parts) + "\n"


def main_sections(page: Page) -> tuple[str, str, str]:
    """What a rule finds, why that matters, and how to fix it, as written on its page."""
    if page.policy is not None:
        return policy_sections(page.policy)
    sections = read_page(asset_text(f"rules/{page.path}")).sections
    return sections.get(WHAT, ""), sections.get(WHY, ""), sections.get(HOW, "")


def _policy_markdown(page: Page, policy: PolicyDeclaration) -> str:
    """A policy of mqtune.toml in the form of a rule page."""
    what, why, how = policy_sections(policy)
    facts = [f"- Severity: {page.severity}", f"- Declared in: {plain(policy.file)}:{policy.line}"]
    facts += [f"- Owner: {plain(policy.owner)}"] if policy.owner else []
    parts = [f"# {page.code} {plain(page.name)}", "\n".join(facts)]
    parts += [f"## {head}\n\n{text}" for head, text in ((WHAT, what), (WHY, why), (HOW, how))]
    parts.append(f"## How to suppress it\n\n{_suppression(page, frozenset(('mqsc',)))}")
    return "\n\n".join(parts) + "\n"


def policy_sections(policy: PolicyDeclaration) -> tuple[str, str, str]:
    """What a policy finds, why that matters, and how to fix it."""
    owner = f" {plain(policy.owner)} is responsible for it." if policy.owner else ""
    why = (
        f"A policy of this project, declared in {plain(policy.file)}.{owner} Message: {code(policy.message)}"
    )
    if not policy.display:
        what = f"Names of {policy.object} objects that do not match this regular expression as a whole:"
        how = "Choose a name that matches. Names of the product, which begin with SYSTEM, are not checked."
        return f"{what}\n\n{fenced(policy.pattern)}", why, how
    command = " ".join(policy.display.split())
    what = f"Objects in the files that this command finds; it must find nothing:\n\n{fenced(command)}"
    query = code(f'mqtune query "{command}"')
    how = f"Change the objects that {query} finds, or add an exception with a reason."
    return what, why, how


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
    """The snippets with plain fences: the line numbers in them are for the tests."""
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


def _languages(examples: Iterable[Example]) -> frozenset[str]:
    """The languages of the snippets that contain a finding and can contain a directive.

    Nothing that reads a file with null characters or a byte order mark takes its first line for a comment.
    """
    snippets = (snippet for example in examples for snippet in example.snippets)
    return frozenset(
        item.language
        for item in snippets
        if item.lines and "\0" not in item.content and not item.content.startswith("\ufeff")
    )


def _suppression(page: Page, languages: frozenset[str]) -> str:
    """How to suppress a finding of a rule that reports in files of these languages of snippets."""
    if page.scope == "run":
        return f'In `mqtune.toml`, for all files:\n\n```toml\n[lint]\nignore = ["{page.code}"]\n```'
    directive = f'mqtune: ignore {page.code} until=2027-03-31 reason="why"'
    parts = [
        f"{place}, on the line before:\n\n```text\n{sign} {directive}\n```"
        for place, sign, texts in _DIRECTIVES
        if not languages.isdisjoint(texts)
    ]
    if parts:
        parts.append(f"For a whole file, on its first line, `ignore-file {page.code}` instead.")
    parts.append(
        f"{'Or in' if parts else 'In'} `mqtune.toml`, also for files that cannot contain a directive:\n\n"
        f'```toml\n[[exception]]\nrule = "{page.code}"\nobject = "TYPE(NAME)"  # omit it for all objects\n'
        'reason = "why"\nuntil = 2027-03-31\n```'
    )
    return "\n\n".join(parts)
