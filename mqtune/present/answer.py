"""An answer: data, with sections, typed data and records that are made when a front end needs them.

Sections have a body of rows, a table, steps, code or a page. Bodies contain no colours, no widths and no
names of options. Texts need not be safe to show: whatever renders a body masks its strings, except values of
attributes, which `value` covers by their keyword.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from mqtune.language.masking import Covered, covered_value
from mqtune.text.patterns import lazy_pattern

# Targets: what a link leads to.

OBJECT, TOPIC, CLUSTER, MANAGER = "object", "topic", "cluster", "queue manager"
RULE, FINDING, FILE = "rule", "finding", "file"
MODEL, EXPERIMENT, RESULT, LIST = "model", "experiment", "result", "objects"


@dataclass(frozen=True, slots=True)
class Target:
    """What a card is about.

    `owner` is the qualified name of the queue manager (`QueueManager.qualified`), "" if it does not matter or
    is unknown. `type` is the type of an object, or the message of a finding. `line` is that of a file, 0 for
    the whole file. `in_file` is the file of a finding.
    """

    kind: str
    name: str
    type: str = ""
    owner: str = ""
    line: int = 0
    in_file: str = ""

    @property
    def title(self) -> str:
        """`QLOCAL(ORDERS)`, `topic prices/equity`, `hub/a.mqsc:7`."""
        if self.kind == OBJECT:
            return f"{self.type}({self.name})" if self.name else self.type
        if self.kind == LIST:
            return f"{self.type} of {self.owner}"
        if self.kind == FILE:
            return f"{self.name}:{self.line}" if self.line else self.name
        if self.kind == FINDING:
            return f"{self.name} at {self.in_file}:{self.line}"
        return f"{self.kind} {self.name}"

    @property
    def spec(self) -> str:
        """An object as a question names it: quoted where MQSC would fold the name to upper case."""
        quoted = self.name.replace("'", "''")
        return self.title if self.name == self.name.upper() else f"{self.type}('{quoted}')"


# Sections and their bodies.

# levels: also with --quiet, usual, with --verbose
BRIEF, NORMAL, DETAIL = range(3)
GOOD, BAD, DOUBT, FAINT = "good", "bad", "doubt", "faint"  # tones


def value(keyword: str, text: str) -> Covered:
    """The value of an attribute: covered if it is secret."""
    return Covered(covered_value(keyword, text))


class Place(NamedTuple):
    """File and line: a link, and in text `hub/a.mqsc:7`."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Share(NamedTuple):
    """A part of a limit: text shows `60%`, the screen a bar. `share` is None if it is unknown; the bar of an
    `open` one is a lower bound.
    """

    share: float | None
    text: str
    open: bool = False

    def __str__(self) -> str:
        return self.text


Cell = str | int | Share | Place | None  # None is not known


class Row(NamedTuple):
    """Label, text and note. `severity` is that of a finding, whose letter precedes the label."""

    label: str
    text: str
    note: str = ""
    target: Target | None = None
    severity: str = ""
    place: tuple[str, int] | None = None
    tone: str = ""
    level: int = BRIEF


class Rows(NamedTuple):
    """Rows with labels; without labels they are sentences. `more` describes what a level leaves out. Blanks
    in texts that are `verbatim`, such as lines of a file, are kept.
    """

    rows: Sequence[Row]
    more: str = ""
    verbatim: bool = False


class Column(NamedTuple):
    """A column of a table. On a narrow screen those with the highest `priority` are left out first, of equal
    ones the last. `numbers` are aligned at the right. The last column can be one that `wraps`: its long texts
    are continued in its own column, or below the line if that is too narrow. `unit` follows each cell in a
    vertical table.
    """

    title: str
    priority: int = 1
    numbers: bool = False
    level: int = BRIEF
    wraps: bool = False
    unit: str = ""


class Line(NamedTuple):
    """A line of a table, with as many cells as there are columns."""

    cells: Sequence[Cell]
    target: Target | None = None
    place: tuple[str, int] | None = None
    tone: str = ""
    level: int = BRIEF


class Table(NamedTuple):
    """Columns and lines. `unknown` is shown for what is not known, `more` what a level leaves out, `foot`
    explains marks in cells. `stacked` puts the words of a title one below the other. A table that is wider
    than `vertical`, or than the screen, is shown as one line for each cell; 0 for one that never is.
    """

    columns: Sequence[Column]
    lines: Sequence[Line]
    more: str = ""
    unknown: str = "?"
    foot: str = ""
    stacked: bool = False
    vertical: int = 0


class Step(NamedTuple):
    """A hop, check or change: `guide` are the lines that lead to it, `cells` are aligned over all steps."""

    guide: str
    cells: Sequence[str]
    outcome: str = ""
    reason: str = ""
    notes: Sequence[Row] = ()
    target: Target | None = None
    place: tuple[str, int] | None = None
    tone: str = ""
    level: int = BRIEF


