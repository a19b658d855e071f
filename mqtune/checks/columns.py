"""The words of many commands at once, keyword by keyword. Does not know rules."""

from __future__ import annotations

from mqtune.estate.keywords import attribute_bits
from mqtune.estate.statement import Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.estate.model import MqObject
    from mqtune.syntax.mqsc.words import Word

    Thing = Statement | MqObject


class Columns(dict[str, "list[Word | None]"]):
    """The words of commands by keyword: in each list one for each command, None where it has no such word.

    `things` are the commands, or the objects that they make.
    """

    __slots__ = ("_absent", "_layout", "_type", "statements", "things")

    def __init__(self, things: Sequence[Thing], type: str, absent: int = 0) -> None:
        """`absent` are attributes that none of the commands gives, as a set of bits."""
        super().__init__()
        self.things = things
        self.statements = [thing if isinstance(thing, Statement) else thing.statements[0] for thing in things]
        self._type = type
        self._absent = absent
        first = self.statements[0].layout
        self._layout = first if all(one.layout is first for one in self.statements) else None

    def __missing__(self, keyword: str) -> list[Word | None]:
        bit = attribute_bits(self._type).get(keyword, 0)
        statements = self.statements
        words: list[Word | None]
        if bit & self._absent:
            words = [None] * len(statements)
        elif not bit:
            words = [one.word(keyword) for one in statements]
        elif self._layout is None:
            words = [
                None
                if (spot := one.layout.attributes.get(keyword)) is None
                else one.lines[spot[0]].words[spot[1]]
                for one in statements
            ]
        elif (spot := self._layout.attributes.get(keyword)) is None:
            words = [None] * len(statements)
        else:
            line, place = spot
            words = [one.lines[line].words[place] for one in statements]
        self[keyword] = words
        return words
