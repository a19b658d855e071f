"""Names with asterisks, as channel authentication records, conditions and exceptions have them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

WILDCARDS = "*?"
LAST_CHARACTER = "\U0010ffff"  # sorts behind every other
LONGEST_TEXT = 4  # characters of a name by which it is found
UNINDEXED = 16  # times all names that are found without an index of their texts, which takes about as long


def asterisks_match(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern in which each `*` matches any number of characters."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    middle, at = text[len(first) : len(text) - len(last)], 0
    for part in rest:
        at = middle.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


class SortedNames:
    """Names in order, to find those that may match a pattern by what it begins and ends with, or, once many
    names were found in that way, by a text in it.
    """

    __slots__ = ("_backwards", "_by_text", "_left", "_names")

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._backwards = sorted([name[::-1] for name in self._names])
        self._by_text: dict[int, dict[str, list[str]]] = {}  # by length
        self._left = UNINDEXED * len(self._names)

    def candidates(self, pattern: str) -> Iterable[str]:
        """The names that begin as a pattern does before the first of its wildcard characters, end as it does
        behind the last, or have a text that it has beside them; of these conditions the one that the fewest
        names meet. A full stop beside a wildcard character may be missing in a name.
        """
        first = min(place for sign in WILDCARDS if (place := pattern.find(sign)) >= 0)
        last = max(pattern.rfind(sign) for sign in WILDCARDS)
        start, end = _beginning(self._names, pattern[:first].rstrip("."))
        other_start, other_end = _beginning(self._backwards, pattern[:last:-1].rstrip("."))
        fewest = min(end - start, other_end - other_start)
        with_text = self._with_text_of(pattern) if fewest > self._left else self._names
        if len(with_text) < fewest:
            return with_text
        self._left -= fewest
        if end - start == fewest:
            return self._names[start:end]
        return (name[::-1] for name in self._backwards[other_start:other_end])

    def _with_text_of(self, pattern: str) -> list[str]:
        """The names that have a text which each name that matches a pattern has: of the longest ones, up to a
        length, the one that the fewest names have.
        """
        parts = [part.strip(".") for part in pattern.replace("?", "*").split("*")]
        size = min(max(map(len, parts)), LONGEST_TEXT)
        if not size:
            return self._names
        index = self._by_text.get(size)
        if index is None:
            index = self._by_text[size] = {}
            for name in self._names:
                for text in texts_of(name, size):
                    index.setdefault(text, []).append(name)
        return min((index.get(text, []) for part in parts for text in texts_of(part, size)), key=len)


def texts_of(name: str, size: int) -> dict[str, None]:
    """The texts of a length that a name contains."""
    return dict.fromkeys(name[at : at + size] for at in range(len(name) - size + 1))


def _beginning(names: list[str], start: str) -> tuple[int, int]:
    """Where the names of a sorted list that begin with a text are."""
    return bisect_left(names, start), bisect_left(names, start + LAST_CHARACTER)
