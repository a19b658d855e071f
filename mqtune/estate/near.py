"""Names so like another that one of them is most likely a slip of the pen. Does not know objects.

Names of a family differ on purpose (`QM1`, `QM2`; `IN.A`, `IN.B`), so a difference in a digit or in a
short part of a name is none that says anything.
"""

from __future__ import annotations

from bisect import bisect_left

from mqtune.text.patterns import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SEPARATORS = later(r"[._/%-]")
NO_SEPARATORS = dict.fromkeys(map(ord, "._/%-"))
LAST_SIGN = "\U0010ffff"  # stands behind every other
LEAST_LETTERS = 4  # of a part in which a letter is missing, doubled or swapped
MOST_COMPARISONS = 500_000  # then there are so many unknown names that none of them is a slip
LEAST_LETTERS_TO_REPLACE = 6  # of a part in which one letter stands for another


class NearNames:
    """Many names, kept so that those near another one are found without looking at all of them.

    A slip changes one place of a name, so that what stands before it or what stands behind it is half of
    the name at least: two sorted lists give the names that share the one or the other.
    """

    __slots__ = ("backwards", "budget", "folded", "forwards", "squeezed")

    def __init__(self, names: Iterable[str]) -> None:
        self.budget = MOST_COMPARISONS
        self.folded: dict[str, list[str]] = {}
        self.squeezed: dict[str, list[str]] = {}
        for name in names:
            self.folded.setdefault(name.upper(), []).append(name)
        for squeezed, spellings in zip(all_squeezed(self.folded), self.folded.values(), strict=True):
            self.squeezed.setdefault(squeezed, []).extend(spellings)
        self.forwards = sorted(self.folded)
        self.backwards = sorted([upper[::-1] for upper in self.folded])

    def near(self, name: str) -> str | None:
        """The one name that `name` is a slip of; None without one, or where several would do."""
        upper = name.upper()
        for candidates in (self.folded.get(upper), self.squeezed.get(upper.translate(NO_SEPARATORS))):
            others = [other for other in candidates or () if other != name]
            if others:
                return others[0] if len(others) == 1 else None
        found = {
            other
            for candidate in self.halves(upper)
            for other in self.folded[candidate]
            if other != name and is_near(name, other)
        }
        return found.pop() if len(found) == 1 else None

    def halves(self, upper: str) -> set[str]:
        """The names of about the same length that share the first or the last half with a name, as long as
        the budget for comparisons lasts.
        """
        half = max(0, len(upper) // 2 - 1)
        found = {name for name in beginning(self.forwards, upper[:half]) if abs(len(name) - len(upper)) < 2}
        for name in beginning(self.backwards, upper[::-1][:half]):
            if abs(len(name) - len(upper)) < 2:
                found.add(name[::-1])
        self.budget -= len(found)
        return found if self.budget > 0 else set()


def all_squeezed(names: Iterable[str]) -> list[str]:
    """Names without their separators: all of them as one text, since there may be thousands."""
    names = list(names)
    found = "\n".join(names).translate(NO_SEPARATORS).split("\n") if names else []
    if len(found) != len(names):  # a name of several lines
        found = [name.translate(NO_SEPARATORS) for name in names]
    return found


def beginning(names: list[str], start: str) -> list[str]:
    """The names of a sorted list that begin with a text."""
    return names[bisect_left(names, start) : bisect_left(names, start + LAST_SIGN)]


def near_name(name: str, names: Iterable[str]) -> str | None:
    """The one of a few names that `name` is a slip of."""
    return NearNames(names).near(name)


def is_near(left: str, right: str) -> bool:
    """Whether two different names differ in case, in a separator, or by one slip in one long part."""
    folded, other = left.upper(), right.upper()
    if folded == other or SEPARATORS.sub("", folded) == SEPARATORS.sub("", other):
        return True
    if abs(len(folded) - len(other)) > 1:
        return False
    parts, others = SEPARATORS.split(folded), SEPARATORS.split(other)
    if len(parts) != len(others):
        return False
    different = [(part, twin) for part, twin in zip(parts, others, strict=True) if part != twin]
    return len(different) == 1 and slipped(*different[0])


def slipped(part: str, other: str) -> bool:
    """Whether one part of a name is the other with one slip of the pen."""
    if not one_slip(part, other) or digits(part) != digits(other):
        return False
    replaced = len(part) == len(other) and sorted(part) != sorted(other)
    least = LEAST_LETTERS_TO_REPLACE if replaced else LEAST_LETTERS
    return min(letters(part), letters(other)) >= least


def one_slip(part: str, other: str) -> bool:
    """Whether two different words differ in one letter, or in two neighbours that changed places."""
    shorter, longer = sorted((part, other), key=len)
    end = len(shorter)
    head = 0
    while head < end and shorter[head] == longer[head]:
        head += 1
    if len(longer) > end:
        return shorter[head:] == longer[head + 1 :]
    rest, twin = shorter[head:], longer[head:]
    return rest[1:] == twin[1:] or (rest[:2] == twin[1::-1] and rest[2:] == twin[2:])


def digits(text: str) -> str:
    """The digits of a text."""
    return "".join(sign for sign in text if sign.isdigit())


def letters(text: str) -> int:
    """How many letters a text has."""
    return sum(sign.isalpha() for sign in text)
