"""The non-blank attributes of the objects of a type.

Most attributes of most objects are blank, so a search for the others uses this index instead of thousands
of objects.
"""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.keywords import bits_of
from mqtune.estate.objects import MqObject
from mqtune.syntax.mqsc.words import Parameter, Word

ALL = -1  # the set of all attributes
# the non-blank ones of default values, by type and identity of the values: these are shared and never change
_BY_DEFAULT: dict[tuple[str, int], tuple[dict[str, str], int]] = {}


def bits_of_defaults(type: str, defaults: dict[str, str]) -> int:
    """The attributes that are non-blank by default."""
    found = _BY_DEFAULT.get((type, id(defaults)))
    if found is None:
        keywords = tuple(keyword for keyword, value in defaults.items() if value)
        found = _BY_DEFAULT[type, id(defaults)] = (defaults, bits_of(type, keywords))
    return found[1]


class Filled:
    """The objects of a type, each with two sets of attributes as bits: those that scripts set on it to a
    non-blank value, and those that may be non-blank otherwise.
    """

    __slots__ = ("_by_birth", "_by_scripts", "_by_some", "_objects", "_type")

    def __init__(self, type: str, objects: Sequence[MqObject]) -> None:
        self._type = type
        self._objects = objects
        by_scripts: list[int] = []
        by_birth: list[int] = []
        by_some = 0  # attributes that scripts set to non-blank values on any of the objects
        by_default: dict[int, int] = {}  # thousands of objects have the same ones
        for object in objects:
            statements = object.statements
            if len(statements) > 1 or object.base is not None or object.carried is not None:
                filled, bits = object.filled, ALL
            else:
                filled = statements[0].layout.filled if statements else 0
                defaults = object.defaults
                if id(defaults) not in by_default:
                    by_default[id(defaults)] = bits_of_defaults(type, defaults)
                bits = by_default[id(defaults)]
            by_scripts.append(filled)
            by_birth.append(bits)
            by_some |= filled
        self._by_scripts = by_scripts
        self._by_birth = by_birth
        self._by_some = by_some

    def by_scripts(self, attributes: int) -> list[tuple[MqObject, int]]:
        """The objects for which scripts set any of some attributes to a non-blank value, with those
        attributes.
        """
        if not attributes & self._by_some:
            return []
        return [
            (object, found & attributes)
            for object, found in zip(self._objects, self._by_scripts, strict=True)
            if found & attributes
        ]

    def perhaps(self, keywords: tuple[str, ...]) -> list[MqObject]:
        """The objects for which any of some attributes may be non-blank, by scripts or by default."""
        bits = bits_of(self._type, keywords)
        every = zip(self._objects, self._by_scripts, self._by_birth, strict=True)
        return [object for object, filled, by_default in every if (filled | by_default) & bits]

    def words(self, *keywords: str) -> dict[str, set[Word | Parameter | None]]:
        """The words by which scripts set some attributes to non-blank values, by attribute: many objects
        share a word.
        """
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
                    number, at = statements[0].layout.words[keyword]
                    words.add(statements[0].lines[number].words[at])
                else:
                    words.add(object.word(keyword))
        return found
