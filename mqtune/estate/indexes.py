"""Indexes for questions that are asked of thousands of objects: attributes with values, and similar names.

Most attributes of most objects are blank, so a search for the others uses an index instead of the objects.
A name that is not defined is most likely a misspelling of a known name near it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mqtune.estate.objects import MqObject
from mqtune.estate.words import bits_of
from mqtune.syntax.mqsc.words import Parameter, Word

# The non-blank attributes of the objects of a type.

ALL = -1  # the set of all attributes
# the non-blank ones of default values, by type and identity of the values: these are shared and never change
_BY_DEFAULT: dict[tuple[str, int], tuple[dict[str, str], int]] = {}


def bits_of_defaults(type: str, defaults: dict[str, str]) -> int:
    """The attributes that are non-blank by default."""
    entry = _BY_DEFAULT.get((type, id(defaults)))
    if entry is None:
        keywords = tuple(keyword for keyword, value in defaults.items() if value)
        entry = _BY_DEFAULT[type, id(defaults)] = (defaults, bits_of(type, keywords))
    return entry[1]


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
            (object, filled & attributes)
            for object, filled in zip(self._objects, self._by_scripts, strict=True)
            if filled & attributes
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
        by_keyword: dict[str, set[Word | Parameter | None]] = {keyword: set() for keyword in keywords}
        for keyword, words in by_keyword.items():
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
        return by_keyword


# Which of many known names another name is most likely a misspelling of.

FEW = 8  # names that are compared one by one
LONGEST = 256  # characters; names of objects have 48 at most, certificate labels 64
FEW_QUESTIONS = 3  # for which an index would cost more than it saves


class NearNames(dict[str, "str | None"]):
    """For any name the one known name that it is a slip of (`text/spelling.py`); None if there is none, or if
    there are several. A name that differs only in letter case or separators precedes other slips.

    A slip leaves the digits of a name as they are, so only names with the same digits are compared. Where
    many names have the same digits, such as none, they are looked up by what remains of them if one
    character is removed: two names that differ by one change have such a remainder in common.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_digits: dict[str, list[str]] = {}
        self._by_remainder: dict[str, dict[str, list[str]]] = {}
        self._questions: dict[str, int] = {}  # by digits
        known = list(names)
        all_digits = "\n".join(known).translate(_Digits()).split("\n")
        if len(all_digits) != len(known):  # a name has a line end
            all_digits = [name.translate(_Digits()) for name in known]
        for name, digits in zip(known, all_digits, strict=True):
            self._by_digits.setdefault(digits, []).append(name)

    def __missing__(self, name: str) -> str | None:
        from mqtune.text.spelling import is_slip  # few names are not defined

        others = {
            candidate
            for candidate in self._comparable(name)
            if candidate != name and is_slip(name, candidate)
        }
        upper, squeezed = name.upper(), _squeezed(name)
        for same in (
            [candidate for candidate in others if candidate.upper() == upper],
            [candidate for candidate in others if _squeezed(candidate) == squeezed],
            list(others),
        ):
            if same:
                break
        near = self[name] = same[0] if len(same) == 1 else None
        return near

    def _comparable(self, name: str) -> Iterable[str]:
        """The names that may be a slip of `name` or vice versa."""
        digits = name.translate(_Digits())
        names = self._by_digits.get(digits, [])
        if len(names) <= FEW:
            return names
        by_remainder = self._by_remainder.get(digits)
        if by_remainder is None:
            asked = self._questions[digits] = self._questions.get(digits, 0) + 1
            if asked <= FEW_QUESTIONS:
                length = len(_squeezed(name))
                return [known for known in names if abs(len(_squeezed(known)) - length) <= 1]
            by_remainder = self._by_remainder[digits] = {}
            for known in names:
                for remainder in _remainders(known):
                    by_remainder.setdefault(remainder, []).append(known)
        return (known for remainder in _remainders(name) for known in by_remainder.get(remainder, ()))


class _Digits(dict[int, "int | None"]):
    """For `str.translate`: removes all but digits and line ends."""

    def __missing__(self, code: int) -> int | None:
        kept = self[code] = code if chr(code).isdigit() or code == ord("\n") else None
        return kept


def _squeezed(name: str) -> str:
    """A name in capitals without separators."""
    from mqtune.text.spelling import SEPARATORS

    return SEPARATORS.sub("", name.upper())


def _remainders(name: str) -> Iterator[str]:
    """A squeezed name, and what remains of it without any one character; of one that is too long for any
    object only the name.
    """
    squeezed = _squeezed(name)
    yield squeezed
    for at in range(len(squeezed) if len(name) <= LONGEST else 0):
        yield squeezed[:at] + squeezed[at + 1 :]


def near_name(name: str, names: Iterable[str]) -> str | None:
    """The one of a few names that `name` is a slip of."""
    return NearNames(names)[name]
