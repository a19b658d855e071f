"""The edits that give a script its canonical form.

An edit replaces whole commands, or removes blank lines. What is not understood, what directives exclude, and
comments stay as they are written. A short command is one line, another has one attribute a line. No line is
longer than 72 columns if it can be broken between words or values: every queue manager reads 72 columns, and
on z/OS no more than that.
"""

from __future__ import annotations

from bisect import bisect_right

from mqtune.engine.format_items import Understood, respell, understood
from mqtune.language import mqsc
from mqtune.project.directives import FORMAT, parse_directive
from mqtune.syntax.mqsc.lines import MOST_CHARACTERS, ZOS_COLUMNS
from mqtune.syntax.mqsc.tree import BLANK, COMMENT
from mqtune.syntax.mqsc.values import BYTE_ORDER_MARK
from mqtune.text.editing import Span
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.format_items import Item
    from mqtune.syntax.mqsc.tree import Command, Script
    from mqtune.text.editing import Edit


# The lines of one command.

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
    parts: list[str] = []
    while len(text) + len(sign) > most:
        indent = INDENT * 2
        ends = [at for at in range(most - 1, len(indent), -1) if text[at] not in " \t"]
        if not ends:
            return None
        at = next((at for at in ends if text[at - 1] == " " and at >= most - NEAR_END), ends[0])
        parts.append(text[:at] + "+")
        text = indent + text[at:]
    return [*parts, text + sign]


# The edits of a script.

OFF, ON, SKIP = "off", "on", "skip"
Lines = tuple[int, int]  # lines of the file, from 1, both included


