"""Which of many known names another name is most likely a misspelling of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mqtune.text.spelling import SEPARATORS, is_slip

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
        others = {other for other in self._comparable(name) if other != name and is_slip(name, other)}
        upper, squeezed = name.upper(), _squeezed(name)
        for same in (
            [other for other in others if other.upper() == upper],
            [other for other in others if _squeezed(other) == squeezed],
            list(others),
        ):
            if same:
                break
        found = self[name] = same[0] if len(same) == 1 else None
        return found

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
