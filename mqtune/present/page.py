"""Pages of Markdown as lines: as they are written, or laid out for a width with paragraphs filled.

The Markdown of pages is little: headings, lists, fences and strong words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mqtune.text.patterns import lazy_pattern

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
    made: list[Block] = []
    for group in groups(markdown.splitlines()):
        first = group[0]
        if first.startswith((FENCE, HEADING)) and made and made[-1].text:
            made.append(Block(""))
        if first.startswith(FENCE):
            made += [Block(INDENT + line, is_code=True) for line in group[1:]]
            continue
        text = STRONG.sub(r"\1", " ".join(line.strip() for line in group))
        if first.startswith(HEADING):
            made.append(Block(text.lstrip(f"{HEADING} "), is_heading=True))
        elif first.startswith(ITEM):
            made.append(Block(BULLET + text.removeprefix(ITEM), is_item=True))
        else:
            made.append(Block(text))
    return made


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
