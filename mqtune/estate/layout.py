"""The positions of the words in a command, computed once for all commands that differ only in values.

Thousands of objects of a dump have the same layout, so they need no dictionary of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.estate.keywords import attribute_bits, canonical_keywords
from mqtune.syntax.mqsc.words import BLANK_VALUE

# a line of the command, and a word of that line
Spot = tuple[int, int]
# The words of a line of the command for an object type, of two for one attribute the last one: the
# attributes and the options, each keyword with its position; as sets of bits the attributes, and those of
# them that are non-blank; the number of all words. A tuple, because there are too many rows for objects.
Row = tuple[dict[str, Spot], dict[str, Spot], int, int, int]

NOTHING: dict[str, Spot] = {}  # most lines, and most commands, have no option


class Layout:
    """The words after verb and object keyword, each with its position; of two the last applies.

    `attributes` are those that set an attribute, by the attribute's keyword: NOSHARE is under SHARE;
    `options` are all others: REPLACE, LIKE, unknown keywords. `given` are the attributes as a set of bits,
    `filled` the non-blank ones. `repeats` means that two words have the same keyword. The dictionaries must
    not be changed, because commands share them.
    """

    __slots__ = ("attributes", "filled", "given", "options", "repeats")

    def __init__(self, rows: Iterable[Row]) -> None:
        """`rows` are the words line by line, without verb and object keyword."""
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = NOTHING
        given = filled = count = 0
        for row_attributes, row_options, row_given, row_filled, row_count in rows:
            if row_given:
                attributes |= row_attributes
                if given & row_given:
                    filled &= ~row_given
                given |= row_given
                filled |= row_filled
            if row_options:
                options = options | row_options if options else row_options
            count += row_count
        self.attributes = attributes
        self.options = options
        self.given = given
        self.filled = filled
        self.repeats = count > len(attributes) + len(options)


class Layouts(dict[str, "LayoutsOfType"]):
    """The layouts of a run, by object type; "" for an unknown one."""

    __slots__ = ()

    def __missing__(self, type: str) -> LayoutsOfType:
        layouts = self[type] = LayoutsOfType(type)
        return layouts


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the signatures of the lines.

    Verb and object keyword are the first two words of the command.
    """

    __slots__ = ("_bits", "_keywords", "_rows")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._keywords = canonical_keywords(type)
        self._bits = attribute_bits(type)
        self._rows: dict[tuple[int, str], Row] = {}  # by number and signature of the line

    def __missing__(self, signatures: tuple[str, ...]) -> Layout:
        if "\n" not in signatures[0]:  # a lone word, so that verb and object keyword are on two lines
            layout = self[signatures] = self.with_head(signatures, 1)
        else:
            layout = self[signatures] = Layout(map(self._known_row, range(len(signatures)), signatures))
        return layout

    def with_head(self, signatures: Sequence[str], place: int) -> Layout:
        """The layout if the verb is the first of all words and the object keyword has any position."""
        rows = []
        number = 0
        for line, signature in enumerate(signatures):
            rows.append(self._row(line, signature, (-number, place - number)))
            number += len(signatures_of(signature))
        return Layout(rows)

    def _known_row(self, line: int, signature: str) -> Row:
        row = self._rows.get((line, signature))
        if row is None:
            row = self._rows[line, signature] = self._row(line, signature, () if line else (0, 1))
        return row

    def _row(self, line: int, signature: str, heads: tuple[int, ...]) -> Row:
        """The row of a line; `heads` are the positions of verb and object keyword on it."""
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = {}
        filled = given = count = 0
        for at, sign in enumerate(signatures_of(signature)):
            if at in heads:
                continue
            count += 1
            keyword = self._keywords.get(sign[1:])
            if keyword is None:
                options[sign[1:]] = line, at
                continue
            attributes[keyword] = line, at
            bit = self._bits[keyword]
            given |= bit
            filled = filled & ~bit if sign[0] == BLANK_VALUE else filled | bit
        return (attributes, options or NOTHING, given, filled, count)


def signatures_of(signature: str) -> list[str]:
    """The signatures of the words of a line."""
    return signature.split("\n") if signature else []
