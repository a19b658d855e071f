"""From commands to statements: looks up verb, object type, subtype and name."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.layout import Layouts, Spot, signatures_of
from mqtune.estate.statement import Head, Statement
from mqtune.language import catalogue
from mqtune.syntax.mqsc.tree import Command, Line, Script
from mqtune.syntax.mqsc.words import BLANK_VALUE

TRAILING_BLANKS_COUNT = "SUB"


class Heads(dict[str, "Head | None"]):
    """The meaning of verb and object keyword by the signature of the first line; None if it lacks the
    second.
    """

    __slots__ = ("_by_signs", "layouts")

    def __init__(self, layouts: Layouts) -> None:
        super().__init__()
        self.layouts = layouts
        self._by_signs: dict[tuple[str, str], Head] = {}

    def __missing__(self, signature: str) -> Head | None:
        signatures = signatures_of(signature)[:2]
        if len(signatures) < 2:
            self[signature] = None
            return None
        verb, type = signatures
        head = self._by_signs.get((verb, type))
        if head is None:
            found = catalogue.verb(verb[1:]), catalogue.object_type(type[1:])
            head = self._by_signs[verb, type] = self.make(*found, type[0] != BLANK_VALUE)
        self[signature] = head
        return head

    def make(
        self,
        verb: str | None,
        type: str | None,
        is_usual: bool = False,
        verb_spot: Spot = (0, 0),
        type_spot: Spot | None = (0, 1),
    ) -> Head:
        """Create the head for a verb and a type."""
        entry = catalogue.type_entry(type or "")
        splitter, subtypes = (entry.subtype_keyword or None, entry.subtypes) if entry else (None, ())
        return Head(verb, type, splitter, self.layouts[type or ""], is_usual, verb_spot, type_spot, subtypes)


def statements_of(
    script: Script, layouts: Layouts, zos: bool = False, heads: Heads | None = None
) -> list[Statement]:
    """The statements of a script, in its order; `heads` are those of other scripts with these layouts."""
    heads = Heads(layouts) if heads is None else heads
    all_lines = script.lines
    all_signatures = tuple([line.signature for line in all_lines])
    found = []
    for command in script.commands:
        if command.folded is not None:
            statement = read_folded(command, command.folded, heads, zos)
        else:
            first, end = command.first, command.last + 1
            statement = read_plain(command, all_lines[first:end], all_signatures[first:end], heads, zos)
        if statement is not None:
            found.append(statement)
    return found


def read_plain(
    command: Command, lines: list[Line], signatures: tuple[str, ...], heads: Heads, zos: bool
) -> Statement | None:
    """The statement of a command whose lines were read one by one; None for a command without words."""
    head = heads[signatures[0]]
    if head is None or (zos and head.type is None):
        return read_scattered(command, lines, heads, zos)
    name = name_of(lines[0], 1, head) if head.is_named else None
    return Statement(command, lines, head, name, head.layouts[signatures])


def read_folded(command: Command, line: Line, heads: Heads, zos: bool) -> Statement | None:
    """The statement of a command that was folded into one line."""
    head = heads[line.signature]
    if head is None or (zos and head.type is None) or not all(word.is_plain for word in line.words[:2]):
        return read_scattered(command, [line], heads, zos)
    name = name_of(line, 1, head) if head.is_named else None
    return Statement(command, [line], head, name, head.layouts[line.signature,])


def read_scattered(command: Command, lines: list[Line], heads: Heads, zos: bool) -> Statement | None:
    """The statement of a command whose object keyword does not follow the verb in the first line.

    Only z/OS accepts the object keyword in any position; elsewhere a later word that could be one is an
    attribute.
    """
    spots = [(number, place) for number, line in enumerate(lines) for place in range(len(line.words))]
    if not spots:
        return None
    keywords = [lines[number].words[place].keyword for number, place in spots]
    verb = catalogue.verb(keywords[0])
    type = catalogue.object_type(keywords[1]) if len(spots) > 1 else None
    at = 1
    if zos and type is None and verb is not None:
        type, at = later_object_word(keywords, verb)
    spot = spots[at] if at < len(spots) else None
    head = heads.make(verb, type, False, spots[0], spot)
    layout = head.layouts.with_head([line.signature for line in lines], at)
    name = None
    if head.is_named and spot is not None:
        name = name_of(lines[spot[0]], spot[1], head)
    return Statement(command, lines, head, name, layout)


def later_object_word(keywords: Sequence[str], verb: str) -> tuple[str | None, int]:
    """The object type of a command whose object keyword is further to the right, with its index among all
    words.
    """
    for place, keyword in enumerate(keywords[1:], 1):
        type = catalogue.object_type(keyword)
        if type is not None and catalogue.command(verb, type) is not None:
            return type, place
    return None, 1


def name_of(line: Line, place: int, head: Head) -> str | None:
    """The object's name: the contents of the parentheses after the object keyword."""
    text = line.words[place].text
    if text is None or (not text and not line.parameter(place).values):
        return None
    return text if head.type == TRAILING_BLANKS_COUNT else text.strip()
