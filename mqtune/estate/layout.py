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
HEAD = 2  # words that most first lines begin with: verb and object word


class Row:
    """The words of a line, as an object type takes them: each keyword with the number of its word.

    Of two words for one attribute the last one counts. `given` are the attributes, `filled` and `blank`
    those that are given more than a blank and a blank, each a set of bits. `count` is the number of all
    words.
    """

    __slots__ = ("attributes", "blank", "count", "filled", "given", "options")

    def __init__(
        self, words: Sequence[tuple[int, str]], keywords: dict[str, str], bits: dict[str, int]
    ) -> None:
        """`words` are the signs with their numbers; `keywords` the attributes by every word that sets one."""
        attributes: dict[str, int] = {}
        options: dict[str, int] = {}
        filled = given = 0
        for number, sign in words:
            keyword = keywords.get(sign[1:])
            if keyword is None:
                options[sign[1:]] = number
                continue
            attributes[keyword] = number
            bit = bits[keyword]
            given |= bit
            filled = filled & ~bit if sign[0] == BLANK_VALUE else filled | bit
        self.attributes = tuple(attributes.items())
        self.options = tuple(options.items())
        self.given = given
        self.filled = filled
        self.blank = given & ~filled
        self.count = len(words)


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
                for keyword, number in row.attributes:
                    attributes[keyword] = (line, number)
                for keyword, number in row.options:
                    options[keyword] = (line, number)
                given |= row.given
                filled = filled & ~row.blank | row.filled
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


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type by the outlines of the lines.

    Verb and object word are the first two words of the command.
    """

    __slots__ = ("_bits", "_first_rows", "_keywords", "_rows")

    def __init__(self, type: str) -> None:
        super().__init__()
        self._keywords = canonical_keywords(type)
        self._bits = attribute_bits(type)
        self._rows: dict[str, Row] = {}
        self._first_rows: dict[str, Row] = {}

    def of(self, lines: Sequence[Line]) -> Layout:
        """The layout of a command on these lines."""
        return self[tuple(map(_OUTLINE, lines))]

    def __missing__(self, outlines: tuple[str, ...]) -> Layout:
        first = self._first_rows.get(outlines[0])
        if first is None:
            words = words_of(outlines[0])
            if len(words) < HEAD:
                layout = self[outlines] = self.with_head(outlines, 1)
                return layout
            first = self._first_rows[outlines[0]] = self._row_of(words[HEAD:])
        rows = [self.row(outline) for outline in outlines]
        rows[0] = first
        layout = self[outlines] = Layout(rows)
        return layout

    def row(self, outline: str) -> Row:
        """The words of a line."""
        row = self._rows.get(outline)
        if row is None:
            row = self._rows[outline] = self._row_of(words_of(outline))
        return row

    def _row_of(self, words: Sequence[tuple[int, str]]) -> Row:
        return Row(words, self._keywords, self._bits)

    def with_head(self, outlines: Sequence[str], place: int) -> Layout:
        """The layout where the verb is the first of all words and the object word has any place in them."""
        rows = []
        number = 0
        for outline in outlines:
            words = words_of(outline)
            others = [word for at, word in enumerate(words, number) if at not in (0, place)]
            rows.append(self._row_of(others))
            number += len(words)
        return Layout(rows)


def words_of(outline: str) -> list[tuple[int, str]]:
    """The signs of the words of a line with their numbers."""
    return list(enumerate(outline.split("\n"))) if outline else []
