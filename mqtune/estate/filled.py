"""Which attributes the objects of a type have that hold more than a blank. Does not know references or rules.

Most attributes of most objects are blank, so whoever looks for those that are not asks here, and need not
look at thousands of objects.
"""

from __future__ import annotations

from mqtune.estate.keywords import bits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.estate.objects import MqObject
    from mqtune.syntax.mqsc.words import Parameter, Word

ALL = -1  # the set of all attributes


class Filled:
    """The objects of a type, each with two sets of attributes as bits: those that scripts set on it to more
    than a blank, and those that may hold more than a blank, wherever that comes from.
    """

    __slots__ = ("_by_scripts", "_by_some", "_objects", "_perhaps", "_type")

    def __init__(self, type: str, objects: Sequence[MqObject]) -> None:
        self._type = type
        self._objects = objects
        self._by_scripts: list[int] = []
        self._perhaps: list[int] = []
        self._by_some = 0  # what scripts fill on any of the objects
        born: dict[int, int] = {}  # what the defaults fill: they are the same for thousands of objects
        for object in objects:
            statements = object.statements
            if len(statements) != 1 or object.base is not None or object.carried is not None:
                self._by_scripts.append(object.filled)
                self._by_some |= self._by_scripts[-1]
                self._perhaps.append(ALL)
                continue
            filled = statements[0].layout.filled
            self._by_scripts.append(filled)
            self._by_some |= filled
            defaults = object.defaults
            bits = born.get(id(defaults))
            if bits is None:
                bits = bits_of(type, tuple(keyword for keyword, value in defaults.items() if value))
                born[id(defaults)] = bits
            self._perhaps.append(filled | bits)

    def by_scripts(self, attributes: int) -> list[tuple[MqObject, int]]:
        """The objects for which scripts fill any of a set of attributes, with those that they fill."""
        if not attributes & self._by_some:
            return []
        return [
            (object, found & attributes)
            for object, found in zip(self._objects, self._by_scripts, strict=True)
            if found & attributes
        ]

    def perhaps(self, keywords: tuple[str, ...]) -> list[MqObject]:
        """The objects for which any of some attributes may hold more than a blank."""
        bits = bits_of(self._type, keywords)
        return [object for object, found in zip(self._objects, self._perhaps, strict=True) if found & bits]

    def words(self, *keywords: str) -> dict[str, set[Word | Parameter | None]]:
        """The words by which scripts fill some attributes, by attribute: many objects share a word."""
        found: dict[str, set[Word | Parameter | None]] = {keyword: set() for keyword in keywords}
        for keyword, words in found.items():
            bit = bits_of(self._type, (keyword,))
            if not bit & self._by_some:
                continue
            for object, filled in zip(self._objects, self._by_scripts, strict=True):
                if not filled & bit:
                    continue
                statements = object.statements
                if len(statements) == 1:  # as in `word`, without the call
                    number, at = statements[0].layout.attributes[keyword]
                    words.add(statements[0].lines[number].words[at])
                else:
                    words.add(object.word(keyword))
        return found