class Steps(NamedTuple):
    """Steps in their order."""

    steps: Sequence[Step]
    more: str = ""


class Code(NamedTuple):
    """Lines in a language: mqsc, ini, toml, diff, runmqsc. With `covered` their values are covered already;
    else they are masked together.
    """

    lines: Iterable[str]
    language: str
    covered: bool = False


class Page(NamedTuple):
    """A page of Markdown. One that is `covered` has no text of files: nothing in it has to be masked."""

    text: str
    covered: bool = False


Body = Rows | Table | Steps | Code | Page
Item = Row | Line | Step  # what a cursor marks


class Section(NamedTuple):
    """A part of an answer. One without content is omitted, unless `empty` states what that means. One that is
    `filed` is in the files that the answer offers: text omits it if they are written.
    """

    title: str
    body: Body
    level: int = NORMAL
    empty: str = ""
    filed: bool = False


def link(place: tuple[str, int] | None) -> Target | None:
    """The target of a position."""
    return None if place is None else Target(FILE, place[0], line=place[1])


# The answer.

Data = TypeVar("Data")
TEXT, SCREEN, MARKDOWN = "text", "screen", "markdown"  # layouts; a question may have others for text


class Records(NamedTuple):
    """One flat table, for CSV and data frames."""

    columns: Sequence[str]
    rows: Iterable[Sequence[str | int | float | None]]


class OutFile(NamedTuple):
    """A file that an answer offers: the front end writes or saves it. The only one that there can be has no
    name, because the user names it.
    """

    name: str
    text: str


def no_records() -> None:
    """The records of an answer that is not a table."""


def no_files(format: str) -> Sequence[OutFile]:
    """The files of an answer that offers none."""
    return ()


class Answer(NamedTuple, Generic[Data]):
    """What a question gives.

    `outcome` is a word of the question's list and does not depend on expectations; `headline` is one line
    that says enough by itself. `sections` are for people and take the name of a layout; `data` is the
    JSON. `met` is whether expectations are met, None without any. `status` is the exit status that
    follows from both. `notes` are remarks on the run, which must not be in the way of a pipe. `files` are
    offered in a format. `hint` names further commands, which is of use on the command line alone, beside
    text. `secrets` returns those in files that the answer has read by itself, to be covered in all that is
    printed. `inputs` are the absolute paths of these files, which no output replaces.
    """

    outcome: str
    headline: str
    sections: Callable[[str], Iterable[Section]]
    data: Callable[[], Data]
    records: Callable[[], Records | None] = no_records
    met: bool | None = None
    status: int = 0
    notes: Rows = Rows(())
    files: Callable[[str], Iterable[OutFile]] = no_files
    hint: str = ""
    secrets: Callable[[], Iterable[str]] | None = None
    inputs: Sequence[str] = ()


# Pages of Markdown as lines, of which little is used: headings, lists, fences and strong words. They are laid
# out as written, or for a width with paragraphs filled.

FENCE, HEADING, ITEM = "```", "#", "- "
STRONG = lazy_pattern(r"\*\*(?=[^\s*])([^*]+)(?<!\s)\*\*")  # not the cover of a secret
BULLET, INDENT = "• ", "  "
WIDEST = 100  # longer lines are hard to read


class Block(NamedTuple):
    """A heading, paragraph, entry of a list, line of code or blank line. `text` is without its marks."""

    text: str
    is_heading: bool = False
    is_code: bool = False
    is_item: bool = False


def blocks(markdown: str) -> list[Block]:
    """The blocks of a page."""
    parts: list[Block] = []
    for group in groups(markdown.splitlines()):
        first = group[0]
        if first.startswith((FENCE, HEADING)) and parts and parts[-1].text:
            parts.append(Block(""))
        if first.startswith(FENCE):
            parts += [Block(INDENT + line, is_code=True) for line in group[1:]]
            continue
        text = STRONG.sub(r"\1", " ".join(line.strip() for line in group))
        if first.startswith(HEADING):
            parts.append(Block(text.lstrip(f"{HEADING} "), is_heading=True))
        elif first.startswith(ITEM):
            parts.append(Block(BULLET + text.removeprefix(ITEM), is_item=True))
        else:
            parts.append(Block(text))
    return parts


def groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines of each block; those of a fence are without its end."""
    group: list[str] = []
    for line in lines:
        fenced = bool(group) and group[0].startswith(FENCE)
        if fenced and not line.startswith(FENCE):
            group.append(line)
            continue
        continues = line.strip() and not line.startswith((FENCE, HEADING, ITEM))
        if continues and group and group[0].strip() and not group[0].startswith(HEADING):
            group.append(line)
            continue
        if group:
            yield group
        group = [] if fenced else [line]
    if group:
        yield group


def headings(markdown: str) -> Iterator[tuple[str, bool]]:
    """The lines as they are written, each with whether it is a heading."""
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith(FENCE)
        yield line, line.startswith(HEADING) and not fenced
