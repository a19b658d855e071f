"""Splits a command into items that can be laid out again, and decides which commands are understood.

A command is understood if its parser reports nothing about it, and if its lines, joined, are plain words and
words with values. Every other command stays as it is written. Keywords are written in upper case, names
without needless quotation marks.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from mqtune.language import mqsc
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.fold import fold_lines
from mqtune.syntax.mqsc.lines import ZOS_COLUMNS, is_continued
from mqtune.syntax.mqsc.tree import BLANK, CODE, COMMENT, CONTINUED, IRREGULAR
from mqtune.syntax.mqsc.values import BYTE_ORDER_MARK
from mqtune.syntax.mqsc.words import PlainParameter
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mqtune.language.mqsc import Attribute
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.tree import Command, Script
    from mqtune.syntax.mqsc.words import Parameter


MOST_READ = 1 << 16  # characters; a queue manager accepts at most half of that
STRING = r"'[^']*+'"
INSERTED = r"\{\{.*?\}\}|\{%.*?%\}|\$\{[^{}]*+\}"  # by a template: blanks inside are part of it
GROUP = rf"\((?>(?:{INSERTED}|{STRING}|[^'()])*)\)"
PARAMETER = lazy_pattern(
    rf"([A-Za-z][A-Za-z0-9]*+)(?>(?:[ \t,]*+\(((?>(?:{INSERTED}|{STRING}|{GROUP}|[^'()])*))\))?)"
    r"(?=[ \t,;]|\Z)"
)
VALUE = lazy_pattern(rf"(?>(?:{INSERTED}|{STRING}|{GROUP}|[^ \t,'()])+)")
SEPARATORS = lazy_pattern(r"[ \t,]*+")
ENDING = lazy_pattern(r"[ \t,]*+(;?)[ \t]*\Z")
CODE_KINDS = (CODE, CONTINUED, IRREGULAR)


@record
class Item:
    """A word of a command with its values as they will be written, None for a word without parentheses.

    `separators` are between the values. `comments` are the comment lines before the item, `inner` those
    before one of its values, by number; `directed` means that one of them is a directive to mqtune.
    """

    keyword: str
    values: list[str] | None
    separators: list[str]
    comments: list[str] = field(init=False)
    inner: dict[int, list[str]] = field(init=False)
    directed: bool = field(init=False)

    def __post_init__(self) -> None:
        self.comments = []
        self.inner = {}
        self.directed = False

    @property
    def text(self) -> str:
        """The item on one line."""
        if self.values is None:
            return self.keyword
        if len(self.values) == 1:
            return f"{self.keyword}({self.values[0]})"
        pieces = [piece for pair in zip(self.values, [*self.separators, ""], strict=False) for piece in pair]
        return f"{self.keyword}({''.join(pieces)})"


@record
class Understood:
    """A command that can be laid out. `end` is its semicolon, or empty; `type` its object type, or empty."""

    items: list[Item]
    end: str
    type: str

    @property
    def has_comments(self) -> bool:
        """Whether there are comment lines inside."""
        return any(item.comments or item.inner for item in self.items)

    @property
    def text(self) -> str:
        """The command on one line, without its comments."""
        return " ".join([item.text for item in self.items]) + self.end

    @property
    def signature(self) -> tuple[str, ...]:
        """The words without values: commands with equal ones can be aligned."""
        return (*[item.keyword + "()"[: 0 if item.values is None else 2] for item in self.items], self.end)


def understood(script: Script, command: Command, zos: bool) -> Understood | None:
    """The items of a command; None if it must stay as it is written."""
    numbers = code_lines(script, command)
    if not command.intact or numbers is None:
        return None
    texts = [_code(script, number) for number in numbers]
    if zos and any(len(text) + column > ZOS_COLUMNS for _, text, column in texts):
        return None  # sequence numbers, or text that the queue manager does not read
    if is_continued(texts[-1][1]):
        return None  # the next line begins with the end of this command
    folded = fold_lines(texts, MOST_READ)
    if folded.cut or folded.trails or folded.dashes:
        return None
    matches = list(parameters(folded.text))
    ending = ENDING.match(folded.text, matches[-1].end()) if matches else None
    if ending is None or not is_command(matches[0][1].upper()):
        return None
    items = [Item(match[1].upper(), *_values(match)) for match in matches]
    if not _agree(matches, items, command):
        return None
    if not _place_comments(script, command, numbers, folded, matches, items):
        return None
    return Understood(items, ending[1], (mqsc.object_type(items[1].keyword) or "") if items[1:] else "")


def is_command(word: str) -> bool:
    """Whether a word begins a command or ends the input."""
    return mqsc.verb(word) is not None or mqsc.is_stop_word(word)


def code_lines(script: Script, command: Command) -> list[int] | None:
    """The lines of a command without comments and blank lines; None if it contains anything else."""
    numbers = []
    for number in range(command.first, command.last + 1):
        kind = script.lines[number].kind
        if kind in CODE_KINDS:
            numbers.append(number)
        elif kind not in (BLANK, COMMENT):
            return None
    return numbers


def _code(script: Script, number: int) -> tuple[int, str, int]:
    text = script.lines[number].text
    if number == 0 and text.startswith(BYTE_ORDER_MARK):
        return number, text[1:], 1
    return number, text, 0


def parameters(text: str) -> Iterator[re.Match[str]]:
    """The words of a joined command, up to the first text that is not one of them."""
    at = SEPARATORS.match(text).end()  # type: ignore[union-attr]  # it always matches
    while (match := PARAMETER.match(text, at)) is not None:
        yield match
        at = SEPARATORS.match(text, match.end()).end()  # type: ignore[union-attr]


def _values(match: re.Match[str]) -> tuple[list[str] | None, list[str]]:
    """The values of a word as written, and what is between them: a blank, or as many commas as before."""
    inside = match[2]
    if inside is None:
        return None, []
    values: list[str] = []
    separators: list[str] = []
    done = 0
    for value in VALUE.finditer(inside):
        if values:
            separators.append("," * inside[done : value.start()].count(",") or " ")
        values.append(value[0])
        done = value.end()
    return values, separators


def _agree(matches: list[re.Match[str]], items: Sequence[Item], command: Command) -> bool:
    """Whether the parser reads the same words and values."""
    read = [parameter for _, parameter in command.words()]
    if len(read) != len(items):
        return False
    return all(
        parameter.keyword == item.keyword and _same_values(parameter, match, item)
        for parameter, match, item in zip(read, matches, items, strict=True)
    )


def _same_values(parameter: Parameter, match: re.Match[str], item: Item) -> bool:
    """Whether a word has the same values; the text is compared if that is enough, because it is faster."""
    if isinstance(parameter, PlainParameter):
        return parameter.written == match[0][match.end(1) - match.start() :].lstrip(" \t,")
    if parameter.form not in ("word", "value"):
        return False
    values = parameter.values
    return (None if values is None else [value.raw for value in values]) == item.values


def _place_comments(
    script: Script,
    command: Command,
    numbers: list[int],
    folded: Folded,
    matches: list[re.Match[str]],
    items: list[Item],
) -> bool:
    """Attach the comment lines inside a command to what follows them; False if that is not possible."""
    comments = [
        number for number in range(command.first, command.last + 1) if script.lines[number].kind == COMMENT
    ]
    if not comments:
        return True
    seams = sorted(folded.seams)
    if len(seams) != len(numbers) - 1:
        return False  # one of the lines contains nothing
    directed = set(script.directives)
    for number in comments:
        after = bisect_left(numbers, number)
        if not 0 < after < len(numbers):
            return False
        end = seams[after] if after < len(seams) else len(folded.text)
        if not _attach(script.lines[number].text, number in directed, seams[after - 1], end, matches, items):
            return False
    return True


def _attach(
    comment: str, directed: bool, seam: int, end: int, matches: list[re.Match[str]], items: list[Item]
) -> bool:
    """Attach a comment to what follows offset `seam`; a directive must apply to one item, up to `end`."""
    on_line = sum(seam <= match.start() < end for match in matches)
    for match, item in zip(matches, items, strict=True):
        if seam <= match.start():
            item.comments.append(comment)
            item.directed = item.directed or directed
            return not directed or on_line == 1
        if seam < match.end():
            starts = [match.start(2) + value.start() for value in VALUE.finditer(match[2] or "")]
            index = bisect_left(starts, seam)
            is_between = 0 < index < len(starts) and not folded_inside(match, index - 1, seam)
            if is_between and not directed:
                item.inner.setdefault(index, []).append(comment)
            return is_between and not directed
    return False


def folded_inside(match: re.Match[str], index: int, seam: int) -> bool:
    """Whether a value of a word extends beyond an offset."""
    ends = [match.start(2) + value.end() for value in VALUE.finditer(match[2] or "")]
    return ends[index] > seam


# How words and values are written.

# what needs no quotation marks on any platform
UNQUOTED_NAME = lazy_pattern(r"[A-Z][A-Z0-9._/]*")
WITH_WORDS = ("enum", "enum-list", "integer-or-keyword", "list")


def written_name(name: str) -> str:
    """A name as a command has to contain it: with quotation marks if it would be folded or cut."""
    return name if UNQUOTED_NAME.fullmatch(name) else "'" + name.replace("'", "''") + "'"


def respell(command: Understood, is_template: bool) -> None:
    """Write the values of a command in their canonical form. The queue manager reads the same values.

    In a template a name keeps its quotation marks, because it may be replaced.
    """
    verb = mqsc.verb(command.items[0].keyword)
    if verb is None or not command.type:
        return
    entry = mqsc.command(verb, command.type)
    if entry is not None and entry.name_of:
        _unquote(command.items[1], is_template)
    for item in command.items[2:]:
        attribute = mqsc.parameter(verb, command.type, item.keyword) if item.values else None
        if attribute is None or item.values is None:
            continue
        if attribute.kind == "name" or (attribute.item is not None and attribute.item.kind == "name"):
            _unquote(item, is_template)
        elif attribute.kind == "filter":
            item.values[:2] = [value.upper() for value in item.values[:2]]
        elif attribute.kind in WITH_WORDS:
            _raise_words(item, attribute)


def _unquote(item: Item, is_template: bool) -> None:
    """Remove the quotation marks of names that are read in the same way without them."""
    if item.values is None or is_template:
        return
    item.values = [
        value[1:-1]
        if value[0] == "'" and UNQUOTED_NAME.fullmatch(value[1:-1]) and not has_placeholder(value[1:-1])
        else value
        for value in item.values
    ]


def _raise_words(item: Item, attribute: Attribute) -> None:
    """Write the keywords among the values in upper case."""
    words = {*attribute.values, *(attribute.item.values if attribute.item is not None else ())}
    item.values = [value.upper() if value.upper() in words else value for value in item.values or []]