class ScriptLayout:
    """The canonical form of one script.

    `left` are the lines of the file, from 1, on which the commands begin that are not understood.
    """

    def __init__(self, script: Script, zos: bool, within: Lines | None = None) -> None:
        self.script = script
        self.within = within
        self.left: list[int] = []
        self._zos = zos
        self._excluded = excluded_lines(script)
        self._faulty = {
            number - 1
            for diagnostic in script.diagnostics
            if diagnostic.kind != "byte-order-mark"
            for number in range(diagnostic.span.line, diagnostic.span.end_line + 1)
        }
        self._known: dict[int, Understood] = {}  # by the first line of the command
        self._read_commands()

    def _read_commands(self) -> None:
        """Find the commands that are understood."""
        commands = self.script.commands
        is_template = self.script.document.template
        for index, command in enumerate(commands):
            if self._is_excluded(command):
                continue
            alone = (index == 0 or commands[index - 1].last < command.first) and (
                index + 1 == len(commands) or commands[index + 1].first > command.last
            )
            faulty = not self._faulty.isdisjoint(range(command.first, command.last + 1))
            known = understood(self.script, command, self._zos) if alone and not faulty else None
            if known is None:
                self._leave(command.first + 1)
            else:
                respell(known, is_template)
                self._known[command.first] = known

    def _is_excluded(self, command: Command) -> bool:
        return any(number in self._excluded for number in range(command.first, command.last + 1))

    def edits(self) -> list[Edit]:
        """The edits of the file, in its order; none overlaps another."""
        edits = []
        if not self.script.garbled:
            for span, content in sorted(self._changes(), key=_start):
                edit = self.script.document.edit(span, content) if self._is_wanted(span) else None
                if edit is not None:
                    edits.append(edit)
                elif content:  # a text that the file contains in another form, such as a folded scalar
                    self._leave(span.line)
        return edits

    def _leave(self, line: int) -> None:
        """Record that a command stays as it is written."""
        number = self.script.document.place(Span(line, 1, line, 1)).span.line
        if self.within is None or self.within[0] <= number <= self.within[1]:
            self.left.append(number)

    def _is_wanted(self, span: Span) -> bool:
        """Whether a change is in the part of the file that is formatted."""
        if self.within is None:
            return True
        place = self.script.document.place(span).span
        end = place.end_line if place.end_column > 1 else place.end_line - 1
        return place.line <= self.within[1] and max(end, place.line) >= self.within[0]

    def _changes(self) -> list[tuple[Span, str]]:
        return [*self._command_changes(), *self._blank_changes(), *self._end_of_file()]

    def _command_changes(self) -> Iterator[tuple[Span, str]]:
        """The commands whose lines differ from the canonical ones."""
        lines = self.script.lines
        aligned = self._aligned()
        for command in self.script.commands:
            known = self._known.get(command.first)
            if known is None:
                continue
            text = aligned.get(command.first)
            wanted = lines_of(known, self._zos) if text is None else [text]
            if wanted is None:
                continue
            start = lines[command.first].text.startswith(BYTE_ORDER_MARK) if command.first == 0 else False
            present = [line.text for line in lines[command.first : command.last + 1]]
            present[0] = present[0][start:]
            if present != wanted:
                end = len(lines[command.last].text) + 1
                yield Span(command.first + 1, 1 + start, command.last + 1, end), "\n".join(wanted)

    def _aligned(self) -> dict[int, str]:
        """The texts of adjacent commands of one line with the same words, in columns, by their line."""
        texts: dict[int, str] = {}
        group: list[tuple[int, Understood]] = []
        before: tuple[int, tuple[str, ...]] | None = None
        for command in self.script.commands:
            known = self._known.get(command.first)
            is_short = known is not None and not known.has_comments and len(known.text) <= WIDTH
            if known is None or not is_short:
                before = None
                continue
            if (
                before is None
                or before[1] != known.signature
                or not self._only_comments(before[0], command.first)
            ):
                texts.update(columns(group))
                group = []
            group.append((command.first, known))
            before = (command.last, known.signature)
        texts.update(columns(group))
        return texts

    def _only_comments(self, last: int, first: int) -> bool:
        """Whether there are only comments between two lines."""
        return all(line.kind == COMMENT for line in self.script.lines[last + 1 : first])

    def _blank_changes(self) -> Iterator[tuple[Span, str]]:
        """Remove blank lines at the beginning, at the end, and beside others, but none inside a command."""
        lines = self.script.lines
        count = len(lines)
        settled = self._settled_lines()
        is_file = self.script.document.map is None
        number = 0
        while number < count:
            first = number
            while number < count and lines[number].kind == BLANK:
                number += 1
            if number == first:
                number += 1
                continue
            if not ((first == 0 or first - 1 in settled) and (number == count or number in settled)):
                continue
            if first in settled:
                continue  # inside a command
            if first == 0 or number == count:
                if is_file and number - first < count:
                    yield from self._edge_change(first, number)
            elif number - first > 1 or lines[first].text:
                yield Span(first + 1, 1, number, len(lines[number - 1].text) + 1), ""

    def _edge_change(self, first: int, after: int) -> Iterator[tuple[Span, str]]:
        """Remove blank lines at the beginning, and all but the last line end at the end."""
        lines = self.script.lines
        if first == 0:
            if not lines[0].text.startswith(BYTE_ORDER_MARK):
                yield Span(1, 1, after + 1, 1), ""
        elif after - first > 1 or lines[first].text:
            yield Span(first + 1, 1, after, len(lines[after - 1].text) + 1), ""

    def _end_of_file(self) -> Iterator[tuple[Span, str]]:
        """End the last line."""
        script = self.script
        number = len(script.lines)
        last = script.lines[-1]
        if last.kind != BLANK and script.document.map is None and number - 1 in self._settled_lines():
            end = len(last.text) + 1
            yield Span(number, end, number, end), "\n"

    def _settled_lines(self) -> set[int]:
        """The lines of comments and of commands that are understood."""
        settled = {number for number, line in enumerate(self.script.lines) if line.kind == COMMENT}
        for command in self.script.commands:
            if command.first in self._known:
                settled.update(range(command.first, command.last + 1))
        return settled - self._excluded


def excluded_lines(script: Script) -> set[int]:
    """The lines that directives exclude: from `fmt off` to `fmt on`, and the command after `fmt skip`.

    Inside a command such a directive has no effect.
    """
    excluded: set[int] = set()
    firsts = [command.first for command in script.commands]
    off: int | None = None
    for number in script.directives:
        index = bisect_right(firsts, number)
        directive = parse_directive(script.lines[number].text)
        if (
            directive is None
            or directive.kind != FORMAT
            or (index and number <= script.commands[index - 1].last)
        ):
            continue
        if directive.switch == OFF and off is None:
            off = number
        elif directive.switch == ON and off is not None:
            excluded.update(range(off, number))
            off = None
        elif directive.switch == SKIP and index < len(firsts):
            excluded.update(range(number, script.commands[index].last + 1))
    if off is not None:
        excluded.update(range(off, len(script.lines)))
    return excluded


def columns(group: list[tuple[int, Understood]]) -> dict[int, str]:
    """The texts of commands with the same words, below each other; none if that makes a line too long."""
    if len(group) < 2:
        return {}
    rows = [[item.text for item in command.items] for _, command in group]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    texts = [
        " ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]).rstrip() + command.end
        for row, (_, command) in zip(rows, group, strict=True)
    ]
    if max(map(len, texts)) > WIDTH:
        return {}
    return {first: text for (first, _), text in zip(group, texts, strict=True)}


def _start(change: tuple[Span, str]) -> tuple[int, int, int, int]:
    return change[0].key()
