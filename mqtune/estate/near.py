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
FEW = 20  # names that are looked for in a text of all: to sort all of them would take longer
MOST_IN_TEXT = 200  # names that share half of a name and are looked at in that text
LEAST_LETTERS_TO_REPLACE = 6  # of a part in which one letter stands for another


class NearNames:
    """Many names, kept so that those near another one are found without looking at all of them.

    A slip changes one place of a name, so that what stands before it or what stands behind it is half of
    the name at least. A few names are looked for in one text of all; for more of them, dictionaries and two
    sorted lists are made, which is dearer.
    """

    __slots__ = (
        "_few",
        "_found",
        "_names",
        "_sorted",
        "_text",
        "_text_squeezed",
        "budget",
        "folded",
        "squeezed",
    )

    def __init__(self, names: Iterable[str]) -> None:
        self.budget = MOST_COMPARISONS
        self.folded: dict[str, list[str]] = {}
        self.squeezed: dict[str, list[str]] = {}
        self._names = list(names)
        self._found: dict[tuple[str, str], list[str]] = {}  # what the few share halves with
        self._sorted: tuple[list[str], list[str]] | None = None
        # each name in capitals between two line ends
        self._text = "\n".join(["", *self._names, ""]).upper()
        self._text_squeezed = self._text.translate(NO_SEPARATORS)
        in_lines = self._text.count("\n") == len(self._names) + 1  # no name is of several lines
        self._few = FEW if in_lines else 0  # names that are still looked for in the texts

    def near(self, name: str) -> str | None:
        """The one name that `name` is a slip of; None without one, or where several would do."""
        upper = name.upper()
        for spellings in (self.spelled(upper), self.spelled_without_separators(upper)):
            others = [other for other in spellings if other != name]
            if others:
                return others[0] if len(others) == 1 else None
        candidates = [candidate for candidate in self.halves(upper) if is_near(upper, candidate)]
        found = {other for candidate in candidates for other in self.spelled(candidate) if other != name}
        return found.pop() if len(found) == 1 else None

    def spelled(self, upper: str) -> list[str]:
        """The names that are this in capitals."""
        if self._few and f"\n{upper}\n" not in self._text:
            return []
        if not self.folded:
            for name in self._names:
                self.folded.setdefault(name.upper(), []).append(name)
        return self.folded.get(upper, [])

    def spelled_without_separators(self, upper: str) -> list[str]:
        """The names that are the same in capitals and without separators."""
        squeezed = upper.translate(NO_SEPARATORS)
        if self._few and f"\n{squeezed}\n" not in self._text_squeezed:
            return []
        if not self.squeezed:
            for name in self._names:
                self.squeezed.setdefault(name.upper().translate(NO_SEPARATORS), []).append(name)
        return self.squeezed.get(squeezed, [])

    def halves(self, upper: str) -> set[str]:
        """The names of about the same length that share the first or the last half with a name, as long as
        the budget for comparisons lasts.
        """
        half = max(0, len(upper) // 2 - 1)
        sharing = self._in_text(upper[:half], upper[-half:]) if self._few and half else None
        if sharing is None:
            self._few = 0
            sharing = self._in_lists(upper[:half], upper[::-1][:half])
        found = {name for name in sharing if abs(len(name) - len(upper)) < 2}
        self.budget -= len(found)
        return found if self.budget > 0 else set()

    def _in_text(self, head: str, tail: str) -> list[str] | None:
        """The names that begin or end with a text; None where these are many."""
        known = self._found.get((head, tail))
        if known is not None:
            return known  # several rules ask for one name
        self._few -= 1
        text = self._text
        found = []
        for part in (f"\n{head}", f"{tail}\n"):
            at = text.find(part)
            while at >= 0:
                end = text.index("\n", at + 1)
                found.append(text[text.rindex("\n", 0, at + 1) + 1 : end])
                if len(found) > MOST_IN_TEXT:
                    return None
                at = text.find(part, end)
        self._found[head, tail] = found
        return found

    def _in_lists(self, head: str, backwards: str) -> list[str]:
        """The same by the sorted lists; what a name ends with is read backwards."""
        if self._sorted is None:
            names = {name.upper() for name in self._names}
            self._sorted = sorted(names), sorted([name[::-1] for name in names])
        found = beginning(self._sorted[0], head)
        return found + [name[::-1] for name in beginning(self._sorted[1], backwards)]


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
