"""Texts in terminal cells: styles by meaning, texts cut to columns, tables that fit a width, and counts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from mqtune.text.finding import SEVERITIES, Finding
from mqtune.text.messages import plural, printable, widths

# Styles by meaning. Every state is also a word or a letter; colour only repeats it.

STRONG = "bold"
QUIET = "dim"
ACTIVE = "bold $text-accent"
KEY = "bold $text-accent"
OFF = "dim"
RUNNING = "bold $text-primary"
ALARM = "bold reverse $text-error"
ERROR = "bold $text-error"
WARNING = "$text-warning"
INFO = "$text-primary"
GOOD = "$text-success"
GONE = "$text-error"
SEVERITY = {"error": ERROR, "warning": WARNING, "info": INFO}
LETTER = {"error": "E", "warning": "W", "info": "I"}


# A cut text ends in `…`, and never inside a number.


def cut(text: str, width: int) -> str:
    """Return the beginning of a text, in at most `width` columns. A number that does not fit is omitted as a
    whole, because the beginning of a number is another number.
    """
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    kept = set_cell_size(text, width - 1)
    following = text[len(kept) : len(kept) + 2].lstrip(".,")
    if text.startswith(kept) and following[:1].isdigit():
        before = kept.rstrip("0123456789.,")
        if before and not before[-1].isalpha():
            kept = before
    return kept + "…"


def cut_left(text: str, width: int) -> str:
    """Return the end of a text, in at most `width` columns: the end of a path is the more useful part."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[1:]
    return "…" + text if width > 0 else ""


def brief_paths(paths: Iterable[str]) -> dict[str, str]:
    """Return each path with its folders reduced to those that distinguish it from paths with the same file
    name: `prod/…/QM1.mqsc`. A path whose file name is unique stays as it is.
    """
    alike: dict[str, list[list[str]]] = {}
    for path in dict.fromkeys(paths):
        *folders, name = path.split("/")
        alike.setdefault(name, []).append(folders)
    names: dict[str, str] = {}
    for name, group in alike.items():
        first = _in_common(group)
        last = _in_common([folders[first:][::-1] for folders in group])
        for folders in group:
            kept = folders[first : len(folders) - last]
            brief = [*kept, "…", name] if last and len(group) > 1 else [*kept, name]
            path = "/".join([*folders, name])
            names[path] = "/".join(brief) if len(group) > 1 else path
    return names


def _in_common(paths: Sequence[Sequence[str]]) -> int:
    """Return how many folders at their beginning all paths have in common."""
    return sum(1 for _ in takewhile(lambda names: len(set(names)) == 1, zip(*paths, strict=False)))


def padded(text: str, width: int) -> str:
    """Return a text in exactly `width` columns."""
    return set_cell_size(cut(text, width), width)


# Tables: numbers stay whole, texts are cut, and the least important columns are omitted.

GAP = 2
LEAST = 8  # columns of a text that is cut
READABLE = 20  # a spare column is omitted before a text gets fewer columns than this


@dataclass(frozen=True, slots=True)
class Column:
    """One column. If space is short, columns with the greatest `spare` are omitted first, those with 0 never.

    A `text` may be cut; a number is aligned to the right.
    """

    title: str
    text: bool = False
    spare: int = 0


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[Content]:
    """Return the title line and a line for each row."""
    rows = [tuple(printable(cell) for cell in row) for row in rows]
    titles = tuple(column.title for column in columns)
    sizes = widths((titles, *rows), cell_len)
    shown = _shown(columns, sizes, width)
    gap = GAP if _wide(sizes, shown, GAP) <= width else GAP - 1
    fitted = _fitted(columns, sizes, shown, width - gap * (len(shown) - 1))
    lines = [_line(columns, row, shown, fitted, gap) for row in (titles, *rows)]
    return [Content.styled(lines[0], QUIET), *map(Content, lines[1:])]


def _wide(sizes: Sequence[int], shown: Sequence[int], gap: int) -> int:
    return sum(sizes[place] for place in shown) + gap * (len(shown) - 1)


def _shown(columns: Sequence[Column], sizes: Sequence[int], width: int) -> list[int]:
    """Return the columns that fit without cutting texts below READABLE."""
    shown = list(range(len(columns)))
    readable = [
        min(wide, READABLE) if column.text else wide for column, wide in zip(columns, sizes, strict=True)
    ]
    while _wide(readable, shown, GAP - 1) > width:
        spare = [place for place in shown if columns[place].spare]
        if not spare:
            break
        shown.remove(max(spare, key=lambda place: columns[place].spare))
    return shown


def _fitted(columns: Sequence[Column], sizes: Sequence[int], shown: Sequence[int], space: int) -> list[int]:
    """Return the sizes, with the widest texts narrowed until all columns fit."""
    fitted = list(sizes)
    texts = [place for place in shown if columns[place].text]
    while sum(fitted[place] for place in shown) > space and texts:
        widest = max(texts, key=lambda place: fitted[place])
        if fitted[widest] <= LEAST:
            break
        fitted[widest] -= 1
    return fitted


def _line(
    columns: Sequence[Column], row: Sequence[str], shown: Sequence[int], sizes: Sequence[int], gap: int
) -> str:
    cells = [
        padded(row[place], sizes[place])
        if columns[place].text
        else " " * (sizes[place] - cell_len(row[place])) + row[place]
        for place in shown
    ]
    return (" " * gap).join(cells).rstrip()


def hanging(text: str, width: int) -> list[str]:
    """Return a line of text in lines of at most `width`; continuation lines are indented by two columns."""
    text = printable(text)
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    if cell_len(text) <= width or len(indent) * 2 > width:
        return [text]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [text]


# Counts of findings.


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """Return the number of findings of each severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def count_words(counts: Mapping[str, int]) -> str:
    """Return `3 errors  1 warning`; severities without findings are omitted."""
    return "  ".join(plural(count, severity) for severity, count in counts.items() if count)


def count_content(counts: Mapping[str, int], gap: str = "   ") -> Content:
    """Return `3 errors   no warnings   1 info`, each in the style of its severity."""
    parts = [
        Content.styled(
            plural(count, severity) if count else f"no {severity}s",
            SEVERITY[severity] if count else QUIET,
        )
        for severity, count in counts.items()
    ]
    return Content(gap).join(parts)


def diff_style(line: str) -> str:
    """Return the style of a line of a diff."""
    if line.startswith(("---", "+++")):
        return STRONG
    if line.startswith("@@"):
        return QUIET
    if line.startswith("+"):
        return GOOD
    return GONE if line.startswith("-") else ""
