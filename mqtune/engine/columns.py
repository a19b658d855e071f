"""The words of many commands at once, keyword by keyword. Does not know rules."""

from __future__ import annotations

from mqtune.estate.keywords import attribute_bits
from mqtune.estate.statement import Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import MqObject
    from mqtune.syntax.mqsc.words import Word

    Thing = Statement | MqObject


class Columns(dict[str, "list[Word | None]"]):
    """The words of commands by keyword: in each list one for each command, None where it has no such word.

    `things` are the commands, or the objects that they make.
    """

    __slots__ = ("_is_uniform", "_type", "statements", "things")

    def __init__(self, things: list[Thing], statements: list[Statement], type: str) -> None:
        super().__init__()
        self.things = things
        self.statements = statements
        self._type = type
        self._is_uniform: bool | None = None  # whether all have one layout; nobody looked where it is None

    def __missing__(self, keyword: str) -> list[Word | None]:
        bit = attribute_bits(self._type).get(keyword, 0)
        statements = self.statements
        self[keyword] = words = (
            self._of_attribute(keyword) if bit else [one.word(keyword) for one in statements]
        )
        return words

    def _of_attribute(self, keyword: str) -> list[Word | None]:
        statements = self.statements
        first = statements[0].layout
        if self._is_uniform is None:
            self._is_uniform = all(one.layout is first for one in statements)
        if not self._is_uniform:
            return [
                None
                if (spot := one.layout.attributes.get(keyword)) is None
                else one.lines[spot[0]].words[spot[1]]
                for one in statements
            ]
        spot = first.attributes.get(keyword)
        if spot is None:
            return [None] * len(statements)
        line, place = spot
        return [one.lines[line].words[place] for one in statements]
