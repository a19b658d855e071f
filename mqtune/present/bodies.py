"""What answers are made of: sections with a body of rows, a table, steps, code or a page.

Bodies contain no colours, no widths and no names of options. Texts need not be safe to show: whatever
renders a body masks its strings, except values of attributes, which `value` covers by their keyword.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mqtune.masking.secrets import Covered, covered_value
from mqtune.present.target import FILE, Target

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
