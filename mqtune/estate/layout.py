"""Which word stands where in a command: worked out once for all commands that differ in values only.

Thousands of objects of a dump have one layout, so they need no dictionary of their own. Looks only at
the catalogue's keywords; does not know values.
"""

from __future__ import annotations

from operator import attrgetter

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


class Row:
    """The words of a line, as an object type takes them: each keyword with the number of its word.

    Of two words for one attribute the last one counts. `given` are the attributes, `filled` and `blank`
    those that are given more than a blank and a blank, each a set of bits. `count` is the number of all
    words.
    """

    __slots__ = ("_attributes", "_spots", "blank", "count", "filled", "given", "options")

    def __init__(self, signs: Sequence[str], type: TypeWords, heads: Sequence[int] = ()) -> None:
        """`signs` are those of the words; `heads` the numbers of verb and object word, which are left out."""
        attributes: dict[str, int] = {}
        options: dict[str, int] = {}
        filled = given = 0
        keywords = type.keywords
        for number, sign in enumerate(signs):
            if number in heads:
                continue
            keyword = keywords.get(sign[1:])
            if keyword is None:
                options[sign[1:]] = number
            else:
                attributes[keyword] = number
                bit = type.bits[keyword]
                given |= bit
                filled = filled & ~bit if sign[0] == BLANK_VALUE else filled | bit
        self._attributes = attributes
        self._spots: dict[int, dict[str, Spot]] = {}
        self.options = tuple(options.items())
        self.given = given
        self.filled = filled
        self.blank = given & ~filled
        self.count = len(signs) - len(heads)

    def spots(self, line: int) -> dict[str, Spot]:
        """The attributes with their spots, where the words stand on some line; shared, not to be changed."""
        spots = self._spots.get(line)
        if spots is None:
            spots = self._spots[line] = {
                keyword: (line, number) for keyword, number in self._attributes.items()
            }
        return spots


class Layout:
    """The words behind verb and object word, each with its spot in the command; of two the last counts.

    `attributes` are those that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE;
    `options` all others: REPLACE, LIKE, what nobody knows. `given` are the attributes as a set of bits,
    `filled` those of them that hold more than a blank. `repeats` says that two words stand under one keyword.
    """

    __slots__ = ("attributes", "filled", "given", "options", "repeats")

    def __init__(self, rows: Sequence[Row]) -> None:
        """`rows` are the words line by line, without verb and object word."""
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = {}
        given = filled = count = 0
        line = -1
        for row in rows:
            line += 1
            if row.count:
                if row.given:
                    attributes.update(row.spots(line))
                    given |= row.given
                    if row.blank:
                        filled &= ~row.blank
                    filled |= row.filled
                for word, number in row.options:
                    options[word] = (line, number)
                count += row.count
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


class TypeWords:
    """What an object type makes of words: the attribute each of them sets, and the bit of an attribute."""

    __slots__ = ("bits", "keywords")

    def __init__(self, type: str) -> None:
        self.keywords = canonical_keywords(type)
        self.bits = attribute_bits(type)


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the outlines of the lines.

    Verb and object word are the first two words of the command.
    """

    __slots__ = ("_first_rows", "_rows", "_words")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._words = TypeWords(type)
        self._rows = Rows(self._words)
        self._first_rows: dict[str, Row] = {}

    def of(self, lines: Sequence[Line]) -> Layout:
        """The layout of a command on these lines."""
        return self[tuple(map(_OUTLINE, lines))]

    def __missing__(self, outlines: tuple[str, ...]) -> Layout:
        first = self._first_rows.get(outlines[0])
        if first is None:
            signs = signs_of(outlines[0])
            if len(signs) < len(USUAL_HEADS):
                layout = self[outlines] = self.with_head(outlines, 1)
                return layout
            first = self._first_rows[outlines[0]] = Row(signs, self._words, USUAL_HEADS)
        layout = self[outlines] = Layout([first, *map(self._rows.__getitem__, outlines[1:])])
        return layout

    def with_head(self, outlines: Sequence[str], place: int) -> Layout:
        """The layout where the verb is the first of all words and the object word has any place in them."""
        rows = []
        number = 0
        for outline in outlines:
            signs = signs_of(outline)
            heads = [at - number for at in (0, place) if number <= at < number + len(signs)]
            rows.append(Row(signs, self._words, heads))
            number += len(signs)
        return Layout(rows)


class Rows(dict[str, Row]):
    """The rows of an object type, by outline."""

    __slots__ = ("_words",)

    def __init__(self, words: TypeWords) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, outline: str) -> Row:
        row = self[outline] = Row(signs_of(outline), self._words)
        return row


def signs_of(outline: str) -> list[str]:
    """The signs of the words of a line."""
    return outline.split("\n") if outline else []
