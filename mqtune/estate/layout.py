"""Which word stands where in a command: worked out once for all commands that differ in values only.

Thousands of objects of a dump have one layout, so they need no dictionary of their own. Looks only at
the catalogue's keywords; does not know values.
"""

from __future__ import annotations

from operator import attrgetter

from mqtune.estate.keywords import canonical_keywords
from mqtune.syntax.mqsc.words import BLANK_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.syntax.mqsc.tree import Line

    # a line of the command, and a parameter of that line
    Spot = tuple[int, int]
    # of each word of a line: its place, its keyword, whether that is an attribute, whether it holds something
    Row = tuple[tuple[int, str, bool, bool], ...]

_OUTLINE = attrgetter("outline")


class Layout:
    """The words behind verb and object word, each with its spot in the command; of two the last counts.

    `attributes` are those that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE;
    `options` all others: REPLACE, LIKE, what nobody knows. `filled` are the attributes that are given more
    than a blank. `repeats` says that two words stand under one keyword.
    """

    __slots__ = ("attributes", "filled", "options", "repeats")

    def __init__(self, rows: Iterable[Row], head: int) -> None:
        """`rows` are the words line by line; `head` is the number of the object word among all words."""
        attributes: dict[str, Spot] = {}
        options: dict[str, Spot] = {}
        filled: set[str] = set()
        number = -1
        count = line = 0
        for row in rows:
            for place, keyword, is_attribute, is_filled in row:
                number += 1
                if number == 0 or number == head:
                    continue
                count += 1
                if is_attribute:
                    attributes[keyword] = (line, place)
                    if is_filled:
                        filled.add(keyword)
                    else:
                        filled.discard(keyword)
                else:
                    options[keyword] = (line, place)
            line += 1
        self.attributes = attributes
        self.options = options
        self.repeats = count > len(attributes) + len(options)
        self.filled = frozenset(filled)


class Layouts:
    """The layouts of a run, by object type, the outlines of the lines, and the number of the object word."""

    __slots__ = ("_of_types",)

    def __init__(self) -> None:
        self._of_types: dict[str | None, LayoutsOfType] = {}

    def of(self, type: str | None, lines: Sequence[Line], head: int = 1) -> Layout:
        """The layout of a command on these lines."""
        layouts = self._of_types.get(type)
        if layouts is None:
            layouts = self._of_types[type] = LayoutsOfType(canonical_keywords(type or ""))
        outlines = tuple(map(_OUTLINE, lines))
        if head != 1:
            return Layout([layouts.row(outline) for outline in outlines], head)
        return layouts[outlines]


class LayoutsOfType(dict[tuple[str, ...], Layout]):
    """The layouts of the commands of one object type, and what its outlines mean."""

    __slots__ = ("_keywords", "_rows")

    def __init__(self, keywords: dict[str, str]) -> None:
        super().__init__()
        self._keywords = keywords
        self._rows: dict[str, Row] = {"": ()}

    def __missing__(self, outlines: tuple[str, ...]) -> Layout:
        row = self.row
        layout = self[outlines] = Layout([row(outline) for outline in outlines], 1)
        return layout

    def row(self, outline: str) -> Row:
        """The words of a line."""
        row = self._rows.get(outline)
        if row is None:
            words = outline.split("\n")[:-1]
            keywords = self._keywords
            row = self._rows[outline] = tuple(
                [
                    (place, keywords.get(word[1:], word[1:]), word[1:] in keywords, word[0] != BLANK_VALUE)
                    for place, word in enumerate(words)
                ]
            )
        return row
