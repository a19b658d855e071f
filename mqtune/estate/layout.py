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
    from collections.abc import Sequence

    from mqtune.syntax.mqsc.tree import Line

    # a line of the command, and a parameter of that line
    Spot = tuple[int, int]

_OUTLINE = attrgetter("outline")


class Layout:
    """The words behind verb and object word, each with its spot in the command; of two the last counts.

    `attributes` are those that set an attribute, by the attribute's keyword: NOSHARE stands under SHARE;
    `options` all others: REPLACE, LIKE, what nobody knows. `filled` are the attributes that are given more
    than a blank. `repeats` says that two words stand under one keyword.
    """

    __slots__ = ("attributes", "filled", "options", "repeats")

    def __init__(self, outlines: Sequence[str], keywords: dict[str, str], head: int) -> None:
        """`head` is the number of the object word; the verb is the first word."""
        self.attributes: dict[str, Spot] = {}
        self.options: dict[str, Spot] = {}
        filled = set()
        number, count = -1, 0
        for line, outline in enumerate(outlines):
            for place, word in enumerate(outline.split("\n")[:-1] if outline else ()):
                number += 1
                if number == 0 or number == head:
                    continue
                count += 1
                keyword = keywords.get(word[1:])
                if keyword is None:
                    self.options[word[1:]] = (line, place)
                    continue
                self.attributes[keyword] = (line, place)
                if word[0] == BLANK_VALUE:
                    filled.discard(keyword)
                else:
                    filled.add(keyword)
        self.filled = frozenset(filled)
        self.repeats = count > len(self.attributes) + len(self.options)


class Layouts(dict[tuple[str | None, int, tuple[str, ...]], Layout]):
    """The layout of commands by object type, number of the object word, and the outlines of their lines."""

    __slots__ = ()

    def __missing__(self, key: tuple[str | None, int, tuple[str, ...]]) -> Layout:
        type, head, outlines = key
        layout = self[key] = Layout(outlines, canonical_keywords(type or ""), head)
        return layout

    def of(self, type: str | None, lines: Sequence[Line], head: int = 1) -> Layout:
        """The layout of a command on these lines."""
        return self[type, head, tuple(map(_OUTLINE, lines))]
