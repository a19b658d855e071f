"""The lines of a command: one line if it is short, else one attribute a line.

No line is longer than 72 columns if it can be broken between words or values: every queue manager reads 72
columns, and on z/OS no more than that.
"""

from __future__ import annotations

from mqtune.language import mqsc
from mqtune.syntax.mqsc.lines import MOST_CHARACTERS, ZOS_COLUMNS
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.formatting.items import Item, Understood

WIDTH = ZOS_COLUMNS
INDENT = "  "
SIGN = " +"
# what is written beside the name: it completes the name, or decides about the whole command
BESIDE_NAME = ("PROFILE", "OBJTYPE", "REPLACE", "NOREPLACE")
NEAR_END = 24  # columns: within them a blank is the preferred end of a part of a string


@record
class Row:
    """A line of code without its continuation character, or a comment line.

    `directed` means that a directive applies to the line, so that it must remain one line.
    """

    text: str
    is_comment: bool = False
    directed: bool = False


def lines_of(command: Understood, zos: bool) -> list[str] | None:
    """The lines of a command; None if it cannot be written within the columns that are read."""
    if not command.has_comments and len(command.text) <= WIDTH:
        return [command.text]
    most = WIDTH if zos else MOST_CHARACTERS
    rows = list(_rows(command))
    lines: list[str] = []
    for number, row in enumerate(rows, 1):
        if row.is_comment:
            lines.append(row.text)
            continue
        last = number == len(rows)
        text, sign = (row.text + command.end, "") if last else (row.text, SIGN)
        parts = _parts(text, sign, most)
        if parts is None or (row.directed and len(parts) > 1):
            return None
        lines += parts
    return lines


def _rows(command: Understood) -> Iterator[Row]:
    """The lines of a command: verb and name, then one attribute a line."""
    count = _count_beside_name(command)
    yield Row(" ".join([item.text for item in command.items[:count]]))
    for item in command.items[count:]:
        for comment in item.comments:
            yield Row(comment, is_comment=True)
        if _is_split(item):
            yield from _value_rows(item)
        else:
            yield Row(INDENT + item.text, directed=item.directed)


def _count_beside_name(command: Understood) -> int:
    """How many items are on the first line: the verb, the object, and what belongs to it."""
    beside = (mqsc.subtype_keyword(command.type), *BESIDE_NAME)
    size = len(command.items[0].text)
    for count, item in enumerate(command.items[1:], 1):
        size += 1 + len(item.text)
        fits = size + len(SIGN) <= WIDTH
        if item.comments or item.inner or (count > 1 and not (fits and item.keyword in beside)):
            return count
    return len(command.items)


def _is_split(item: Item) -> bool:
    """Whether the values of an item are written one a line."""
    if item.directed or len(item.values or ()) < 2:
        return False
    return bool(item.inner) or len(INDENT + item.text + SIGN) > WIDTH


def _value_rows(item: Item) -> Iterator[Row]:
    """The values of a long list, one a line and below each other."""
    lead = f"{INDENT}{item.keyword}("
    values = item.values or []
    for index, (value, separator) in enumerate(zip(values, [*item.separators, ")"], strict=True)):
        for comment in item.inner.get(index, ()):
            yield Row(comment, is_comment=True)
        yield Row(lead + value + separator.rstrip())
        lead = " " * len(lead)


def _parts(text: str, sign: str, most: int) -> list[str] | None:
    """A line with its continuation character, in parts if it is too long; None if that is not possible.

    A part ends before a character other than a blank, because the blanks that begin the next line are not
    read.
    """
    found: list[str] = []
    while len(text) + len(sign) > most:
        indent = INDENT * 2
        ends = [at for at in range(most - 1, len(indent), -1) if text[at] not in " \t"]
        if not ends:
            return None
        at = next((at for at in ends if text[at - 1] == " " and at >= most - NEAR_END), ends[0])
        found.append(text[:at] + "+")
        text = indent + text[at:]
    return [*found, text + sign]
