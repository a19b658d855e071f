"""Misspelt words: edit distance, and the two policies for what counts as misspelt.

`nearest` is for keywords, where the known words are few and differ a lot: two changes are allowed.
`is_slip` is for names of objects, where families of names differ on purpose: one change in one long part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from mqtune.text.patterns import lazy_pattern

MOST_CHANGES = 2
MOST_REMEMBERED = 1000  # answers: a generated file repeats its misspelt word thousands of times
LEAST_SHARED = 4  # letters of the beginning that make a word a longer or shorter form of another
MOST_SUGGESTED = 100  # words that are compared with all of many names
SEPARATORS = lazy_pattern(r"[._/%-]")
LEAST_LETTERS = 4  # of a part in which a letter is missing, doubled or swapped
LEAST_LETTERS_DOUBLED = 2  # of a short part in which a letter is doubled
LEAST_LETTERS_AROUND = 3  # of the other parts of a name with a short part that has a letter too many
RARE_AT_END = "JKVWXYZ"  # letters that hardly any family of names adds to a word
LEAST_LETTERS_TO_REPLACE = 6  # of a part in which one letter replaces another


def distance(left: str, right: str, most: int = MOST_CHANGES) -> int:
    """The edit distance of two words (a swap of neighbours counts one), or `most` + 1 if it is larger."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    left, right = without_common_ends(left, right)
    many, size = most + 1, len(right)
    # of each row the columns beside its own, as far as changes may lead: long words take no square of time
    before: list[int] = []
    last = [many] * most + list(range(most + 1)) + [many]
    for row, letter in enumerate(left, 1):
        this: list[int] = []
        for place, column in enumerate(range(row - most, row + most + 1)):
            if not 0 < column <= size:
                this.append(row if column == 0 else many)
                continue
            cost = min(last[place + 1] + 1, last[place] + (letter != right[column - 1]))
            if place:
                cost = min(cost, this[-1] + 1)
            if row > 1 and column > 1 and letter == right[column - 2] and right[column - 1] == left[row - 2]:
                cost = min(cost, before[place] + 1)
            this.append(cost)
        if min(this) > most:
            return many
        before, last = last, [*this, many]
    return min(last[size - len(left) + most], many)


def without_common_ends(left: str, right: str) -> tuple[str, str]:
    """Two words without what both begin with and what both end with."""
    start = 0
    for letter, twin in zip(left, right, strict=False):
        if letter != twin:
            break
        start += 1
    left, right = left[start:], right[start:]
    end = 0
    for letter, twin in zip(reversed(left), reversed(right), strict=False):
        if letter != twin:
            break
        end += 1
    return left[: len(left) - end], right[: len(right) - end]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The one closest candidate; None if there is none, or on a tie (`nearest_ones`)."""
    best = nearest_ones(word, candidates)
    return best[0] if len(best) == 1 else None


class Suggestions:
    """The closest of many names for each of the first misspelt ones: each is compared with all of them."""

    __slots__ = ("_left", "names")

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._left = MOST_SUGGESTED

    def nearest(self, word: str) -> str | None:
        """The one closest name; None if there is none, on a tie, or after many words."""
        self._left -= 1
        return nearest(word, self.names) if self._left >= 0 else None


def nearest_help(word: str, candidates: Iterable[str], otherwise: str) -> str:
    """The help for a misspelt word: its nearest candidate; `otherwise` if there is none."""
    near = nearest(word, candidates)
    return f"the nearest is {near}" if near else otherwise


def nearest_ones(word: str, candidates: Iterable[str]) -> list[str]:
    """The closest candidates: at most two changes and fewer than half the letters; without any, longer and
    shorter forms of the word.
    """
    return list(_nearest_ones(word, tuple(candidates)))


@lru_cache(MOST_REMEMBERED)
def _nearest_ones(word: str, candidates: tuple[str, ...]) -> Sequence[str]:
    best: list[str] = []
    least = MOST_CHANGES + 1
    known = dict.fromkeys(candidates)
    known.pop(word, None)
    size, letters = len(word), set(word)
    for candidate in known:
        # a quick look first: most candidates are much longer or shorter, or have few of the letters
        if abs(len(candidate) - size) > MOST_CHANGES or len(letters.difference(candidate)) > MOST_CHANGES:
            continue
        changes = distance(word, candidate)
        if changes * 2 >= max(size, len(candidate)) or changes > min(least, MOST_CHANGES):
            continue
        if changes < least:
            least, best = changes, []
        best.append(candidate)
    if best or size < LEAST_SHARED:
        return best
    alike = [candidate for candidate in known if candidate.startswith(word[:LEAST_SHARED])]
    return [candidate for candidate in alike if candidate.startswith(word) or word.startswith(candidate)]


def is_slip(left: str, right: str) -> bool:
    """Whether two different names differ in case, in a separator, or by one change in one long part.

    Names of a family differ on purpose (`QM1`, `QM2`; `IN.A`, `IN.B`), so a difference in a digit or in a
    short part is not a slip, except for a letter too many in a name that is otherwise the same
    (`CLR.IN`, `CLR.INN`; `ORDERS.DLQ`, `ORDERS.DLQX`).
    """
    folded, folded_right = left.upper(), right.upper()
    if folded == folded_right or SEPARATORS.sub("", folded) == SEPARATORS.sub("", folded_right):
        return True
    if abs(len(folded) - len(folded_right)) > 1:
        return False
    parts, others = SEPARATORS.split(folded), SEPARATORS.split(folded_right)
    if len(parts) != len(others):
        return False
    different = [(part, twin) for part, twin in zip(parts, others, strict=True) if part != twin]
    if len(different) != 1:
        return False
    return _is_slip_in_part(*different[0]) or _has_letter_too_many(
        *different[0], sum(_letters(part) for part in parts) - _letters(different[0][0])
    )


def _is_slip_in_part(part: str, twin: str) -> bool:
    """Whether two different parts of names differ by one change, and not in a digit."""
    if distance(part, twin, 1) > 1 or _digits(part) != _digits(twin):
        return False
    replaced = len(part) == len(twin) and sorted(part) != sorted(twin)
    least = LEAST_LETTERS_TO_REPLACE if replaced else LEAST_LETTERS
    return min(_letters(part), _letters(twin)) >= least


def _has_letter_too_many(part: str, twin: str, around: int) -> bool:
    """Whether one of two different short parts has a letter that a family of names would not add: a doubled
    one, one in the middle, or a rare one at the end. `around` is the number of letters of the other parts.
    """
    short, long = sorted((part, twin), key=len)
    if len(long) != len(short) + 1 or _digits(short) != _digits(long) or len(set(long)) < 2:
        return False
    at = 0
    while at < len(short) and short[at] == long[at]:
        at += 1
    if short[at:] != long[at + 1 :] or not long[at].isalpha():
        return False
    if at and long[at] == long[at - 1]:
        return _letters(short) >= LEAST_LETTERS_DOUBLED and around >= LEAST_LETTERS_AROUND
    rare = 0 < at < len(short) or (at == len(short) and long[at] in RARE_AT_END)
    return rare and _letters(short) >= LEAST_LETTERS_AROUND and around > LEAST_LETTERS_AROUND


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def _letters(text: str) -> int:
    """How many letters a text has."""
    return sum(sign.isalpha() for sign in text)
