"""The positions of the words in a command, computed once for all commands that differ only in values.

Thousands of objects of a dump have the same layout, so they need no dictionary of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import getitem

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


class Layouts:
    """The layouts of a run, by object type."""

    __slots__ = ("_of_types",)

    def __init__(self) -> None:
        self._of_types: dict[str | None, LayoutsOfType] = {}

    def of_type(self, type: str | None) -> LayoutsOfType:
        """Those of one object type."""
        layouts = self._of_types.get(type)
        if layouts is None:
            layouts = self._of_types[type] = LayoutsOfType(type or "")
        return layouts


class TypeWords(dict[str, tuple[str, int, int]]):
    """By the signature of a word: the keyword of the attribute that it sets for an object type, its bit, and
    the bit again if the value is not blank. A word that sets no attribute has 0 for both.
    """

    __slots__ = ("_bits", "_keywords")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._keywords = canonical_keywords(type)
        self._bits = attribute_bits(type)

    def __missing__(self, signature: str) -> tuple[str, int, int]:
        word = signature[1:]
        keyword = self._keywords.get(word)
        if keyword is None:
            found = self[signature] = (word, 0, 0)
            return found
        bit = self._bits[keyword]
        found = self[signature] = (keyword, bit, 0 if signature[0] == BLANK_VALUE else bit)
        return found

    def row(self, signatures: Sequence[str], spots: Sequence[Spot]) -> Row:
        """The row of some words, without verb and object keyword; `spots` are their positions."""
        attributes: dict[str, Spot] = {}
        options = NOTHING
        filled = given = 0
        for (keyword, bit, filled_bit), spot in zip(map(self.__getitem__, signatures), spots, strict=False):
            if bit:
                attributes[keyword] = spot
                if given & bit:
                    filled &= ~bit
                given |= bit
                filled |= filled_bit
            elif options:
                options[keyword] = spot
            else:
                options = {keyword: spot}
        return (attributes, options, given, filled, len(signatures))


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the signatures of the lines.

    Verb and object keyword are the first two words of the command.
    """

    __slots__ = ("_rows", "_words")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._words = TypeWords(type)
        self._rows: list[Rows] = [Rows(self._words, 0, 2)]

    def __missing__(self, signatures: tuple[str, ...]) -> Layout:
        if "\n" not in signatures[0]:  # a lone word, so that verb and object keyword are on two lines
            layout = self[signatures] = self.with_head(signatures, 1)
            return layout
        rows = self._rows
        while len(rows) < len(signatures):
            rows.append(Rows(self._words, len(rows)))
        layout = self[signatures] = Layout(map(getitem, rows, signatures))
        return layout

    def with_head(self, signatures: Sequence[str], place: int) -> Layout:
        """The layout if the verb is the first of all words and the object keyword has any position."""
        rows = []
        number = 0
        for line, signature in enumerate(signatures):
            signatures = signatures_of(signature)
            others = [at for at in range(len(signatures)) if number + at not in (0, place)]
            rows.append(self._words.row([signatures[at] for at in others], [(line, at) for at in others]))
            number += len(signatures)
        return Layout(rows)


class Rows(dict[str, "Row"]):
    """The rows that an object type has on one line of its commands, by signature.

    `heads` is the number of words at the beginning of the line that are omitted: verb and object keyword.
    """

    __slots__ = ("_heads", "_line", "_spots", "_words")

    def __init__(self, words: TypeWords, line: int, heads: int = 0) -> None:
        super().__init__()
        self._words = words
        self._line = line
        self._heads = heads
        self._spots: list[Spot] = []  # each is one object for all rows

    def __missing__(self, signature: str) -> Row:
        signatures = signatures_of(signature)[self._heads :]
        spots, heads = self._spots, self._heads
        while len(spots) < len(signatures):
            spots.append((self._line, heads + len(spots)))
        row = self[signature] = self._words.row(signatures, spots)
        return row


def signatures_of(signature: str) -> list[str]:
    """The signatures of the words of a line."""
    return signature.split("\n") if signature else []
