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
    than a blank, and those that may hold more than a blank without that.
    """

    __slots__ = ("_by_birth", "_by_scripts", "_by_some", "_objects", "_type")

    def __init__(self, type: str, objects: Sequence[MqObject]) -> None:
        self._type = type
        self._objects = objects
        by_scripts: list[int] = []
        by_birth: list[int] = []
        by_some = 0  # what scripts fill on any of the objects
        born: dict[int, int] = {}  # what the defaults fill: they are the same for thousands of objects
        for object in objects:
            statements = object.statements
            if len(statements) != 1 or object.base is not None or object.carried is not None:
                filled, bits = object.filled, ALL
            else:
                filled = statements[0].layout.filled
                defaults = object.defaults
                if id(defaults) not in born:
                    keywords = tuple(keyword for keyword, value in defaults.items() if value)
                    born[id(defaults)] = bits_of(type, keywords)
                bits = born[id(defaults)]
            by_scripts.append(filled)
            by_birth.append(bits)
            by_some |= filled
        self._by_scripts = by_scripts
        self._by_birth = by_birth
        self._by_some = by_some

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
        """The objects for which any of some attributes may hold more than a blank, by scripts or by birth."""
        bits = bits_of(self._type, keywords)
        every = zip(self._objects, self._by_scripts, self._by_birth, strict=True)
        return [object for object, filled, born in every if (filled | born) & bits]

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
