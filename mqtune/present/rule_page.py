"""A rule's page: its text split at the headings, and as Markdown for a reader.

The text is for `explain`, and for the tests that run its snippets. The Markdown has facts, prose, examples,
how to suppress the rule, and sources.
"""

from __future__ import annotations

from mqtune.assets import asset_text
from mqtune.engine.pages import PROFILES, Page
from mqtune.present.answer_text import code, fenced, plain
from mqtune.present.findings_text import reference_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.settings import PolicyDeclaration


# Text: the page split at its headings.

DEFAULT_FILES = {
    "mqsc": "example.mqsc",
    "ini": "qm.ini",
    "json": "ccdt.json",
    "yaml": "example.yaml",
    "sh": "example.sh",
    "sysctl": "sysctl.d/90-mqm.conf",
    "limits": "limits.d/mqm.conf",
    "systemd": "mq@.service",
    "toml": "mqtune.toml",
}

WHAT = "What it finds"
WHY = "Why it matters"
HOW = "How to fix"
WHEN_NOT = "When not to"
EXAMPLES = "Examples"
HEADINGS = (WHAT, WHY, HOW, WHEN_NOT, EXAMPLES)
OPTIONAL = (WHEN_NOT,)

BAD = "Bad"
FIXED = "Fixed"
GOOD = "Good"


class PageError(Exception):
    """A page that does not have the required form; `line` is counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class Snippet:
    r"""A fence: a file of the example's folder. `lines` are those on which a finding starts.

    `escaped` means that `\u00a0` in the text is an escape for the character, which would be invisible.
    """

    __slots__ = ("escaped", "file", "language", "line", "lines", "text")

    def __init__(self, language: str, file: str, line: int) -> None:
        self.language = language
        self.file = file
        self.line = line
        self.lines: tuple[int, ...] = ()
        self.escaped = False
        self.text = ""

    @property
    def content(self) -> str:
        """The text of the file."""
        if not self.escaped:
            return self.text
        first, *rest = self.text.split("\\u")
        return first + "".join(chr(int(part[:4], 16)) + part[4:] for part in rest)


class Example:
    """The fences under one heading: one project folder. `kind` is "Bad", "Fixed" or "Good"."""

    __slots__ = ("kind", "line", "snippets", "title")

    def __init__(self, kind: str, title: str, line: int) -> None:
        self.kind = kind
        self.title = title
        self.line = line
        self.snippets: list[Snippet] = []


class PageText:
    """A page: the raw head, the title, the prose under each heading, and the examples."""

    __slots__ = ("examples", "head", "sections", "title")

    def __init__(self, head: str, title: str) -> None:
        self.head = head
        self.title = title
        self.sections: dict[str, str] = {}
        self.examples: list[Example] = []

    @property
    def summary(self) -> str:
        """The first sentence of what the rule finds, on one line."""
        prose = " ".join(self.sections.get(WHAT, "").split("\n\n")[0].split())
        end = prose.find(". ")
        return prose if end < 0 else prose[: end + 1]


def read_page(text: str) -> PageText:
    """The parts of a page. Raises PageError if it does not have the required form.

    Reads only the form of Markdown that `docs/developing/rules.md` describes. The head stays raw: its facts
    are compiled into `_pages.py`.
    """
    lines = text.split("\n")
    head_end = _head_end(lines)
    start = head_end + 1
    while start < len(lines) and not lines[start].strip():
        start += 1
    if start == len(lines) or not lines[start].startswith("# "):
        raise PageError(start + 1, "the title `# CODE name` must follow the head")
    page = PageText("\n".join(lines[1:head_end]), lines[start][2:].strip())
    for number, heading, body in _sections(lines, start + 1):
        if heading in page.sections:
            raise PageError(number, f"the heading `## {heading}` appears twice")
        page.sections[heading] = "\n".join(body).strip()
        if heading == EXAMPLES:
            page.examples = _text_examples(body, number + 1)
    _require_headings(list(page.sections), len(lines))
    return page


def _head_end(lines: list[str]) -> int:
    """The index of the line that closes the head."""
    if lines[0].rstrip() != "---":
        raise PageError(1, "the page must begin with a head between two lines `---`")
    for index in range(1, len(lines)):
        if lines[index].rstrip() == "---":
            return index
    raise PageError(1, "the head has no closing line `---`")


def _sections(lines: list[str], start: int) -> list[tuple[int, str, list[str]]]:
    """The `## ` sections: line number of the heading, its text, and the lines below it."""
    sections: list[tuple[int, str, list[str]]] = []
    fenced = False
    for index in range(start, len(lines)):
        line = lines[index]
        if line.startswith("```"):
            fenced = not fenced
        if line.startswith("## ") and not fenced:
            sections.append((index + 1, line[3:].strip(), []))
        elif sections:
            sections[-1][2].append(line)
        elif line.strip():
            raise PageError(index + 1, f"text before the heading `## {WHAT}`")
    if fenced:
        raise PageError(len(lines), "a fence is not closed")
    return sections


def _require_headings(given: list[str], last: int) -> None:
    """Raise unless the headings are the fixed ones in their order."""
    wanted = [heading for heading in HEADINGS if heading in given or heading not in OPTIONAL]
    if given != wanted:
        raise PageError(
            last, f"headings must be {', '.join(wanted)}; the page has {', '.join(given) or 'none'}"
        )


def _text_examples(body: list[str], first: int) -> list[Example]:
    """The examples of a section whose first line has the number `first`."""
    examples: list[Example] = []
    fence: Snippet | None = None
    inside: list[str] = []
    for number, line in enumerate(body, first):
        if fence is not None:
            if line.rstrip() == "```":
                fence.text = "".join(f"{part}\n" for part in inside)
                examples[-1].snippets.append(fence)
                fence = None
            else:
                inside.append(line)
        elif line.startswith("### "):
            examples.append(_heading(line[4:].strip(), number))
        elif line.startswith("```"):
            if not examples:
                raise PageError(number, "a fence before the first `### Bad: …`")
            fence, inside = _fence(line[3:].split(), number, examples[-1]), []
    return examples


def _heading(words: str, number: int) -> Example:
    kind, _, title = words.partition(":")
    if kind not in (BAD, FIXED, GOOD):
        raise PageError(number, f"`### {words}` must be `### Bad: …`, `### Fixed` or `### Good: …`")
    if kind != FIXED and not title.strip():
        raise PageError(number, f"`### {kind}:` needs a title that states what the example shows")
    return Example(kind, title.strip(), number)


def _fence(info: list[str], number: int, example: Example) -> Snippet:
    """The snippet that an info string such as `mqsc line=2,5 file=hub.mqsc` opens."""
    language = info[0] if info else ""
    if language not in DEFAULT_FILES:
        raise PageError(number, f"the fence's language must be one of {', '.join(DEFAULT_FILES)}")
    snippet = Snippet(language, DEFAULT_FILES[language], number)
    for option in info[1:]:
        key, _, value = option.partition("=")
        if key == "file" and value:
            snippet.file = value
        elif key == "line" and all(part.isdigit() for part in value.split(",")):
            snippet.lines = tuple(sorted(int(part) for part in value.split(",")))
        elif option == "escaped":
            snippet.escaped = True
        else:
            raise PageError(number, f"`{option}` must be `line=2,5`, `file=name` or `escaped`")
    if any(earlier.file == snippet.file for earlier in example.snippets):
        raise PageError(number, f"the example has two files {snippet.file}; name one with `file=…`")
    return snippet


# The page as Markdown.

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
