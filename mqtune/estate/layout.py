"""Which word stands where in a command: worked out once for all commands that differ in values only.

Thousands of objects of a dump have one layout, so they need no dictionary of their own. Looks only at
the catalogue's keywords; does not know values.
"""

from __future__ import annotations

from operator import attrgetter, getitem

from mqtune.estate.keywords import attribute_bits, canonical_keywords
from mqtune.syntax.mqsc.words import BLANK_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.syntax.mqsc.tree import Line

    # a line of the command, and a word of that line
    Spot = tuple[int, int]

_OUTLINE = attrgetter("outline")
USUAL_HEADS = (0, 1)  # most first lines begin with verb and object word
NOTHING: dict[str, Spot] = {}  # most commands have no option


class Row:
    """The words of a line of the command, as an object type takes them: each keyword with its spot.

    Of two words for one attribute the last one counts. `given` are the attributes, `filled` and `blank`
    those that are given more than a blank and a blank, each a set of bits. `count` is the number of all
    words.
    """

    __slots__ = ("attributes", "blank", "count", "filled", "given", "options")

    def __init__(self, signs: Sequence[str], type: TypeWords, line: int, heads: Sequence[int] = ()) -> None:
        """`signs` are those of the words; `heads` the numbers of verb and object word, which are left out."""
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = {}
        filled = given = 0
        for sign, spot in zip(signs, type.spots(line, len(signs)), strict=False):
            if spot[1] in heads:
                continue
            keyword, bit = type[sign]
            if not bit:
                options[keyword] = spot
                continue
            attributes[keyword] = spot
            given |= bit
            filled = filled & ~bit if sign[0] == BLANK_VALUE else filled | bit
        self.attributes = attributes
        self.options = options
        self.given = given
        self.filled = filled
        self.blank = given & ~filled
        self.count = len(signs) - len(heads)


class Layout:
    """The words behind verb and object word, each with its spot in the command; of two the last counts.

    `attributes` are those that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE;
    `options` all others: REPLACE, LIKE, what nobody knows. `given` are the attributes as a set of bits,
    `filled` those of them that hold more than a blank. `repeats` says that two words stand under one keyword.
    Neither dictionary is to be changed: a row of which all words are shares its own.
    """

    __slots__ = ("attributes", "filled", "given", "options", "repeats")

    def __init__(self, rows: Sequence[Row]) -> None:
        """`rows` are the words line by line, without verb and object word."""
        rows = [row for row in rows if row.count]
        if len(rows) == 1:
            (row,) = rows
            self.attributes = row.attributes
            self.options = row.options
            self.given = row.given
            self.filled = row.filled
            self.repeats = row.count > len(row.attributes) + len(row.options)
            return
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = NOTHING
        given = filled = count = 0
        for row in rows:
            count += row.count
            if row.given:
                attributes.update(row.attributes)
                given |= row.given
                filled = filled & ~row.blank | row.filled
            if row.options:
                options = {**options, **row.options} if options else row.options
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


class TypeWords(dict[str, tuple[str, int]]):
    """What an object type makes of a word by its sign: the keyword of the attribute that it sets, with the
    bit of that, or a word that sets none, with 0.
    """

    __slots__ = ("_bits", "_keywords", "_spots")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._keywords = canonical_keywords(type)
        self._bits = attribute_bits(type)
        self._spots: dict[int, list[Spot]] = {}

    def spots(self, line: int, count: int) -> list[Spot]:
        """The spots of a line, so many of them at least: each is one object for all rows."""
        spots = self._spots.setdefault(line, [])
        if len(spots) < count:
            spots.extend((line, number) for number in range(len(spots), count))
        return spots

    def __missing__(self, sign: str) -> tuple[str, int]:
        word = sign[1:]
        keyword = self._keywords.get(word)
        found = self[sign] = (word, 0) if keyword is None else (keyword, self._bits[keyword])
        return found


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the outlines of the lines.

    Verb and object word are the first two words of the command.
    """

    __slots__ = ("_rows", "_words")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._words = TypeWords(type)
        self._rows: list[Rows] = [Rows(self._words, 0)]

    def of(self, lines: Sequence[Line]) -> Layout:
        """The layout of a command on these lines."""
        return self[tuple(map(_OUTLINE, lines))]

    def __missing__(self, outlines: tuple[str, ...]) -> Layout:
        if "\n" not in outlines[0]:  # one word alone, so that verb and object word are on two lines
            layout = self[outlines] = self.with_head(outlines, 1)
            return layout
        rows = self._rows
        while len(rows) < len(outlines):
            rows.append(Rows(self._words, len(rows)))
        layout = self[outlines] = Layout(list(map(getitem, rows, outlines)))
        return layout

    def with_head(self, outlines: Sequence[str], place: int) -> Layout:
        """The layout where the verb is the first of all words and the object word has any place in them."""
        rows = []
        number = 0
        for line, outline in enumerate(outlines):
            signs = signs_of(outline)
            heads = [at - number for at in (0, place) if number <= at < number + len(signs)]
            rows.append(Row(signs, self._words, line, heads))
            number += len(signs)
        return Layout(rows)


class Rows(dict[str, Row]):
    """The rows that an object type has on one line of its commands, by outline."""

    __slots__ = ("_line", "_words")

    def __init__(self, words: TypeWords, line: int) -> None:
        super().__init__()
        self._words = words
        self._line = line

    def __missing__(self, outline: str) -> Row:
        heads = () if self._line else USUAL_HEADS
        row = self[outline] = Row(signs_of(outline), self._words, self._line, heads)
        return row


def signs_of(outline: str) -> list[str]:
    """The signs of the words of a line."""
    return outline.split("\n") if outline else []
