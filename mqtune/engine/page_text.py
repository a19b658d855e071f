"""The text of a rule page, split at its headings: for `explain`, and for the tests that run its snippets.

Reads only the form of Markdown that `docs/developing/rules.md` describes. The head stays raw: its facts are
compiled into `_pages.py`.
"""

from __future__ import annotations

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
    """The parts of a page. Raises PageError if it does not have the required form."""
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
            page.examples = _examples(body, number + 1)
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
    found: list[tuple[int, str, list[str]]] = []
    fenced = False
    for index in range(start, len(lines)):
        line = lines[index]
        if line.startswith("```"):
            fenced = not fenced
        if line.startswith("## ") and not fenced:
            found.append((index + 1, line[3:].strip(), []))
        elif found:
            found[-1][2].append(line)
        elif line.strip():
            raise PageError(index + 1, f"text before the heading `## {WHAT}`")
    if fenced:
        raise PageError(len(lines), "a fence is not closed")
    return found


def _require_headings(given: list[str], last: int) -> None:
    """Raise unless the headings are the fixed ones in their order."""
    wanted = [heading for heading in HEADINGS if heading in given or heading not in OPTIONAL]
    if given != wanted:
        raise PageError(
            last, f"headings must be {', '.join(wanted)}; the page has {', '.join(given) or 'none'}"
        )


def _examples(body: list[str], first: int) -> list[Example]:
    """The examples of a section whose first line has the number `first`."""
    found: list[Example] = []
    fence: Snippet | None = None
    inside: list[str] = []
    for number, line in enumerate(body, first):
        if fence is not None:
            if line.rstrip() == "```":
                fence.text = "".join(f"{part}\n" for part in inside)
                found[-1].snippets.append(fence)
                fence = None
            else:
                inside.append(line)
        elif line.startswith("### "):
            found.append(_heading(line[4:].strip(), number))
        elif line.startswith("```"):
            if not found:
                raise PageError(number, "a fence before the first `### Bad: …`")
            fence, inside = _fence(line[3:].split(), number, found[-1]), []
    return found


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
    if any(other.file == snippet.file for other in example.snippets):
        raise PageError(number, f"the example has two files {snippet.file}; name one with `file=…`")
    return snippet
